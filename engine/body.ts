import { LosslessNumber, parse } from "lossless-json";
import type { Body } from "./exchange.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads the bytes of an answer as the document wants them: one JSON value, UTF-8, no byte order mark. */
export function readBody(bytes: Uint8Array): Body {
  let fault: string | undefined;
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    fault = "not UTF-8";
    text = lenient.decode(bytes);
  }
  if (text.startsWith("\uFEFF")) {
    fault ??= "a byte order mark before the JSON value";
    text = text.slice(1);
  }
  return { text, ...readJson(text, fault) };
}

function readJson(text: string, before: string | undefined): { value: unknown; fault?: string } {
  if (text.trim() === "") {
    return { value: undefined, fault: before ?? "an empty body" };
  }
  try {
    const value: unknown = JSON.parse(text);
    return before === undefined ? { value } : { value, fault: before };
  } catch {
    const kind = text.trimStart().startsWith("<") ? "an HTML or XML page" : "not one well-formed JSON value";
    return { value: undefined, fault: before ?? kind };
  }
}

/** A member that stands twice in one object with different values. */
export interface Duplicate {
  readonly key: string;
}

/** The JSON value with every number as it was written, and the members given twice. */
export interface ExactBody {
  readonly value: unknown;
  readonly duplicates: readonly Duplicate[];
}

/**
 * The exact tree of a body, or undefined where `JSON.parse` lost nothing: a text that
 * `JSON.stringify` gives back letter for letter has no member twice and no number out of reach.
 */
export function exactBody(body: Body): ExactBody | undefined {
  try {
    return body.value === undefined || JSON.stringify(body.value) === body.text
      ? undefined
      : parseExactly(body.text);
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined; // nested deeper than the stack: no record of the document is
    }
    throw error;
  }
}

function parseExactly(text: string): ExactBody {
  const duplicates: Duplicate[] = [];
  const value = parse(text, null, {
    parseNumber: (digits) => new LosslessNumber(digits),
    onDuplicateKey: ({ key, newValue }) => {
      duplicates.push({ key });
      return newValue;
    },
  });
  return { value, duplicates };
}

/** How a number was written: from the exact tree where there is one. */
export function writtenNumber(value: number, exact: unknown): string {
  return exact instanceof LosslessNumber ? exact.value : String(value);
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
  const exponent = Number(exponentText) - fraction.length;
  if (/^0*$/.test(digits)) {
    return 0n;
  }
  if (exponent >= 0) {
    const size = Math.min(exponent, LONGEST_INTEGER);
    return BigInt(sign + digits.slice(0, LONGEST_INTEGER) + "0".repeat(size));
  }
  const cut = digits.length + exponent;
  const rest = cut <= 0 ? digits : digits.slice(cut);
  return /^0*$/.test(rest) && cut > 0
    ? BigInt(sign + digits.slice(0, cut).slice(0, LONGEST_INTEGER))
    : undefined;
}
