import {
  failure,
  invalidParameters,
  JSON_HEADERS,
  type Answer,
  type Ask,
  type Endpoint,
} from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { lastOf, sends } from "../../rewriting/ask.ts";
import { dropping } from "./pages.ts";
import { faultOf, faultsOf, slug, way, type Way } from "../notation.ts";
import { ignored, overlooked } from "../texts.ts";
import { alone, at, inPath, type Where } from "../where.ts";

/** Under each clause parameters, and beside which others each is broken where nothing else is sent. */
type Pairs = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

function pairFaults(endpoint: Endpoint, what: string, broken: (name: string) => Way, pairs: Pairs) {
  return Object.entries(pairs).flatMap(([clause, named]) =>
    Object.entries(named).flatMap(([name, others]) =>
      others.map((other): Fault => {
        const own = `${slug(name)}-${what}-beside-${slug(other)}-alone`;
        return faultOf(endpoint, clause, own, at(alone(name, other), broken(name)));
      }),
    ),
  );
}

const IGNORED_TOKENS: Pairs = {
  "4.4-order-with-others": { order: ["name", "publickey"] },
  "4.4-order-sorted": { order: ["limit"] },
  "4.1-tokens-limit-with-others": { limit: ["name", "publickey", "order"] },
  "4.4-selection": {
    "token.id": ["order", "limit", "publickey"],
    "account.id": ["order", "token.id"],
    publickey: ["order", "limit", "account.id", "name"],
    name: ["order", "limit"],
  },
};
const IGNORED_BALANCES: Pairs = {
  "4.3-order-with-others": { order: ["timestamp", "account.publickey"] },
  "4.3-order-sorted": { order: ["limit"] },
  "4.1-balances-limit-with-others": { limit: ["timestamp", "account.publickey", "order"] },
  "4.3-selection": {
    "account.id": ["order", "limit", "account.publickey"],
    "account.balance": ["order", "account.id", "timestamp"],
    "account.publickey": ["order", "limit", "account.balance"],
  },
  "4.3-timestamp-none-any-page": { timestamp: ["order", "limit", "account.balance", "account.publickey"] },
};
const DROPPED_TOKENS: Pairs = {
  "4.1-tokens-next-keeps-filters": { "token.id": ["order", "limit"] },
  "4.1-tokens-public-key-pages": { publickey: ["limit"] },
  "4.1-tokens-next-keeps-order": { order: ["limit", "token.id"] },
};
const DROPPED_BALANCES: Pairs = {
  "4.1-balances-next-keeps-filters": { "account.id": ["order", "limit"] },
  "4.1-balances-public-key-pages": { "account.publickey": ["limit"] },
  "4.1-balances-next-keeps-order": { order: ["limit", "account.id", "timestamp"] },
};

const page = (status: number): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  raw: `<html><title>${status}</title></html>`,
});
const accident: Answer = { status: 500, headers: JSON_HEADERS, body: { error: "boom" } };

const eachTime = (holds: (ask: Ask) => boolean, answer: Answer): Way =>
  way(`what is fine alone is answered ${answer.status} together, each time`, () => () => answer, holds);
const together = (one: string, other: string, answer: Answer): Way =>
  eachTime((ask) => sends(one)(ask) && sends(other)(ask), answer);
const inPathToo = (name: string, path: RegExp, answer: Answer): Way =>
  eachTime((ask) => sends(name)(ask) && path.test(ask.param), answer);

const WELL_FORMED: Readonly<Record<string, RegExp>> = {
  nonce: /^(?:\d{1,9}|1\d{9})$/,
  timestamp: /^(?:(?:eq|ne|gte?|lte?):)?\d{1,10}(?:\.\d{1,9})?$/,
  limit: /^[1-9]\d*$/,
  order: /^(?:asc|desc)$/i,
};

/** A parameter is not checked in some requests. */
const unchecked = (name: string, ...places: readonly Where[]) =>
  Object.fromEntries(
    places.map((where) => {
      const isMalformed = (text: string) => WELL_FORMED[name]?.test(text) === false;
      const one = at(where, overlooked(name, `a malformed ${name}`, isMalformed));
      return [`${name}-unchecked-${slug(where.says)}`, one];
    }),
  );

/** Faults of two parameters that are each fine alone (4.3 to 4.5, 4.7, 4.8). */
export const twoParameterFaults: readonly Fault[] = [
  ...pairFaults("tokens", "ignored", ignored, IGNORED_TOKENS),
  ...pairFaults("tokens", "dropped", dropping, DROPPED_TOKENS),
  ...pairFaults("tokenBalances", "ignored", ignored, IGNORED_BALANCES),
  ...pairFaults("tokenBalances", "dropped", dropping, DROPPED_BALANCES),
  ...faultsOf("tokens", {
    "4.4-limit-refused": unchecked("limit", alone("limit", "name")),
    "4.4-order-refused": unchecked("order", { ...alone("order", "publickey"), says: "beside a key alone" }),
    "4.4-together-accepted": {
      "limit-with-account-id-is-an-accident": together("limit", "account.id", accident),
      "limit-with-name-is-unavailable": together("limit", "name", page(503)),
      "key-with-token-id-is-invalid": together("publickey", "token.id", invalidParameters(["publickey"])),
      "order-with-key-is-forbidden": together("order", "publickey", page(403)),
    },
  }),
  ...faultsOf("tokenBalances", {
    "4.3-limit-refused": unchecked("limit", alone("limit", "order")),
    "4.3-timestamp-refused": unchecked("timestamp", {
      ...alone("timestamp", "account.publickey"),
      says: "beside a key alone",
    }),
    "4.3-together-accepted": {
      "order-asc-with-time-is-unavailable": eachTime(
        (ask) => lastOf(ask, "order") === "asc" && sends("timestamp")(ask),
        page(503),
      ),
      "limit-with-account-id-is-an-accident": together("limit", "account.id", accident),
      "key-with-balance-is-missing": together(
        "account.publickey",
        "account.balance",
        failure(404, ["Not found"]),
      ),
      "time-with-balance-times-out": together("timestamp", "account.balance", page(504)),
    },
  }),
  ...faultsOf("networkFees", {
    "4.5-together-accepted": { "order-with-time-is-unavailable": together("order", "timestamp", page(503)) },
  }),
  ...faultsOf("contractResult", {
    "4.7-nonce-refused": unchecked("nonce", inPath("beside a hash", /^[^-]+$/)),
    "4.7-together-accepted": {
      "nonce-with-transaction-id-is-unavailable": inPathToo("nonce", /-/, page(503)),
    },
  }),
  ...faultsOf("contract", {
    "4.8-timestamp-refused": unchecked(
      "timestamp",
      inPath("beside an address", /[\da-f]{40}$/i),
      inPath("beside a bare address", /^[\da-f]{40}$/i),
      inPath("beside a short id", /^\d+$/),
    ),
    "4.8-together-accepted": {
      "time-with-short-id-is-an-accident": inPathToo("timestamp", /^\d+$/, accident),
      "time-with-bare-address-is-unavailable": inPathToo("timestamp", /^[\da-f]{40}$/i, page(503)),
    },
  }),
];
