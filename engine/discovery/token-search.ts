// Finds a token that several accounts hold: the rules of 4.3 need rows to select from
import * as discovery from "./listings.ts";
import { looksMissing } from "../message/classify.ts";
import type { Asking } from "../model/exchange.ts";
import type { Service } from "../model/settings.ts";
import {
  ignoreUnavailable,
  noSamples,
  type Find,
  type Sampled,
  type Size,
} from "../clauses/prerequisites.ts";

/** Tokens of the list that are looked at, where the first ones have no holders, and how many of them at once. */
const FURTHER = 40;
const AT_ONCE = 5;

/** Sends what an asking yields, to one service. */
export type Run = <A>(service: Service, asking: Asking<A>) => Promise<A>;

/** What finds tokens; what it finds is kept by whoever asks. `vouched` gives those of the target file, or what recipes find. */
export function tokenFinders(vouched: () => Promise<readonly discovery.Candidate[]>, size: Size, run: Run) {
  /** Tokens of the target file and the first of the list, with their balances: half as many as records of other kinds. */
  async function tokenSamples(find: Find): Promise<readonly Sampled[]> {
    const most = Math.ceil(size.records / 2);
    const given = (await vouched()).slice(0, most);
    const first = (await listed(find)).slice(0, most - given.length);
    return run("base", discovery.sample("tokenBalances", [...given, ...first]));
  }

  /** The one that is judged; throws `Unavailable` where no token is known. */
  async function tokenWithHolders(find: Find): Promise<string> {
    const first = await find("tokenSamples");
    const more = first.some(discovery.hasHolders) ? [] : await searchOn(find, new Set(first.map(asked)));
    const tried = [...first, ...more];
    // Where no answer is a list of balances, an answer that does not say that there are none is what is to be judged.
    const best = discovery.tokenWithMostHolders(tried) ?? tried.find(({ reply }) => !looksMissing(reply));
    if (best === undefined) {
      throw noSamples("tokenIds", "no token is known");
    }
    return best.asked;
  }

  /** Looks further down the list, a few tokens at a time. */
  async function searchOn(find: Find, known: ReadonlySet<string>): Promise<readonly Sampled[]> {
    const more: Sampled[] = [];
    const others = (await listed(find)).filter((candidate) => !known.has(asked(candidate))).slice(0, FURTHER);
    for (let start = 0; start < others.length && !more.some(discovery.hasHolders); start += AT_ONCE) {
      const some = others.slice(start, start + AT_ONCE);
      more.push(...(await run("base", discovery.sample("tokenBalances", some))));
    }
    return more;
  }

  return { tokenSamples, tokenWithHolders };
}

const asked = (candidate: discovery.Candidate): string => candidate.asked;

async function listed(find: Find): Promise<readonly discovery.Candidate[]> {
  const list = await find("tokens").catch(ignoreUnavailable);
  const ids = (list?.rows ?? []).map((row) => row["token_id"]).filter((id) => typeof id === "string");
  return ids.map((id) => ({ asked: id, origin: "the token list", vouched: false }));
}
