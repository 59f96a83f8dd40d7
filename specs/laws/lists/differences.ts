// §4.1, §4.3, §4.4: rows that a selection lacks or has too many, shown where they should or should not stand
import { isObject } from "../../../engine/message/classify.ts";
import type { Finding, Reply } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { keyOf, type ListRow, type Walk } from "../../../engine/clauses/pagination.ts";
import { operations } from "../../../schemas/operations.ts";
import { placedRows, type PlacedRow } from "./walked.ts";

/** In the place of a member that identifies rows: every member counts. */
export const WHOLE_ROW = "";

/** What a row is told from others by: a member, or all of it. */
export function recognise(row: ListRow, identity: string): unknown {
  return identity === WHOLE_ROW ? JSON.stringify(row) : keyOf(row, identity);
}

/** What was compared, and how a difference is told. */
export interface Compared {
  readonly walk: Pick<Walk, "pages">;
  readonly identity: string;
  readonly message: string;
}

function told(row: ListRow, identity: string): string {
  return identity === WHOLE_ROW ? cut(row) : `the row with ${identity} ${cut(row[identity])}`;
}

function placeIn({ row, pointer, reply }: PlacedRow, identity: string) {
  return identity === WHOLE_ROW
    ? { pointer, actual: cut(row), reply }
    : { pointer: `${pointer}/${identity}`, actual: cut(row[identity]), reply };
}

/** The answer to the page in front of a row that is the first of its page: what is between them is on neither. */
export function pageInFront({ pages }: Pick<Walk, "pages">, place: PlacedRow): Pick<Finding, "beside"> {
  const before = pages[place.page - 1];
  return before === undefined || !place.pointer.endsWith("/0") ? {} : { beside: [before.reply] };
}

/** Every row of a walk that is not among the allowed ones, at its place. */
export function surplusRows(
  { walk, identity, message }: Compared,
  allowed: ReadonlySet<unknown>,
  expected: string,
  beside: readonly Reply[] = [],
): readonly Finding[] {
  return placedRows(walk)
    .filter(({ row }) => !allowed.has(recognise(row, identity)))
    .map((place) => ({
      message,
      expected,
      ...placeIn(place, identity),
      defect: { kind: "stray" },
      beside,
    }));
}

/**
 * Every one of the rows that are due, and that no page of a walk has, at the place where it should stand: beside the
 * row that comes next. Where that begins a page, the row is lost between two pages, and both are shown.
 */
export function lostRows(
  { walk, identity, message }: Compared,
  due: readonly ListRow[],
  beside: readonly Reply[] = [],
): readonly Finding[] {
  const came = placedRows(walk);
  const byKey = new Map(came.map((place, index) => [recognise(place.row, identity), index] as const));
  const all = [...new Map(due.map((row) => [recognise(row, identity), row] as const)).values()];
  const places = all.map((row) => byKey.get(recognise(row, identity)));
  const known = places.filter((place) => place !== undefined);
  const turned = (known[0] ?? 0) > (known.at(-1) ?? 0);
  const order = turned ? all.toReversed() : all;
  const findings: Finding[] = [];
  let next: number | undefined;
  for (const row of order.toReversed()) {
    const place = byKey.get(recognise(row, identity));
    if (place === undefined) {
      const { beside: front = [], ...where } = whereLost(walk, row, identity, came, next);
      findings.push({ message, ...where, beside: [...front, ...beside] });
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
  const gap = { kind: "gap", row: cut(identity === WHOLE_ROW ? row : row[identity]) } as const;
  const behind = next === undefined ? undefined : came[next];
  if (behind !== undefined) {
    const expected = `${told(row, identity)} in front of this one`;
    return { expected, defect: gap, ...placeIn(behind, identity), ...pageInFront(walk, behind) };
  }
  const last = came.at(-1);
  if (last !== undefined) {
    const defect = { ...gap, behind: true } as const;
    return { expected: `${told(row, identity)} behind this one`, defect, ...placeIn(last, identity) };
  }
  const expected = told(row, identity);
  const reply = walk.pages[0]?.reply;
  if (reply === undefined) {
    return { pointer: "", actual: "absent", expected };
  }
  const member = operations[reply.ask.endpoint].list?.rows ?? "";
  const { value } = reply.body;
  return {
    pointer: `/${member}`,
    actual: cut(isObject(value) ? value[member] : value),
    expected,
    defect: gap,
    reply,
  };
}
