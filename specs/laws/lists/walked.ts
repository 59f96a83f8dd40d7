// §4.1: a walk over a list, its places, and what is known of the rows that it should show
import type { Finding, Query, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { wholeAnswer, isObject } from "../../../engine/message/classify.ts";
import type { Material } from "../../../engine/clauses/prerequisites.ts";
import type { Direction, SortKey } from "./ordering.ts";
import { type ListRow, type Walk, keyOf, rowsMember } from "../../../engine/clauses/pagination.ts";
import type { FilterInUse, RowFilter } from "./lists.ts";
import { countOf, present } from "../../../engine/model/model.ts";
import { cut } from "../../../engine/schema/check-fields.ts";

/** A walk to make: its first request, and what it should show. */
export interface WalkPlan {
  readonly query: Query;
  /** Rows asked for per page; absent: as many as the target likes. */
  readonly limit?: number | undefined;
  /** Absent: the default order, which the document does not name. */
  readonly order?: Direction | undefined;
  /** The filters whose meaning shows in the rows. */
  readonly filters: readonly FilterInUse[];
  /** How many parameters select rows: those filters, and others. */
  readonly selecting: number;
}

/** A walk that was made, and the rows that the whole list says it should hold. */
export interface Walked {
  readonly plan: WalkPlan;
  readonly walk: Walk;
  /** What the parameters select together, from what each of them shows alone; absent where that is not known. */
  readonly selection?: readonly ListRow[] | undefined;
  /** Rows of which a filter reads nothing, so that they may be due: the clause on that field judges it. */
  readonly doubtful?: readonly ListRow[];
  /** The largest pages of the whole list, where it shows other rows. */
  readonly large?: Walk;
  /** The parameters may select fewer rows than each of them alone does. */
  readonly atMost?: boolean;
  /** Ways in which the whole list is sorted. */
  readonly keys?: readonly SortKey[];
  /** Why the rows of the selection are not known. */
  readonly unread?: Undecided | undefined;
  /** The whole list, as it was found: rows that came later are no strangers (reading 18). */
  readonly listed?: readonly ListRow[];
  /** The rows without the filters of the plan: a response that does not depend on a filter shows them. */
  readonly whole?: readonly ListRow[] | undefined;
  /** The list has no further pages, however long it is: a search by name. */
  readonly unpaged?: boolean;
  /** The pages that show the rows of the selection. */
  readonly sources?: readonly RowSource[];
  /** The answers to each parameter alone, where the first answer to all of them is no list. */
  readonly singles?: readonly Reply[] | undefined;
  /** Names of the parameters, and why the others have none. */
  readonly names?: Material["names"];
  readonly unnamed?: Material["unnamed"];
}

export interface Mismatch {
  readonly finding: Finding;
  /** Number of the page that shows it, from 0. */
  readonly page: number;
  /** The filter that leaves the row out. */
  readonly filter?: RowFilter;
  /** A row is missing where one page ends and the next begins: pages are to blame, and not the filter that was sent. */
  readonly isBetweenPages?: boolean;
  /** The first page has a row that this filter leaves out: a link is not to blame. */
  readonly isOnFirst?: boolean;
}

/** Differences that no single page shows. */
export const wholly = (...findings: readonly (Finding | undefined)[]): readonly Mismatch[] =>
  findings.filter((finding) => finding !== undefined).map((finding) => ({ finding, page: 0 }));

/** Whether a page behind the first shows a row: without one, nothing there was tested. */
export const showsBehind = ({ pages }: Walk): boolean => pages.slice(1).some(({ rows }) => rows.length > 0);

/** Pages that are shown of a walk, its last ones. */
const PAGES_SHOWN = 3;

type PlacedRow = ReturnType<typeof placedRows>[number];

/** The rows of a walk, each with its page, by number from 0, and its place there. */
export function placedRows({ pages }: Pick<Walk, "pages">) {
  return pages.flatMap(({ rows, reply }, page) =>
    rows.map((row, index) => ({ row, reply, page, pointer: `/${rowsMember(reply)}/${index}` })),
  );
}

/** Each row where it first comes: a row that comes again is no matter of the order. */
export function placedOnce(walk: Pick<Walk, "pages" | "identity">): readonly PlacedRow[] {
  const seen = new Set<unknown>();
  return placedRows(walk).filter(({ row }) => {
    const key = keyOf(row, walk.identity) ?? row;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The rows of a walk, each once. */
export const rowsOnce = (walk: Pick<Walk, "pages" | "identity">): readonly ListRow[] =>
  placedOnce(walk).map(({ row }) => row);

/** The answer to the page in front of one, by number from 0; none in front of the first. */
export const pageBefore = ({ pages }: Pick<Walk, "pages">, page: number): readonly Reply[] =>
  pages.slice(Math.max(page - 1, 0), page).map(({ reply }) => reply);

/** The first answer of each walk, to be shown beside another one. */
export function firstAnswers(walks: readonly Walk[]): readonly Reply[] {
  return walks.flatMap(({ pages }) => pages.slice(0, 1).map(({ reply }) => reply));
}

/** The first answer of a walk is not the list, though it had to be. */
export function notTheList({ pages }: Walk, message: string): readonly Finding[] {
  return pages.slice(0, 1).map(({ reply }) => wholeAnswer(reply, message, "status 200 and the list"));
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
  walk: Walk,
  message: string,
  allowed: ReadonlySet<unknown>,
  expected: string,
  beside: readonly Reply[] = [],
): readonly Finding[] {
  const { identity } = walk;
  const wrong = placedRows(walk).filter(({ row }) => !allowed.has(keyOf(row, identity)));
  const defect = { kind: "stray" } as const;
  return wrong.map((place) => ({ message, expected, ...placeIn(place, identity), defect, beside }));
}

/** Pages that show rows: of a walk, or of the whole list. */
export type RowSource = Pick<Walk, "pages">;

/** The response that shows a row, among the pages of some sources. */
function shownIn(sources: readonly RowSource[], row: ListRow, identity: string): Reply | undefined {
  const key = keyOf(row, identity);
  const pages = sources.flatMap((source) => source.pages);
  return pages.find(({ rows }) => rows.some((other) => keyOf(other, identity) === key))?.reply;
}

/**
 * Every row that is due and that no page of a walk has, at the place where it should stand: beside the row that comes next. Where
 * that begins a page, the row is lost between two pages, and both are shown. `sources` have the rows that are due: the response
 * that shows the missing row is named and shown too.
 */
export function lostRows(
  walk: Walk,
  message: string,
  due: readonly ListRow[],
  sources: readonly RowSource[] = [],
): readonly Finding[] {
  const { identity } = walk;
  const came = placedRows(walk);
  const byKey = new Map(came.map(({ row }, index) => [keyOf(row, identity), index] as const));
  const placeOf = (row: ListRow): number | undefined => byKey.get(keyOf(row, identity));
  const all = [...new Map(due.map((row) => [keyOf(row, identity), row] as const)).values()];
  const known = all.map(placeOf).filter((place) => place !== undefined);
  const turned = (known[0] ?? 0) > (known.at(-1) ?? 0);
  const order = turned ? all.toReversed() : all;
  const places = turned ? known.toReversed() : known;
  // One row that came tells no direction.
  const isSorted = places.every((place, at) => place > (places[at - 1] ?? -1));
  const inOrder = byKey.size === came.length && places.length !== 1 && isSorted;
  const findings: Finding[] = [];
  let next: number | undefined;
  for (const row of order.toReversed()) {
    const place = placeOf(row);
    if (place === undefined) {
      const { beside: front = [], ...where } = inOrder
        ? whereLost(walk, row, came, next)
        : anywhere(walk, row);
      const shown = shownIn(sources, row, identity);
      const expected = shown ? `${where.expected}, as ${shown.ask.target} shows it` : where.expected;
      findings.push({ message, ...where, expected, beside: shown ? [...front, shown] : front });
    }
    next = place ?? next;
  }
  return turned ? findings : findings.toReversed();
}

/** Of rows that came in no order, or in another one behind a link, none tells where a row should stand. */
function anywhere({ identity, pages }: Walk, row: ListRow): Omit<Finding, "message"> {
  const reply = pages.at(-1)?.reply;
  const defect = { kind: "gap", row: cut(row[identity]) } as const;
  const expected = `${told(row, identity)} on one of the pages`;
  const member = reply === undefined ? "" : rowsMember(reply);
  const actual = `${countOf(pages.flatMap(({ rows }) => rows).length, "other row")} on ${countOf(pages.length, "page")}`;
  const beside = pages.slice(-PAGES_SHOWN, -1).map((page) => page.reply);
  return { pointer: `/${member}`, actual, expected, defect, beside, ...present({ reply }) };
}

function whereLost(
  { identity, pages }: Walk,
  row: ListRow,
  came: readonly PlacedRow[],
  next: number | undefined,
): Omit<Finding, "message"> {
  const defect = { kind: "gap", row: cut(row[identity]) } as const;
  const words = told(row, identity);
  const behind = next === undefined ? undefined : came[next];
  if (behind !== undefined) {
    const expected = `${words} in front of this one`;
    return { expected, defect, ...placeIn(behind, identity), ...pageInFront({ pages }, behind) };
  }
  const last = came.at(-1);
  const empty = last && pages[last.page + 1]?.reply;
  if (last !== undefined && empty !== undefined) {
    const place = { pointer: `/${rowsMember(empty)}`, actual: "no row", expected: `${words} on this page` };
    return { ...place, defect, reply: empty, beside: [last.reply] };
  }
  if (last !== undefined) {
    const expected = `${words} behind this one`;
    return { expected, defect, ...placeIn(last, identity) };
  }
  const reply = pages[0]?.reply;
  if (reply === undefined) {
    return { pointer: "", actual: "absent", expected: words };
  }
  const member = rowsMember(reply);
  const { value } = reply.body;
  const actual = cut(isObject(value) ? value[member] : value);
  return { pointer: `/${member}`, actual, expected: words, defect, reply };
}
