import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { jsonIn } from "../message/body.ts";
import { isObject, type JsonObject } from "../message/classify.ts";
import type { Redact } from "../secrets/redact.ts";
import { BadFile } from "./read-file.ts";
import type { SeenExchange, SeenResponse } from "./exchange.ts";
import type { RecordedContent } from "./recording.ts";

/** Bytes of one decoded body. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Bytes of one body, about, that a recording keeps. */
export const BODY_KEPT = 1024 * 1024;

/** The body as a recording holds it: secrets taken out of the whole before it is cut. */
export function contentOf(bytes: Uint8Array, mimeType = "", redact: Redact): RecordedContent {
  const isText = isUtf8(bytes);
  // A character for each byte, so that a secret between bytes of any kind is found.
  const clean = redact(Buffer.from(bytes).toString(isText ? "utf8" : "latin1"));
  const kept = clean.slice(0, BODY_KEPT);
  const cut = kept.length < clean.length;
  const body = Buffer.from(kept, isText ? "utf8" : "latin1");
  return {
    size: cut ? bytes.length : body.length,
    mimeType: redact(mimeType),
    ...(isText ? { text: kept } : { text: body.toString("base64"), encoding: "base64" }),
    ...(cut ? { _cut: true } : {}),
  };
}

/** The bytes of a body. */
export function bytesOf({ text, encoding }: { readonly text: string; readonly encoding?: unknown }): Buffer {
  return Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
}

/** Whether a JSON value has the outer form of a HAR file. */
export function isHar(value: unknown): value is { readonly log: { readonly entries: readonly unknown[] } } {
  return isObject(value) && isObject(value["log"]) && Array.isArray(value["log"]["entries"]);
}

/** The exchange of an entry of a HAR file (version 1.1 or 1.2), as browsers, proxies and we write them. */
export function exchangeIn(file: string, entry: unknown, place: string): SeenExchange {
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
    request: {
      method: textAt("method"),
      url: textAt("url"),
      headers: fieldsOf(request["headers"]),
      ...(typeof posted === "string" ? { body: posted } : {}),
    },
    response: answerOf(response),
  };
}

/** Header fields with names in lower case; repeated ones joined with a comma. */
export function fieldsOf(list: unknown): Readonly<Record<string, string>> {
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

/** Header fields as HAR has them. */
export function listed(
  headers: Readonly<Record<string, string>>,
): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function answerOf(response: JsonObject): SeenResponse | { readonly missing: string } {
  const { status, _failure: failure } = response;
  if (isObject(failure)) {
    return { missing: `no usable answer came (${String(failure["kind"])})` };
  }
  if (typeof status !== "number" || status < 100) {
    return { missing: "no answer was recorded" };
  }
  if (status === 304) {
    return { missing: "the answer came from a cache: status 304 has no body" };
  }
  const content = isObject(response["content"]) ? response["content"] : {};
  const { text, size = 0, encoding, _cut: cut } = content;
  if (typeof text !== "string" && size !== 0) {
    return { missing: "the body was not kept" };
  }
  const headers = fieldsOf(response["headers"]);
  const kept = bytesOf({ text: typeof text === "string" ? text : "", encoding });
  const bytes = unzipped(kept, headers["content-encoding"]);
  if (cut === true || (bytes.length < Number(size) && jsonIn(bytes.toString("utf8")) === undefined)) {
    return { missing: "the body was not kept whole" };
  }
  return { status, ...(Object.keys(headers).length === 0 ? {} : { headers }), bytes };
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
