import { JSON_HEADERS, type AnswerHeaders, type Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { print } from "../json.ts";
import { editSuccess } from "../rewriting/answer.ts";
import { lastOf } from "../rewriting/ask.ts";
import { operations } from "../../schemas/operations.ts";
import { faultOf, way, type Way, type Ways } from "./notation.ts";
import { at, behindFirst, beside, inPath, type Where } from "./where.ts";

const status = (code: number): Way =>
  way(
    `a success has the status code ${code}`,
    editSuccess((answer) => ({ ...answer, status: code })),
  );

const media = (type: string): Way => headed(`a success is called ${type}`, { "content-type": type });

function headed(says: string, headers: AnswerHeaders): Way {
  const changed = editSuccess((answer) => ({ ...answer, headers }));
  return way(says, changed);
}

/** The text of a success is another one, or other bytes. */
function rewritten(says: string, change: (text: string) => string | Uint8Array<ArrayBuffer>): Way {
  const changed = editSuccess((answer) => {
    const raw = change("body" in answer ? print(answer.body) : "");
    return { status: 200, headers: JSON_HEADERS, raw };
  });
  return way(says, changed);
}

/** A letter in Latin-1, which is no UTF-8, in front of the first closing quote of a value. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text.replace(/":"([^"]*)"/, '":"$1~~"'));
  const place = bytes.findIndex((byte, index) => byte === 0x7e && bytes[index + 1] === 0x7e);
  if (place >= 0) bytes[place] = 0xe9;
  return bytes;
}

const accident = editSuccess(() => ({ status: 500, headers: JSON_HEADERS, body: { error: "boom" } }));

/** Ways to spoil how a success is carried, by the rule that is broken. */
const SPOILT: Ways = {
  "success-status": { "status-201": status(201), "status-203": status(203), "status-206": status(206) },
  "media-type": {
    "media-html": media("text/html; charset=utf-8"),
    "media-octets": media("application/octet-stream"),
    "media-xml": media("application/xml"),
    untyped: headed("a success has no media type", {}),
  },
  "json-body": {
    "utf-16": rewritten("a body is in UTF-16", (text) => new Uint8Array(Buffer.from(text, "utf16le"))),
    "byte-order-mark": rewritten("a body begins with a byte order mark", (text) => `\uFEFF${text}`),
    "two-values": rewritten("a body holds two JSON values", (text) => `${text}\n{}`),
    "trailing-comma": rewritten("a comma precedes the last brace", (text) => text.replace(/\}$/, ",}")),
    "latin-1": rewritten("a body holds a letter in Latin-1", latin1),
  },
  "answers-200": {
    "an-accident": way("an error of its own comes with status 500", accident),
    "cut-off": rewritten("a body ends too early", (text) => text.slice(0, -1)),
    "single-quotes": rewritten("strings stand in single quotes", (text) => text.replaceAll('"', "'")),
    "not-a-number": rewritten("a body holds NaN", (text) => text.replace(/\}$/, ',"x":NaN}')),
    "empty-body": rewritten("a success has no body", () => ""),
    "in-a-list": rewritten("the object of a success stands in a list", (text) => `[${text}]`),
    "as-json-text": rewritten("a body is JSON within a JSON string", (text) => JSON.stringify(text)),
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

const atTime = beside("timestamp");
const atTimeUnderDesc: Where = {
  says: "at a time under desc",
  holds: (ask) => atTime.holds(ask) && lastOf(ask, "order") === "desc",
};
const byAddress = inPath("by address", /^[^]{40}/);

/** What is spoilt in some successes alone; the clause is that of the rule unless one is given. */
const AT_TIMES: readonly (readonly [Endpoint, what: string, Where, name: string, clause?: string])[] = [
  ["tokens", "media-html", behindFirst, "behind-the-first-page"],
  ["tokens", "status-201", beside("name"), "by-name"],
  ["tokens", "status-203", beside("publickey"), "by-key"],
  ["tokens", "two-values", beside("account.id"), "of-an-account"],
  ["tokenBalances", "untyped", behindFirst, "behind-the-first-page"],
  ["tokenBalances", "an-accident", atTime, "at-a-time", "4.3-timestamp-accepted"],
  ["tokenBalances", "status-201", atTime, "at-a-time"],
  ["tokenBalances", "status-206", beside("account.balance"), "by-amount"],
  ["networkFees", "byte-order-mark", atTime, "at-a-time"],
  ["networkFees", "an-accident", atTimeUnderDesc, "at-a-time-under-desc", "4.5-order-at-time"],
  ["contractResult", "status-201", beside("nonce"), "with-a-nonce"],
  ["contract", "utf-16", byAddress, "by-address", "4.8-answers-200"],
];

function carried(endpoint: Endpoint, what: string, name = what, where?: Where, clause?: string): Fault {
  const [rule = "", ways] = Object.entries(SPOILT).find(([, named]) => what in named) ?? [];
  const one = ways?.[what];
  if (one === undefined) throw new Error(`nothing is spoilt as ${what}`);
  const own = clause ?? `${operations[endpoint].section}-${rule}`;
  return faultOf(endpoint, own, name, where === undefined ? one : at(where, one));
}

/** Faults in how successes are carried (1, 4). */
export const transportFaults: readonly Fault[] = [
  ...Object.values(operations).flatMap(({ endpoint }) =>
    ALWAYS[endpoint].split(" ").map((what) => carried(endpoint, what)),
  ),
  ...AT_TIMES.map(([endpoint, what, where, name, clause]) =>
    carried(endpoint, what, `${what}-${name}`, where, clause),
  ),
];
