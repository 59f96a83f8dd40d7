import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations, type Service } from "../../schemas/operations.ts";
import { lookingAnew } from "./anew.ts";
import { call } from "../model/call.ts";
import { isSuccess } from "../message/classify.ts";
import type { Have, Needs } from "../clauses/clause.ts";
import { compareIds } from "../model/compare.ts";
import * as discovery from "./listings.ts";
import { foundResults, foundSamples, sampleEach } from "./found.ts";
import { drive, type Send } from "../model/drive.ts";
import { type RecordEndpoint } from "./forms.ts";
import type { Ask, Asking } from "../model/exchange.ts";
import type { Cook } from "./recipes.ts";
import { hasEffect, noEffect, parameterName, type ListEndpoint } from "./parameter-probe.ts";
import type { FoundKind, Settings, VerificationSample } from "../model/settings.ts";
import { sizeOf } from "./levels.ts";
import { tokenFinders } from "./token-search.ts";
import {
  ignoreUnavailable,
  noSamples,
  noUrl,
  type Find,
  type Listing,
  type ListNames,
  type Material,
  type ParameterKey,
  type Sampled,
  type World,
} from "../clauses/prerequisites.ts";

/** Finds what clauses need, once per run, and again where a clause must be sure that the data stood still. */
export interface Provider {
  /** Throws `Unavailable` with the reason where something is not there. */
  resolve<N extends Needs>(needs: N): Promise<Have<N>>;
  /** The same, with lists read again unless they were read after the given time (`performance.now()`). */
  refresh<N extends Needs>(needs: N, after: number): Promise<Have<N>>;
}

/** Of no known contract: only bodies that are broken are made from it. */
const MADE_UP: VerificationSample = {
  address: "0x00000000000000000000000000000000000f4240",
  chainId: "295",
};

type Finder<K extends keyof World> = (find: Find) => Promise<World[K]>;
type Finders = { readonly [K in keyof World]: Finder<K> };

/** What moves while the suite looks. */
const MOVING: ReadonlySet<keyof World> = new Set<keyof World>(["tokens", "balances"]);

/** Without recipes. */
const NO_COOK: Cook = { find: () => Promise.resolve([]), hint: () => "", outcomes: () => [] };

/**
 * `sendFor` sends on behalf of what is looked for; what is read again is looked for anew. `cook` finds samples that
 * neither the target file nor a list of the document shows.
 */
export function createProvider(
  settings: Settings,
  sendFor: (key: keyof World, again: boolean) => Send,
  cook: Cook = NO_COOK,
): Provider {
  const look = lookingAnew(MOVING, (key: keyof World, again) =>
    findersOf(settings, sendFor(key, again), cook)[key]((other) => find(other)),
  );

  function find<K extends keyof World>(key: K, after?: number): Promise<World[K]> {
    return look(key, after) as Promise<World[K]>; // each key gets what its own finder gave
  }

  async function refresh<N extends Needs>(needs: N, after: number): Promise<Have<N>> {
    const entries = Object.entries(needs).map(
      async ([alias, key]) => [alias, await find(key, after)] as const,
    );
    return Object.fromEntries(await Promise.all(entries)) as Have<N>; // each alias got the value of its own key
  }

  return { resolve: (needs) => refresh(needs, Number.NEGATIVE_INFINITY), refresh };
}

/** A parameter that the document names. */
const shown = (name: string) => (): Promise<string> => Promise.resolve(name);

/** The names of a list's parameters, without those that mean nothing to the target. */
async function listNames(find: Find, endpoint: "tokens" | "tokenBalances"): Promise<ListNames> {
  const filter = endpoint === "tokens" ? "tokens.tokenId" : "tokenBalances.accountId";
  const keys = { limit: `${endpoint}.limit`, order: `${endpoint}.order`, filter } as const;
  const entries = Object.entries(keys).map(async ([role, key]) => {
    const name = await find(key).catch((error: unknown) => ignoreUnavailable(error));
    return name === undefined ? [] : [[role, name] as const];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/** The parameters of the lists. */
const LIST_PARAMETERS = {
  tokens: [
    "tokens.limit",
    "tokens.order",
    "tokens.tokenId",
    "tokens.accountId",
    "tokens.publicKey",
    "tokens.name",
  ],
  tokenBalances: [
    "tokenBalances.limit",
    "tokenBalances.order",
    "tokenBalances.accountId",
    "tokenBalances.balance",
    "tokenBalances.publicKey",
    "tokenBalances.timestamp",
  ],
} as const satisfies Readonly<Record<string, readonly ParameterKey[]>>;

/** A first, a middle and a last one. */
const FEW_ACCOUNTS = 3;

/** What requests for a list are made of; what the target lacks is left out. */
async function material(find: Find, endpoint: keyof typeof LIST_PARAMETERS): Promise<Material> {
  const known = LIST_PARAMETERS[endpoint].map(async (key) => {
    const name = await find(key).catch(ignoreUnavailable);
    return name === undefined ? [] : [[key.slice(endpoint.length + 1), name] as const];
  });
  const [names, accounts = [], some, keys] = await Promise.all([
    Promise.all(known),
    find("accountIds").catch(ignoreUnavailable),
    find("someAccounts"),
    find("someKeys"),
  ]);
  // Those that the user names tell more: most holders of one token hold nothing else.
  const vouched = accounts.filter((account) => some.includes(account));
  const chosen = vouched.length >= FEW_ACCOUNTS ? vouched : accounts;
  return { names: Object.fromEntries(names.flat()), accounts: chosen, keys };
}

/** Records that other answers speak of. */
async function mentions(find: Find, endpoint: string): Promise<discovery.Candidate[]> {
  if (endpoint !== "contract") {
    return [];
  }
  const results = await find("contractResultSamples");
  return discovery.mentionedIn(results.filter(({ reply }) => isSuccess(reply))).contracts.slice(0, 3);
}

function findersOf(settings: Settings, send: Send, cook: Cook): Finders {
  const { target, level, cases, seed } = settings;
  const { samples } = target;
  const size = sizeOf(level, cases, settings.limits.pages);

  function demand(service: Service): void {
    if (target.urls[service] === undefined) {
      throw noUrl(service);
    }
  }

  /** The samples of the target file, or else what recipes find. */
  async function samplesOf(kind: FoundKind): Promise<readonly discovery.Candidate[]> {
    const vouched = discovery.given(samples[kind], kind);
    return vouched.length > 0 || target.urls.base === undefined ? vouched : await cook.find(kind);
  }

  async function textsOf(kind: FoundKind): Promise<readonly string[]> {
    return (await samplesOf(kind)).map(({ asked }) => asked);
  }

  async function run<A>(service: Service, asking: Asking<A>): Promise<A> {
    demand(service);
    const { answer } = await drive(asking, send);
    return answer;
  }

  const parameter =
    (key: ParameterKey) =>
    async (find: Find): Promise<string> => {
      const { name, promised } = parameterName(key, target.parameters);
      if (promised) {
        return name;
      }
      const endpoint = key.slice(0, key.indexOf(".")) as ListEndpoint; // the keys are endpoint, dot, parameter
      const path = endpoint === "tokenBalances" ? { path: await find("tokenWithHolders") } : {};
      const vouched = key.endsWith(".publicKey") ? await find("someKeys") : [];
      const ask = (value: string | undefined): Ask =>
        call(endpoint, { ...path, query: value === undefined ? [] : [[name, value]], expects: "open" });
      const effective = await run("base", hasEffect(key.slice(endpoint.length + 1), ask, vouched));
      if (effective !== true) {
        throw noEffect(key, name, effective === false ? undefined : effective);
      }
      return name;
    };

  async function accountIds(find: Find): Promise<readonly string[]> {
    const holders = await find("balances").catch((error: unknown) => ignoreUnavailable(error));
    const listed = (holders?.rows ?? []).map((row) => row["account"]).filter((id) => typeof id === "string");
    const all = [...listed, ...(await textsOf("accountIds"))].filter((id) => ENTITY_ID.test(id));
    const known = [...new Set(all)].toSorted(compareIds);
    if (known.length === 0) {
      throw noSamples("accountIds", "no account is known");
    }
    return known;
  }

  async function vouchedTokens(): Promise<readonly discovery.Candidate[]> {
    demand("base");
    return samplesOf("tokenIds");
  }
  const { tokenSamples, tokenWithHolders } = tokenFinders(vouchedTokens, size, run);

  const sampled =
    (endpoint: RecordEndpoint, member: "topicMessageTimestamps" | "contractResults" | "contracts") =>
    async (find: Find): Promise<readonly Sampled[]> => {
      demand(operations[endpoint].service);
      const known = await samplesOf(member);
      const mentioned = (await mentions(find, endpoint)).filter(
        ({ asked }) => !known.some((other) => other.asked === asked),
      );
      return run("base", sampleEach(endpoint, [...known, ...mentioned], size.records));
    };

  return {
    size: () => Promise.resolve(size),
    seed: () => Promise.resolve(seed),
    "tokens.limit": parameter("tokens.limit"),
    "tokens.order": parameter("tokens.order"),
    "tokens.name": parameter("tokens.name"),
    "tokens.publicKey": parameter("tokens.publicKey"),
    "tokenBalances.balance": parameter("tokenBalances.balance"),
    "tokenBalances.accountId": parameter("tokenBalances.accountId"),
    "tokenBalances.publicKey": parameter("tokenBalances.publicKey"),
    "tokenBalances.limit": parameter("tokenBalances.limit"),
    "tokenBalances.order": parameter("tokenBalances.order"),
    "tokenBalances.timestamp": parameter("tokenBalances.timestamp"),
    "networkFees.order": parameter("networkFees.order"),
    "networkFees.timestamp": parameter("networkFees.timestamp"),
    "tokens.tokenId": shown("token.id"),
    "tokens.accountId": shown("account.id"),
    "contractResult.nonce": shown("nonce"),
    "contract.timestamp": shown("timestamp"),
    tokens: async (find): Promise<Listing> => {
      const names = await listNames(find, "tokens");
      return run("base", discovery.readListing("tokens", undefined, names, size));
    },
    balances: async (find): Promise<Listing> => {
      const path = await find("tokenWithHolders");
      const names = await listNames(find, "tokenBalances");
      return run("base", discovery.readListing("tokenBalances", path, names, size));
    },
    tokenWithHolders,
    tokenSamples,
    tokenMaterial: (find) => material(find, "tokens"),
    balanceMaterial: (find) => material(find, "tokenBalances"),
    someTime: async () => {
      demand("base");
      return samples.topicMessageTimestamps?.[0] ?? samples.missing?.topicMessageTimestamp ?? "1.000000001";
    },
    fees: () => run("base", discovery.plain("networkFees")),
    summary: () => run("status", discovery.plain("statusSummary")),
    topicMessageSamples: sampled("topicMessage", "topicMessageTimestamps"),
    contractResultSamples: sampled("contractResult", "contractResults"),
    contractSamples: sampled("contract", "contracts"),
    topicMessages: foundSamples("topicMessageTimestamps", cook),
    contracts: foundSamples("contracts", cook),
    contractResults: foundSamples("contractResults", cook),
    hashes: foundResults(discovery.isHash, "a hash of 32 bytes", cook),
    transactions: foundResults(discovery.isTransactionId, "a transaction id", cook),
    verifications: async () => {
      demand("verify");
      if (samples.verifications === undefined || samples.verifications.length === 0) {
        throw noSamples("verifications");
      }
      return samples.verifications.slice(0, 2);
    },
    someVerification: async () => {
      demand("verify");
      const [sample] = samples.verifications ?? [];
      return sample === undefined ? { sample: MADE_UP, vouched: false } : { sample, vouched: true };
    },
    accountIds,
    someAccounts: () => textsOf("accountIds"),
    someKeys: () => textsOf("publicKeys"),
    missing: () => Promise.resolve(samples.missing ?? {}),
    statusHeaders: () => Promise.resolve(Object.keys(target.headers.status).length > 0),
  };
}
