import { isSuccess } from "./classify.ts";
import { createClient } from "./client.ts";
import { tokenWithMostHolders, type Candidate } from "./discovery.ts";
import { Trouble, type Ask, type Reply } from "./exchange.ts";
import { createProvider, type Provider } from "./provider.ts";
import { createCook, type Cook } from "./recipes.ts";
import type { RecipeOutcome } from "./results.ts";
import type { FoundKind, Settings } from "./settings.ts";
import { Unavailable } from "./world.ts";

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
    ["accountIds", () => accounts(provider)],
    ["publicKeys", () => keys(cook, target.samples.publicKeys)],
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

/** The token with the most holders comes first: clauses about balances are judged on it. */
async function tokens(provider: Provider): Promise<Shown> {
  const { samples } = await provider.resolve({ samples: "tokenSamples" });
  const best = tokenWithMostHolders(samples);
  const others = samples.filter((sampled) => sampled !== best && isSuccess(sampled.reply));
  return best === undefined ? others : [best, ...others];
}

async function accounts(provider: Provider): Promise<Shown> {
  const { token, ids } = await provider.resolve({ token: "tokenWithHolders", ids: "accountIds" });
  return ids.map((asked) => ({ asked, origin: `the balances of token ${token}, or a sample` }));
}

async function keys(cook: Cook, given: readonly string[] = []): Promise<Shown> {
  return given.length > 0
    ? given.map((asked) => ({ asked, origin: "samples.publicKeys of the target file" }))
    : await cook.find("publicKeys");
}
