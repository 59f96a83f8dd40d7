import { isArrayBuffer, isUint8Array } from "node:util/types";
import { DEFAULT_LIMITS } from "../engine/model/settings.ts";
import { isObject } from "../engine/message/classify.ts";
import { decode } from "../engine/message/decode.ts";
import type { SeenResponse } from "../engine/offline/exchange.ts";

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
const isNumber = (value: unknown): boolean => typeof value === "number";
const isText = (value: unknown): value is string => typeof value === "string";
const isCalled = (value: unknown): boolean => typeof value === "function";
const bothCalled = (first: unknown, second: unknown): boolean => isCalled(first) && isCalled(second);

type Reader = (answer: Fields) => Promise<ReadAnswer> | ReadAnswer;

/** Tells one library from the others by its members, and reads its answer. */
const READERS: readonly (readonly [fits: (answer: Fields) => boolean, read: Reader])[] = [
  [({ status, clone, arrayBuffer }) => isNumber(status) && bothCalled(clone, arrayBuffer), fetched],
  [({ status, headers, body }) => bothCalled(status, headers) && isCalled(body), ofPlaywright],
  [({ statusCode, body }) => isNumber(statusCode) && isCalled(membersOf(body)["text"]), ofUndici],
  [({ status, text, header }) => isNumber(status) && isText(text) && header !== undefined, ofSupertest],
  [({ status, data, config }) => isNumber(status) && data !== undefined && config !== undefined, ofAxios],
  [(answer) => isNumber(answer["status"]) && "body" in answer, described],
];

/** Reads an answer of `fetch`, undici, axios, supertest or Playwright, a description of one, or a body alone. */
export async function readAnswer(answer: unknown): Promise<ReadAnswer> {
  const members = isUint8Array(answer) ? {} : membersOf(answer);
  const reader = READERS.find(([fits]) => fits(members))?.[1];
  return reader === undefined ? { response: { bytes: bytesOf(answer) } } : await reader(members);
}

/** A copy of it is read, so that the test can read the answer too, unless it has done so before. */
async function fetched(answer: Fields): Promise<ReadAnswer> {
  const { status, headers, url, bodyUsed } = answer;
  if (bodyUsed === true) {
    throw new TypeError(
      "the body of this answer was read before: hand over the answer first, or what was read of it",
    );
  }
  const copy = membersOf(call(answer, "clone"));
  return answerOf(status, headers, await bytesFrom(copy, "arrayBuffer"), { url });
}

async function ofPlaywright(answer: Fields): Promise<ReadAnswer> {
  const bytes = await bytesFrom(answer, "body");
  const [status, headers, url] = ["status", "headers", "url"].map((method) => call(answer, method));
  return answerOf(status, headers, bytes, { url });
}

/** It has one body alone, which is read. */
async function ofUndici({ statusCode, headers, body }: Fields): Promise<ReadAnswer> {
  const encoded = await bytesFrom(membersOf(body), "arrayBuffer");
  const bytes = decode(encoded, headersOf(headers)["content-encoding"], DEFAULT_LIMITS.answerBytes);
  return answerOf(statusCode, headers, bytes);
}

function ofSupertest({ status, headers, text, request }: Fields): ReadAnswer {
  const { method, url, _data: body } = membersOf(request);
  return answerOf(status, headers, bytesOf(text), { url, method, body });
}

function ofAxios({ status, headers, data, config, request }: Fields): ReadAnswer {
  const { method, data: body } = membersOf(config);
  const { res, responseURL, url: ofFetch } = membersOf(request);
  const url = membersOf(res)["responseUrl"] ?? responseURL ?? ofFetch;
  return answerOf(status, headers, bytesOf(data), { url, method, body });
}

function described({ status, headers, body }: Fields): ReadAnswer {
  const fields = headers === undefined ? {} : { headers: headersOf(headers) };
  return { response: { status: Number(status), ...fields, bytes: bytesOf(body) } };
}

/** An answer, with as much of its request as has a URL. */
function answerOf(status: unknown, headers: unknown, bytes: Uint8Array, request: Fields = {}): ReadAnswer {
  const response = { status: Number(status), headers: headersOf(headers), bytes };
  const { url, method, body } = request;
  if (!isText(url) || url === "") {
    return { response };
  }
  const sent = body === undefined ? {} : { body };
  return { response, request: { url, ...(isText(method) ? { method } : {}), ...sent } };
}

/** Text as it is, anything else as JSON writes it. */
export function textOf(value: unknown): string {
  const text: string | undefined = isText(value) ? value : JSON.stringify(value);
  if (text === undefined) {
    throw new TypeError(`an answer is expected, and this is ${typeof value}`);
  }
  return text;
}

const bytesOf = (body: unknown): Uint8Array =>
  isUint8Array(body) ? body : new TextEncoder().encode(textOf(body));

/** Header fields with lower-case names, of any library; repeated ones are joined with a comma. */
export function headersOf(headers: unknown): Readonly<Record<string, string>> {
  const pairs: readonly (readonly [string, unknown])[] = isIterable(headers)
    ? [...headers]
    : Object.entries(membersOf(headers));
  const told = pairs.filter(([, value]) => value !== undefined && value !== null && !isCalled(value));
  return Object.fromEntries(
    told.map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
}

async function bytesFrom(object: Fields, method: string): Promise<Uint8Array> {
  const came: unknown = await call(object, method);
  if (isArrayBuffer(came) || isUint8Array(came)) {
    return new Uint8Array(came);
  }
  throw new TypeError(`the answer gave no bytes as its ${method}`);
}

function call(object: Fields, method: string): unknown {
  const called = object[method];
  return typeof called === "function" ? Reflect.apply(called, object, []) : undefined;
}

/** The members of anything: nothing but functions and values that are read by name. */
const membersOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Pairs of names and values, as the classes of `fetch` and axios give them. */
const isIterable = (value: unknown): value is Iterable<readonly [string, unknown]> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;
