// Converts the body of a client's response to bytes.
import { isArrayBuffer, isUint8Array } from "node:util/types";
import { stringify } from "lossless-json";
import { parseJson } from "../engine/message/body.ts";
import { decode } from "../engine/message/decode.ts";
import { tryOrUndefined } from "../engine/model/cannot-run.ts";
import { DEFAULT_LIMITS } from "../engine/model/settings.ts";

/** 2^63, just outside int64: `JSON.parse` rounds the highest int64 to this double. In its place, the next lower double is written. */
const BEYOND = 2 ** 63;
const unrounded = (_name: string, one: unknown): unknown =>
  one === BEYOND || one === -BEYOND ? Math.sign(one) * (BEYOND - 1_024) : one;

/** A body as text: a string as it is, any other value as JSON. Throws a `TypeError` for a value that JSON cannot represent. */
export function bodyTextOf(value: unknown): string {
  // lossless-json also writes BigInt values, in which a test may hold 64-bit integers.
  const json = () =>
    tryOrUndefined(() => JSON.stringify(value, unrounded)) ??
    tryOrUndefined(() => stringify(value, unrounded));
  const text: string | undefined = typeof value === "string" ? value : json();
  if (text === undefined) {
    throw new TypeError(
      `the body of a response has to be text, bytes or a JSON value; JSON cannot hold this ${typeof value}`,
    );
  }
  return text;
}

export const isBytes = (value: unknown): value is Uint8Array | ArrayBuffer =>
  isArrayBuffer(value) || isUint8Array(value);

export const bytesOf = (body: unknown): Uint8Array =>
  isBytes(body) ? new Uint8Array(body) : new TextEncoder().encode(bodyTextOf(body));

/** Decodes the content coding. Bytes that are JSON, or cannot be decoded, stay unchanged: a client that decodes a body may keep the field. */
export function decodedBytes(bytes: Uint8Array, coding: string | undefined): Uint8Array {
  const isEncoded = coding !== undefined && parseJson(Buffer.from(bytes).toString("utf8")) === undefined;
  return isEncoded
    ? (tryOrUndefined(() => decode(bytes, coding, DEFAULT_LIMITS.responseBytes)) ?? bytes)
    : bytes;
}
