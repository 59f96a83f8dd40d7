import type { Answer, Ask, Endpoint } from "../exchange.ts";
import { JSON_HEADERS } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { print } from "../json.ts";
import { editSuccess } from "../rewriting/answer.ts";
import { sends, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import { CURSOR } from "../parameters.ts";
import { faultsOf, type Entry } from "./tables.ts";

function textOf(answer: Answer): string {
  return "body" in answer ? print(answer.body) : "";
}

function status(code: number): Rewriting {
  return editSuccess((answer) => ({ ...answer, status: code }));
}

function media(type: string): Rewriting {
  return editSuccess((answer) => ({ ...answer, headers: { "content-type": type } }));
}

function rewritten(change: (text: string) => string): Rewriting {
  return editSuccess((answer) => ({ status: 200, headers: JSON_HEADERS, raw: change(textOf(answer)) }));
}

/** A letter in Latin-1, which is no UTF-8, in front of the first closing quote of a value. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text.replace(/":"([^"]*)"/, '":"$1~~"'));
  const place = bytes.findIndex((byte, index) => byte === 0x7e && bytes[index + 1] === 0x7e);
  if (place >= 0) bytes[place] = 0xe9;
  return bytes;
}

/** Ways to spoil how a success is carried. */
const SPOILT: Readonly<Record<string, readonly [rule: string, told: string, breaks: Rewriting]>> = {
  "status-201": ["success-status", "a success has the status code 201", status(201)],
  "status-206": ["success-status", "a success has the status code 206", status(206)],
  "status-203": ["success-status", "a success has the status code 203", status(203)],
  "media-html": ["media-type", "a success is called text/html", media("text/html; charset=utf-8")],
  "media-octets": [
    "media-type",
    "a success is called application/octet-stream",
    media("application/octet-stream"),
  ],
  "media-xml": ["media-type", "a success is called application/xml", media("application/xml")],
  untyped: [
    "media-type",
    "a success has no media type",
    editSuccess((answer) => ({ ...answer, headers: {} })),
  ],
  "utf-16": [
    "json-body",
    "a body is in UTF-16",
    editSuccess((answer) => ({
      status: 200,
      headers: JSON_HEADERS,
      raw: new Uint8Array(Buffer.from(textOf(answer), "utf16le")),
    })),
  ],
  "an-accident": [
    "answers-200",
    "an error of its own comes with status 500",
    editSuccess(() => ({ status: 500, headers: JSON_HEADERS, body: { error: "boom" } })),
  ],
  "byte-order-mark": [
    "json-body",
    "a body begins with a byte order mark",
    rewritten((text) => `\uFEFF${text}`),
  ],
  "two-values": ["json-body", "a body holds two JSON values", rewritten((text) => `${text}\n{}`)],
  "cut-off": ["answers-200", "a body breaks off before its end", rewritten((text) => text.slice(0, -1))],
  "trailing-comma": [
    "json-body",
    "a body has a comma before its last brace",
    rewritten((text) => text.replace(/\}$/, ",}")),
  ],
  "single-quotes": [
    "answers-200",
    "strings stand in single quotes",
    rewritten((text) => text.replaceAll('"', "'")),
  ],
  "not-a-number": ["answers-200", "a body holds NaN", rewritten((text) => text.replace(/\}$/, ',"x":NaN}'))],
  "empty-body": ["answers-200", "a success has no body", rewritten(() => "")],
  "in-a-list": ["answers-200", "the object of a success stands in a list", rewritten((text) => `[${text}]`)],
  "as-json-text": [
    "answers-200",
    "a body is JSON within a JSON string",
    rewritten((text) => JSON.stringify(text)),
  ],
  "latin-1": [
    "json-body",
    "a body holds a letter in Latin-1",
    editSuccess((answer) => ({ status: 200, headers: JSON_HEADERS, raw: latin1(textOf(answer)) })),
  ],
};

function carried(
  endpoint: Endpoint,
  prefix: string,
  section: string,
  whats: readonly string[],
): readonly Fault[] {
  const entries = whats.flatMap((what): readonly Entry[] => {
    const spoilt = SPOILT[what];
    return spoilt === undefined ? [] : [[what, `${section}-${spoilt[0]}`, spoilt[1], spoilt[2]]];
  });
  return faultsOf(endpoint, prefix, entries);
}

/** Successes that are spoilt in some requests alone. */
function carriedWhen(
  endpoint: Endpoint,
  prefix: string,
  clause: string,
  what: string,
  [where, test]: readonly [string, (ask: Ask) => boolean],
): readonly Fault[] {
  const [, told, breaks] = SPOILT[what] ?? ["", "", status(200)];
  return faultsOf(endpoint, prefix, [[`${what}-${where}`, clause, `${told}, ${where}`, when(test, breaks)]]);
}

const behindFirst = ["behind-the-first-page", sends(CURSOR)] as const;
const atTime = ["at-a-time", sends("timestamp")] as const;

/** Faults in how successes are carried (1, 4). */
export const transportFaults: readonly Fault[] = [
  ...carried("statusSummary", "summary", "4.2", [
    "status-203",
    "media-html",
    "byte-order-mark",
    "latin-1",
    "empty-body",
  ]),
  ...carried("tokens", "tokens", "4.4", ["status-206", "media-octets", "trailing-comma", "latin-1"]),
  ...carried("tokenBalances", "balances", "4.3", [
    "status-201",
    "media-xml",
    "two-values",
    "byte-order-mark",
  ]),
  ...carried("networkFees", "fees", "4.5", [
    "status-203",
    "media-html",
    "byte-order-mark",
    "single-quotes",
    "in-a-list",
  ]),
  ...carried("topicMessage", "message", "4.6", ["status-206", "media-octets", "cut-off", "latin-1"]),
  ...carried("contractResult", "result", "4.7", [
    "status-206",
    "media-html",
    "byte-order-mark",
    "not-a-number",
    "as-json-text",
  ]),
  ...carried("contract", "contract", "4.8", ["status-201", "media-xml", "byte-order-mark", "empty-body"]),
  ...carriedWhen("tokens", "tokens", "4.4-media-type", "media-html", behindFirst),
  ...carriedWhen("tokens", "tokens", "4.4-success-status", "status-201", ["by-name", sends("name")]),
  ...carriedWhen("tokens", "tokens", "4.4-success-status", "status-203", ["by-key", sends("publickey")]),
  ...carriedWhen("tokens", "tokens", "4.4-json-body", "two-values", ["of-an-account", sends("account.id")]),
  ...carriedWhen("tokenBalances", "balances", "4.3-media-type", "untyped", behindFirst),
  ...carriedWhen("tokenBalances", "balances", "4.3-timestamp-accepted", "an-accident", atTime),
  ...carriedWhen("tokenBalances", "balances", "4.3-success-status", "status-201", atTime),
  ...carriedWhen("tokenBalances", "balances", "4.3-success-status", "status-206", [
    "by-amount",
    sends("account.balance"),
  ]),
  ...carriedWhen("networkFees", "fees", "4.5-json-body", "byte-order-mark", atTime),
  ...carriedWhen("networkFees", "fees", "4.5-order-at-time", "an-accident", [
    "at-a-time-under-desc",
    (ask) => sends("timestamp")(ask) && valuesOf(ask, "order").includes("desc"),
  ]),
  ...carriedWhen("contractResult", "result", "4.7-success-status", "status-201", [
    "with-a-nonce",
    sends("nonce"),
  ]),
  ...carriedWhen("contract", "contract", "4.8-answers-200", "utf-16", [
    "by-address",
    ({ param }) => param.length >= 40,
  ]),
  ...carried("sessionVerify", "session", "4.9", ["status-201", "media-html", "byte-order-mark", "cut-off"]),
  ...carried("verify", "direct", "4.10", ["status-201", "media-octets", "byte-order-mark", "cut-off"]),
];
