import { ENDPOINT_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { JSON_HEADERS, print, type ServerHeaders } from "../exchange.ts";
import { faultOf, type Fault } from "../fault.ts";
import {
  respondWithAccident,
  isLaterPage,
  isDescending,
  editSuccess,
  when,
  type Rewriting,
  type Where,
} from "../rewriting.ts";

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

/** Deviations in every success of an endpoint, by clause. */
const IN_EVERY_SUCCESS: Readonly<Record<Endpoint, Readonly<Record<string, readonly string[]>>>> = {
  statusSummary: {
    "4.2-success-status": ["status-203"],
    "4.2-media-type": ["media-html"],
    "4.2-json-body": ["byte-order-mark", "latin-1"],
    "4.2-answers-200": ["empty-body"],
  },
  tokens: {
    "4.4-success-status": ["status-206"],
    "4.4-media-type": ["media-octets"],
    "4.4-json-body": ["trailing-comma", "latin-1"],
  },
  tokenBalances: {
    "4.3-success-status": ["status-201"],
    "4.3-media-type": ["media-xml"],
    "4.3-json-body": ["two-values", "byte-order-mark"],
  },
  networkFees: {
    "4.5-success-status": ["status-203"],
    "4.5-media-type": ["media-html"],
    "4.5-json-body": ["byte-order-mark"],
    "4.5-answers-200": ["single-quotes", "in-a-list"],
  },
  topicMessage: {
    "4.6-success-status": ["status-206"],
    "4.6-media-type": ["media-octets"],
    "4.6-answers-200": ["cut-off"],
    "4.6-json-body": ["latin-1"],
  },
  contractResult: {
    "4.7-success-status": ["status-206"],
    "4.7-media-type": ["media-html"],
    "4.7-json-body": ["byte-order-mark"],
    "4.7-answers-200": ["not-a-number", "as-json-text"],
  },
  contract: {
    "4.8-success-status": ["status-201"],
    "4.8-media-type": ["media-xml"],
    "4.8-json-body": ["byte-order-mark"],
    "4.8-answers-200": ["empty-body"],
  },
  sessionVerify: {
    "4.9-success-status": ["status-201"],
    "4.9-media-type": ["media-html"],
    "4.9-json-body": ["byte-order-mark"],
    "4.9-answers-200": ["cut-off"],
  },
  verify: {
    "4.10-success-status": ["status-201"],
    "4.10-media-type": ["media-octets"],
    "4.10-json-body": ["byte-order-mark"],
    "4.10-answers-200": ["cut-off"],
  },
};

/** Deviations in the successes of some requests only; `context` describes these requests in the name of the fault. */
const IN_SOME_SUCCESSES: readonly (readonly [
  Endpoint,
  clause: string,
  deviation: string,
  Where,
  context: string,
])[] = [
  ["tokens", "4.4-media-type", "media-html", isLaterPage, "behind-the-first-page"],
  ["tokens", "4.4-success-status", "status-201", "name", "by-name"],
  ["tokens", "4.4-success-status", "status-203", "publickey", "by-key"],
  ["tokens", "4.4-json-body", "two-values", "account.id", "of-an-account"],
  ["tokenBalances", "4.3-media-type", "untyped", isLaterPage, "behind-the-first-page"],
  ["tokenBalances", "4.3-timestamp-accepted", "an-accident", "timestamp", "at-a-time"],
  ["tokenBalances", "4.3-success-status", "status-201", "timestamp", "at-a-time"],
  ["tokenBalances", "4.3-success-status", "status-206", "account.balance", "by-amount"],
  ["networkFees", "4.5-json-body", "byte-order-mark", "timestamp", "at-a-time"],
  ["networkFees", "4.5-order-at-time", "an-accident", ["timestamp", isDescending], "at-a-time-under-desc"],
  ["contractResult", "4.7-success-status", "status-201", "nonce", "with-a-nonce"],
  ["contract", "4.8-answers-200", "utf-16", /^[^]{40}/, "by-address"],
];

function deviationIn(
  endpoint: Endpoint,
  clause: string,
  deviation: string,
  where: Where = [],
  context = "",
): Fault {
  const rewriting = DEVIATIONS[deviation];
  if (rewriting === undefined) throw new Error(`there is no deviation named ${deviation}`);
  return faultOf(
    endpoint,
    clause,
    context === "" ? deviation : `${deviation}-${context}`,
    when(where, rewriting),
  );
}

/** Faults in the status code, media type and text of successes (1, 4). */
export const transportFaults: readonly Fault[] = [
  ...ENDPOINT_NAMES.flatMap((endpoint) =>
    Object.entries(IN_EVERY_SUCCESS[endpoint]).flatMap(([clause, deviations]) =>
      deviations.map((deviation) => deviationIn(endpoint, clause, deviation)),
    ),
  ),
  ...IN_SOME_SUCCESSES.map((row) => deviationIn(...row)),
];
