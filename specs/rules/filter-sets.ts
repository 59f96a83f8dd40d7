// §2.1, §4.3, §4.4: filters compared with one another, by the rows that they select
import { wholeAnswer } from "../../engine/classify.ts";
import type { Query } from "../../engine/call.ts";
import { isUndecided, type Asking, type Finding, type Judgement } from "../../engine/exchange.ts";
import { cut } from "../../engine/inspect.ts";
import { keyOf, pagesFor, walk, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { placedRows } from "./walks.ts";

/** Walks what a query selects. */
export function* askSet(list: Listing, query: Query): Asking<Walk> {
  const first = list.ask([...query, ...list.largest]);
  return yield* walk({ ...first, memo: true }, list.member, pagesFor(list));
}

/** Whether two selections can be compared: both were read to the end, and neither is refused. */
function readable(walks: readonly Walk[]): Judgement {
  for (const { end, pages, stoppedAt } of walks) {
    const [first] = pages;
    if (end === "refused" && pages.length === 1 && first !== undefined) {
      return [wholeAnswer(first.reply, "a well-formed filter is refused", "status 200 and the list")];
    }
    if (end !== "null") {
      return { undecided: `a list was not read to its end: ${stoppedAt}`, cause: "data" };
    }
  }
  return [];
}

/** In the place of a member that identifies rows: every member counts. */
export const WHOLE_ROW = "";

function recognise(row: ListRow, identity: string): unknown {
  return identity === WHOLE_ROW ? JSON.stringify(row) : keyOf(row, identity);
}

/** Every row of the first selection is in one of the others. */
export function judgeWithin(
  inner: Walk,
  outer: readonly Walk[],
  identity: string,
  message: string,
): Judgement {
  const state = readable([inner, ...outer]);
  if (isUndecided(state) || state.length > 0) {
    return state;
  }
  const allowed = new Set(outer.flatMap(({ rows }) => rows.map((row) => recognise(row, identity))));
  const reply = outer.at(-1)?.pages[0]?.reply;
  return placedRows(inner)
    .filter(({ row }) => !allowed.has(recognise(row, identity)))
    .map(({ row }): Finding => ({
      message,
      pointer: "",
      expected: identity === WHOLE_ROW ? cut(row) : `the row with ${identity} ${cut(row[identity])}`,
      actual: `${allowed.size} rows without it`,
      ...(reply === undefined ? {} : { reply }),
    }));
}

/** Two selections hold the same rows. */
export function judgeEqual(one: Walk, other: Walk, identity: string, message: string): Judgement {
  const there = judgeWithin(one, [other], identity, message);
  return isUndecided(there) || there.length > 0 ? there : judgeWithin(other, [one], identity, message);
}

/** A selection has no rows at all. */
export function judgeEmpty(selected: Walk, message: string): readonly Finding[] {
  const [first] = selected.pages;
  if (first === undefined || first.rows.length === 0) {
    return [];
  }
  const { reply } = first;
  const [row] = placedRows(selected);
  return [{ message, pointer: row?.pointer ?? "", expected: "no row", actual: cut(row?.row), reply }];
}
