// The order of values of the common formats (§2.1)
/** Operator of a filter; `none`: the filter value has no operator, which means eq. */
export type Operator = "none" | "eq" | "ne" | "gt" | "gte" | "lt" | "lte";

export const ROW_OPERATORS: readonly Operator[] = ["none", "eq", "ne", "gt", "gte", "lt", "lte"];

export const filterValue = (operator: Operator, bound: string): string =>
  operator === "none" ? bound : `${operator}:${bound}`;

export type Comparator = (a: string, b: string) => number;

const SELECTS: Readonly<Record<Operator, (comparison: number) => boolean>> = {
  none: (comparison) => comparison === 0,
  eq: (comparison) => comparison === 0,
  ne: (comparison) => comparison !== 0,
  gt: (comparison) => comparison > 0,
  gte: (comparison) => comparison >= 0,
  lt: (comparison) => comparison < 0,
  lte: (comparison) => comparison <= 0,
};

/** Whether a filter selects a value; `comparison`: the result of comparing the value with the bound. */
export const filterSelects = (operator: Operator, comparison: number): boolean =>
  SELECTS[operator](comparison);

/** A string unchanged, any other value as JSON; empty for undefined. `String` would throw for some JSON objects. */
export const integerText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** Compares by UTF-16 code units: unlike `localeCompare`, the same on every machine. */
export const compareTexts: Comparator = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Compares entity ids part by part as numbers: 0.0.999 is before 0.0.1000. NaN if a part is no number, unless an earlier one decides. */
export const compareIds: Comparator = (a, b) => {
  if (shardAndRealm(a) === shardAndRealm(b)) return compareIntegers(shortId(a), shortId(b));
  const right = b.split(".");
  const differences = a.split(".").map((part, index) => compareIntegers(part, right[index] ?? "0"));
  return differences.find((difference) => difference !== 0) ?? 0;
};

/** Texts of at most this length, sign included, are compared as doubles, which hold them exactly. */
const EXACT_LENGTH = 15;

const INTEGER = /^-?\d+$/;

/** Compares decimal integers of any size. NaN if a text is not a number, as in rows of faulty lists. */
export const compareIntegers: Comparator = (a, b) => {
  if (a.length <= EXACT_LENGTH && b.length <= EXACT_LENGTH) return Number(a) - Number(b);
  if (!INTEGER.test(a) || !INTEGER.test(b)) return Number.NaN;
  const difference = BigInt(a) - BigInt(b);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
};

/** Compares timestamps; the fraction is padded to nine digits: 1.5 is after 1.05. */
export const compareTimestamps: Comparator = (a, b) => {
  const [secondsA = "0", fractionA = ""] = a.split(".");
  const [secondsB = "0", fractionB = ""] = b.split(".");
  const nanosOf = (fraction: string): string => fraction.padEnd(9, "0");
  return compareIntegers(secondsA, secondsB) || compareIntegers(nanosOf(fractionA), nanosOf(fractionB));
};

export const shortId = (id: string): string => id.slice(id.lastIndexOf(".") + 1);

/** The entity id `step` after another one, in the same shard and realm. */
export const shiftedId = (id: string, step: bigint): string =>
  shardAndRealm(id) + (BigInt(shortId(id)) + step).toString();

/** Shard and realm of an entity id with the dot after them, such as `0.0.`; empty for a short id. */
export const shardAndRealm = (id: string): string => id.slice(0, id.lastIndexOf(".") + 1);

/** Normalises hex: lower case, without the prefix 0x. */
export const bareHex = (text: string): string => text.replace(/^0x/i, "").toLowerCase();
