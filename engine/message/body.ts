import { isUtf8 } from "node:buffer";
import { LosslessNumber, parse } from "lossless-json";
import { excessIn, excessInText } from "./bounds.ts";
import type { Body } from "../model/exchange.ts";
import { tried } from "../model/cannot-run.ts";
import { oncePer, present } from "../model/model.ts";
import { excess } from "./errors.ts";

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the bytes of an answer as the document wants them: one JSON value, UTF-8, no byte order mark. Throws
 * where the value is nested deeper, or holds more values, than is safe to look at.
 */
export function readBody(bytes: Uint8Array): Body {
  const decoded = lenient.decode(bytes);
  const text = decoded.replace(/^\uFEFF/, "");
  const unread = excessInText(text);
  const value = unread === undefined ? jsonIn(text) : undefined;
  const reason = unread ?? excessIn(value);
  if (reason !== undefined) {
    throw excess(reason);
  }
  const fault = faultIn(bytes, decoded) ?? (value === undefined ? whyNoJson(text) : undefined);
  return { text, value, ...present({ fault }) };
}

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
  return start.startsWith("<") ? "an HTML or XML page" : "not one well-formed JSON value";
}

/** The JSON value with every number as it was written. */
export interface ExactBody {
  readonly value: unknown;
  /** Names of members that are given twice, with different values. */
  readonly duplicates: readonly string[];
  /** Integers that are written with a decimal point or an exponent. */
  readonly odd: readonly string[];
}

/**
 * The exact tree of a body, or undefined where `JSON.parse` lost nothing: a text that `JSON.stringify` gives back letter
 * for letter has no member twice and no number out of reach. What was lost may also be nested too deep to be read.
 */
export const exactBody: (body: Body) => ExactBody | undefined = oncePer((body) =>
  body.value === undefined || JSON.stringify(body.value) === body.text
    ? undefined
    : tried(() => parseExactly(body.text)),
);

/** Integers of odd writing that are told of a body. */
const MOST_ODD = 12;

/** The exact tree of a text that is JSON; throws where it is none. */
export function parseExactly(text: string): ExactBody {
  const duplicates = new Set<string>();
  const odd = new Set<string>();
  const value = parse(text, null, {
    parseNumber: (digits) => {
      if (/[.eE]/.test(digits) && odd.size < MOST_ODD && integerOf(digits) !== undefined) {
        odd.add(digits);
      }
      return new LosslessNumber(digits);
    },
    onDuplicateKey: ({ key, newValue }) => {
      duplicates.add(key);
      return newValue;
    },
  });
  return { value, duplicates: [...duplicates], odd: [...odd] };
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Digits beyond which a number is only known to be huge. */
const LONGEST_INTEGER = 4_000;

/**
 * The integer that a JSON number denotes, however it is written (1.0 and 1e2 are integers);
 * undefined where it has a fractional part. Numbers of absurd size are cut to a huge value of the same sign.
 */
export function integerOf(written: string): bigint | undefined {
  const match = NUMBER.exec(written);
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
