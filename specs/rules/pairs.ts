// §4.3, §4.4: two parameters of a list in one request
import { stopped } from "./walks.ts";
import { wholeAnswer } from "../../engine/classify.ts";
import type { Query } from "../../engine/call.ts";
import type { Asking, Judgement } from "../../engine/exchange.ts";
import { keyOf, type Walk } from "../../engine/walk.ts";
import type { Listing, ParameterKey } from "../../engine/world.ts";
import { askSet } from "./filter-sets.ts";
import { lostRows, surplusRows } from "./differences.ts";

/** What values for a filter can be made from. */
export interface Material {
  readonly list: Listing;
  readonly accounts: readonly string[];
  /** Accounts of the target file. */
  readonly some: readonly string[];
  readonly keys: readonly string[];
}

/** A filter of a list, and values that select some of the rows. */
export interface Filter {
  readonly key: ParameterKey;
  readonly values: (material: Material) => readonly string[];
}

export interface Selections {
  readonly first: Walk;
  readonly second: Walk;
  readonly both: Walk;
}

export function* askPair(list: Listing, first: Query, second: Query): Asking<Selections> {
  return {
    first: yield* askSet(list, first),
    second: yield* askSet(list, second),
    both: yield* askSet(list, [...first, ...second]),
  };
}

/** What both filters select together is what each of them selects alone. */
export function judgePair({ first, second, both }: Selections, identity: string): Judgement {
  const unread = [first, second].find(({ end }) => end !== "null");
  if (unread !== undefined) {
    return stopped(unread, "a list was not read to its end");
  }
  const [reply] = both.pages.map((page) => page.reply);
  if (both.end === "refused" && reply !== undefined) {
    return [wholeAnswer(reply, "two filters together are refused", "status 200 and the list")];
  }
  if (both.end !== "null" || reply === undefined) {
    return stopped(both, "a list was not read to its end");
  }
  const others = new Set(second.rows.map((row) => keyOf(row, identity)));
  const due = first.rows.filter((row) => others.has(keyOf(row, identity)));
  const beside = [first, second].flatMap(({ pages }) => pages.slice(0, 1).map((page) => page.reply));
  const surplus = "two filters together select a row that one of them alone leaves out";
  const lost = "two filters together leave out a row that each of them selects alone";
  const keys = new Set(due.map((row) => keyOf(row, identity)));
  return [
    ...surplusRows({ walk: both, identity, message: surplus }, keys, "a row that each selects alone", beside),
    ...lostRows({ walk: both, identity, message: lost }, due, beside),
  ];
}
