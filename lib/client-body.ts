// The body of a response of an HTTP client, as bytes.
import { isArrayBuffer, isUint8Array } from "node:util/types";
import { stringify } from "lossless-json";
import { jsonIn } from "../engine/message/body.ts";
import { decode } from "../engine/message/decode.ts";
import { tried } from "../engine/model/cannot-run.ts";
import { DEFAULT_LIMITS } from "../engine/model/settings.ts";

/** Just beyond int64: `JSON.parse` makes this double of the highest and the lowest int64. */
const BEYOND = 2 ** 63;
const unrounded = (_name: string, one: unknown): unknown =>
  one === BEYOND || one === -BEYOND ? Math.sign(one) * (BEYOND - 1_024) : one;

/** Text as it is, anything else as JSON writes it. */
export function bodyTextOf(value: unknown): string {
  // lossless-json also writes integers of 64 bits, which a test may hold as BigInt.
  const json = () =>
    tried(() => JSON.stringify(value, unrounded)) ?? tried(() => stringify(value, unrounded));
  const text: string | undefined = typeof value === "string" ? value : json();
  if (text === undefined) {
    throw new TypeError(`a response is expected, and JSON cannot hold this ${typeof value}`);
  }
  return text;
}

export const isBytes = (value: unknown): value is Uint8Array | ArrayBuffer =>
  isArrayBuffer(value) || isUint8Array(value);

export const bytesOf = (body: unknown): Uint8Array =>
  isBytes(body) ? new Uint8Array(body) : new TextEncoder().encode(bodyTextOf(body));

/** Some clients leave the content coding on; the field is there after the others took it off, too. */
export function decodedBytes(bytes: Uint8Array, coding: string | undefined): Uint8Array {
  const isEncoded = coding !== undefined && jsonIn(Buffer.from(bytes).toString("utf8")) === undefined;
  return isEncoded ? (tried(() => decode(bytes, coding, DEFAULT_LIMITS.responseBytes)) ?? bytes) : bytes;
}
