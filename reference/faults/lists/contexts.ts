import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { usualDataset } from "../../dataset.ts";
import {
  ACCIDENT,
  invalidParameters,
  notFound,
  print,
  valuesOf,
  type ServerResponse,
} from "../../exchange.ts";
import { faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { editRows, wholeList } from "../../listing.ts";
import {
  hasOnlyParameters,
  respondWith,
  isAscending,
  isLaterPage,
  isDescending,
  hasParameter,
  when,
  type Condition,
  type Rewriting,
} from "../../rewriting.ts";
import {
  ignoreParameter,
  replaceOperator,
  replaceInValue,
  refuseRequests,
  replaceValue,
} from "../../parameter-rewriting.ts";
import { targetOf } from "../../target.ts";
import { ignoredMalformed } from "../parsers.ts";
import { FAULT_LISTS, type List } from "./list.ts";

const NO_URLS = { statusUrl: "", baseUrl: "", verifyUrl: "" };

/** Omits one row unless it is requested by its id. */
function unlisted({ endpoint }: List): Rewriting {
  const { tokenIds, accountIds } = targetOf(NO_URLS, usualDataset()).samples;
  const [filter, identity, [id]] =
    endpoint === "tokens" ? ["token.id", "token_id", tokenIds] : ["account.id", "account", accountIds];
  return when(
    (request) => !valuesOf(request, filter).some((value) => value.endsWith(`:${id}`)),
    editRows((rows) => rows.filter((row) => row[identity] !== id)),
  );
}

/** Returns one row more than the limit on later pages. */
const fullerPages = when(["limit", isLaterPage], (honest) =>
  editRows((rows, request) => {
    const known = new Set(rows.map(print));
    return [...rows, wholeList(honest, request).find((row) => !known.has(print(row))) ?? []].flat();
  })(honest),
);

const errorPage = (status: number): ServerResponse => ({
  status,
  headers: { "content-type": "text/html" },
  raw: `<html><title>${status}</title></html>`,
});

/** Returns this response to every request that meets all conditions. */
const responded = (response: ServerResponse, ...where: readonly Condition[]): Rewriting =>
  when(where, respondWith(response));

const LOWEST_ACCOUNT_ID = "0.0.0";
const SELECTS_NONE = `lt:${LOWEST_ACCOUNT_ID}`;
const SELECTS_ALL = `gte:${LOWEST_ACCOUNT_ID}`;
const HIGHEST_ACCOUNT_ID = "9999999999.9999999999.9999999999";

/** A bound of account.id that all accounts meet selects none, and a bound that none meets selects all. */
const replacedBound = (bound: string, replacement: string): Rewriting =>
  replaceValue("account.id", (value) => (value === bound ? replacement : value));

const EXTREME_BOUND_FAULTS: Ways = {
  "4.4-account-id-gte-lowest": {
    "account-id-gte-lowest-wrong": replacedBound(`gte:${LOWEST_ACCOUNT_ID}`, SELECTS_NONE),
  },
  "4.4-account-id-gt-lowest": {
    "account-id-gt-lowest-wrong": replacedBound(`gt:${LOWEST_ACCOUNT_ID}`, SELECTS_NONE),
  },
  "4.4-account-id-lt-lowest-none": {
    "account-id-lt-lowest-none-wrong": replacedBound(`lt:${LOWEST_ACCOUNT_ID}`, SELECTS_ALL),
  },
  "4.4-account-id-lte-highest": {
    "account-id-lte-highest-wrong": replacedBound(`lte:${HIGHEST_ACCOUNT_ID}`, SELECTS_NONE),
  },
  "4.4-account-id-lt-highest": {
    "account-id-lt-highest-wrong": replacedBound(`lt:${HIGHEST_ACCOUNT_ID}`, SELECTS_NONE),
  },
  "4.4-account-id-ne-highest": {
    "account-id-ne-highest-wrong": replacedBound(`ne:${HIGHEST_ACCOUNT_ID}`, SELECTS_NONE),
  },
  "4.4-account-id-gt-highest-none": {
    "account-id-gt-highest-none-wrong": replacedBound(`gt:${HIGHEST_ACCOUNT_ID}`, SELECTS_ALL),
  },
  "4.4-account-id-gte-highest-none": {
    "account-id-gte-highest-none-wrong": replacedBound(`gte:${HIGHEST_ACCOUNT_ID}`, SELECTS_ALL),
  },
};

/** Filters that ignore the shard or the realm of an id; the clauses are those on eq, gte, and no operator. */
function ignoredIdParts(name: string, clauses: Readonly<Record<"eq" | "gte" | "none", string>>): Ways {
  const prefix = slug(name);
  return {
    [clauses.eq]: {
      [`${prefix}-of-any-shard`]: replaceInValue(name, /\d+(?=\.\d+\.\d+$)/, "0"),
      [`${prefix}-eq-ignored-under-desc`]: when(isDescending, replaceOperator(name, "eq")),
    },
    [clauses.none]: { [`${prefix}-of-any-realm`]: replaceInValue(name, /\d+(?=\.\d+$)/, "0") },
    [clauses.gte]: {
      [`${prefix}-from-any-realm`]: replaceInValue(name, /(?<=:\d+\.)\d+(?=\.\d+$)/, "0"),
    },
  };
}

const TOKEN_CONTEXTS: Ways = {
  "4.4-account-id-gte": {
    "order-ignored-beside-later-accounts": ignoreParameter("order", hasParameter("account.id", /^gte?:/)),
  },
  ...EXTREME_BOUND_FAULTS,
  "4.4-account-id-with-token-id": {
    "account-id-overrides-token-id": ignoreParameter("token.id", "account.id"),
    "token-id-by-eq-overrides-account-id": ignoreParameter("account.id", hasParameter("token.id", /^eq:/)),
  },
  "4.4-order-with-others": {
    "order-ignored-beside-name-and-key": ignoreParameter("order", "name", "publickey"),
  },
  "4.1-tokens-limit-with-others": { "limit-ignored-with-order": ignoreParameter("limit", "order") },
  "4.4-account-id-any-order": {
    "account-id-ignored-under-desc": ignoreParameter("account.id", isDescending),
  },
  "4.4-public-key-with-account-id": {
    "publickey-overrides-account-id": ignoreParameter("account.id", "publickey"),
  },
  "4.4-public-key-with-token-id": {
    "token-id-overrides-publickey": ignoreParameter("publickey", "token.id"),
  },
  "4.4-name-with-public-key": { "name-overrides-publickey": ignoreParameter("publickey", "name") },
  ...ignoredIdParts("token.id", {
    eq: "4.4-token-id-eq",
    gte: "4.4-token-id-gte",
    none: "4.4-token-id-none",
  }),
  "4.4-account-id-short": {
    "account-id-short-ne-as-eq": replaceInValue("account.id", /^ne:(\d+)$/, "eq:$1"),
    "account-id-short-bound-as-eq": replaceInValue("account.id", /^[gl]te?:(\d+)$/, "eq:$1"),
  },
  "4.4-account-id-lte": {
    "account-id-lte-as-lt-under-desc": when(isDescending, replaceOperator("account.id", "lte", "lt")),
  },
  "4.4-account-id-of-holders": { "account-id-finds-nothing": replaceValue("account.id", () => SELECTS_NONE) },
  "4.4-account-id-elsewhere": {
    "account-id-of-any-shard": replaceInValue("account.id", /\d+\.\d+\.(\d+)$/, "0.0.$1"),
  },
  "4.4-together-accepted": {
    "ids-refused-together": refuseRequests("token.id", ["token.id", "account.id"]),
    "limit-with-account-id-is-an-accident": responded(ACCIDENT, "limit", "account.id"),
    "name-with-limit-refused": refuseRequests("name", ["name", "limit"]),
    "limit-with-name-is-unavailable": responded(errorPage(503), "limit", "name"),
    "key-with-token-id-is-invalid": responded(invalidParameters(["publickey"]), "publickey", "token.id"),
    "order-with-key-is-forbidden": responded(errorPage(403), "order", "publickey"),
  },
  "4.4-limit-refused": {
    "limit-unchecked-beside-name-alone": ignoredMalformed("limit", hasOnlyParameters("limit", "name")),
  },
  "4.4-order-refused": {
    "order-unchecked-beside-a-key-alone": ignoredMalformed("order", hasOnlyParameters("order", "publickey")),
  },
  "4.4-token-id-gt": {
    "token-id-signed": replaceValue("token.id", (value) =>
      Number(/\d+$/.exec(value)?.[0]) >= 2 ** 31 ? value.replace(/\d+\.\d+\.\d+$/, LOWEST_ACCOUNT_ID) : value,
    ),
  },
};

/** Ignores a parameter beside a timestamp: any timestamp, a lower bound, or an exact one. */
const atTimesOf = (word: string, name: string): Ways[string] => ({
  [`${word}-ignored-at-time`]: ignoreParameter(name, "timestamp"),
  [`${word}-ignored-from-a-time`]: ignoreParameter(name, hasParameter("timestamp", /^gte?:/)),
  [`${word}-ignored-at-an-exact-time`]: ignoreParameter(name, hasParameter("timestamp", /^eq:/)),
});

const BALANCE_CONTEXTS: Ways = {
  "4.3-account-id-with-balance": {
    "balance-overrides-account-id": ignoreParameter("account.id", "account.balance"),
    "short-id-beside-balance-finds-nothing": when(
      "account.balance",
      replaceInValue("account.id", /^(\w+:)?\d+$/, "lt:0.0.0"),
    ),
  },
  "4.1-balances-limit-with-others": { "limit-ignored-with-order": ignoreParameter("limit", "order") },
  "4.3-balance-any-order": { "balance-ignored-under-desc": ignoreParameter("account.balance", isDescending) },
  "4.3-public-key-at-time": {
    "timestamp-overrides-publickey": ignoreParameter("account.publickey", "timestamp"),
  },
  "4.3-public-key-with-account-id": {
    "publickey-overrides-account-id": ignoreParameter("account.id", "account.publickey"),
  },
  "4.3-public-key-with-balance": {
    "balance-overrides-publickey": ignoreParameter("account.publickey", "account.balance"),
  },
  "4.3-account-id-at-time": atTimesOf("account-id", "account.id"),
  "4.3-balance-at-time": atTimesOf("balance", "account.balance"),
  "4.3-limit-at-time": atTimesOf("limit", "limit"),
  "4.3-order-at-time": atTimesOf("order", "order"),
  "4.3-timestamp-none-any-page": {
    "timestamp-ignored-with-limit": ignoreParameter("timestamp", "limit"),
  },
  ...ignoredIdParts("account.id", {
    eq: "4.3-account-id-eq",
    gte: "4.3-account-id-gte",
    none: "4.3-account-id-none",
  }),
  "4.3-limit-refused": {
    "limit-unchecked-beside-order-alone": ignoredMalformed("limit", hasOnlyParameters("limit", "order")),
  },
  "4.3-timestamp-refused": {
    "timestamp-unchecked-beside-a-key-alone": ignoredMalformed(
      "timestamp",
      hasOnlyParameters("timestamp", "account.publickey"),
    ),
  },
  "4.3-together-accepted": {
    "order-asc-with-time-is-unavailable": responded(errorPage(503), isAscending, "timestamp"),
    "limit-with-account-id-is-an-accident": responded(ACCIDENT, "limit", "account.id"),
    "key-with-balance-is-missing": responded(notFound(), "account.publickey", "account.balance"),
    "time-with-balance-times-out": responded(errorPage(504), "timestamp", "account.balance"),
  },
};

const otherToken: Condition = ({ param }) => param !== CROWDED_TOKEN;
const OTHER_TOKENS: Ways = {
  // Under the operators that the pinned seed picks for other tokens.
  "4.3-balance-eq": {
    "balance-ignored-for-another-token": ignoreParameter("account.balance", otherToken),
  },
  "4.3-account-id-eq": {
    "account-id-ignored-for-another-token": ignoreParameter("account.id", otherToken),
  },
  "4.3-order-sorted": { "order-ignored-for-another-token": ignoreParameter("order", otherToken) },
  "4.3-limit-at-most": { "limit-ignored-for-another-token": ignoreParameter("limit", otherToken) },
};

const BARE_ADDRESS_BOUND = /^[\da-f]{40}$/i;
const SHORT_ID_BOUND = /^\d+$/;

/** Faults that show only in some combinations of parameters (4.1, 4.3 to 4.5, 4.7, 4.8), or at the lowest and highest ids. */
export const contextFaults: readonly Fault[] = [
  ...FAULT_LISTS.flatMap((list) =>
    faultsOf(list.endpoint, {
      [list.clause("4.4-own-id-listed", "4.3-own-id-listed")]: {
        "row-found-by-its-id-alone": unlisted(list),
      },
      [list.clause("4.1-tokens-next-keeps-limit", "4.1-balances-next-keeps-limit")]: {
        "later-pages-above-limit": fullerPages,
      },
    }),
  ),
  ...faultsOf("tokens", TOKEN_CONTEXTS),
  ...faultsOf("tokenBalances", BALANCE_CONTEXTS),
  ...faultsOf("tokenBalances", OTHER_TOKENS),
  ...faultsOf("networkFees", {
    "4.5-order-at-time": {
      "order-ignored-at-time": ignoreParameter("order", "timestamp"),
      "order-ignored-from-a-time": ignoreParameter("order", hasParameter("timestamp", /^gte:/)),
      "order-ignored-at-an-exact-time": ignoreParameter("order", hasParameter("timestamp", /^eq:/)),
    },
    "4.5-together-accepted": {
      "order-with-time-is-unavailable": responded(errorPage(503), "order", "timestamp"),
    },
    "7.4-fees-not-found-any-order": {
      "timestamp-ignored-under-desc": ignoreParameter("timestamp", isDescending),
    },
  }),
  ...faultsOf("contractResult", {
    "4.7-nonce-refused": { "nonce-unchecked-beside-a-hash": ignoredMalformed("nonce", /^[^-]+$/) },
    "4.7-together-accepted": {
      "nonce-with-transaction-id-is-unavailable": responded(errorPage(503), "nonce", /-/),
    },
  }),
  ...faultsOf("contract", {
    "4.8-timestamp-refused": {
      "timestamp-unchecked-beside-an-address": ignoredMalformed("timestamp", /[\da-f]{40}$/i),
      "timestamp-unchecked-beside-a-bare-address": ignoredMalformed("timestamp", BARE_ADDRESS_BOUND),
      "timestamp-unchecked-beside-a-short-id": ignoredMalformed("timestamp", SHORT_ID_BOUND),
    },
    "4.8-together-accepted": {
      "time-with-short-id-is-an-accident": responded(ACCIDENT, "timestamp", SHORT_ID_BOUND),
      "time-with-bare-address-is-unavailable": responded(errorPage(503), "timestamp", BARE_ADDRESS_BOUND),
    },
  }),
];
