// §4.1, §4.3, §4.4: rows that a selection lacks or has too many, shown where they should or should not stand
import { isObject } from "../../../engine/message/classify.ts";
import type { Finding, Reply } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { keyOf, type ListRow, type Walk } from "../../../engine/clauses/pagination.ts";
import { placedRows, rowsMember, type PlacedRow } from "./walked.ts";

export interface Compared {
  readonly walk: Pick<Walk, "pages">;
  readonly identity: string;
  readonly message: string;
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
  { walk, identity, message }: Compared,
  allowed: ReadonlySet<unknown>,
  expected: string,
  beside: readonly Reply[] = [],
): readonly Finding[] {
  const wrong = placedRows(walk).filter(({ row }) => !allowed.has(keyOf(row, identity)));
  const defect = { kind: "stray" } as const;
  return wrong.map((place) => ({ message, expected, ...placeIn(place, identity), defect, beside }));
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
  const byKey = new Map(came.map(({ row }, index) => [keyOf(row, identity), index] as const));
  const placeOf = (row: ListRow): number | undefined => byKey.get(keyOf(row, identity));
  const all = [...new Map(due.map((row) => [keyOf(row, identity), row] as const)).values()];
  const known = all.map(placeOf).filter((place) => place !== undefined);
  const turned = (known[0] ?? 0) > (known.at(-1) ?? 0);
  const order = turned ? all.toReversed() : all;
  const findings: Finding[] = [];
  let next: number | undefined;
  for (const row of order.toReversed()) {
    const place = placeOf(row);
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
    return { expected, defect, ...placeIn(last, identity) };
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
