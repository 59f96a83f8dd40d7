import { isAscii, isUtf8 } from "node:buffer";
import { LosslessNumber, parse } from "lossless-json";
import { bytesHeld, excessIn } from "./bounds.ts";
import type { Body } from "../model/exchange.ts";
import { createRecent, oncePer } from "../model/memo.ts";
import { excess } from "./errors.ts";

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the bytes of an answer as the document wants them: one JSON value, UTF-8, no byte order mark. Throws
 * where the text is nested deeper, or holds more values, than is safe to look at.
 */
export function readBody(bytes: Uint8Array): Body {
  return bodyOf(textOf(bytes));
}

/** Characters of a body that is remembered, and bytes of all of them together. */
const REMEMBERED = { each: 32_768, total: 4 * 1024 * 1024 };

/**
 * Reads bodies as {@link readBody} does, and gives the same object for the same text while it is remembered: most
 * answers of a run repeat another one, and what is worked out of a body need not be worked out again.
 */
export function createBodyReader(): (bytes: Uint8Array) => Body {
  const known = createRecent<Body>(REMEMBERED.total, bytesHeld);
  return (bytes) => {
    const read = textOf(bytes);
    const { text, fault } = read;
    if (fault !== undefined || text.length > REMEMBERED.each) {
      return bodyOf(read);
    }
    const same = known.get(text);
    if (same !== undefined) {
      return same;
    }
    const body = bodyOf(read);
    known.set(text, body);
    return body;
  };
}

interface Text {
  readonly text: string;
  /** Why the bytes are no JSON text, whatever it says. */
  readonly fault?: string;
}

function textOf(bytes: Uint8Array): Text {
  let fault: string | undefined;
  let text: string;
  if (isUtf8(bytes)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    text = buffer.toString(isAscii(bytes) ? "latin1" : "utf8");
  } else {
    fault = "not UTF-8";
    text = lenient.decode(bytes);
  }
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
    fault ??= "a byte order mark before the JSON value";
    text = text.slice(1);
  }
  return fault === undefined ? { text } : { text, fault };
}

function bodyOf({ text, fault }: Text): Body {
  const reason = excessIn(text);
  if (reason !== undefined) {
    throw excess(reason);
  }
  const value = jsonIn(text);
  const why = fault ?? (value === undefined ? whyNoJson(text) : undefined);
  return why === undefined ? { text, value } : { text, value, fault: why };
}

const BYTE_ORDER_MARK = 0xfeff;

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
export const exactBody: (body: Body) => ExactBody | undefined = oncePer((body) =>
  body.value === undefined || JSON.stringify(body.value) === body.text ? undefined : parseExactly(body.text),
);

/** The exact tree of a text that is JSON; throws where it is none. */
export function parseExactly(text: string): ExactBody {
  const keys = new Set<string>();
  const value = parse(text, null, {
    parseNumber: (digits) => new LosslessNumber(digits),
    onDuplicateKey: ({ key, newValue }) => {
      keys.add(key);
      return newValue;
    },
  });
  return { value, duplicates: [...keys].map((key) => ({ key })) };
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
