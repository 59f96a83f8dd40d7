import type { Endpoint } from "../../schemas/operations.ts";
import { JSON_HEADERS, jsonText, type ServerHeaders } from "../exchange.ts";
import { editSuccess, respondWithServerError, type Rewriting } from "../rewriting.ts";
import type { Fault } from "../fault.ts";
import { namedFaults } from "./notation.ts";

const withStatus = (code: number): Rewriting => editSuccess((response) => ({ ...response, status: code }));

const replaceHeaders = (headers: ServerHeaders): Rewriting =>
  editSuccess((response) => ({ ...response, headers }));

const withMediaType = (type: string): Rewriting => replaceHeaders({ "content-type": type });

const editText = (change: (text: string) => string | Uint8Array<ArrayBuffer>): Rewriting =>
  editSuccess((response) => {
    const raw = change("body" in response ? jsonText(response.body) : "");
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
  "a-server-error": respondWithServerError,
  "cut-off": editText((text) => text.slice(0, -1)),
  "single-quotes": editText((text) => text.replaceAll('"', "'")),
  "not-a-number": editText((text) => text.replace(/\}$/, ',"x":NaN}')),
  "empty-body": editText(() => ""),
  "in-a-list": editText((text) => `[${text}]`),
  "as-json-text": editText((text) => JSON.stringify(text)),
};

const NAMES: readonly (readonly [endpoint: Endpoint, clause: string, names: string])[] = [
  ["statusSummary", "4.2-success-status", "status-203"],
  ["statusSummary", "4.2-media-type", "media-html"],
  ["statusSummary", "4.2-json-body", "byte-order-mark latin-1"],
  ["statusSummary", "4.2-answers-200", "empty-body"],
  ["tokens", "4.4-success-status", "status-206 status-201-by-name status-203-by-key"],
  ["tokens", "4.4-media-type", "media-octets media-html-behind-the-first-page"],
  ["tokens", "4.4-json-body", "latin-1 trailing-comma two-values-of-an-account"],
  ["tokenBalances", "4.3-success-status", "status-201 status-201-at-a-time status-206-by-amount"],
  ["tokenBalances", "4.3-media-type", "media-xml untyped-behind-the-first-page"],
  ["tokenBalances", "4.3-json-body", "byte-order-mark two-values"],
  ["tokenBalances", "4.3-timestamp-accepted", "a-server-error-at-a-time"],
  ["networkFees", "4.5-success-status", "status-203"],
  ["networkFees", "4.5-media-type", "media-html"],
  ["networkFees", "4.5-json-body", "byte-order-mark byte-order-mark-at-a-time"],
  ["networkFees", "4.5-answers-200", "single-quotes in-a-list"],
  ["networkFees", "4.5-order-at-time", "a-server-error-at-a-time-under-desc"],
  ["topicMessage", "4.6-success-status", "status-206"],
  ["topicMessage", "4.6-media-type", "media-octets"],
  ["topicMessage", "4.6-json-body", "latin-1"],
  ["topicMessage", "4.6-answers-200", "cut-off"],
  ["contractResult", "4.7-success-status", "status-206 status-201-with-a-nonce"],
  ["contractResult", "4.7-media-type", "media-html"],
  ["contractResult", "4.7-json-body", "byte-order-mark"],
  ["contractResult", "4.7-answers-200", "not-a-number as-json-text"],
  ["contract", "4.8-success-status", "status-201"],
  ["contract", "4.8-media-type", "media-xml"],
  ["contract", "4.8-json-body", "byte-order-mark"],
  ["contract", "4.8-answers-200", "empty-body utf-16-by-address"],
  ["sessionVerify", "4.9-success-status", "status-201"],
  ["sessionVerify", "4.9-media-type", "media-html"],
  ["sessionVerify", "4.9-json-body", "byte-order-mark"],
  ["sessionVerify", "4.9-answers-200", "cut-off"],
  ["verify", "4.10-success-status", "status-201"],
  ["verify", "4.10-media-type", "media-octets"],
  ["verify", "4.10-json-body", "byte-order-mark"],
  ["verify", "4.10-answers-200", "cut-off"],
];

/** Faults in successes: another status code or media type, a body that is not one JSON object in UTF-8, or a server error (§1, §4). */
export const transportFaults: readonly Fault[] = namedFaults(
  NAMES.map(([endpoint, clause, names]) => [[endpoint], { [clause]: names }]),
  Object.entries(DEVIATIONS).map(([name, rewriting]) => [name, () => rewriting]),
);
