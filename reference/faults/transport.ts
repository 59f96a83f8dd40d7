import { JSON_HEADERS, print, type ServerHeaders } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { editSuccess, respondWithAccident, type Rewriting } from "../rewriting.ts";
import { namedFaults, type FaultNames } from "./notation.ts";

const withStatus = (code: number): Rewriting => editSuccess((response) => ({ ...response, status: code }));

const replaceHeaders = (headers: ServerHeaders): Rewriting =>
  editSuccess((response) => ({ ...response, headers }));

const withMediaType = (type: string): Rewriting => replaceHeaders({ "content-type": type });

/** Replaces the text of a success by another text, or by bytes. */
const editText = (change: (text: string) => string | Uint8Array<ArrayBuffer>): Rewriting =>
  editSuccess((response) => {
    const raw = change("body" in response ? print(response.body) : "");
    return { status: 200, headers: JSON_HEADERS, raw };
  });

/** Inserts é in Latin-1, which is not valid UTF-8, at the end of the first string value. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text.replace(/":"([^"]*)"/, '":"$1~~"'));
  const place = bytes.findIndex((byte, index) => byte === 0x7e && bytes[index + 1] === 0x7e);
  if (place >= 0) bytes[place] = 0xe9;
  return bytes;
}

/** Rewritings of the status code, the headers or the text of a success, by their name in the names of faults. */
const DEVIATIONS: Readonly<Record<string, Rewriting>> = {
  "status-201": withStatus(201),
  "status-203": withStatus(203),
  "status-206": withStatus(206),
  "media-html": withMediaType("text/html; charset=utf-8"),
  "media-octets": withMediaType("application/octet-stream"),
  "media-xml": withMediaType("application/xml"),
  untyped: replaceHeaders({}),
  "utf-16": editText((text) => new Uint8Array(Buffer.from(text, "utf16le"))),
  "byte-order-mark": editText((text) => `\uFEFF${text}`),
  "two-values": editText((text) => `${text}\n{}`),
  "trailing-comma": editText((text) => text.replace(/\}$/, ",}")),
  "latin-1": editText(latin1),
  "an-accident": respondWithAccident,
  "cut-off": editText((text) => text.slice(0, -1)),
  "single-quotes": editText((text) => text.replaceAll('"', "'")),
  "not-a-number": editText((text) => text.replace(/\}$/, ',"x":NaN}')),
  "empty-body": editText(() => ""),
  "in-a-list": editText((text) => `[${text}]`),
  "as-json-text": editText((text) => JSON.stringify(text)),
};

/** Deviations in every success of an endpoint, or in those of some requests. */
const NAMES: FaultNames = {
  "4.3-success-status 4.8-success-status 4.9-success-status 4.10-success-status": "status-201",
  "4.2-success-status 4.5-success-status": "status-203",
  "4.4-success-status 4.6-success-status 4.7-success-status": "status-206",
  "4.4-success-status": "status-201-by-name status-203-by-key",
  "4.3-success-status": "status-201-at-a-time status-206-by-amount",
  "4.7-success-status": "status-201-with-a-nonce",

  "4.2-media-type 4.5-media-type 4.7-media-type 4.9-media-type": "media-html",
  "4.4-media-type 4.6-media-type 4.10-media-type": "media-octets",
  "4.3-media-type 4.8-media-type": "media-xml",
  "4.4-media-type": "media-html-behind-the-first-page",
  "4.3-media-type": "untyped-behind-the-first-page",

  "4.2-json-body 4.3-json-body 4.5-json-body 4.7-json-body 4.8-json-body 4.9-json-body 4.10-json-body":
    "byte-order-mark",
  "4.2-json-body 4.4-json-body 4.6-json-body": "latin-1",
  "4.3-json-body": "two-values",
  "4.4-json-body": "trailing-comma two-values-of-an-account",
  "4.5-json-body": "byte-order-mark-at-a-time",

  "4.2-answers-200 4.8-answers-200": "empty-body",
  "4.5-answers-200": "single-quotes in-a-list",
  "4.6-answers-200 4.9-answers-200 4.10-answers-200": "cut-off",
  "4.7-answers-200": "not-a-number as-json-text",
  "4.8-answers-200": "utf-16-by-address",
  "4.3-timestamp-accepted": "an-accident-at-a-time",
  "4.5-order-at-time": "an-accident-at-a-time-under-desc",
};

/** Faults in the status code, media type and text of successes (1, 4). */
export const transportFaults: readonly Fault[] = namedFaults(
  [NAMES],
  Object.entries(DEVIATIONS).map(([name, rewriting]) => [name, () => rewriting]),
);
