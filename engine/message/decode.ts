import * as zlib from "node:zlib";
import type { ApiResponse } from "../model/exchange.ts";
import { messageOf } from "../model/cannot-run.ts";
import { bytesText, beyondLimit, isFailure } from "./errors.ts";
import { inQuotes } from "../secrets/escape.ts";

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const MOST_CODINGS = 3;

/** zstd is available from Node.js 22.15 on. */
const zstd: unknown = Reflect.get(zlib, "zstdDecompressSync");
const isDecoder = (value: unknown): value is Decoder => typeof value === "function";

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", zlib.gunzipSync],
  ["x-gzip", zlib.gunzipSync],
  ["br", zlib.brotliDecompressSync],
  ["deflate", inflate],
  ...(isDecoder(zstd) ? [["zstd", zstd] as const] : []),
]);

/** Decodes `deflate`: the zlib format (RFC 9110, section 8.4.1.2), or the raw stream that some servers send instead. */
function inflate(bytes: Uint8Array, options: Parameters<Decoder>[1]): Buffer {
  const [first = 0, second = 0] = bytes;
  const isZlib = (first & 15) === 8 && (first * 256 + second) % 31 === 0;
  return isZlib ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

function codingsIn(encoding: string): readonly string[] {
  const codings = encoding.split(",").map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== "" && coding !== "identity");
}

/** Whether this version of Node.js can remove every coding of a Content-Encoding field. */
export const hasDecoder = (encoding: string): boolean =>
  codingsIn(encoding).every((coding) => DECODERS.has(coding));

/**
 * Removes the codings of a Content-Encoding field. Throws a `Failure` if a coding is unknown, if there are more than {@link MOST_CODINGS},
 * or if more than `most` bytes result; throws another `Error` if the body does not have the coding.
 */
export function decode(bytes: Uint8Array, encoding: string | undefined, most: number): Uint8Array {
  if (encoding === undefined) return bytes;
  const codings = codingsIn(encoding);
  if (codings.length > MOST_CODINGS) {
    throw beyondLimit(`the response has ${codings.length} nested content-encodings`);
  }
  if (!hasDecoder(encoding)) {
    // The whole field is quoted unchanged: in a part of it or in lower case, redaction would not recognise a secret.
    const coding = `the content-encoding ${inQuotes(encoding, 80)}`;
    throw beyondLimit(`the response has ${coding}, which the request did not accept`);
  }
  return codings.reduceRight((encoded, coding) => removeCoding(encoded, coding, most), bytes);
}

type ReceivedBody = { readonly bytes: Uint8Array; readonly headers: ApiResponse["headers"] };

/** As {@link decode}, but returns a body that does not have the coding of its header field unchanged, with a description in `fault`. */
export function decodeReceived({ bytes, headers }: ReceivedBody, most: number) {
  try {
    return { bytes: decode(bytes, headers["content-encoding"], most) };
  } catch (error) {
    if (isFailure(error)) throw error;
    return { bytes, fault: messageOf(error) };
  }
}

function removeCoding(bytes: Uint8Array, coding: string, maxOutputLength: number): Uint8Array {
  try {
    return bytes.length === 0 ? bytes : (DECODERS.get(coding)?.(bytes, { maxOutputLength }) ?? bytes);
  } catch (error) {
    const isTooLong = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    const limit = `${bytesText(maxOutputLength)} after decoding, the limit for one response`;
    throw isTooLong
      ? beyondLimit(`the response is longer than ${limit}`)
      : new Error(`a body that cannot be decoded as ${coding}`);
  }
}

/** Header fields by name, in lower case. Repeated fields are joined with a comma; values null and undefined, and functions, are omitted. */
export function headerFields(pairs: Iterable<readonly [string, unknown]>): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value !== undefined && value !== null && typeof value !== "function") {
      const previous = fields.get(name.toLowerCase());
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const text = values.join(", ");
      fields.set(name.toLowerCase(), previous === undefined ? text : `${previous}, ${text}`);
    }
  }
  return Object.fromEntries(fields);
}
