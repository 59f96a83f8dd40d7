// §4.1, §4.3, §4.4: what holds for every request for a list, whatever its parameters
import { wholeAnswer } from "../../../engine/message/classify.ts";
import type { Finding } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { firstOutOfOrder, type Direction, type SortKey } from "../../../engine/clauses/ordering.ts";
import {
  isRefusedWalk,
  keyOf,
  resolveNext,
  type ListRow,
  type Page,
  type Walk,
} from "../../../engine/clauses/pagination.ts";
import { operations } from "../../../schemas/operations.ts";
import { lostRows, pageInFront, surplusRows } from "./differences.ts";
import { strayRows } from "./filters.ts";
import { outOfPlace } from "./order.ts";
import type { Rule, Walked } from "./walked.ts";
import { rowAt, type PlacedRow } from "./walks.ts";

const UNKNOWN_ORDER = { undecided: "the order of the list is not known", cause: "data" } as const;
const UNKNOWN_ROWS = {
  undecided: "what the parameters select together is not known",
  cause: "data",
} as const;

/** Parameters that are fine alone are refused together; nothing in the document allows that. */
function refusedTogether({ walk }: Walked): readonly Finding[] {
  const [first] = walk.pages;
  return first !== undefined && isRefusedWalk(walk)
    ? [
        wholeAnswer(
          first.reply,
          "parameters that are fine alone are refused together",
          "status 200 and the list",
        ),
      ]
    : [];
}

/** What comes is what all parameters select together: no row more, and at the end of the walk no row less. */
export const judgeSelection: Rule = (walked) => {
  const { walk, selection, identity, unpaged, atMost } = walked;
  const wrong = [...refusedTogether(walked), ...strangers(walked, 0)];
  if (wrong.length > 0 || selection === undefined) {
    return wrong.length > 0 || walk.rows.length > 0 ? wrong : UNKNOWN_ROWS;
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
  return surplusRows({ walk: behind, identity, message }, due, "rows that each parameter alone selects too");
}

/** Pages behind the first hold nothing but what the first request selects. */
export const selectedBehind: Rule = (walked) => {
  const { walk } = walked;
  return walk.pages.length < 2
    ? { undecided: "the selection has one page", cause: "data" }
    : strangers(walked, 1);
};

/** The first row that is out of place, under the key that holds longest. */
function furthest(
  keys: readonly SortKey[],
  placeOf: (key: SortKey) => number | undefined,
): { readonly key: SortKey; readonly at: number } | undefined {
  const places = keys.map((key) => ({ key, at: placeOf(key) }));
  return places.some(({ at }) => at === undefined)
    ? undefined
    : places.map(({ key, at }) => ({ key, at: at ?? 0 })).reduce((a, b) => (b.at > a.at ? b : a));
}

/** The rows stand in the order that was asked for, by a key that sorts the whole list too. */
export const orderKept: Rule = ({ walk, plan, keys = [] }) => {
  const { order } = plan;
  if (order === undefined || keys.length === 0) {
    return UNKNOWN_ORDER;
  }
  if (walk.rows.length < 2) {
    return { undecided: "too few rows to show an order", cause: "data" };
  }
  const place = furthest(keys, (key) => firstOutOfOrder(walk.rows, key, order));
  return place === undefined ? [] : [misplaced(walk, place.key, place.at, order)];
};

function misplaced(walk: Walk, key: SortKey, at: number, order: Direction): Finding {
  const row = rowAt(walk, at);
  return {
    message: `the rows are not sorted ${order}`,
    ...outOfPlace(key, order, rowAt(walk, at - 1), row),
    ...(row === undefined ? {} : { reply: row.reply, ...pageInFront(walk, row) }),
  };
}

/** Page by page come the next rows of the selection in the order that was asked for: none is passed over. */
export const nextRowsInOrder: Rule = (walked) => {
  const { walk, plan, keys = [], selection, identity, atMost } = walked;
  const { order } = plan;
  if (order === undefined || keys.length === 0 || selection === undefined || atMost === true) {
    return order === undefined || keys.length === 0 ? UNKNOWN_ORDER : UNKNOWN_ROWS;
  }
  if (arrivals(walked).length > 0) {
    return { undecided: "rows came that the list did not show before", cause: "data" };
  }
  const sign = order === "asc" ? 1 : -1;
  const dueBy = (key: SortKey): readonly ListRow[] => selection.toSorted((a, b) => sign * key.compare(a, b));
  const place = furthest(keys, (key) => firstOther(walk.rows, dueBy(key), key));
  if (place === undefined) {
    return [];
  }
  const { key, at } = place;
  const row: PlacedRow | undefined = rowAt(walk, at);
  const due = dueBy(key)[at];
  const expected =
    due === undefined ? "no row" : `the row with ${identity} ${cut(due[identity])} (sorted by ${key.name})`;
  return [
    {
      message: `the rows are not the next ones of the selection under ${order}`,
      pointer: row === undefined ? "" : `${row.pointer}/${identity}`,
      expected,
      actual: cut(row?.row[identity]),
      ...(row === undefined ? {} : { reply: row.reply, ...pageInFront(walk, row) }),
    },
  ];
};

/** Index of the first row that stands where another one is due; rows of equal keys may change places. */
function firstOther(came: readonly ListRow[], due: readonly ListRow[], key: SortKey): number | undefined {
  const index = came.findIndex((row, at) => {
    const wanted = due[at];
    return wanted === undefined || key.compare(row, wanted) !== 0;
  });
  return index === -1 ? undefined : index;
}

/** Where a link carries the limit, its page holds no more rows than it says (reading 15). */
export const nextKeepsLimit: Rule = ({ walk, limitName }) => {
  const behind = walk.pages.slice(1).flatMap((page, index) => {
    const from = walk.pages[index];
    const limit = from === undefined ? undefined : carriedLimit(from, limitName);
    return from === undefined || limit === undefined ? [] : [{ page, limit, from }];
  });
  if (behind.length === 0) {
    return { undecided: "no link carries the limit", cause: "data" };
  }
  return behind
    .filter(({ page, limit }) => page.rows.length > limit)
    .map(({ page, limit, from }) => ({
      message: "a page behind a link holds more rows than the limit in the link",
      pointer: `/${operations[page.reply.ask.endpoint].list?.rows ?? ""}`,
      expected: `at most ${limit} rows`,
      actual: `${page.rows.length} rows`,
      reply: page.reply,
      beside: [from.reply],
    }));
};

function carriedLimit({ next, reply }: Page, name: string | undefined): number | undefined {
  const [link] = resolveNext(next, reply);
  const query = new URLSearchParams(link?.target.split("?")[1] ?? "");
  const value = name === undefined ? undefined : query.getAll(name).at(-1);
  return value !== undefined && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined;
}
