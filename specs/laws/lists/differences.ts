// §4.1, §4.3, §4.4: rows that a selection lacks or has too many, shown where they should or should not stand
import { isObject } from "../../../engine/message/classify.ts";
import type { Finding, Reply } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import type { Selection } from "../../../engine/model/clause-results.ts";
import { keyOf, type ListRow, type Walk } from "../../../engine/clauses/pagination.ts";
import type { FilterInUse } from "./lists.ts";
import { placedRows, rowsMember, type PlacedRow } from "./walked.ts";

export interface Compared {
  readonly walk: Pick<Walk, "pages">;
  readonly identity: string;
  readonly message: string;
  /**
   * Filters along which a difference can be drawn. Of several, the one whose bound is the value of a wrong
   * row: its operator is probably mistaken.
   */
  readonly along?: readonly Along[];
}

/** A filter, with its operator and bound where it was sent with one. */
export type Along = Pick<FilterInUse, "filter"> & Partial<FilterInUse>;

/** How many rows of a selection are drawn. */
const MOST_TOLD = 24;

/** What should have been selected and what came, along a filter: the rows around the first that is wrong. */
export function selectionAlong(
  { filter, operator, bound }: Along,
  came: readonly ListRow[],
  isDue: (row: ListRow) => boolean,
  missing: readonly ListRow[] = [],
): Selection {
  const seen = new Set<unknown>();
  const rows = [...came.map((row) => ({ row, came: true })), ...missing.map((row) => ({ row, came: false }))]
    .flatMap(({ row, came: isShown }) => {
      const value = filter.read(row);
      const key = keyOf(row, filter.identity);
      const due = !seen.has(key) && (!isShown || isDue(row));
      seen.add(key);
      const flags = { ...(due ? { due } : {}), ...(isShown ? { came: isShown } : {}) } as const;
      return value === undefined
        ? []
        : [{ key: cut(row[filter.identity]), value, ...sideOf(value), ...flags }];
    })
    .toSorted((a, b) => filter.compare(a.value, b.value));
  function sideOf(value: string): Pick<Selection["rows"][number], "side"> {
    const sign = bound === undefined ? undefined : filter.compare(value, bound);
    return sign === undefined ? {} : { side: sign < 0 ? "below" : sign > 0 ? "above" : "at" };
  }
  const at = boundary(rows);
  const from = Math.max(0, Math.min(at - MOST_TOLD / 2, rows.length - MOST_TOLD));
  return {
    by: filter.field,
    ...(operator === undefined || bound === undefined
      ? {}
      : { operator: operator === "none" ? "eq" : operator, bound }),
    rows: rows.slice(from, from + MOST_TOLD),
    below: from,
    above: Math.max(0, rows.length - from - MOST_TOLD),
  };
}

/** Index of the row that is wrong and stands nearest to the bound. */
function boundary(rows: Selection["rows"]): number {
  const below = rows.filter(({ side }) => side === "below").length;
  const wrong = rows.flatMap(({ due, came }, index) => (due === true && came === true ? [] : [index]));
  return wrong.toSorted((a, b) => Math.abs(a - below) - Math.abs(b - below))[0] ?? below;
}

export function told(row: ListRow, identity: string): string {
  return `the row with ${identity} ${cut(row[identity])}`;
}

function placeIn({ row, pointer, reply }: PlacedRow, identity: string) {
  return { pointer: `${pointer}/${identity}`, actual: cut(row[identity]), reply };
}

/** The answer to the page in front of a row that is the first of its page: what is between them is on neither. */
export function pageInFront({ pages }: Pick<Walk, "pages">, place: PlacedRow): Pick<Finding, "beside"> {
  const before = pages[place.page - 1];
  return before === undefined || !place.pointer.endsWith("/0") ? {} : { beside: [before.reply] };
}

/** Every row of a walk that is not among the allowed ones, at its place. */
export function surplusRows(
  { walk, identity, message, along }: Compared,
  allowed: ReadonlySet<unknown>,
  expected: string,
  beside: readonly Reply[] = [],
): readonly Finding[] {
  const isAllowed = (row: ListRow): boolean => allowed.has(keyOf(row, identity));
  const came = placedRows(walk);
  const wrong = came.filter(({ row }) => !isAllowed(row));
  const rows = came.map(({ row }) => row);
  const selection = shown(
    rows.filter((row) => !isAllowed(row)),
    along,
    (by) => selectionAlong(by, rows, isAllowed),
  );
  const defect = { kind: "stray", ...selection } as const;
  return wrong.map((place) => ({ message, expected, ...placeIn(place, identity), defect, beside }));
}

/** A selection, where something is wrong with it and there is something along which to show it. */
function shown(
  wrong: readonly ListRow[],
  along: readonly Along[] = [],
  show: (along: Along) => Selection,
): { readonly selection?: Selection } {
  const best = along.find(({ filter, bound }) => wrong.some((row) => filter.read(row) === bound)) ?? along[0];
  return wrong.length === 0 || best === undefined ? {} : { selection: show(best) };
}

/**
 * Every one of the rows that are due, and that no page of a walk has, at the place where it should stand: beside the
 * row that comes next. Where that begins a page, the row is lost between two pages, and both are shown.
 */
export function lostRows(
  { walk, identity, message, along }: Compared,
  due: readonly ListRow[],
  beside: readonly Reply[] = [],
): readonly Finding[] {
  const came = placedRows(walk);
  const byKey = new Map(came.map(({ row }, index) => [keyOf(row, identity), index] as const));
  const placeOf = (row: ListRow): number | undefined => byKey.get(keyOf(row, identity));
  const all = [...new Map(due.map((row) => [keyOf(row, identity), row] as const)).values()];
  const known = all.map(placeOf).filter((place) => place !== undefined);
  const turned = (known[0] ?? 0) > (known.at(-1) ?? 0);
  const order = turned ? all.toReversed() : all;
  const missing = all.filter((row) => placeOf(row) === undefined);
  const rows = came.map(({ row }) => row);
  const selection = shown(missing, along, (by) => selectionAlong(by, rows, () => true, missing));
  const findings: Finding[] = [];
  let next: number | undefined;
  for (const row of order.toReversed()) {
    const place = placeOf(row);
    if (place === undefined) {
      const { beside: front = [], defect, ...where } = whereLost(walk, row, identity, came, next);
      const how = defect === undefined ? {} : { defect: { ...defect, ...selection } };
      findings.push({ message, ...where, ...how, beside: [...front, ...beside] });
    }
    next = place ?? next;
  }
  return turned ? findings : findings.toReversed();
}

function whereLost(
  walk: Pick<Walk, "pages">,
  row: ListRow,
  identity: string,
  came: readonly PlacedRow[],
  next: number | undefined,
): Omit<Finding, "message"> {
  const defect = { kind: "gap", row: cut(row[identity]) } as const;
  const words = told(row, identity);
  const behind = next === undefined ? undefined : came[next];
  if (behind !== undefined) {
    const expected = `${words} in front of this one`;
    return { expected, defect, ...placeIn(behind, identity), ...pageInFront(walk, behind) };
  }
  const last = came.at(-1);
  if (last !== undefined) {
    const expected = `${words} behind this one`;
    return { expected, defect: { ...defect, behind: true }, ...placeIn(last, identity) };
  }
  const reply = walk.pages[0]?.reply;
  if (reply === undefined) {
    return { pointer: "", actual: "absent", expected: words };
  }
  const member = rowsMember(reply);
  const { value } = reply.body;
  const actual = cut(isObject(value) ? value[member] : value);
  return { pointer: `/${member}`, actual, expected: words, defect, reply };
}
