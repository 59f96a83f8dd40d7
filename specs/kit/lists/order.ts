// §4.1, §4.3, §4.4, §4.5: the keys by which rows may be sorted (interpretation 16), and the rows that are out of order
import { ENTITY_ID, TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { integerText, compareIds, compareTexts, compareTimestamps } from "../../../engine/model/compare.ts";
import { exactly, isRowOf, type ListRow, type PagedList } from "../../../engine/clauses/pagination.ts";
import type { Inconclusive, Violation } from "../../../engine/model/exchange.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { ROW_FIELDS } from "../../depends-on.ts";
import { inconclusive } from "../requests/check-results.ts";
import { expectedRow, newRows, placedOnce, placedRows, pageBeforeRow, rowsOnce } from "./pages-read.ts";
import type { Difference, PagesRead } from "./pages-read.ts";

export interface SortKey {
  /** The member, with the comparison if there are several for its type. */
  readonly name: string;
  readonly member: string;
  readonly compare: (a: ListRow, b: ListRow) => number;
}

export type Direction = "asc" | "desc";

/** Comparisons of text that a service may use; the contract specifies none. */
const TEXT: Readonly<Record<string, (a: string, b: string) => number>> = {
  text: compareTexts,
  "text by code points": (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  "text, ignoring case": (a, b) => compareTexts(a.toLowerCase(), b.toLowerCase()),
  "text in the order of a locale": new Intl.Collator("en").compare,
  "text in the order of a locale, numbers by value": new Intl.Collator("en", { numeric: true }).compare,
  // Default collations of databases ignore letter case and accents, and some also ignore punctuation.
  "text, ignoring case and accents": new Intl.Collator("en", { sensitivity: "base" }).compare,
  "text, ignoring case, accents and punctuation": new Intl.Collator("en", {
    sensitivity: "base",
    ignorePunctuation: true,
  }).compare,
};

/** Each member in which the rows differ, with every comparison for its type. */
export function sortKeys(rows: readonly ListRow[]): readonly SortKey[] {
  const [first] = rows;
  return Object.keys(first ?? {}).flatMap((member) => {
    const values = rows.map((row) => exactly(row, member));
    if (values.every((value) => value === values[0])) {
      return []; // a member in which all rows are equal shows no order
    }
    const known = values.filter((value) => value !== null);
    const keys = memberSortKeys(member, known);
    return known.length === values.length ? keys : keys.flatMap(withNulls);
  });
}

function memberSortKeys(member: string, values: readonly unknown[]): readonly SortKey[] {
  if (values.every(isNumber)) {
    return [
      { name: member, member, compare: (a, b) => compareNumbers(exactly(a, member), exactly(b, member)) },
    ];
  }
  return values.every((value) => typeof value === "string") ? textKeys(member, values) : [];
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

function compareNumbers(a: unknown, b: unknown): number {
  return !isNumber(a) || !isNumber(b) || a == b ? 0 : a < b ? -1 : 1;
}

/** Databases sort null below or above all other values, and the contract specifies neither. */
function withNulls({ name, member, compare }: SortKey): readonly SortKey[] {
  return [-1, 1].map((place) => ({
    name: `${name}, null ${place < 0 ? "below" : "above"} all`,
    member,
    compare: (a, b) => {
      const nulls = Number(a[member] === null) - Number(b[member] === null);
      return a[member] === null || b[member] === null ? place * nulls : compare(a, b);
    },
  }));
}

function textKeys(member: string, values: readonly string[]): readonly SortKey[] {
  const isId = values.every((value) => ENTITY_ID.test(value));
  const isTime = values.every((value) => TIMESTAMP_PATTERN.test(value));
  // Ids and times may be sorted by value or as text: the contract does not specify which.
  return [
    ...(isId ? [byMember(member, member, compareIds)] : []),
    ...(isTime && !isId ? [byMember(member, member, compareTimestamps)] : []),
    ...Object.entries(TEXT).map(([how, compare]) => byMember(`${member} as ${how}`, member, compare)),
  ];
}

export function byMember(name: string, member: string, compare: (a: string, b: string) => number): SortKey {
  return { name, member, compare: (a, b) => compare(integerText(a[member]), integerText(b[member])) };
}

/** Members by which a list may be sorted even though all rows have the same value of it. */
const SORT_MEMBERS = ["balance", "name", "symbol", "gas"] as const;

/** The first of {@link SORT_MEMBERS} that is equal in all rows, if any: every order of the rows is sorted by it. */
export function sharedKey(rows: readonly ListRow[]): (typeof SORT_MEMBERS)[number] | undefined {
  const [first = {}] = rows;
  return SORT_MEMBERS.find(
    (member) => member in first && rows.every((row) => exactly(row, member) === exactly(first, member)),
  );
}

export const FEW_DIFFERENT = "too few different rows to determine an order";

/** Inconclusive if the rows have a {@link sharedKey} (interpretation 16). */
export function whyAnyOrder(rows: readonly ListRow[]): Inconclusive | undefined {
  const shared = sharedKey(rows);
  const reason = `all rows have the same ${shared}: if the list is sorted by it, every order is correct`;
  return shared && inconclusive(reason, undefined, { dependsOn: [ROW_FIELDS[shared]] });
}

/** Index of the first row that should come before its predecessor; undefined if the rows are sorted. */
export function firstOutOfOrder(
  rows: readonly ListRow[],
  { compare }: SortKey,
  direction: Direction,
): number | undefined {
  const sign = direction === "asc" ? 1 : -1;
  const index = rows.findIndex((row, at) => at > 0 && sign * compare(rows[at - 1] ?? row, row) > 0);
  return index === -1 ? undefined : index;
}

/** The keys of {@link explainingKeys}; none if all rows have a {@link sharedKey}. */
export function certainKeys(up: readonly ListRow[], down: readonly ListRow[]): readonly SortKey[] {
  return sharedKey([...up, ...down]) === undefined ? explainingKeys(up, down) : [];
}

/** The keys that sort both the ascending and the descending list. */
export function explainingKeys(up: readonly ListRow[], down: readonly ListRow[]): readonly SortKey[] {
  return sortKeys([...up, ...down]).filter(
    (key) =>
      firstOutOfOrder(up, key, "asc") === undefined && firstOutOfOrder(down, key, "desc") === undefined,
  );
}

/**
 * The violation of the first row that is out of order under every key, with the key under which this row comes last; undefined if a key
 * sorts the rows, or there is no key.
 */
export function firstMisplaced(
  pagesRead: PagedList,
  keys: readonly SortKey[],
  direction: Direction,
): Violation | undefined {
  const placed = placedOnce(pagesRead);
  const rows = placed.map(({ row }) => row);
  const indexBy = (key: SortKey) => firstOutOfOrder(rows, key, direction);
  const place = furthest(keys, indexBy);
  if (place === undefined) return undefined;
  const { name, member } = place.key;
  const [before, row] = placed.slice(place.at - 1);
  // Otherwise it is unknown by which of several keys the rows should be sorted.
  const sortedBy = keys.length === 1 ? ` (sorted by ${name})` : ", or rows sorted by another field";
  return {
    message: `the rows are not in ${direction === "asc" ? "ascending" : "descending"} order`,
    pointer: row === undefined ? "" : `${row.pointer}/${member}`,
    expected: `at ${direction === "asc" ? "least" : "most"} ${cutValue(before && exactly(before.row, member))}, the value of the preceding row${sortedBy}`,
    actual: cutValue(row?.row[member]),
    rowFault: { kind: "order" },
    ...(row === undefined ? {} : { response: row.response, compared: pageBeforeRow(pagesRead, row) }),
  };
}

/** The first violation of `firstMisplaced` in the lists; none if no order was sent. */
export const checkSortedRows = (
  pagedLists: readonly PagedList[],
  keys: readonly SortKey[],
  order?: Direction,
): readonly Violation[] =>
  pagedLists.flatMap((pagesRead) => (order && firstMisplaced(pagesRead, keys, order)) ?? []).slice(0, 1);

/** The key, preferably by value and not by text, whose first wrong row is furthest from the start; undefined if a key has none. */
function furthest(
  keys: readonly SortKey[],
  indexBy: (key: SortKey) => number | undefined,
): { readonly key: SortKey; readonly at: number } | undefined {
  const places = keys.map((key) => ({ key, at: indexBy(key) ?? -1 }));
  const plain = places.filter(({ key: { name, member } }) => name === member);
  const [last] = (plain.length > 0 ? plain : places).toSorted((a, b) => b.at - a.at);
  return places.some(({ at }) => at === -1) ? undefined : last;
}

/**
 * The certain keys of the list or, if there is none and the pages are the whole list, every key by which their rows may be sorted. The rows
 * of a selection do not show the keys: they may be equal in the member by which the list is sorted.
 */
export const sortKeysOf = ({ pagedList, plan, keys = [] }: PagesRead): readonly SortKey[] =>
  keys.length === 0 && plan.filterCount === 0 && pagedList.end === "null" ? sortKeys(pagedList.rows) : keys;

/**
 * The first row that is out of order under every key. If a key sorts the first page, the link to a later page has lost the order. Each
 * later page is also checked by itself (`inPage`), because in the whole list only the first occurrence of a row counts.
 */
export function orderDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, keys = [] } = pagesRead;
  const { pages } = pagedList;
  const { order } = plan;
  const [first] = pages;
  if (first === undefined || order === undefined) return [];
  const possibleKeys = sortKeysOf(pagesRead);
  const keysOfFirst = possibleKeys.filter((key) => firstOutOfOrder(first.rows, key, order) === undefined);
  // If no key is certain, only a change of the order after the first page is a violation.
  if (keys.length === 0 && (keysOfFirst.length === 0 || whyAnyOrder(pagedList.rows) !== undefined)) return [];
  const listKeys = keysOfFirst.length > 0 ? keysOfFirst : possibleKeys;
  const inList = [firstMisplaced(pagedList, listKeys, order)].filter((violation) => violation !== undefined);
  return [
    ...inList.map((violation): Difference => {
      const page = pages.findIndex(({ response }) => response === violation.response);
      return { kind: "order", violation, page };
    }),
    ...pages.flatMap((one, page): readonly Difference[] => {
      const violation = firstMisplaced({ ...pagedList, pages: [one], rows: one.rows }, keysOfFirst, order);
      const compared = [first.response];
      return page === 0 || violation === undefined
        ? []
        : [{ kind: "order", violation: { ...violation, compared }, page, subkind: "inPage" }];
    }),
  ];
}

/**
 * The first row at a place where another row is expected, under the key for which that place is furthest from the start. None unless the
 * expected rows and their order are known completely and no row is repeated.
 */
export function nextDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, keys = [], selection, ambiguous = [], mayBeFewer, sources = [] } = pagesRead;
  const { identity } = pagedList;
  const isOrderKnown = plan.order !== undefined && keys.length > 0;
  const areRowsKnown =
    mayBeFewer !== true &&
    ambiguous.length === 0 &&
    newRows(pagesRead).length === 0 &&
    rowsOnce(pagedList).length === pagedList.rows.length;
  if (!isOrderKnown || !areRowsKnown || selection === undefined) return [];
  const sign = plan.order === "asc" ? 1 : -1;
  const sortedBy = (key: SortKey) => selection.toSorted((a, b) => sign * key.compare(a, b));
  // Rows with equal keys are interchangeable.
  const firstUnexpected = (key: SortKey): number | undefined => {
    const sorted = sortedBy(key);
    const isExpected = (row: ListRow, wanted: ListRow | undefined): boolean =>
      wanted !== undefined && key.compare(row, wanted) === 0;
    const index = pagedList.rows.findIndex((row, at) => !isExpected(row, sorted[at]));
    return index === -1 ? undefined : index;
  };
  const place = furthest(keys, firstUnexpected);
  const actual = place && placedRows(pagedList)[place.at];
  if (place === undefined || actual === undefined) return [];
  const wanted = sortedBy(place.key)[place.at];
  const isElsewhere = wanted && isRowOf(pagedList.rows, identity)(wanted);
  const { words, shownBy } = wanted
    ? expectedRow(isElsewhere === true ? [] : sources, wanted, identity)
    : { words: "no row", shownBy: [] };
  const { row, page, pointer, response } = actual;
  const violation: Violation = {
    message: `the page does not have the next matching rows in ${plan.order === "desc" ? "descending" : "ascending"} order`,
    pointer: `${pointer}/${identity}`,
    expected: wanted ? `${words} (sorted by ${place.key.name})` : words,
    actual: cutValue(row[identity]),
    // The expected row is at another place (`order`) or on no page (`gap`), or no row is expected here (`stray`).
    rowFault: wanted
      ? { kind: isElsewhere === true ? "order" : "gap", row: cutValue(wanted[identity]) }
      : { kind: "stray" },
    response,
    compared: [...pageBeforeRow(pagedList, actual), ...shownBy],
  };
  return [{ kind: "order", violation, page, subkind: "next" }];
}
