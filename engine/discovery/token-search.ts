// Finds a token that many accounts hold: the rules of 4.3 need rows to select from
import * as discovery from "./listings.ts";
import { thereAmong } from "./found.ts";
import { spread } from "../clauses/clause.ts";
import { looksMissing } from "../message/classify.ts";
import { present } from "../model/model.ts";
import type { Service } from "../model/settings.ts";
import {
  ignoreUnavailable,
  ignoreUntested,
  noSamples,
  type Candidate,
  type Find,
  type Sampled,
  type Size,
} from "../clauses/prerequisites.ts";
import type { Asker } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";

/** Tokens that are looked at beside the samples, and how many of them at once. */
const FURTHER = 40;
const AT_ONCE = 5;

export type Run = <A>(service: Service, work: (t: Asker) => Promise<A>) => Promise<A>;

/** What finds tokens; what it finds is kept by whoever asks. `vouched` gives those of the target file, or what recipes find. */
export function tokenFinders(vouched: () => Promise<readonly Candidate[]>, size: Size, run: Run) {
  /**
   * Tokens of the target file, and so many of the list that there are half as many as records of other kinds, with
   * balances; more of the list where none that the file names has several pages: a limit shows on long lists alone.
   */
  async function tokenSamples(find: Find): Promise<readonly Sampled[]> {
    const most = Math.ceil(size.records / 2);
    const list = await listed(find);
    const paths = new Map(list.map((row) => [row.asked, row.listed]));
    const given = (await vouched())
      .slice(0, size.contexts > 0 ? size.records : most)
      .map((sample) => ({ ...sample, ...present({ listed: sample.listed ?? paths.get(sample.asked) }) }));
    const look = (some: readonly Candidate[]) =>
      run("base", (t) => discovery.sample(t, "tokenBalances", some));
    const first = await look([...given, ...spread(list, Math.max(most - given.length, 0))]);
    const isEnough = size.contexts === 0 || first.slice(0, given.length).some(discovery.hasMorePages);
    const known = new Set(first.map(({ asked }) => asked));
    const others = isEnough ? [] : list.filter(({ asked }) => !known.has(asked));
    return [...first, ...(await look(spread(others, Math.max(FURTHER - first.length, 0))))];
  }

  /** The one that is judged; throws `Unavailable` where no token is known. */
  async function tokenWithHolders(find: Find): Promise<string> {
    const first = await find("tokenSamples");
    const tried = [...first, ...(await searchOn(find, first))];
    // Where no answer is a list of balances, an answer that does not say that there are none is what is to be judged.
    const best = discovery.tokenWithMostHolders(tried) ?? tried.find(({ reply }) => !looksMissing(reply));
    if (best === undefined) {
      thereAmong("tokenBalances", tried);
      const list = await find("tokens").catch(ignoreUnavailable);
      const isEmpty = list?.complete === true && list.rows.length === 0;
      throw noSamples("tokenIds", `no token is known${isEmpty ? ", and the token list shows none" : ""}`);
    }
    return best.asked;
  }

  /** What is enough to stop: any holders at smoke or of a token that the user names, or else more than one page of them. */
  const isEnough = (sample: Sampled): boolean =>
    discovery.hasHolders(sample) && (size.contexts === 0 || sample.vouched || discovery.hasMorePages(sample));

  /** Looks all over the list, a few tokens at a time. */
  async function searchOn(find: Find, first: readonly Sampled[]): Promise<readonly Sampled[]> {
    const tried = new Map(first.map((sample) => [sample.asked, sample]));
    const found = (): readonly Sampled[] => [...tried.values()];
    const rest = async (): Promise<readonly Candidate[]> => [
      ...(await vouched()),
      ...spread(await listed(find), FURTHER),
    ];
    let queue = found().some(isEnough) ? [] : await rest();
    for (let left = FURTHER; left > 0 && !found().some(isEnough); left -= AT_ONCE) {
      queue = queue.filter(({ asked }) => !tried.has(asked));
      const samples = await run("base", (t) => discovery.sample(t, "tokenBalances", queue.slice(0, AT_ONCE)));
      samples.forEach((sample) => tried.set(sample.asked, sample));
    }
    return found().slice(first.length);
  }

  return { tokenSamples, tokenWithHolders };
}

async function listed(find: Find): Promise<readonly Candidate[]> {
  const list = await find("tokens").catch(ignoreUntested);
  const ids = (list?.rows ?? []).map((row) => row["token_id"]).filter((id) => typeof id === "string");
  return ids.map((asked) => ({
    asked,
    origin: "the token list",
    vouched: false,
    listed: operations.tokens.path,
  }));
}
