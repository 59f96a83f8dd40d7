import { isSuccess } from "../message/classify.ts";
import { createClient } from "../http/client.ts";
import { given as givenSamples, type Candidate } from "./listings.ts";
import { Trouble, type Ask, type Reply } from "../model/exchange.ts";
import { createProvider, type Provider } from "./provider.ts";
import { createCook, type Cook } from "./recipes.ts";
import type { RecipeOutcome } from "../model/results.ts";
import type { FoundKind, Settings } from "../model/settings.ts";
import { ignoreUnavailable, Unavailable } from "../clauses/prerequisites.ts";

/** Samples of one kind that a target has, or why there are none. */
export interface FoundSamples {
  readonly kind: FoundKind;
  readonly found: readonly Pick<Candidate, "asked" | "origin">[];
  readonly reason?: string;
}

/** What a target shows of its records, and what asking for it cost. */
export interface Discovered {
  readonly samples: readonly FoundSamples[];
  readonly recipes: readonly RecipeOutcome[];
  readonly requests: number;
}

/** Samples of one kind that are enough. */
const ENOUGH = 10;

type Shown = FoundSamples["found"];

/** Looks for samples as a run does: by the lists of §4 and by recipes, each asked for before it is told. */
export async function discoverSamples(settings: Settings): Promise<Discovered> {
  const client = createClient(settings, AbortSignal.timeout(settings.limits.runMs));
  const send = (ask: Ask): Promise<Reply> => client.send(ask);
  const cook = createCook(settings.target.recipes ?? [], send);
  const provider = createProvider(settings, () => send, cook);
  const finders = findersOf(provider, cook, settings);
  try {
    const samples: FoundSamples[] = [];
    for (const [kind, find] of finders) {
      samples.push(await samplesOf(kind, find));
    }
    return { samples, recipes: cook.outcomes(), requests: client.requests() };
  } finally {
    await client.close();
  }
}

function findersOf(
  provider: Provider,
  cook: Cook,
  { target }: Settings,
): readonly (readonly [FoundKind, () => Promise<Shown>])[] {
  const records = (key: "topicMessages" | "contractResults" | "contracts") => async (): Promise<Shown> => {
    const { found } = await provider.resolve({ found: key });
    return found;
  };
  return [
    ["tokenIds", () => tokens(provider)],
    ["accountIds", () => accounts(provider, cook, target.samples.accountIds)],
    ["publicKeys", () => givenOrFound("publicKeys", cook, target.samples.publicKeys)],
    ["topicMessageTimestamps", records("topicMessages")],
    ["contractResults", records("contractResults")],
    ["contracts", records("contracts")],
  ];
}

async function samplesOf(kind: FoundKind, find: () => Promise<Shown>): Promise<FoundSamples> {
  try {
    const found = (await find()).slice(0, ENOUGH).map(({ asked, origin }) => ({ asked, origin }));
    return found.length > 0 ? { kind, found } : { kind, found, reason: "no list that is read shows any" };
  } catch (error) {
    if (error instanceof Unavailable || error instanceof Trouble) {
      return { kind, found: [], reason: error.message };
    }
    throw error;
  }
}

/** The token that clauses about balances are judged on comes first; it may stand further down the list. */
async function tokens(provider: Provider): Promise<Shown> {
  const { held, samples } = await provider.resolve({ held: "tokenWithHolders", samples: "tokenSamples" });
  const first = samples.find(({ asked }) => asked === held) ?? { asked: held, origin: "the token list" };
  return [first, ...samples.filter((sampled) => sampled !== first && isSuccess(sampled.reply))];
}

/** The accounts that a run knows, each with where it stands: in the balances of a token, or where else it came from. */
async function accounts(provider: Provider, cook: Cook, given: readonly string[] = []): Promise<Shown> {
  const { ids } = await provider.resolve({ ids: "accountIds" });
  // Samples may be known where no balances can be read.
  const held = await provider
    .resolve({ token: "tokenWithHolders", list: "balances" })
    .catch(ignoreUnavailable);
  const listed = new Set(held?.list.rows.map((row) => row["account"]));
  const others = await givenOrFound("accountIds", cook, given);
  const origins = new Map(others.map(({ asked, origin }) => [asked, origin]));
  return ids.map((asked) => ({
    asked,
    origin: listed.has(asked) ? `the balances of token ${held?.token}` : (origins.get(asked) ?? ""),
  }));
}

/** The samples of the target file, or else what recipes find. */
async function givenOrFound(kind: FoundKind, cook: Cook, given: readonly string[] = []): Promise<Shown> {
  return given.length > 0 ? givenSamples(given, kind) : await cook.find(kind);
}
