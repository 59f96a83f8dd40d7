// §4.1, §4.3, §4.4: what holds for every request for a list, whatever its parameters
import type { Defect } from "../../../engine/model/clause-results.ts";
import type { Finding, Undecided } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import type { SortKey } from "../../../engine/clauses/ordering.ts";
import { keyOf, type ListRow } from "../../../engine/clauses/pagination.ts";
import { operations } from "../../../schemas/operations.ts";
import { undecided } from "../requests/findings.ts";
import { lostRows, surplusRows, told } from "./differences.ts";
import { strayRows } from "./filters.ts";
import { furthest, misplaced, shownAt } from "./order.ts";
import { placedRows, stopped, type Rule, type Walked } from "./walked.ts";

/** No key sorts the list both ways: that is judged of the list alone. */
const unknownOrder = ({ walk: { pages }, unread }: Walked): Undecided =>
  unread ??
  undecided("the order of the list is not known", undefined, {
    suspects: pages.slice(0, 1).map(({ reply }) => `${operations[reply.ask.endpoint].section}-order-sorted`),
  });
const unknownRows = ({ unread }: Walked): Undecided =>
  unread ?? undecided("what the parameters select together is not known");

/** What comes is what all parameters select together: no row more, and at the end of the walk no row less. */
export const judgeSelection: Rule = (walked) => {
  const { walk, selection, identity, unpaged, atMost } = walked;
  const wrong = strangers(walked, 0);
  if (wrong.length > 0 || selection === undefined) {
    return wrong.length > 0 || walk.rows.length > 0 ? wrong : unknownRows(walked);
  }
  const message = "a row that the parameters select together is on no page";
  const isAll = walk.end === "null" && unpaged !== true && atMost !== true;
  return isAll ? lostRows({ walk, identity, message }, selection) : [];
};

/** Rows that nothing showed before: they may have come since (reading 18). */
function arrivals({ walk, listed = walk.rows, selection = [], identity }: Walked): readonly ListRow[] {
  const known = new Set([...listed, ...selection].map((row) => keyOf(row, identity)));
  return walk.rows.filter((row) => !known.has(keyOf(row, identity)));
}

/** Rows from a page on that the parameters do not select together. */
function strangers(walked: Walked, fromPage: number): readonly Finding[] {
  const { walk, plan, selection, identity } = walked;
  const message = "a row is shown that the parameters do not select together";
  const stray = plan.filters.flatMap((filter) => strayRows(walk, filter, message, fromPage));
  if (stray.length > 0 || selection === undefined) {
    return stray;
  }
  const due = new Set([...selection, ...arrivals(walked)].map((row) => keyOf(row, identity)));
  const behind = {
    pages: walk.pages.map((page, index) => (index < fromPage ? { ...page, rows: [] } : page)),
  };
  const compared = { walk: behind, identity, message };
  return surplusRows(compared, due, "rows that each parameter alone selects too");
}

/** Pages behind the first hold nothing but what the first request selects. */
export const selectedBehind: Rule = (walked) => {
  const { walk } = walked;
  return walk.pages.length < 2 ? onePage(walked) : strangers(walked, 1);
};

/** Two rows would make two pages under a smaller limit: the level asks for none. */
function onePage({ walk, plan }: Walked): Undecided {
  if (walk.end === "absent" || walk.end === "foreign") {
    return stopped(walk, "the link to the second page cannot be followed");
  }
  const isCut = walk.rows.length > 1 && plan.limit !== undefined;
  return isCut
    ? undecided(`the selection has one page under the limit ${plan.limit}`, walk.pages[0]?.reply, {
        obstacle: "level",
      })
    : undecided("the selection has one page", walk.pages[0]?.reply);
}

/** The rows stand in the order that was asked for, by a key that sorts the whole list too. */
export const orderKept: Rule = (walked) => {
  const { walk, plan, keys = [] } = walked;
  const { order } = plan;
  if (order === undefined || keys.length === 0) {
    return unknownOrder(walked);
  }
  if (walk.rows.length < 2) {
    return undecided("too few rows to show an order", walk.pages[0]?.reply);
  }
  const wrong = misplaced(walk, keys, order, `the rows are not sorted ${order}`);
  return wrong === undefined ? [] : [wrong];
};

/** Page by page come the next rows of the selection in the order that was asked for: none is passed over. */
export const nextRowsInOrder: Rule = (walked) => {
  const { walk, plan, keys = [], selection, identity, atMost } = walked;
  const { order } = plan;
  if (order === undefined || keys.length === 0 || selection === undefined || atMost === true) {
    return order === undefined || keys.length === 0 ? unknownOrder(walked) : unknownRows(walked);
  }
  if (arrivals(walked).length > 0) {
    return undecided("rows came that the list did not have before", walk.pages[0]?.reply);
  }
  const sign = order === "asc" ? 1 : -1;
  const dueBy = (key: SortKey): readonly ListRow[] => selection.toSorted((a, b) => sign * key.compare(a, b));
  const place = furthest(keys, (key) => firstOther(walk.rows, dueBy(key), key));
  if (place === undefined) {
    return [];
  }
  const { key, at } = place;
  const row = placedRows(walk)[at];
  const due = dueBy(key)[at];
  const expected = due === undefined ? "no row" : `${told(due, identity)} (sorted by ${key.name})`;
  return [
    {
      message: `the rows are not the next ones of the selection under ${order}`,
      pointer: row === undefined ? "" : `${row.pointer}/${identity}`,
      expected,
      actual: cut(row?.row[identity]),
      defect: defectOf(due, walk.rows, identity),
      ...shownAt(walk, row),
    },
  ];
};

/** What is wrong where another row is due: that one comes elsewhere, on no page, or there is none. */
function defectOf(due: ListRow | undefined, came: readonly ListRow[], identity: string): Defect {
  const key = due && keyOf(due, identity);
  const named = due === undefined ? {} : { row: cut(due[identity]) };
  const isElsewhere = came.some((row) => keyOf(row, identity) === key);
  return { kind: due === undefined ? "stray" : isElsewhere ? "order" : "gap", ...named };
}

/** Index of the first row that stands where another one is due; rows of equal keys may change places. */
function firstOther(came: readonly ListRow[], due: readonly ListRow[], key: SortKey): number | undefined {
  const index = came.findIndex((row, at) => {
    const wanted = due[at];
    return wanted === undefined || key.compare(row, wanted) !== 0;
  });
  return index === -1 ? undefined : index;
}
