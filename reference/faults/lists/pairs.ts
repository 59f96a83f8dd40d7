import { ACCIDENT, invalidParameters, notFound, type Answer, type Endpoint } from "../../exchange.ts";
import { faultOf, faultsOf, slug, type Fault } from "../../fault.ts";
import { alone, inPath, sends, under, when, type Condition, type Rewriting } from "../../rewriting/ask.ts";
import { dropping } from "./pages.ts";
import { ignored, unchecked } from "../texts.ts";

/** Under each clause parameters, and beside which others each is broken where nothing else is sent. */
type Pairs = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

function pairFaults(endpoint: Endpoint, what: string, broken: (name: string) => Rewriting, pairs: Pairs) {
  return Object.entries(pairs).flatMap(([clause, named]) =>
    Object.entries(named).flatMap(([name, others]) =>
      others.map((other): Fault => {
        const own = `${slug(name)}-${what}-beside-${slug(other)}-alone`;
        return faultOf(endpoint, clause, own, when(alone(name, other), broken(name)));
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

/** What is fine alone gets this answer where both conditions hold, each time. */
const answered = (one: Condition, other: Condition, answer: Answer): Rewriting =>
  when(
    one,
    when(other, () => () => answer),
  );
const together = (one: string, other: string, answer: Answer): Rewriting =>
  answered(sends(one), sends(other), answer);

/** Parameters of which no malformed text has an effect. */
const NONCE = unchecked("nonce", /^(?:\d{1,9}|1\d{9})$/);
const TIME = unchecked("timestamp", /^(?:(?:eq|ne|gte?|lte?):)?\d{1,10}(?:\.\d{1,9})?$/);
const LIMIT = unchecked("limit", /^[1-9]\d*$/);
const ORDER = unchecked("order", /^(?:asc|desc)$/i);

const byBareAddress = inPath(/^[\da-f]{40}$/i);
const byShortId = inPath(/^\d+$/);

/** Faults of two parameters that are each fine alone (4.3 to 4.5, 4.7, 4.8). */
export const twoParameterFaults: readonly Fault[] = [
  ...pairFaults("tokens", "ignored", ignored, IGNORED_TOKENS),
  ...pairFaults("tokens", "dropped", dropping, DROPPED_TOKENS),
  ...pairFaults("tokenBalances", "ignored", ignored, IGNORED_BALANCES),
  ...pairFaults("tokenBalances", "dropped", dropping, DROPPED_BALANCES),
  ...faultsOf("tokens", {
    "4.4-limit-refused": { "limit-unchecked-beside-name-alone": when(alone("limit", "name"), LIMIT) },
    "4.4-order-refused": { "order-unchecked-beside-a-key-alone": when(alone("order", "publickey"), ORDER) },
    "4.4-together-accepted": {
      "limit-with-account-id-is-an-accident": together("limit", "account.id", ACCIDENT),
      "limit-with-name-is-unavailable": together("limit", "name", page(503)),
      "key-with-token-id-is-invalid": together("publickey", "token.id", invalidParameters(["publickey"])),
      "order-with-key-is-forbidden": together("order", "publickey", page(403)),
    },
  }),
  ...faultsOf("tokenBalances", {
    "4.3-limit-refused": { "limit-unchecked-beside-order-alone": when(alone("limit", "order"), LIMIT) },
    "4.3-timestamp-refused": {
      "timestamp-unchecked-beside-a-key-alone": when(alone("timestamp", "account.publickey"), TIME),
    },
    "4.3-together-accepted": {
      "order-asc-with-time-is-unavailable": answered(under("asc"), sends("timestamp"), page(503)),
      "limit-with-account-id-is-an-accident": together("limit", "account.id", ACCIDENT),
      "key-with-balance-is-missing": together("account.publickey", "account.balance", notFound()),
      "time-with-balance-times-out": together("timestamp", "account.balance", page(504)),
    },
  }),
  ...faultsOf("networkFees", {
    "4.5-together-accepted": { "order-with-time-is-unavailable": together("order", "timestamp", page(503)) },
  }),
  ...faultsOf("contractResult", {
    "4.7-nonce-refused": { "nonce-unchecked-beside-a-hash": when(inPath(/^[^-]+$/), NONCE) },
    "4.7-together-accepted": {
      "nonce-with-transaction-id-is-unavailable": answered(sends("nonce"), inPath(/-/), page(503)),
    },
  }),
  ...faultsOf("contract", {
    "4.8-timestamp-refused": {
      "timestamp-unchecked-beside-an-address": when(inPath(/[\da-f]{40}$/i), TIME),
      "timestamp-unchecked-beside-a-bare-address": when(byBareAddress, TIME),
      "timestamp-unchecked-beside-a-short-id": when(byShortId, TIME),
    },
    "4.8-together-accepted": {
      "time-with-short-id-is-an-accident": answered(sends("timestamp"), byShortId, ACCIDENT),
      "time-with-bare-address-is-unavailable": answered(sends("timestamp"), byBareAddress, page(503)),
    },
  }),
];
