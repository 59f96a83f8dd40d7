import { isUtf8 } from "node:buffer";
import { LosslessNumber, parse } from "lossless-json";
import { messageOf, tryOrUndefined } from "../model/cannot-run.ts";
import { memoizeByObject, present } from "../model/model.ts";
import { beyondLimit } from "./errors.ts";
import { inQuotes } from "../secrets/escape.ts";
import type { ResponseBody } from "../model/exchange.ts";
import { isObject } from "./classify.ts";

const lenientDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Parses a body. `fault`: why it is not one JSON value in UTF-8 without a BOM (§1). Throws a `Failure` for an {@link excessiveBody}. */
export function readBody(bytes: Uint8Array): ResponseBody {
  const decoded = lenientDecoder.decode(bytes);
  const text = decoded.replace(/^\uFEFF/, "");
  const excess = excessiveText(text);
  const value = excess === undefined ? parseJson(text) : undefined;
  const reason = excess ?? excessiveBody(value);
  if (reason !== undefined) throw beyondLimit(reason);
  const fault = encodingFault(bytes, decoded) ?? (value === undefined ? syntaxFault(text) : undefined);
  const isBadJson = fault === MALFORMED_JSON;
  const faultAt = placeOfBadByte(bytes, decoded) ?? (isBadJson ? placeOfBadJson(text) : undefined);
  return { text, value, ...present({ fault, faultAt }) };
}

const MALFORMED_JSON = "a body that is not a single well-formed JSON value";

function encodingFault(bytes: Uint8Array, decoded: string): string | undefined {
  if (!isUtf8(bytes)) return "not UTF-8";
  return decoded.startsWith("\uFEFF") ? "a byte order mark before the JSON value" : undefined;
}

export const parseJson = (text: string): unknown => tryOrUndefined((): unknown => JSON.parse(text));

function syntaxFault(text: string): string {
  const start = text.trimStart();
  if (start === "") return "an empty body";
  return start.startsWith("<") ? "an HTML or XML page" : MALFORMED_JSON;
}

/** A JSON value in which every number is a `LosslessNumber` with the digits of the body. */
export interface ExactBody {
  readonly value: unknown;
  readonly duplicates: readonly string[];
}

/** The exact value of a body; undefined if it is not JSON, or if `JSON.stringify` restores its text, so that parsing lost nothing. */
export const exactBody: (body: ResponseBody) => ExactBody | undefined = memoizeByObject((body) =>
  body.value === undefined || JSON.stringify(body.value) === body.text
    ? undefined
    : tryOrUndefined(() => parseExactly(body.text)),
);

/** Parses a JSON text without loss. Throws if it is not JSON. */
export function parseExactly(text: string): ExactBody {
  const duplicates = new Set<string>();
  const value = parse(text, null, {
    parseNumber: (digits) => new LosslessNumber(digits),
    onDuplicateKey: ({ key, newValue }) => {
      duplicates.add(key);
      return newValue;
    },
  });
  return { value, duplicates: [...duplicates] };
}

const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Maximum number of digits of an integer that is computed exactly. */
const LONGEST_INTEGER = 4_000;

/** The integer that a JSON number denotes, also as 1.0 or 1e2, cut to {@link LONGEST_INTEGER} digits; undefined for any other text. */
export function integerOf(written: string): bigint | undefined {
  const match = JSON_NUMBER.exec(written);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  const digits = whole + fraction;
  if (!/[1-9]/.test(digits)) return 0n;
  const point = Math.max(whole.length + Number(exponentText), 0);
  if (/[1-9]/.test(digits.slice(point))) return undefined;
  const size = Math.min(point, LONGEST_INTEGER);
  return BigInt(sign + digits.slice(0, size).padEnd(size, "0"));
}

/** Maximum nesting of arrays and objects: recursion is safe up to this depth. */
const MOST_BODY_LEVELS = 1_000;
/** Maximum number of object members and array elements at all levels together; a full page has a few thousand. */
const MOST_BODY_VALUES = 50_000;
/** Maximum number of elements of one array, whose rows clauses compare with one another; a full page has a hundred. */
const MOST_BODY_ELEMENTS = 3_000;

const MORE_VALUES = `the response has more than ${MOST_BODY_VALUES} values`;

/** Why a text is not parsed: it begins so many arrays and objects that they would fill the memory. */
const excessiveText = (text: string): string | undefined =>
  (text.match(/[[{]/g)?.length ?? 0) > MOST_BODY_VALUES ? MORE_VALUES : undefined;

/** Why a body is not checked: it exceeds {@link MOST_BODY_LEVELS}, {@link MOST_BODY_VALUES} or {@link MOST_BODY_ELEMENTS}. */
export function excessiveBody(body: unknown): string | undefined {
  const containers: (readonly [value: unknown, level: number])[] = [[body, 1]];
  let values = 0;
  for (const [value, level] of containers) {
    const members: readonly unknown[] = isContainer(value) ? Object.values(value) : [];
    values += members.length;
    if (level > MOST_BODY_LEVELS && isContainer(value)) {
      return `the response is nested deeper than ${MOST_BODY_LEVELS} levels`;
    }
    if (values > MOST_BODY_VALUES) return MORE_VALUES;
    if (Array.isArray(value) && members.length > MOST_BODY_ELEMENTS) {
      return `the response has an array of more than ${MOST_BODY_ELEMENTS} elements`;
    }
    members.filter(isContainer).forEach((member) => containers.push([member, level + 1]));
  }
  return undefined;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a JSON text was cut: it is blank, or it begins with a string, array or object that is not closed. */
export function endsEarly(text: string): boolean {
  let open = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    const isOpenString = token === '"' || (token.startsWith('"') && !token.endsWith('"'));
    open += isOpenString || "[{".includes(token) ? 1 : "]}".includes(token) ? -1 : 0;
  }
  return text.trim() === "" || (open > 0 && /^\s*["[{]/.test(text));
}

/** Approximate bytes in memory of one parsed value, without the characters of strings. */
const VALUE_BYTES = 80;

/** The approximate bytes in memory of a JSON text together with its value, whose strings are copies. */
export const bytesInMemory = memoizeByObject(({ text }: Pick<ResponseBody, "text">): number => {
  // One character beyond Latin-1 makes the whole string use two bytes per character.
  const bytesPerCharacter = /[^\0-\xff]/.test(text) ? 2 : 1;
  return 2 * bytesPerCharacter * text.length + VALUE_BYTES * (text.match(/[[{,]/g)?.length ?? 0);
});

/** Maximum {@link bytesInMemory} of a body that is cached. */
const MOST_CACHED_BYTES = 128 * 1024;

export const isCacheable = (body: Pick<ResponseBody, "text">): boolean =>
  bytesInMemory(body) <= MOST_CACHED_BYTES;

/** `from`: {@link bytesInMemory} from which a body is large; `total`: the maximum for all large bodies of a run together. */
const LARGE_BODY = { from: 256 * 1024, total: 96 * 1024 * 1024 };

/** Creates a function that counts the large bodies of a run, and throws a `Failure` for one with which they would exceed their `total`. */
export function createMemoryCheck(): (body: Pick<ResponseBody, "text">) => void {
  let heldBytes = 0;
  return (body) => {
    const size = bytesInMemory(body);
    if (size < LARGE_BODY.from) return;
    if (heldBytes + size > LARGE_BODY.total) {
      const limit = "and the run has reached its limit for large responses";
      throw beyondLimit(`the response takes ${size} bytes of memory, ${limit}`);
    }
    heldBytes += size;
  };
}

/** Number of characters that are quoted before and after the position of a fault. */
const AROUND = 12;

/** The position of the first byte that is not UTF-8, in words; `decoded` has U+FFFD there. Undefined if all bytes are UTF-8. */
function placeOfBadByte(bytes: Uint8Array, decoded: string): string | undefined {
  // A U+FFFD that the service sent itself has the same bytes again when it is encoded.
  const encoded = Buffer.from(decoded);
  const badByte = bytes.findIndex((byte, index) => byte !== encoded[index]);
  const { length } = lenientDecoder.decode(bytes.subarray(0, badByte));
  return badByte === -1 ? undefined : placeAt(decoded, decoded.lastIndexOf("\uFFFD", length));
}

/** The position of the syntax error in a text that is not one JSON value, in words; undefined if lossless-json does not state it. */
function placeOfBadJson(text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    const [, position] = / at position (\d+)$/.exec(messageOf(error)) ?? [];
    return position === undefined ? undefined : placeAt(text, Number(position));
  }
}

/** Describes the place of the character at an index: line and column from 1, offset in bytes from 0, and the characters around it. */
function placeAt(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const [from, to] = [Math.max(at - AROUND, 0), at + AROUND];
  const context = `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  const place = `line ${lines.length}, column ${column}`;
  const offset = `byte offset ${Buffer.byteLength(text.slice(0, at))}${at >= text.length ? ", the end" : ""}`;
  return `${place} (${offset}), near ${inQuotes(context)}`;
}

/** The step of a JSON Pointer to a member or an array element: `/name`, with `~` and `/` escaped. */
export const stepTo = (name: string | number): string =>
  `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function valueAt(value: unknown, pointer: string): unknown {
  let current: unknown = value;
  for (const name of stepsOf(pointer)) {
    // Looks up one member: listing all members at each place of a large list would be slow.
    current = isMember(current, name) ? Reflect.get(current, name) : undefined;
  }
  return current;
}

function isMember(value: unknown, name: string): value is object {
  const hasMembers = isObject(value) || Array.isArray(value);
  return hasMembers && Object.prototype.propertyIsEnumerable.call(value, name);
}

/** The value at a JSON Pointer; if the body has an {@link exactBody}, with a `LosslessNumber` in place of each number. */
export const exactValueAt = (body: ResponseBody, pointer: string): unknown =>
  valueAt((exactBody(body) ?? body).value, pointer);

/** The number at a JSON Pointer as the body writes it; undefined if no number is there, or if {@link exactBody} returns undefined. */
export function writtenAt(body: ResponseBody, pointer: string): string | undefined {
  const exact = valueAt(exactBody(body)?.value, pointer);
  return exact instanceof LosslessNumber ? exact.value : undefined;
}
