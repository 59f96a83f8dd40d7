import { gunzipSync } from "node:zlib";
import { jsonIn } from "../message/body.ts";
import { isObject, type JsonObject } from "../message/classify.ts";
import { headerFields } from "../message/header-fields.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { readFileSync, statSync } from "node:fs";
import { reasonOf } from "../model/file-trouble.ts";

/** Bytes of one decoded body. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a file holds: the exchanges of a HAR file (1.1, 1.2), or one body, where it is said whose it is. */
export function exchangesOf(file: string, endpoint?: Endpoint): readonly SeenExchange[] {
  const bytes = readWhole(file);
  if (endpoint !== undefined) {
    return [{ endpoint, response: { bytes } }];
  }
  const value = jsonOf(file, bytes);
  const log = isObject(value) ? value["log"] : undefined;
  const entries = isObject(log) ? log["entries"] : undefined;
  if (!Array.isArray(entries)) {
    throw new BadFile(file, "is no HAR file; a body alone needs --endpoint NAME");
  }
  return entries.map((entry: unknown, index) => exchangeIn(file, entry, `log.entries[${index}]`));
}

function exchangeIn(file: string, entry: unknown, place: string): SeenRequest {
  const refuse = (reason: string): never => {
    throw new BadFile(file, `is no HAR file: ${place}: ${reason}`);
  };
  const objectAt = (member: string): JsonObject => {
    const value = isObject(entry) ? entry[member] : undefined;
    return isObject(value) ? value : refuse(`${member} is not an object`);
  };
  const [request, response] = [objectAt("request"), objectAt("response")];
  const textAt = (member: string): string => {
    const value = request[member];
    return typeof value === "string" ? value : refuse(`request.${member} is not text`);
  };
  const posted = isObject(request["postData"]) ? request["postData"]["text"] : undefined;
  return {
    place,
    method: textAt("method"),
    url: textAt("url"),
    headers: fieldsOf(request["headers"]),
    ...(typeof posted === "string" ? { body: posted } : {}),
    response: answerOf(response),
  };
}

function fieldsOf(list: unknown): Readonly<Record<string, string>> {
  const fields = (Array.isArray(list) ? list : []).filter(isObject);
  // Names with a colon are pseudo fields of HTTP/2.
  const named = fields.flatMap(({ name, value }) =>
    typeof name === "string" && !name.startsWith(":") ? [[name, value] as const] : [],
  );
  return headerFields(named);
}

function answerOf(response: JsonObject): SeenRequest["response"] {
  const { status } = response;
  if (typeof status !== "number" || status < 100) {
    return { missing: "no response was recorded" };
  }
  if (status === 304) {
    return { missing: "the response came from a cache: status 304 has no body" };
  }
  // So Chromium and Playwright tell of what was broken off: the status may be there, and the body is not.
  if ([response["_error"], response["_failureText"]].some((why) => typeof why === "string" && why !== "")) {
    return { missing: "the response was cut off" };
  }
  const content = isObject(response["content"]) ? response["content"] : {};
  const { text, size, encoding } = content;
  const headers = fieldsOf(response["headers"]);
  if (typeof text !== "string" && (size !== 0 || Number(headers["content-length"]) > 0)) {
    return { missing: "the body was not recorded" };
  }
  const kept = Buffer.from(typeof text === "string" ? text : "", encoding === "base64" ? "base64" : "utf8");
  const bytes = unzipped(kept, headers["content-encoding"]);
  if (bytes.length < Number(size) && jsonIn(bytes.toString("utf8")) === undefined) {
    return { missing: "the body was not recorded whole" };
  }
  const seen: SeenResponse = { status, bytes };
  return Object.keys(headers).length === 0 ? seen : { ...seen, headers };
}

/** Most tools keep the decoded body; some proxies keep it as it came. */
function unzipped(bytes: Buffer, coding: string | undefined): Buffer {
  const isZipped = coding?.includes("gzip") === true && bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return isZipped ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  } catch {
    return bytes;
  }
}

/** What was exchanged with some service, as a file tells it. Only what was recorded is there. */
export type SeenExchange = SeenRequest | SeenBody;

/** A request with its answer, or why there is none that could be judged. */
export interface SeenRequest {
  /** The place in its file, for the reader: `log.entries[3]`; empty where it is all there is. */
  readonly place: string;
  readonly method: string;
  /** As it was written: with an origin or without. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly response: SeenResponse | { readonly missing: string };
}

export interface SeenBody {
  readonly endpoint: Endpoint;
  readonly response: SeenResponse;
}

/** An answer; status and header fields are absent where only the body was kept. */
export interface SeenResponse {
  readonly status?: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content coding taken off. */
  readonly bytes: Uint8Array;
}

const MEBIBYTE = 1024 * 1024;
const MOST_MEBIBYTES = 64;

/** A file cannot be judged; the message names it, and the place in it. */
export class BadFile extends Error {
  override readonly name = "BadFile";
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
  }
}

function readWhole(file: string): Buffer {
  try {
    const told = statSync(file);
    if (told.size > MOST_MEBIBYTES * MEBIBYTE || told.isCharacterDevice()) {
      throw new BadFile(file, `it is too long: ${MOST_MEBIBYTES} MiB are read at most`);
    }
    return readFileSync(file);
  } catch (error) {
    throw error instanceof BadFile ? error : new BadFile(file, `cannot be read: ${reasonOf(error)}`);
  }
}

export function jsonOf(file: string, bytes: Buffer): unknown {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    const [why = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new BadFile(file, `is not JSON: ${why}`);
  }
}
