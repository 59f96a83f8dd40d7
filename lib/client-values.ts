import { isArrayBuffer, isUint8Array } from "node:util/types";
import { stringify } from "lossless-json";
import { parseJson } from "../engine/message/body.ts";
import { decode } from "../engine/message/decode.ts";
import { tryOrUndefined } from "../engine/model/cannot-run.ts";
import { DEFAULT_LIMITS } from "../engine/model/settings.ts";
import { isObject } from "../engine/message/classify.ts";

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

/** Decodes the content coding. Bytes that are JSON or cannot be decoded stay unchanged: the client has decoded them, but kept the field. */
export function decodedBytes(bytes: Uint8Array, coding: string | undefined): Uint8Array {
  const isEncoded = coding !== undefined && parseJson(Buffer.from(bytes).toString("utf8")) === undefined;
  return isEncoded
    ? (tryOrUndefined(() => decode(bytes, coding, DEFAULT_LIMITS.responseBytes)) ?? bytes)
    : bytes;
}

export type ClientFields = Readonly<Record<string, unknown>>;

export const objectMembers = (value: unknown): ClientFields => (isObject(value) ? value : {});

export const isBodyText = (value: unknown): value is string => typeof value === "string";

export function urlOf(request: ClientFields): string | undefined {
  const { url, responseURL, path, href, uri } = request;
  const texts = [url, responseURL, path, href, objectMembers(uri)["href"]];
  return texts.map((one) => (one instanceof URL ? one.href : one)).find(isFilledText);
}

const isFilledText = (value: unknown): value is string => isBodyText(value) && value !== "";

/** The URL from the configuration of axios (base URL, URL and parameters), for adapters that keep no request. */
export function urlOfConfig({ baseURL, url, params }: ClientFields): string | undefined {
  if (!isBodyText(url)) return undefined;
  const isFullUrl = /^([a-z][a-z\d+.-]*:)?\/\//i.test(url) || !isFilledText(baseURL);
  const fullUrl = isFullUrl ? url : `${baseURL.replace(/\/+$/, "")}/${url.replace(/^\/+/, "")}`;
  const query = new URLSearchParams(
    params instanceof URLSearchParams ? params : queryPairs(params),
  ).toString();
  return query === "" ? fullUrl : `${fullUrl}${fullUrl.includes("?") ? "&" : "?"}${query}`;
}

/** Query parameters as axios serializes them: absent ones are omitted, and an array is a repeated `name[]`. */
const queryPairs = (params: unknown): [string, string][] =>
  Object.entries(objectMembers(params)).flatMap(([name, value]): [string, string][] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => one !== null && one !== undefined)
      .map((one) => [Array.isArray(value) ? `${name}[]` : name, isBodyText(one) ? one : bodyTextOf(one)]);
  });
