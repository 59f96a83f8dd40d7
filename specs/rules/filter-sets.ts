// §2.1, §4.3, §4.4: filters compared with one another, by the rows that they select
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import { OPERATORS, shardAndRealm, shortId } from "../../engine/compare.ts";
import { wholeAnswer } from "../../engine/classify.ts";
import type { Query } from "../../engine/call.ts";
import { isUndecided, type Asking, type Finding, type Judgement } from "../../engine/exchange.ts";
import { cut } from "../../engine/inspect.ts";
import { keyOf, pagesFor, walk, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { sortedIds } from "./page-plans.ts";
import type { RowFilter } from "./filters.ts";
import { placedRows, walkOf } from "./walks.ts";

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
export function judgeEmpty(selected: Walk, message: string): Judgement {
  const [first] = selected.pages;
  if (first === undefined || first.rows.length === 0) {
    return [];
  }
  const { reply } = first;
  const [row] = placedRows(selected);
  return [{ message, pointer: row?.pointer ?? "", expected: "no row", actual: cut(row?.row), reply }];
}

interface Pair {
  readonly full: Walk;
  readonly short: Walk;
}

function* askShort(list: Listing, name: string, operator: string): Asking<Pair | undefined> {
  const ids = sortedIds(list);
  const id = ids[operator.startsWith("l") ? Math.min(3, ids.length - 1) : Math.max(ids.length - 4, 0)];
  if (id === undefined || new Set(ids.map(shardAndRealm)).size > 1) {
    return undefined;
  }
  const full = yield* askSet(list, [[name, operator + id]]);
  const short = yield* askSet(list, [[name, operator + shortId(id)]]);
  return { full, short };
}

const SHORT_OPERATORS = OPERATORS.filter((operator) => operator !== "ne").map((operator) => ({
  name: operator,
  value: operator === "none" ? "" : `${operator}:`,
}));

/** Ids with shard and realm left out select the same rows as full ones. */
export function shortIdClause(filter: RowFilter, id: ClauseId): AskingClause {
  const row = (num: number): ListRow => ({ [filter.identity]: `0.0.${num}` });
  const set = (...nums: number[]): Walk => walkOf(filter.endpoint, [nums.map(row)]);
  return clause({
    id,
    endpoint: filter.endpoint,
    statement: `an id without shard or realm selects the same rows as the full id (${filter.field})`,
    readings: [17],
    compares: true,
    needs: { list: filter.list, name: filter.key },
    given: () => ({ boundaries: SHORT_OPERATORS }),
    ask: ({ list, name }, operator) => askShort(list, name, operator),
    check: (pair) =>
      pair === undefined
        ? { undecided: "the rows have no shard and realm in common: a short id is ambiguous", cause: "data" }
        : judgeEqual(
            pair.full,
            pair.short,
            filter.identity,
            "a short id selects other rows than the full id",
          ),
    accepts: [
      { answer: { full: set(9, 10), short: set(10, 9) }, value: "" },
      { answer: { full: set(), short: set() }, value: "gt:" },
    ],
    rejects: {
      "a short id selects nothing": { answer: { full: set(9), short: set() }, value: "" },
      "a short id is ignored": { answer: { full: set(9), short: set(9, 10) }, value: "" },
    },
  });
}
