import { excessIn, endOfString } from "../message/bounds.ts";
import { isObject, type JsonObject } from "../message/classify.ts";
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
  let key: unknown;
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charAt(at);
    if (sign === '"') {
      at = endOfString(json, at);
    }
    depth += sign === "{" || sign === "[" ? 1 : 0;
    if (depth === 1 && /[{:,}]/.test(sign)) {
      const text = json.slice(start, at);
      key = sign === ":" ? JSON.parse(text) : key;
      found = sign !== ":" && key === name ? text.trim() : found;
      start = at + 1;
    }
    depth -= sign === "}" || sign === "]" ? 1 : 0;
  }
  return found;
}
