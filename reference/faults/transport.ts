import { ENDPOINT_NAMES, operations, type Endpoint } from "../../schemas/operations.ts";
import { JSON_HEADERS, print, type ServerHeaders } from "../exchange.ts";
import { faultOf, type Fault, type Ways } from "../fault.ts";
import {
  accidentalError,
  behindFirst,
  desc,
  editSuccess,
  when,
  type Rewriting,
  type Where,
} from "../rewriting.ts";

const withStatus = (code: number): Rewriting => editSuccess((response) => ({ ...response, status: code }));

const headed = (headers: ServerHeaders): Rewriting => editSuccess((response) => ({ ...response, headers }));

const withMediaType = (type: string): Rewriting => headed({ "content-type": type });

/** The text of a success is another one, or other bytes. */
const rewritten = (change: (text: string) => string | Uint8Array<ArrayBuffer>): Rewriting =>
  editSuccess((response) => {
    const raw = change("body" in response ? print(response.body) : "");
    return { status: 200, headers: JSON_HEADERS, raw };
  });

/** A letter in Latin-1, which is no UTF-8, in front of the first closing quote of a value. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text.replace(/":"([^"]*)"/, '":"$1~~"'));
  const place = bytes.findIndex((byte, index) => byte === 0x7e && bytes[index + 1] === 0x7e);
  if (place >= 0) bytes[place] = 0xe9;
  return bytes;
}

/** Ways to spoil how a success is carried, by the rule that is broken. */
const SPOILT: Ways = {
  "success-status": {
    "status-201": withStatus(201),
    "status-203": withStatus(203),
    "status-206": withStatus(206),
  },
  "media-type": {
    "media-html": withMediaType("text/html; charset=utf-8"),
    "media-octets": withMediaType("application/octet-stream"),
    "media-xml": withMediaType("application/xml"),
    untyped: headed({}),
  },
  "json-body": {
    "utf-16": rewritten((text) => new Uint8Array(Buffer.from(text, "utf16le"))),
    "byte-order-mark": rewritten((text) => `\uFEFF${text}`),
    "two-values": rewritten((text) => `${text}\n{}`),
    "trailing-comma": rewritten((text) => text.replace(/\}$/, ",}")),
    "latin-1": rewritten(latin1),
  },
  "answers-200": {
    "an-accident": accidentalError,
    "cut-off": rewritten((text) => text.slice(0, -1)),
    "single-quotes": rewritten((text) => text.replaceAll('"', "'")),
    "not-a-number": rewritten((text) => text.replace(/\}$/, ',"x":NaN}')),
    "empty-body": rewritten(() => ""),
    "in-a-list": rewritten((text) => `[${text}]`),
    "as-json-text": rewritten((text) => JSON.stringify(text)),
  },
};

/** What is spoilt in every success of an endpoint. */
const ALWAYS: Readonly<Record<Endpoint, string>> = {
  statusSummary: "status-203 media-html byte-order-mark latin-1 empty-body",
  tokens: "status-206 media-octets trailing-comma latin-1",
  tokenBalances: "status-201 media-xml two-values byte-order-mark",
  networkFees: "status-203 media-html byte-order-mark single-quotes in-a-list",
  topicMessage: "status-206 media-octets cut-off latin-1",
  contractResult: "status-206 media-html byte-order-mark not-a-number as-json-text",
  contract: "status-201 media-xml byte-order-mark empty-body",
  sessionVerify: "status-201 media-html byte-order-mark cut-off",
  verify: "status-201 media-octets byte-order-mark cut-off",
};

/** What is spoilt in some successes alone; the clause is that of the rule unless one is given. */
const AT_TIMES: readonly (readonly [Endpoint, what: string, Where, name: string, clause?: string])[] = [
  ["tokens", "media-html", behindFirst, "behind-the-first-page"],
  ["tokens", "status-201", "name", "by-name"],
  ["tokens", "status-203", "publickey", "by-key"],
  ["tokens", "two-values", "account.id", "of-an-account"],
  ["tokenBalances", "untyped", behindFirst, "behind-the-first-page"],
  ["tokenBalances", "an-accident", "timestamp", "at-a-time", "4.3-timestamp-accepted"],
  ["tokenBalances", "status-201", "timestamp", "at-a-time"],
  ["tokenBalances", "status-206", "account.balance", "by-amount"],
  ["networkFees", "byte-order-mark", "timestamp", "at-a-time"],
  ["networkFees", "an-accident", ["timestamp", desc], "at-a-time-under-desc", "4.5-order-at-time"],
  ["contractResult", "status-201", "nonce", "with-a-nonce"],
  ["contract", "utf-16", /^[^]{40}/, "by-address", "4.8-answers-200"],
];

function carried(endpoint: Endpoint, what: string, where: Where = [], name = "", clause?: string): Fault {
  const [rule = "", ways] = Object.entries(SPOILT).find(([, named]) => what in named) ?? [];
  const one = ways?.[what];
  if (one === undefined) throw new Error(`nothing is spoilt as ${what}`);
  const own = name === "" ? what : `${what}-${name}`;
  return faultOf(endpoint, clause ?? `${operations[endpoint].section}-${rule}`, own, when(where, one));
}

/** Faults in how successes are carried (1, 4). */
export const transportFaults: readonly Fault[] = [
  ...ENDPOINT_NAMES.flatMap((endpoint) => ALWAYS[endpoint].split(" ").map((what) => carried(endpoint, what))),
  ...AT_TIMES.map((row) => carried(...row)),
];
