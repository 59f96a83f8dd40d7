import { isUtf8 } from "node:buffer";
import { LosslessNumber, parse } from "lossless-json";
import type { ResponseBody } from "../model/exchange.ts";
import { tried } from "../model/cannot-run.ts";
import { oncePer, present } from "../model/model.ts";
import { excess } from "./errors.ts";
import { placeOfBadByte, placeOfBadJson } from "./fault-place.ts";

const lenientDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the bytes of a response as the contract wants them: one JSON value, UTF-8, no byte order mark. Throws
 * where the value is nested deeper, or holds more values, than is safe to look at.
 */
export function readBody(bytes: Uint8Array): ResponseBody {
  const decoded = lenientDecoder.decode(bytes);
  const text = decoded.replace(/^\uFEFF/, "");
  const unread = excessInText(text);
  const value = unread === undefined ? jsonIn(text) : undefined;
  const reason = unread ?? excessIn(value);
  if (reason !== undefined) {
    throw excess(reason);
  }
  const fault = faultIn(bytes, decoded) ?? (value === undefined ? whyNoJson(text) : undefined);
  const faultAt =
    placeOfBadByte(bytes, decoded) ?? (fault === MALFORMED_JSON ? placeOfBadJson(text) : undefined);
  return { text, value, ...present({ fault, faultAt }) };
}

const MALFORMED_JSON = "not one well-formed JSON value";

/** Why the bytes are no JSON text, whatever it says. */
function faultIn(bytes: Uint8Array, decoded: string): string | undefined {
  if (!isUtf8(bytes)) {
    return "not UTF-8";
  }
  return decoded.startsWith("\uFEFF") ? "a byte order mark before the JSON value" : undefined;
}

/** The value of a text that is JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whyNoJson(text: string): string {
  const start = text.trimStart();
  if (start === "") {
    return "an empty body";
  }
  return start.startsWith("<") ? "an HTML or XML page" : MALFORMED_JSON;
}

/** The JSON value with every number as it was written. */
export interface ExactBody {
  readonly value: unknown;
  /** Names of members that are given twice, with different values. */
  readonly duplicates: readonly string[];
  /** Integers that are written with a decimal point or an exponent. */
  readonly unusual: readonly string[];
}

/**
 * The exact tree of a body, or undefined where `JSON.parse` lost nothing: a text that `JSON.stringify` gives back letter
 * for letter has no member twice and no number out of reach. What was lost may also be nested too deep to be read.
 */
export const exactBody: (body: ResponseBody) => ExactBody | undefined = oncePer((body) =>
  body.value === undefined || JSON.stringify(body.value) === body.text
    ? undefined
    : tried(() => parseExactly(body.text)),
);

/** Integers of odd writing that are told of a body. */
const MOST_UNUSUAL = 12;

/** The exact tree of a text that is JSON; throws where it is none. */
export function parseExactly(text: string): ExactBody {
  const duplicates = new Set<string>();
  const unusual = new Set<string>();
  const value = parse(text, null, {
    parseNumber: (digits) => {
      if (/[.eE]/.test(digits) && unusual.size < MOST_UNUSUAL && integerOf(digits) !== undefined) {
        unusual.add(digits);
      }
      return new LosslessNumber(digits);
    },
    onDuplicateKey: ({ key, newValue }) => {
      duplicates.add(key);
      return newValue;
    },
  });
  return { value, duplicates: [...duplicates], unusual: [...unusual] };
}

const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Digits beyond which a number is only known to be huge. */
const LONGEST_INTEGER = 4_000;

/**
 * The integer that a JSON number denotes, however it is written (1.0 and 1e2 are integers);
 * undefined where it has a fractional part. Numbers of absurd size are cut to a huge value of the same sign.
 */
export function integerOf(written: string): bigint | undefined {
  const match = JSON_NUMBER.exec(written);
  if (match === null) {
    return undefined;
  }
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  const digits = whole + fraction;
  if (!/[1-9]/.test(digits)) {
    return 0n;
  }
  const point = Math.max(whole.length + Number(exponentText), 0);
  if (/[1-9]/.test(digits.slice(point))) {
    return undefined;
  }
  const size = Math.min(point, LONGEST_INTEGER);
  return BigInt(sign + digits.slice(0, size).padEnd(size, "0"));
}

/** Levels of arrays and objects in one response: recursion is safe up to here, and somewhat beyond. */
export const MOST_BODY_LEVELS = 1_000;
/** Values and members in one response: a full page has a few thousand. */
const MOST_BODY_VALUES = 50_000;
/** Elements of one array: a full page has a hundred, and sequence clauses compare the rows of lists with one another. */
export const MOST_BODY_ELEMENTS = 3_000;

const MORE_VALUES = `the response holds more than ${MOST_BODY_VALUES} values`;

/** Why a text is not read: so many arrays and objects would fill the memory. Undefined: it is. */
export const excessInText = (text: string): string | undefined =>
  (text.match(/[[{]/g)?.length ?? 0) > MOST_BODY_VALUES ? MORE_VALUES : undefined;

/** Why a body is not looked at: more levels, values or elements than any response needs. Undefined: it is. */
export function excessIn(body: unknown): string | undefined {
  const containers: (readonly [value: unknown, level: number])[] = [[body, 1]];
  let values = 0;
  for (const [value, level] of containers) {
    const members: readonly unknown[] = isContainer(value) ? Object.values(value) : [];
    values += members.length;
    if (level > MOST_BODY_LEVELS && isContainer(value)) {
      return `the response is nested deeper than ${MOST_BODY_LEVELS} levels`;
    }
    if (values > MOST_BODY_VALUES) {
      return MORE_VALUES;
    }
    if (Array.isArray(value) && members.length > MOST_BODY_ELEMENTS) {
      return `the response holds an array of more than ${MOST_BODY_ELEMENTS} elements`;
    }
    members.filter(isContainer).forEach((member) => containers.push([member, level + 1]));
  }
  return undefined;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a text that begins as JSON ends before it is complete: with nothing, or with a string, an array or an object open. */
export function endsEarly(text: string): boolean {
  let open = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    const isOpenString = token === '"' || (token.startsWith('"') && !token.endsWith('"'));
    open += isOpenString || "[{".includes(token) ? 1 : "]}".includes(token) ? -1 : 0;
  }
  return text.trim() === "" || (open > 0 && /^\s*["[{]/.test(text));
}

/** Bytes of a value beside its text: an empty array or object, and its place in another one. */
const VALUE_BYTES = 80;

/** Bytes that a JSON text takes in memory together with its value, about: the strings in it are there twice. */
export const bytesHeld = oncePer(({ text }: Pick<ResponseBody, "text">): number => {
  // With one letter beyond Latin-1, all letters of a text take two bytes.
  const letter = /[^\0-\xff]/.test(text) ? 2 : 1;
  return 2 * letter * text.length + VALUE_BYTES * (text.match(/[[{,]/g)?.length ?? 0);
});

/** Bytes in memory from which a response is large, and how many bytes of such responses are read in a run. */
const LARGE_BODY = { from: 256 * 1024, total: 96 * 1024 * 1024 };

/** Counts what large responses hold: a target that sends nothing else must not fill the memory. Throws where a run has read its fill. */
export function createFill(): (body: Pick<ResponseBody, "text">) => void {
  let held = 0;
  return (body) => {
    const size = bytesHeld(body);
    if (size < LARGE_BODY.from) {
      return;
    }
    if (held + size > LARGE_BODY.total) {
      throw excess(
        `the response takes ${size} bytes, and the run has read as many responses of this size as it may`,
      );
    }
    held += size;
  };
}
