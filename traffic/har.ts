import { gunzipSync } from "node:zlib";
import { isObject, type JsonObject } from "../engine/message/classify.ts";
import { BadFile } from "./bad-file.ts";
import type { SeenExchange, SeenResponse } from "./exchange.ts";

/** Bytes of one decoded body. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Whether a JSON value has the outer form of a HAR file. */
export function isHar(value: unknown): value is { readonly log: { readonly entries: readonly unknown[] } } {
  return isObject(value) && isObject(value["log"]) && Array.isArray(value["log"]["entries"]);
}

/** The exchanges of a HAR file (version 1.1 or 1.2), as browsers and proxies write them. */
export function* harExchanges(
  file: string,
  { log }: { readonly log: { readonly entries: readonly unknown[] } },
): Generator<SeenExchange> {
  for (const [index, entry] of log.entries.entries()) {
    const place = `log.entries[${index}]`;
    const at = new Reader(file, place);
    const request = at.object(entry, "request");
    const response = at.object(entry, "response");
    const posted = isObject(request["postData"]) ? request["postData"]["text"] : undefined;
    yield {
      place,
      request: {
        method: at.text(request, "request", "method"),
        url: at.text(request, "request", "url"),
        headers: fieldsOf(request["headers"]),
        ...(typeof posted === "string" ? { body: posted } : {}),
      },
      response: answerOf(response),
    };
  }
}

/** Members of an entry, or the place where something else stands. */
class Reader {
  readonly #file: string;
  readonly #place: string;
  constructor(file: string, place: string) {
    this.#file = file;
    this.#place = place;
  }

  object(entry: unknown, member: string): JsonObject {
    const value = isObject(entry) ? entry[member] : undefined;
    return isObject(value) ? value : this.#refuse(`${member} is not an object`);
  }

  text(owner: JsonObject, name: string, member: string): string {
    const value = owner[member];
    return typeof value === "string" ? value : this.#refuse(`${name}.${member} is not text`);
  }

  #refuse(reason: string): never {
    throw new BadFile(this.#file, `is no HAR file: ${this.#place}: ${reason}`);
  }
}

/** Header fields with names in lower case; repeated ones joined with a comma. */
function fieldsOf(list: unknown): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const field of Array.isArray(list) ? list : []) {
    const [name, value]: unknown[] = isObject(field) ? [field["name"], field["value"]] : [];
    // Names with a colon are pseudo fields of HTTP/2.
    if (typeof name === "string" && typeof value === "string" && !name.startsWith(":")) {
      const known = fields.get(name.toLowerCase());
      fields.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
    }
  }
  return Object.fromEntries(fields);
}

function answerOf(response: JsonObject): SeenResponse | { readonly missing: string } {
  const { status } = response;
  if (typeof status !== "number" || status < 100) {
    return { missing: "no answer was recorded" };
  }
  if (status === 304) {
    return { missing: "the answer came from a cache: status 304 has no body" };
  }
  const content = isObject(response["content"]) ? response["content"] : {};
  const { text, size } = content;
  if (typeof text !== "string") {
    return typeof size === "number" && size > 0
      ? { missing: "the body was not kept" }
      : answered(status, response, new Uint8Array(0));
  }
  const bytes = content["encoding"] === "base64" ? Buffer.from(text, "base64") : Buffer.from(text, "utf8");
  const answer = answered(status, response, bytes);
  return typeof size === "number" && answer.bytes.length < size && !isJson(answer.bytes)
    ? { missing: "the body was not kept whole" }
    : answer;
}

function answered(status: number, response: JsonObject, bytes: Uint8Array): SeenResponse {
  const headers = fieldsOf(response["headers"]);
  return {
    status,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    bytes: unzipped(bytes, headers["content-encoding"]),
  };
}

/** Most tools keep the decoded body; some proxies keep it as it came. */
function unzipped(bytes: Uint8Array, coding: string | undefined): Uint8Array {
  const isZipped = coding?.includes("gzip") === true && bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return isZipped ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  } catch {
    return bytes;
  }
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
