// §4.3, §4.4: two parameters of a list in one request
import { wholeAnswer } from "../../engine/classify.ts";
import type { Query } from "../../engine/call.ts";
import type { Asking, Judgement } from "../../engine/exchange.ts";
import { keyOf, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing, ParameterKey } from "../../engine/world.ts";
import { cut } from "../../engine/inspect.ts";
import { askSet } from "./filter-sets.ts";
import { placedRows } from "./walks.ts";

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
    return { undecided: `a list was not read to its end: ${unread.stoppedAt}`, cause: "data" };
  }
  const [reply] = both.pages.map((page) => page.reply);
  if (both.end === "refused" && reply !== undefined) {
    return [wholeAnswer(reply, "two filters together are refused", "status 200 and the list")];
  }
  if (both.end !== "null" || reply === undefined) {
    return { undecided: `a list was not read to its end: ${both.stoppedAt}`, cause: "data" };
  }
  const [ones, others, came] = [first, second, both].map(
    ({ rows }) => new Set(rows.map((row) => keyOf(row, identity))),
  );
  const isDue = (row: ListRow): boolean =>
    ones?.has(keyOf(row, identity)) === true && others?.has(keyOf(row, identity)) === true;
  const surplus = placedRows(both).filter(({ row }) => !isDue(row));
  const lost = first.rows.filter((row) => isDue(row) && came?.has(keyOf(row, identity)) !== true);
  return [
    ...surplus.map(({ row, pointer, reply: page }) => ({
      message: "two filters together select a row that one of them alone leaves out",
      pointer: `${pointer}/${identity}`,
      expected: "rows that each of the two filters selects alone",
      actual: cut(row[identity]),
      reply: page,
    })),
    ...lost.map((row) => ({
      message: "two filters together leave out a row that each of them selects alone",
      pointer: "",
      expected: `the row with ${identity} ${cut(row[identity])}`,
      actual: `${both.rows.length} rows without it`,
      reply,
    })),
  ];
}
