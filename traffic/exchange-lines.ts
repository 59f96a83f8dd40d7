import { excessIn, endOfString } from "../engine/message/bounds.ts";
import { isObject, type JsonObject } from "../engine/message/classify.ts";
import { BadFile, linesOf } from "./read-file.ts";
import type { SeenExchange } from "./exchange.ts";

/** Whether a JSON value is one exchange written plainly: `method`, `url` and `status` in one object. */
export function isPlainExchange(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    typeof value["method"] === "string" &&
    typeof value["url"] === "string" &&
    typeof value["status"] === "number"
  );
}

/** The exchanges of a file that has one plain exchange on each line; numbers stay as they were written. */
export function* plainExchanges(file: string, mostBytes: number): Generator<SeenExchange> {
  for (const { text, number } of linesOf(file, mostBytes)) {
    const place = `line ${number}`;
    const value = valueIn(file, place, text);
    if (!isPlainExchange(value)) {
      throw new BadFile(file, `${place} is no exchange: it needs method, url and status`);
    }
    const { method, url, status } = value;
    const headers = headersOf(value);
    const body = posted(value["request_body"]);
    yield {
      place,
      request: {
        method: String(method),
        url: String(url),
        headers: namedTexts(value["request_headers"]),
        ...(body === undefined ? {} : { body }),
      },
      response: {
        status: Number(status),
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        bytes: Buffer.from(answerText(text, value["body"])),
      },
    };
  }
}

function valueIn(file: string, place: string, text: string): unknown {
  const reason = excessIn(text);
  if (reason !== undefined) {
    throw new BadFile(file, `${place}: ${reason}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new BadFile(file, `${place} is not JSON`);
  }
}

function headersOf(value: JsonObject): Readonly<Record<string, string>> {
  const { content_type: type } = value;
  const headers = namedTexts(value["headers"]);
  return typeof type === "string" && headers["content-type"] === undefined
    ? { ...headers, "content-type": type }
    : headers;
}

function namedTexts(value: unknown): Readonly<Record<string, string>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === "string" ? [[name.toLowerCase(), text]] : [])),
  );
}

function posted(body: unknown): string | undefined {
  return body === undefined || body === null
    ? undefined
    : typeof body === "string"
      ? body
      : JSON.stringify(body);
}

/** The body as text: a string is the body itself, anything else is JSON as it stands on the line. */
function answerText(line: string, body: unknown): string {
  return body === undefined || typeof body === "string" ? (body ?? "") : (rawMember(line, "body") ?? "");
}

/**
 * The text of a member of the outermost object of a JSON text that is known to be well-formed, letter for letter:
 * numbers as they were written, members that come twice. Undefined where there is no such member.
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipSpace(json, json.indexOf("{") + 1);
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at) + 1;
    const key: unknown = JSON.parse(json.slice(at, keyEnd));
    const start = skipSpace(json, json.indexOf(":", keyEnd) + 1);
    const end = endOfValue(json, start);
    found = key === name ? json.slice(start, end) : found;
    at = skipSpace(json, end);
    at = json[at] === "," ? skipSpace(json, at + 1) : json.length;
  }
  return found;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (/\s/.test(json[at] ?? "")) {
    at += 1;
  }
  return at;
}

function endOfValue(json: string, start: number): number {
  if (json[start] === '"') {
    return endOfString(json, start) + 1;
  }
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const sign = json[at] ?? "";
    if (sign === '"') {
      at = endOfString(json, at);
    } else if (sign === "{" || sign === "[") {
      depth += 1;
    } else if (depth > 0 && (sign === "}" || sign === "]")) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    } else if (depth === 0 && /[\s,}\]]/.test(sign)) {
      return at;
    }
  }
  return json.length;
}
