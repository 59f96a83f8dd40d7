import { isArrayBuffer, isUint8Array } from "node:util/types";
import { stringify } from "lossless-json";
import { DEFAULT_LIMITS } from "../engine/model/settings.ts";
import { isObject } from "../engine/message/classify.ts";
import { decode, headerFields } from "../engine/message/decode.ts";
import { tried } from "../engine/model/cannot-run.ts";
import type { SeenResponse } from "../engine/offline/seen.ts";

/** A request whose answer is judged: its URL (a path will do), or more of it. */
export interface GivenRequest {
  readonly url: string | URL;
  /** That of the endpoint where it is not given. */
  readonly method?: string;
  readonly headers?: unknown;
  /** What was posted: its text, or its value. */
  readonly body?: unknown;
}

/** An answer of any library, with what it tells of its request. */
export interface ReadAnswer {
  readonly response: SeenResponse;
  readonly request?: GivenRequest;
}

type Fields = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Reads an answer of `fetch`, undici, axios, supertest or Playwright, each told from the others by its members, a
 * description of one, or a body alone.
 */
export async function readAnswer(given: unknown): Promise<ReadAnswer> {
  // A promise of a response is awaited: nobody means the promise.
  const answer: unknown = await given;
  const members = isUint8Array(answer) ? {} : membersOf(answer);
  const { status, statusCode, headers, body, data, text, url } = members;
  const calls = (...names: readonly string[]): boolean =>
    names.every((name) => typeof members[name] === "function");
  if (calls("clone", "arrayBuffer")) {
    return answerOf(status, headers, await fetched(members), url);
  }
  if (calls("status", "headers", "body")) {
    const bytes = await bytesFrom(members, "body");
    return answerOf(call(members, "status"), call(members, "headers"), bytes, call(members, "url"));
  }
  if (typeof statusCode === "number" && typeof membersOf(body)["text"] === "function") {
    // undici leaves the content coding on. It has one body alone, which is read.
    const encoded = await bytesFrom(membersOf(body), "arrayBuffer");
    const coding = headersOf(headers)["content-encoding"];
    return answerOf(statusCode, headers, decode(encoded, coding, DEFAULT_LIMITS.answerBytes));
  }
  if (typeof status === "number") {
    // supertest has the text too, and axios calls what it made of it its data.
    const told = isText(text) ? text : "body" in members ? body : data;
    if (told !== undefined) {
      const fields = headers === undefined ? {} : { headers: headersOf(headers) };
      return { response: { status, ...fields, bytes: bytesOf(told) } };
    }
  }
  return { response: { bytes: bytesOf(answer) } };
}

/** A copy of what `fetch` gave is read, so that the test can read the answer too, unless it has done so before. */
async function fetched(answer: Fields): Promise<Uint8Array> {
  if (answer["bodyUsed"] === true) {
    throw new TypeError(
      "the body of this response was read before: give the response first, or what was read of it",
    );
  }
  return await bytesFrom(membersOf(call(answer, "clone")), "arrayBuffer");
}

/** An answer, with its request where its URL is told. */
function answerOf(status: unknown, headers: unknown, bytes: Uint8Array, url?: unknown): ReadAnswer {
  const response = { status: Number(status), headers: headersOf(headers), bytes };
  return isText(url) && url !== "" ? { response, request: { url } } : { response };
}

/** Just beyond int64: what parsed the JSON made this of the highest and the lowest int64, which a double does not hold. */
const BEYOND = 2 ** 63;
const unrounded = (_name: string, one: unknown): unknown =>
  one === BEYOND || one === -BEYOND ? Math.sign(one) * (BEYOND - 1_024) : one;

/** Text as it is, anything else as JSON writes it. */
export function textOf(value: unknown): string {
  // The second one writes integers of 64 bits too, which a test may have as BigInt.
  const json = () =>
    tried(() => JSON.stringify(value, unrounded)) ?? tried(() => stringify(value, unrounded));
  const text: string | undefined = isText(value) ? value : json();
  if (text === undefined) {
    throw new TypeError(`a response is expected, and JSON cannot hold this ${typeof value}`);
  }
  return text;
}

function bytesOf(body: unknown): Uint8Array {
  const bytes = isArrayBuffer(body) ? new Uint8Array(body) : body;
  return isUint8Array(bytes) ? bytes : new TextEncoder().encode(textOf(bytes));
}

/** Header fields of any library. */
export const headersOf = (headers: unknown): Readonly<Record<string, string>> =>
  headerFields(isIterable(headers) ? Array.from(headers, pairOf) : Object.entries(membersOf(headers)));

/** A pair, or what a HAR file has in its place. */
const pairOf = (one: unknown): readonly [string, unknown] => {
  const [name, value]: readonly unknown[] = Array.isArray(one)
    ? one
    : [membersOf(one)["name"], membersOf(one)["value"]];
  return [String(name), value];
};

async function bytesFrom(object: Fields, method: string): Promise<Uint8Array> {
  const came: unknown = await call(object, method);
  if (isArrayBuffer(came) || isUint8Array(came)) {
    return new Uint8Array(came);
  }
  throw new TypeError(`the response gave no bytes as its ${method}`);
}

function call(object: Fields, method: string): unknown {
  const called = object[method];
  return typeof called === "function" ? Reflect.apply(called, object, []) : undefined;
}

/** The members of anything: nothing but functions and values that are read by name. */
const membersOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Such as the classes of `fetch` and axios. */
const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;
