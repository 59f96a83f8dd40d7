import type { Violation } from "../../engine/model/clause-results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";

/** What stands at a place and what was expected there, as a result tells it. */
type Seen = Pick<Violation, "pointer" | "expected" | "actual"> & {
  /** The body of the response, as far as it was kept. */
  readonly body: string;
};

interface Hint {
  /** What was expected where the hint is given; absent: whatever it was. */
  readonly expected?: RegExp;
  /** What stands there: JSON, or the words for what is none. */
  readonly actual: RegExp;
  readonly says: string | ((seen: Seen) => string | undefined);
}

const TWO_63 = 2n ** 63n;
const TWO_31 = 2n ** 31n;

const INTEGER = /\b(?:integer|int32|int64)\b/;
const STRING_OF_TIME = /\bdate-time\b/;

/** What a value tells by itself: rules over what was expected and what came, the most telling first. */
const HINTS: readonly Hint[] = [
  { expected: /\bint64\b/, actual: /^-?\d+$/, says: beyond64 },
  { expected: /\bint32\b/, actual: /^-?\d+$/, says: beyond32 },
  { expected: INTEGER, actual: /^"-?\d+"$/, says: "a number in quotes" },
  { expected: INTEGER, actual: /^-?\d+\.\d*[1-9]\d*$/, says: "a fraction" },
  { expected: /\btrue or false|boolean\b/, actual: /^"(?:true|false)"$/i, says: "a boolean in quotes" },
  { expected: STRING_OF_TIME, actual: /^"?\d{12,13}"?$/, says: "a number, perhaps milliseconds since 1970" },
  { expected: STRING_OF_TIME, actual: /^"?\d+(?:\.\d+)?"?$/, says: "a number, perhaps seconds since 1970" },
  { expected: STRING_OF_TIME, actual: /^"\d{4}-\d\d-\d\dT[\d:.]+"$/i, says: "without an offset, such as Z" },
  { expected: /\bTimestamp\b/, actual: /^"\d{4}-\d\d-\d\d/, says: "a date, not seconds.nanoseconds" },
  { expected: /\bTimestamp\b/, actual: /^\d+(?:\.\d+)?$/, says: "a number, not a string" },
  { expected: /\bEntityId\b/, actual: /^"?\d+"?$/, says: "without shard and realm" },
  { expected: /starts with 0x/, actual: /^"(?:[0-9a-f]{2})+"$/i, says: "hex without 0x" },
  {
    expected: /\b(?:one object|an object)\b/,
    actual: /^(?:an array|\[)/,
    says: "an array where one object belongs",
  },
  { expected: /^an array\b/, actual: /^(?:\{|an object)/, says: "one object where an array belongs" },
  {
    actual: /^null$/,
    says: ({ expected }) => (/\bnull\b/.test(expected) ? undefined : "the table has no null here"),
  },
  { actual: /^absent$/, says: otherCase },
];

/** Above or below int64: the ends of the range read through a double are known by their last digits. */
function beyond64({ actual }: Seen): string | undefined {
  const value = BigInt(actual);
  if (value >= -TWO_63 && value < TWO_63) {
    return undefined;
  }
  const where = value > 0n ? "above 2^63-1" : "below -2^63";
  // As a double has it, or prints it; out there one number in a thousand is one.
  const double = Number(actual);
  const isDouble = String(double) === actual || BigInt(double) === value;
  return isDouble ? `${where}: rounded through a double` : where;
}

function beyond32({ actual }: Seen): string | undefined {
  const value = BigInt(actual);
  if (value >= -TWO_31 && value < TWO_31) {
    return undefined;
  }
  return value > 0n && value < 2n * TWO_31 ? "above 2^31-1: perhaps an unsigned integer" : "beyond 32 bits";
}

/** A member that is missing under its name, and there under a like one. */
function otherCase({ pointer, body }: Seen): string | undefined {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const plain = (text: string): string => text.replaceAll(/[_-]/g, "").toLowerCase();
  const names = new Set([...body.matchAll(/"([A-Za-z][\w-]*)"\s*:/g)].map(([, found = ""]) => found));
  const other = [...names].find((found) => found !== name && plain(found) === plain(name));
  return other === undefined ? undefined : `there is ${oneLine(other, 60)} in its place`;
}

const TITLE = /<title[^>]*>([^<]*)<\/title>/i;

/** A web page where JSON belongs, by its title. */
function pageIn(body: string): string | undefined {
  if (!/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(body)) {
    return undefined;
  }
  const title = TITLE.exec(body)?.[1]?.trim() ?? "";
  return title === "" ? "a web page" : `a web page, "${oneLine(title, 80)}"`;
}

/** What the value at the place of a violation tells by itself; undefined where it tells nothing. */
export function hintOf({ pointer, expected, actual, response: { body } }: Violation): string | undefined {
  if (pointer === "") {
    return pageIn(body);
  }
  const seen = { pointer, expected, actual, body };
  const fitting = HINTS.filter((hint) => hint.actual.test(actual) && (hint.expected?.test(expected) ?? true));
  return fitting
    .map(({ says }) => (typeof says === "string" ? says : says(seen)))
    .find((told) => told !== undefined);
}
