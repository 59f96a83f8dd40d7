// §4.3, §4.4, §4.5, interpretation 16: the keys by which rows may be sorted
import { ENTITY_ID, TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { integerText, compareIds, compareTexts, compareTimestamps } from "../../../engine/model/compare.ts";
import { exactly, type ListRow } from "../../../engine/clauses/pagination.ts";

/** A way in which rows may be sorted: by one member, under one comparison. */
export interface SortKey {
  /** The member, with the comparison where strings leave several. */
  readonly name: string;
  readonly member: string;
  readonly compare: (a: ListRow, b: ListRow) => number;
}

export type Direction = "asc" | "desc";

/** Comparisons of text that an implementation may fairly use; the contract names none. */
const TEXT: Readonly<Record<string, (a: string, b: string) => number>> = {
  text: compareTexts,
  "text by code points": (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  "text in any case": (a, b) => compareTexts(a.toLowerCase(), b.toLowerCase()),
  "text in the order of a language": new Intl.Collator("en").compare,
  "text in the order of a language, numbers by value": new Intl.Collator("en", { numeric: true }).compare,
  // Databases sort so by default: letters alone count, with or without the signs among them.
  "text by letters alone": new Intl.Collator("en", { sensitivity: "base" }).compare,
  "text by letters alone, without signs": new Intl.Collator("en", {
    sensitivity: "base",
    ignorePunctuation: true,
  }).compare,
};

/** Every key by which these rows could be sorted: members that are not the same in all of them. */
export function sortKeys(rows: readonly ListRow[]): readonly SortKey[] {
  const [first] = rows;
  return Object.keys(first ?? {}).flatMap((member) => {
    const values = rows.map((row) => exactly(row, member));
    if (values.every((value) => value === values[0])) {
      return []; // a constant explains nothing
    }
    const known = values.filter((value) => value !== null);
    const keys = memberSortKeys(member, known);
    return known.length === values.length ? keys : keys.flatMap(withNulls);
  });
}

function memberSortKeys(member: string, values: readonly unknown[]): readonly SortKey[] {
  if (values.every(isNumericText)) {
    return [
      { name: member, member, compare: (a, b) => compareNumbers(exactly(a, member), exactly(b, member)) },
    ];
  }
  return values.every((value) => typeof value === "string") ? textKeys(member, values) : [];
}

const isNumericText = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

function compareNumbers(a: unknown, b: unknown): number {
  return !isNumericText(a) || !isNumericText(b) || a == b ? 0 : a < b ? -1 : 1;
}

/** Where null stands among values is not said: some databases put it below all of them, some above. */
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
  // Whether ids and times are sorted as such or as text is not said where the key is not named.
  return [
    ...(isId ? [byMember(member, member, compareIds)] : []),
    ...(isTime && !isId ? [byMember(member, member, compareTimestamps)] : []),
    ...Object.entries(TEXT).map(([how, compare]) => byMember(`${member} as ${how}`, member, compare)),
  ];
}

/** Compares a member as text; sortKeys has seen that it is text or null in every row. */
export function byMember(name: string, member: string, compare: (a: string, b: string) => number): SortKey {
  return { name, member, compare: (a, b) => compare(integerText(a[member]), integerText(b[member])) };
}

/** Members by which a list may well be sorted, and which all rows may share. */
const SORT_MEMBERS = ["balance", "name", "symbol", "gas"] as const;

/** A balance, name, symbol or gas that all rows share: any order of them is sorted by it. */
export function sharedKey(rows: readonly ListRow[]): (typeof SORT_MEMBERS)[number] | undefined {
  const [first = {}] = rows;
  return SORT_MEMBERS.find(
    (member) => member in first && rows.every((row) => exactly(row, member) === exactly(first, member)),
  );
}

/** Index of the first row that stands before its predecessor; undefined where the rows are sorted. */
export function firstOutOfOrder(
  rows: readonly ListRow[],
  { compare }: SortKey,
  direction: Direction,
): number | undefined {
  const sign = direction === "asc" ? 1 : -1;
  for (let index = 1; index < rows.length; index += 1) {
    const before = rows[index - 1];
    const row = rows[index];
    if (before !== undefined && row !== undefined && sign * compare(before, row) > 0) {
      return index;
    }
  }
  return undefined;
}

/** The keys that explain both lists; none where all rows share one that lets them come in any order. */
export function certainKeys(up: readonly ListRow[], down: readonly ListRow[]): readonly SortKey[] {
  return sharedKey([...up, ...down]) === undefined ? explainingKeys(up, down) : [];
}

/** The keys that explain the ascending and the descending list at once: members that are text, or numbers, in every row but for null, and not all the same. */
export function explainingKeys(up: readonly ListRow[], down: readonly ListRow[]): readonly SortKey[] {
  return sortKeys([...up, ...down]).filter(
    (key) =>
      firstOutOfOrder(up, key, "asc") === undefined && firstOutOfOrder(down, key, "desc") === undefined,
  );
}
