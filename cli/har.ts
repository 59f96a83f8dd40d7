import { statSync } from "node:fs";
import { parseJson } from "../engine/message/body.ts";
import { isObject, type JsonRecord } from "../engine/message/classify.ts";
import { headerFields } from "../engine/message/decode.ts";
import { CannotRun, tryOrUndefined } from "../engine/model/cannot-run.ts";
import type { RecordedExchange, RecordedRequest } from "../engine/offline/recorded-exchange.ts";
import { readBytes, readJson } from "../engine/target/files/json-file.ts";
import type { Endpoint } from "../schemas/operations.ts";
import { readRecordedBody } from "./har-body.ts";

const MOST_MEBIBYTES = 64;
const MOST_HAR_BYTES = MOST_MEBIBYTES * 1024 * 1024;

/** The exchanges of a HAR file (1.1, 1.2) or, with `endpoint`, the body in the file. Throws `CannotRun` for any other file, and above 64 MiB. */
export function exchangesInFile(file: string, endpoint?: Endpoint): Iterable<RecordedExchange> {
  const stats = tryOrUndefined(() => statSync(file));
  if (stats !== undefined && (stats.size > MOST_HAR_BYTES || stats.isCharacterDevice())) {
    throw new CannotRun(`${file}: the file is longer than ${MOST_MEBIBYTES} MiB`);
  }
  if (endpoint !== undefined) {
    const bytes = readBytes(file, "body");
    if (harEntries(parseJson(Buffer.from(bytes).toString())) !== undefined) {
      throw new CannotRun(`${file}: a HAR file names its own endpoints: omit --endpoint`);
    }
    return [{ endpoint, response: { bytes } }];
  }
  const entries = harEntries(readJson(file, "HAR file"));
  if (entries === undefined) {
    throw new CannotRun(`${file}: not a HAR file; the body of a single response needs --endpoint NAME`);
  }
  return exchangesIn(file, entries);
}

/** Reads the exchanges one by one, so that only one attached body is in memory. */
function* exchangesIn(file: string, entries: readonly unknown[]): Generator<RecordedExchange> {
  for (const [index, entry] of entries.entries()) yield exchangeIn(file, entry, `log.entries[${index}]`);
}

function harEntries(value: unknown): readonly unknown[] | undefined {
  const log = isObject(value) ? value["log"] : undefined;
  const entries = isObject(log) ? log["entries"] : undefined;
  return Array.isArray(entries) ? entries : undefined;
}

function exchangeIn(file: string, entry: unknown, place: string): RecordedExchange {
  const refuse = (reason: string): never => {
    throw new CannotRun(`${file}: not a HAR file: ${place}: ${reason}`);
  };
  // Recorders may write null for an absent member.
  const objectAt = (member: string): JsonRecord | null => {
    const value = isObject(entry) ? entry[member] : entry;
    return value === null || isObject(value) ? value : refuse(`${member} is not an object`);
  };
  const request = objectAt("request");
  if (request === null) return { missing: "no request was recorded" };
  const response = objectAt("response");
  const textAt = (member: string): string => {
    const value = request[member];
    return typeof value === "string" ? value : refuse(`request.${member} is not text`);
  };
  const headers = fieldsOf(request["headers"]);
  return {
    place,
    method: textAt("method"),
    url: urlWithParameters(textAt("url"), request["queryString"]),
    headers,
    ...postedIn(file, request, headers),
    response: response === null ? { missing: NO_RESPONSE_RECORDED } : harResponse(file, response),
  };
}

/** Adds the query, which some recorders write only as a list of parameters, to the URL. */
function urlWithParameters(url: string, list: unknown): string {
  const [address = ""] = url.split("#");
  const pairs = namesAndValues(list).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(pairs).toString();
  return address.includes("?") || query === "" ? url : `${address}?${query}`;
}

/** The body of a request, or the reason why it was not recorded: without it, the validity of the request is unknown. */
function postedIn(file: string, { postData, method }: JsonRecord, headers: RecordedRequest["headers"]) {
  if (!isObject(postData)) return method === "POST" ? { bodyMissing: "request body not recorded" } : {};
  const mayBeEmpty = headers["content-length"] === "0";
  const posted = readRecordedBody({ file, holder: postData, headers, mayBeEmpty });
  return "missing" in posted
    ? { bodyMissing: `request ${posted.missing}` }
    : { body: Buffer.from(posted.bytes).toString("utf8") };
}

/** Omits the pseudo-header fields of HTTP/2, whose names begin with a colon. */
const fieldsOf = (list: unknown): Readonly<Record<string, string>> =>
  headerFields(namesAndValues(list).filter(([name]) => !name.startsWith(":")));

function namesAndValues(list: unknown): [string, unknown][] {
  const members = (Array.isArray(list) ? list : []).filter(isObject);
  return members.flatMap(({ name, value }): [string, unknown][] =>
    typeof name === "string" ? [[name, value]] : [],
  );
}

const NO_RESPONSE_RECORDED = "no response was recorded";

function harResponse(file: string, response: JsonRecord): RecordedRequest["response"] {
  const { status } = response;
  if (typeof status !== "number" || status < 100) return { missing: NO_RESPONSE_RECORDED };
  if (status === 304) return { missing: "the response came from a cache: status 304 has no body" };
  // Chromium and Playwright record an aborted response like this, possibly with a status.
  if ([response["_error"], response["_failureText"]].some((why) => typeof why === "string" && why !== "")) {
    return { missing: "the response was cut off" };
  }
  const content = isObject(response["content"]) ? response["content"] : {};
  const headers = fieldsOf(response["headers"]);
  const mayBeEmpty =
    content["size"] === 0 && !(Number(headers["content-length"]) > 0) && !(Number(response["bodySize"]) > 0);
  const holder = mayBeEmpty ? { ...content, text: content["text"] ?? "" } : content;
  const body = readRecordedBody({ file, holder, headers, mayBeEmpty });
  return { status, ...body, ...(Object.keys(headers).length === 0 ? {} : { headers }) };
}
