// Writes the exchanges of a run as HAR 1.2, one after the other, so that no run has all of them in memory.
import { closeSync, openSync, writeFileSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { requestFields } from "../http/curl.ts";
import { CannotRun, whyCannotRun } from "../model/cannot-run.ts";
import { queryOf, type SentExchange } from "../model/exchange.ts";
import type { Settings } from "../model/settings.ts";
import { type Redact, redactDeep, BODY_CUT_AT, cutRedacted } from "../secrets/redact.ts";

/** Characters that are buffered before they are written. */
const CHUNK = 64 * 1024;
const HTTP_VERSION = "HTTP/1.1";

/** Opens a HAR file without secrets, or throws `CannotRun`. `onFailure` is called once, with the reason if a later write fails. */
export function openHarFile(
  path: string,
  { settings, redact, creator }: { settings: Settings; redact: Redact; creator: object },
  onFailure: (reason: string) => void,
) {
  const failure = (error: unknown): string =>
    `${path}: the HAR file cannot be written: ${whyCannotRun(error)}`;
  let file: number;
  try {
    file = openSync(path, "w");
  } catch (error) {
    throw new CannotRun(failure(error));
  }
  let pending = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  let separator = "\n";
  let failureReason: string | undefined;
  const flush = (): void => {
    const text = pending;
    pending = "";
    try {
      if (failureReason === undefined) writeFileSync(file, text);
    } catch (error) {
      failureReason = failure(error);
      onFailure(failureReason);
    }
  };
  return {
    add: (exchange: SentExchange): void => {
      pending += separator + JSON.stringify(harEntry(exchange, settings, redact));
      separator = ",\n";
      if (pending.length > CHUNK) flush();
    },
    /** Ends the file. Returns the reason if it was not written completely. */
    close: (): string | undefined => {
      pending += "\n]}}\n";
      flush();
      closeSync(file);
      return failureReason;
    },
  };
}

function harEntry(exchange: SentExchange, settings: Settings, redact: Redact): object {
  const { request, url, startedAt, milliseconds, error } = exchange;
  const { body } = request;
  const redactedUrl = cutRedacted(url, redact);
  const query = Array.from(queryOf(redactedUrl), ([name, value]) => ({ name, value }));
  const headers = requestFields(request, settings).map(([name, , value]) => ({ name, value }));
  const text = body === undefined ? undefined : cutRedacted(body, redact, BODY_CUT_AT);
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: redactedUrl,
      httpVersion: HTTP_VERSION,
      cookies: [],
      headers,
      queryString: query,
      ...(text === undefined ? {} : { postData: { mimeType: "application/json", text } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(body ?? ""),
    },
    response: harResponseEntry(exchange, redact),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(error === undefined ? {} : { comment: cutRedacted(error, redact) }),
  };
}

/** The response of a HAR entry. Without a response its status is 0, as in the HAR files of browsers. */
function harResponseEntry({ response, bytes, error }: SentExchange, redact: Redact): object {
  const headers = redactDeep(response?.headers ?? {}, (text) => cutRedacted(text, redact));
  const mimeType = headers["content-type"] ?? "";
  return {
    status: response?.status ?? 0,
    statusText: "",
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    content: bytes === undefined ? { size: -1, mimeType } : { mimeType, ...contentOf(bytes, redact) },
    redirectURL: headers["location"] ?? "",
    headersSize: -1,
    bodySize: -1,
    ...(response === undefined && error !== undefined ? { _error: cutRedacted(error, redact) } : {}),
  };
}

/** The decoded body as text, or in base64 if it is not UTF-8, so that the invalid bytes stay visible. */
function contentOf(bytes: Uint8Array, redact: Redact): object {
  const buffer = Buffer.from(bytes);
  const isText = isUtf8(bytes);
  const text = buffer.toString(isText ? "utf8" : "latin1");
  const redacted = cutRedacted(text, redact, BODY_CUT_AT);
  const isCut = text.length > BODY_CUT_AT && redacted.endsWith("…");
  const content = isCut ? redacted.slice(0, -1) : redacted;
  return {
    size: bytes.length,
    text: isText ? content : Buffer.from(content, "latin1").toString("base64"),
    ...(isText ? {} : { encoding: "base64" }),
    ...(isCut ? { comment: `cut at ${BODY_CUT_AT} characters` } : {}),
  };
}
