import { ENTITY_ID } from "../../schemas/formats.ts";
import type { Endpoint, ParameterKey } from "../../schemas/operations.ts";
import { ENDPOINT_NAMES, PARAMETER_KEYS } from "../../schemas/operations.ts";
import { recordOf } from "../model/model.ts";
import { createRefreshableCache } from "./refreshable-cache.ts";
import type { ApiRequest, RequestSender, Send } from "../model/exchange.ts";
import { recordingSender, requestTo, UnusableResponse } from "../model/exchange.ts";
import { isSuccess } from "../message/classify.ts";
import { hasNextPage, holdersIn } from "../clauses/pagination.ts";
import { inputsOf } from "../clauses/clause.ts";
import type { PrerequisiteNames } from "../clauses/declare.ts";
import { compareIds } from "../model/compare.ts";
import * as discovery from "./listings.ts";
import { foundSamples, sampleRecords } from "./record-samples.ts";
import { requireFound } from "./missing-records.ts";
import { type RecordEndpoint } from "./forms.ts";
import { createRecipeReader, type RecipeReader } from "./recipes.ts";
import { createListInputsFinder, findParameterNames, parameterKeys } from "./list-inputs.ts";
import { hasEffect, missingParameter, parameterName } from "./parameter-probe.ts";
import type { FoundKind, Settings, VerificationSample } from "../model/settings.ts";
import { findTokenWithHolders, tokenFinders, type RunWithSender } from "./token-search.ts";
import { ignoreUnusable, missingSamples, requireUrl, keyedParameters } from "../clauses/prerequisites.ts";
import { requireUnusable } from "../clauses/prerequisites.ts";
import type { Candidate, Find, Listing, ListNames, Prerequisites } from "../clauses/prerequisites.ts";
import { SIZES, type Size } from "../clauses/size.ts";

export type Provider = ReturnType<typeof createProvider>;

/** An invented address with a chain id, from which only malformed bodies are made. */
const INVENTED_ADDRESS = "0x00000000000000000000000000000000000f4240";
const EXAMPLE_VERIFICATION: VerificationSample = { address: INVENTED_ADDRESS, chainId: "295" };

/** Finds a prerequisite. `fresh`: the requests for a list bypass the cache. */
type Finder<K extends keyof Prerequisites> = (find: Find, fresh: boolean) => Promise<Prerequisites[K]>;
type Cache = ReturnType<typeof createRefreshableCache<Prerequisites>>;
type Finders = { readonly [K in keyof Prerequisites]: Finder<K> };

const CHANGEABLE: ReadonlySet<keyof Prerequisites> = new Set<keyof Prerequisites>(["tokens", "balances"]);

/** Creates the provider of a run, which finds each prerequisite once; it reads lists again to detect data that changed between attempts. */
export function createProvider(
  settings: Settings,
  send: Send,
  recipeReader: RecipeReader = createRecipeReader([], send),
) {
  const finders = createFinders(settings, send, recipeReader);
  const cache: Cache = createRefreshableCache<Prerequisites>(CHANGEABLE, (key, fresh) =>
    finders[key]((other) => cache.find(other), fresh),
  );

  return {
    /** Throws an `UnusableResponse` if a prerequisite is not found. Reads lists again that were last read before `after` (`performance.now()`). */
    resolve: async <N extends PrerequisiteNames>(needs: N | undefined, after?: number) =>
      inputsOf(needs, await cache.findAll(Object.values(needs ?? {}), after)),
  };
}

async function listNames(find: Find, endpoint: "tokens" | "tokenBalances"): Promise<ListNames> {
  const filter = endpoint === "tokens" ? "tokens.tokenId" : "tokenBalances.accountId";
  const keys = [["limit", `${endpoint}.limit`] as const, ["order", `${endpoint}.order`] as const];
  return (await findParameterNames(find, [...keys, ["filter", filter]])).names;
}

async function mentionedContracts(find: Find): Promise<readonly Candidate[]> {
  const results = (await find("contractResultSamples").catch(ignoreUnusable)) ?? [];
  const successes = results.filter(({ response }) => isSuccess(response));
  const members = { contract_id: ENTITY_ID, address: /^0x[0-9a-fA-F]{40}$/ };
  return discovery.mentionedIn(successes, members).slice(0, 3);
}

interface PrerequisiteSearch {
  readonly settings: Settings;
  readonly size: Size;
  readonly recipeReader: RecipeReader;
  readonly run: RunWithSender;
  /** The samples of the target file, or else those that recipes find. */
  readonly samplesOf: (kind: FoundKind, find?: Find) => Promise<readonly Candidate[]>;
}

function createFinders(settings: Settings, send: Send, recipeReader: RecipeReader): Finders {
  const { target, level } = settings;
  const search: PrerequisiteSearch = {
    settings,
    size: SIZES[level],
    recipeReader,
    run: async (service, work, fresh = false) => {
      requireUrl(target, service);
      return await work(recordingSender(fresh ? (request) => send({ ...request, fresh }) : send));
    },
    samplesOf: async (kind, find) => {
      const fromUser = (target.samples[kind] ?? []).map((text) => discovery.listCandidate(text, kind));
      const holders = async (): Promise<readonly string[]> =>
        find === undefined ? [] : holdersIn(await find("balances").catch(ignoreUnusable), 3);
      const isComplete = fromUser.length > 0 || target.urls.base === undefined;
      return isComplete ? fromUser : await recipeReader.find(kind, holders);
    },
  };
  const ofLists = { ...parameterFinders(search), ...listFinders(search) };
  return { ...ofLists, ...recordFinders(search), ...settingsFinders(search) };
}

function parameterFinders({ settings: { target }, run }: PrerequisiteSearch): Pick<Finders, ParameterKey> {
  const names: Readonly<Partial<Record<Endpoint, Readonly<Record<string, string | null>>>>> =
    target.parameters;

  const allParameters = ENDPOINT_NAMES.flatMap(keyedParameters);
  return recordOf(PARAMETER_KEYS, (key) => async (find: Find) => {
    const keyed = allParameters.find((one) => one.key === key);
    if (keyed === undefined) throw new Error(`no operation has the parameter ${key}`);
    const { endpoint, parameter } = keyed;
    const { name, isStated } = parameterName(key, parameter, names[endpoint]?.[parameter.key]);
    if (isStated) return name;
    const path = endpoint === "tokenBalances" ? { path: await find("tokenWithHolders") } : {};
    const fromUser = parameter.format === "publicKey" ? await find("givenKeys") : [];
    // Without a value, this is a request without parameters, whose response clauses check too.
    const request = (value: string | undefined): ApiRequest =>
      requestTo(endpoint, value === undefined ? path : { ...path, query: [[name, value]], expects: "open" });
    const effect = await run("base", (t) => hasEffect(t, parameter.key, request, fromUser));
    if (effect !== true) throw missingParameter(key, name, effect === false ? undefined : effect);
    return name;
  });
}

function listFinders(search: PrerequisiteSearch) {
  const { run, samplesOf, size, settings } = search;
  const [stableTokens, stableBalances] = [discovery.createNewRowFilter(), discovery.createNewRowFilter()];
  const fromUser = async (): Promise<readonly Candidate[]> => {
    requireUrl(settings.target, "base");
    return samplesOf("tokenIds");
  };
  return {
    ...tokenFinders(fromUser, size, run),
    tokenWithHolders: findTokenWithHolders,
    tokens: async (find: Find, fresh: boolean): Promise<Listing> => {
      const names = await listNames(find, "tokens");
      const read = (t: RequestSender) => discovery.readListing(t, "tokens", undefined, names, size);
      return stableTokens(await run("base", read, fresh));
    },
    balances: async (find: Find, fresh: boolean): Promise<Listing> => {
      const path = await find("tokenWithHolders");
      const names = await listNames(find, "tokenBalances");
      const read = (t: RequestSender) => discovery.readListing(t, "tokenBalances", path, names, size);
      const listing = stableBalances(await run("base", read, fresh));
      const samples = (await find("tokenSamples")).filter(({ identifier }) => identifier !== path);
      const pathsOf = (list: typeof samples) => [...new Set(list.map(({ identifier }) => identifier))];
      const longer = samples.filter(({ response }) => hasNextPage(response));
      const short = samples.filter((sample) => discovery.hasHolders(sample) && !longer.includes(sample));
      return { ...listing, others: pathsOf(longer), short: pathsOf(short) };
    },
    tokenMaterial: createListInputsFinder("tokens", search),
    balanceMaterial: createListInputsFinder("tokenBalances", search),
    feeNames: async (find: Find) => (await findParameterNames(find, parameterKeys("networkFees"))).names,
    accountIds: async (find: Find): Promise<readonly string[]> => {
      const balances = await find("balances").catch(requireUnusable);
      const listed = balances instanceof UnusableResponse ? [] : balances.rows.map((row) => row["account"]);
      const candidates = [...listed, ...(await find("givenAccounts"))].filter((id) => typeof id === "string");
      const accounts = [...new Set(candidates.filter((id) => ENTITY_ID.test(id)))].toSorted(compareIds);
      if (accounts.length > 0) return accounts;
      if (balances instanceof UnusableResponse) throw balances;
      // The part of the token list that was not read may contain a token with holders.
      const tokens = await find("tokens").catch(ignoreUnusable);
      const links = tokens?.stop === undefined ? [] : [{ endpoint: "tokens", needs: "links" } as const];
      const dependsOn = [{ endpoint: "tokens", needs: "data" } as const, ...links];
      throw missingSamples("accountIds", "no account is known", { dependsOn });
    },
  };
}

function recordFinders({ recipeReader, run, samplesOf, size, settings }: PrerequisiteSearch) {
  const sampled = (endpoint: RecordEndpoint, kind: FoundKind) => async (find: Find) => {
    requireUrl(settings.target, "base");
    const givenSamples = await samplesOf(kind);
    const mentioned = endpoint === "contract" ? await mentionedContracts(find) : [];
    const givenNames = new Set(givenSamples.map(({ identifier }) => identifier));
    const all = [...givenSamples, ...mentioned.filter(({ identifier }) => !givenNames.has(identifier))];
    return run("base", (t) => sampleRecords(t, endpoint, all, size, settings.seed));
  };
  return {
    fees: () => run("base", (t) => t.get(requestTo("networkFees"))),
    summary: () => run("status", (t) => t.get(requestTo("statusSummary"))),
    topicMessageSamples: sampled("topicMessage", "topicMessageTimestamps"),
    contractResultSamples: sampled("contractResult", "contractResults"),
    contractSamples: sampled("contract", "contracts"),
    topicMessages: foundSamples("topicMessage", recipeReader),
    contracts: foundSamples("contract", recipeReader),
    contractResults: foundSamples("contractResult", recipeReader),
    hashes: foundSamples("contractResult", recipeReader, discovery.isHash, "a hash of 32 bytes"),
    transactions: foundSamples("contractResult", recipeReader, discovery.isTransactionId, "a transaction id"),
  };
}

function settingsFinders({ settings, size, run, samplesOf }: PrerequisiteSearch) {
  const { samples, headers } = settings.target;
  const verifications = async (): Promise<readonly VerificationSample[]> => {
    requireUrl(settings.target, "verify");
    if (samples.verifications === undefined || samples.verifications.length === 0) {
      throw missingSamples("verifications");
    }
    return samples.verifications.slice(0, size.records);
  };
  const verified = (endpoint: "sessionVerify" | "verify") => async () =>
    run("verify", async (t) => discovery.sendVerifications(t, endpoint, await verifications(), size));
  const textsOf = async (kind: FoundKind, find: Find): Promise<readonly string[]> =>
    (await samplesOf(kind, find)).map(({ identifier }) => identifier);
  return {
    size: () => Promise.resolve(size),
    seed: () => Promise.resolve(settings.seed),
    baseUrl: async (): Promise<true> => {
      requireUrl(settings.target, "base");
      return true;
    },
    someTime: async () => {
      requireUrl(settings.target, "base");
      return samples.topicMessageTimestamps?.[0] ?? samples.missing?.topicMessageTimestamp ?? "1.000000001";
    },
    verifications,
    sessionVerifications: verified("sessionVerify"),
    directVerifications: verified("verify"),
    sessionVerified: async (find: Find) => requireFound("sessionVerify", await find("sessionVerifications")),
    directVerified: async (find: Find) => requireFound("verify", await find("directVerifications")),
    someVerification: async () => {
      requireUrl(settings.target, "verify");
      const [sample] = samples.verifications ?? [];
      return { sample: sample ?? EXAMPLE_VERIFICATION, fromUser: sample !== undefined };
    },
    givenAccounts: (find: Find) => textsOf("accountIds", find),
    givenKeys: (find: Find) => textsOf("publicKeys", find),
    holderKeys: async (find: Find): Promise<Prerequisites["holderKeys"]> =>
      (await samplesOf("publicKeys", find)).flatMap(({ identifier: key, holder }) =>
        holder === undefined ? [] : [{ account: holder, key }],
      ),
    missing: () => Promise.resolve(samples.missing ?? {}),
    statusHeaders: () => Promise.resolve(Object.keys(headers.status).length > 0),
  };
}
