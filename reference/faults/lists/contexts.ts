import type { Endpoint } from "../../../schemas/operations.ts";
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
import { faultOf, faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { editRows, wholeList } from "../../listing.ts";
import {
  parameterAlone,
  editedResponses,
  isAscending,
  behindFirst,
  desc,
  hasParameter,
  when,
  withoutLimit,
  type Condition,
  type Rewriting,
} from "../../rewriting.ts";
import {
  withoutParameterValue,
  mistaken,
  orderTurned,
  readAs,
  refusedWhen,
  taken,
} from "../../parameter-rewriting.ts";
import { targetOf } from "../../target.ts";
import { ignoredMalformed } from "../parsers.ts";
import { FAULT_LISTS, type List } from "./list.ts";
import { cutOff, dropping, rowLost } from "./pages.ts";

/** Requests by what is said of them in the name of a fault; a parameter stands for those that it is sent in. */
const CONTEXT_PLACES: Readonly<Record<string, Condition>> = {
  "under-asc": isAscending,
  "under-desc": desc,
  "at-limit-1": hasParameter("limit", "1"),
  "without-limit": withoutLimit,
  "on-pages-of-one": hasParameter("limit", "1"),
  "behind-the-first-page": behindFirst,
  later: behindFirst,
};
const ORDER_CONTEXTS = "under-asc under-desc";
const ALL_CONTEXTS = `${ORDER_CONTEXTS} at-limit-1 without-limit`;

/** Faults that show only where two things meet in a request for a list. */
function crossedFaults({ endpoint, section, member, filters: [first, second], key }: List): readonly Fault[] {
  const faults = (clause: string, name: string, apply: Rewriting, places: string) =>
    places.split(" ").map((place) => {
      const holds = CONTEXT_PLACES[place];
      const own = `${slug(name)}-${holds === undefined ? `beside-${slug(place)}` : place}`;
      return faultOf(endpoint, clause, own, when(holds ?? place, apply));
    });
  const selection = `${section}-selection`;
  const early = member === "tokens" ? selection : `4.1-${member}-next-rows`;
  const ordersAndFilters = `${first} ${second} ${ORDER_CONTEXTS}`;
  return [
    faults(
      selection,
      `${first}-ignored`,
      withoutParameterValue(first),
      `${ALL_CONTEXTS} ${second} behind-the-first-page`,
    ),
    faults(selection, `${first}-gt-as-gte`, mistaken(first, "gt", "gte"), ALL_CONTEXTS),
    faults(selection, `${first}-lte-as-lt`, mistaken(first, "lte", "lt"), ALL_CONTEXTS),
    faults(selection, `${first}-ne-ignored`, mistaken(first, "ne"), ALL_CONTEXTS),
    faults(selection, `${second}-ignored`, withoutParameterValue(second), first),
    faults(selection, `${second}-gt-as-gte`, mistaken(second, "gt", "gte"), first),
    faults(selection, "last-page-cut-off", cutOff, `${first} under-asc`),
    faults(`${section}-order-with-others`, "order-turned", orderTurned, `${first} ${second} without-limit`),
    faults(
      `4.1-${member}-limit-with-others`,
      "limit-ignored",
      withoutParameterValue("limit"),
      ordersAndFilters,
    ),
    faults(`4.1-${member}-next-rows`, "row-lost", rowLost, ordersAndFilters),
    faults(`4.1-${member}-next-keeps-order`, "next-drops-order", dropping("order"), second),
    faults(`4.1-${member}-next-keeps-filters`, `next-drops-${first}`, dropping(first), key),
    // Beside another filter the row that tells may be left out; rows above a balance are no strangers, but too early.
    faults(early, `${first}-ne-as-gt`, mistaken(first, "ne", "gt"), "on-pages-of-one"),
    faults(selection, `${first}-lt-as-lte`, mistaken(first, "lt", "lte"), "on-pages-of-one"),
    ...["gt", "gte", "lt", "lte"].map((operator) =>
      faults(selection, `${first}-${operator}-ignored`, mistaken(first, operator), "later"),
    ),
  ].flat();
}

/** What is broken of a parameter where one of the others is sent beside it, and nothing else. */
type Pairs = readonly (readonly [clause: string, what: string, name: string, others: string])[];

const TOKEN_PAIRS: Pairs = [
  ["4.4-order-with-others", "ignored", "order", "name publickey"],
  ["4.4-order-sorted", "ignored", "order", "limit"],
  ["4.1-tokens-limit-with-others", "ignored", "limit", "name publickey order"],
  ["4.4-selection", "ignored", "token.id", "order limit publickey"],
  ["4.4-selection", "ignored", "account.id", "order token.id"],
  ["4.4-selection", "ignored", "publickey", "order limit account.id name"],
  ["4.4-selection", "ignored", "name", "order limit"],
  ["4.1-tokens-next-keeps-filters", "dropped", "token.id", "order limit"],
  ["4.1-tokens-public-key-pages", "dropped", "publickey", "limit"],
  ["4.1-tokens-next-keeps-order", "dropped", "order", "limit token.id"],
];
const BALANCE_PAIRS: Pairs = [
  ["4.3-order-with-others", "ignored", "order", "timestamp account.publickey"],
  ["4.3-order-sorted", "ignored", "order", "limit"],
  ["4.1-balances-limit-with-others", "ignored", "limit", "timestamp account.publickey order"],
  ["4.3-selection", "ignored", "account.id", "order limit account.publickey"],
  ["4.3-selection", "ignored", "account.balance", "order account.id timestamp"],
  ["4.3-selection", "ignored", "account.publickey", "order limit account.balance"],
  ["4.3-timestamp-none-any-page", "ignored", "timestamp", "order limit account.balance account.publickey"],
  ["4.1-balances-next-keeps-filters", "dropped", "account.id", "order limit"],
  ["4.1-balances-public-key-pages", "dropped", "account.publickey", "limit"],
  ["4.1-balances-next-keeps-order", "dropped", "order", "limit account.id timestamp"],
];

const pairFaults = (endpoint: Endpoint, pairs: Pairs): readonly Fault[] =>
  pairs.flatMap(([clause, what, name, others]) =>
    others.split(" ").map((other) => {
      const own = `${slug(name)}-${what}-beside-${slug(other)}-alone`;
      const broken = what === "ignored" ? withoutParameterValue(name) : dropping(name);
      return faultOf(endpoint, clause, own, when(parameterAlone(name, other), broken));
    }),
  );

const NO_URLS = { statusUrl: "", baseUrl: "", verifyUrl: "" };

/** A row of which the list says nothing, unless it is requested by its id. */
function unlisted({ endpoint }: List): Rewriting {
  const { tokenIds, accountIds } = targetOf(NO_URLS, usualDataset()).samples;
  const [filter, identity, [id]] =
    endpoint === "tokens" ? ["token.id", "token_id", tokenIds] : ["account.id", "account", accountIds];
  return when(
    (request) => !valuesOf(request, filter).some((value) => value.endsWith(`:${id}`)),
    editRows((rows) => rows.filter((row) => row[identity] !== id)),
  );
}

/** One row more than the limit in the link says, on later pages. */
const fullerPages = when(["limit", behindFirst], (honest) =>
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

/** What is fine alone gets this response where all of that holds, each time. */
const responded = (response: ServerResponse, ...where: readonly Condition[]): Rewriting =>
  when(where, editedResponses(response));

const LOWEST_CONTEXT_ID = "0.0.0";
const SELECTS_NONE = `lt:${LOWEST_CONTEXT_ID}`;
const HIGHEST_CONTEXT_ID = "9999999999.9999999999.9999999999";

/** Bounds at either end of all accounts that are taken for their contrary. */
const ends = (bound: "lowest" | "highest", operators: readonly string[], none?: true): Ways =>
  Object.fromEntries(
    operators.map((operator) => {
      const end = `account-id-${operator}-${bound}${none ? "-none" : ""}`;
      const meant = `${operator}:${bound === "lowest" ? LOWEST_CONTEXT_ID : HIGHEST_CONTEXT_ID}`;
      const other = none ? `gte:${LOWEST_CONTEXT_ID}` : SELECTS_NONE;
      const one = taken("account.id", (value) => (value === meant ? other : value));
      return [`4.4-${end}`, { [`${end}-wrong`]: one }];
    }),
  );

/** Parts of an id that a filter of rows does not compare, by the operator under which another one is sent. */
function overlookedParts(section: string, name: string): Ways {
  const named = slug(name);
  return {
    [`${section}-${named}-eq`]: {
      [`${named}-of-any-shard`]: readAs(name, /\d+(?=\.\d+\.\d+$)/, "0"),
      [`${named}-eq-ignored-under-desc`]: when(desc, mistaken(name, "eq")),
    },
    [`${section}-${named}-none`]: { [`${named}-of-any-realm`]: readAs(name, /\d+(?=\.\d+$)/, "0") },
    [`${section}-${named}-gte`]: {
      [`${named}-from-any-realm`]: readAs(name, /(?<=:\d+\.)\d+(?=\.\d+$)/, "0"),
    },
  };
}

const TOKEN_CONTEXTS: Ways = {
  "4.4-account-id-gte": {
    "order-ignored-beside-later-accounts": withoutParameterValue(
      "order",
      hasParameter("account.id", /^gte?:/),
    ),
  },
  ...ends("lowest", ["gte", "gt"]),
  ...ends("lowest", ["lt"], true),
  ...ends("highest", ["lte", "lt", "ne"]),
  ...ends("highest", ["gt", "gte"], true),
  "4.4-account-id-with-token-id": {
    "account-id-overrides-token-id": withoutParameterValue("token.id", "account.id"),
    "token-id-by-eq-overrides-account-id": withoutParameterValue(
      "account.id",
      hasParameter("token.id", /^eq:/),
    ),
  },
  "4.4-order-with-others": {
    "order-ignored-beside-name-and-key": withoutParameterValue("order", "name", "publickey"),
  },
  "4.1-tokens-limit-with-others": { "limit-ignored-with-order": withoutParameterValue("limit", "order") },
  "4.4-account-id-any-order": { "account-id-ignored-under-desc": withoutParameterValue("account.id", desc) },
  "4.4-public-key-with-account-id": {
    "publickey-overrides-account-id": withoutParameterValue("account.id", "publickey"),
  },
  "4.4-public-key-with-token-id": {
    "token-id-overrides-publickey": withoutParameterValue("publickey", "token.id"),
  },
  "4.4-name-with-public-key": { "name-overrides-publickey": withoutParameterValue("publickey", "name") },
  ...overlookedParts("4.4", "token.id"),
  "4.4-account-id-short": {
    "account-id-short-ne-as-eq": readAs("account.id", /^ne:(\d+)$/, "eq:$1"),
    "account-id-short-bound-as-eq": readAs("account.id", /^[gl]te?:(\d+)$/, "eq:$1"),
  },
  "4.4-account-id-lte": {
    "account-id-lte-as-lt-under-desc": when(desc, mistaken("account.id", "lte", "lt")),
  },
  "4.4-account-id-of-holders": { "account-id-finds-nothing": taken("account.id", () => SELECTS_NONE) },
  "4.4-account-id-elsewhere": {
    "account-id-of-any-shard": readAs("account.id", /\d+\.\d+\.(\d+)$/, "0.0.$1"),
  },
  "4.4-together-accepted": {
    "ids-refused-together": refusedWhen("token.id", ["token.id", "account.id"]),
    "limit-with-account-id-is-an-accident": responded(ACCIDENT, "limit", "account.id"),
    "name-with-limit-refused": refusedWhen("name", ["name", "limit"]),
    "limit-with-name-is-unavailable": responded(errorPage(503), "limit", "name"),
    "key-with-token-id-is-invalid": responded(invalidParameters(["publickey"]), "publickey", "token.id"),
    "order-with-key-is-forbidden": responded(errorPage(403), "order", "publickey"),
  },
  "4.4-limit-refused": {
    "limit-unchecked-beside-name-alone": ignoredMalformed("limit", parameterAlone("limit", "name")),
  },
  "4.4-order-refused": {
    "order-unchecked-beside-a-key-alone": ignoredMalformed("order", parameterAlone("order", "publickey")),
  },
  "4.4-token-id-gt": {
    "token-id-signed": taken("token.id", (value) =>
      Number(/\d+$/.exec(value)?.[0]) >= 2 ** 31 ? value.replace(/\d+\.\d+\.\d+$/, LOWEST_CONTEXT_ID) : value,
    ),
  },
};

/** A parameter is ignored beside a time, or beside one of some operator. */
const atTimesOf = (word: string, name: string): Ways[string] => ({
  [`${word}-ignored-at-time`]: withoutParameterValue(name, "timestamp"),
  [`${word}-ignored-from-a-time`]: withoutParameterValue(name, hasParameter("timestamp", /^gte?:/)),
  [`${word}-ignored-at-an-exact-time`]: withoutParameterValue(name, hasParameter("timestamp", /^eq:/)),
});

const BALANCE_CONTEXTS: Ways = {
  "4.3-account-id-with-balance": {
    "balance-overrides-account-id": withoutParameterValue("account.id", "account.balance"),
    "short-id-beside-balance-finds-nothing": when(
      "account.balance",
      readAs("account.id", /^(\w+:)?\d+$/, "lt:0.0.0"),
    ),
  },
  "4.1-balances-limit-with-others": { "limit-ignored-with-order": withoutParameterValue("limit", "order") },
  "4.3-balance-any-order": { "balance-ignored-under-desc": withoutParameterValue("account.balance", desc) },
  "4.3-public-key-at-time": {
    "timestamp-overrides-publickey": withoutParameterValue("account.publickey", "timestamp"),
  },
  "4.3-public-key-with-account-id": {
    "publickey-overrides-account-id": withoutParameterValue("account.id", "account.publickey"),
  },
  "4.3-public-key-with-balance": {
    "balance-overrides-publickey": withoutParameterValue("account.publickey", "account.balance"),
  },
  "4.3-account-id-at-time": atTimesOf("account-id", "account.id"),
  "4.3-balance-at-time": atTimesOf("balance", "account.balance"),
  "4.3-limit-at-time": atTimesOf("limit", "limit"),
  "4.3-order-at-time": atTimesOf("order", "order"),
  "4.3-timestamp-none-any-page": {
    "timestamp-ignored-with-limit": withoutParameterValue("timestamp", "limit"),
  },
  ...overlookedParts("4.3", "account.id"),
  "4.3-limit-refused": {
    "limit-unchecked-beside-order-alone": ignoredMalformed("limit", parameterAlone("limit", "order")),
  },
  "4.3-timestamp-refused": {
    "timestamp-unchecked-beside-a-key-alone": ignoredMalformed(
      "timestamp",
      parameterAlone("timestamp", "account.publickey"),
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
  // By the operator that the seed of these tests picks for other tokens.
  "4.3-balance-eq": {
    "balance-ignored-for-another-token": withoutParameterValue("account.balance", otherToken),
  },
  "4.3-account-id-eq": {
    "account-id-ignored-for-another-token": withoutParameterValue("account.id", otherToken),
  },
  "4.3-order-sorted": { "order-ignored-for-another-token": withoutParameterValue("order", otherToken) },
  "4.3-limit-at-most": { "limit-ignored-for-another-token": withoutParameterValue("limit", otherToken) },
};

const BARE_ADDRESS_BOUND = /^[\da-f]{40}$/i;
const SHORT_ID_BOUND = /^\d+$/;

/** Faults that show where parameters stand together (4.1, 4.3 to 4.5, 4.7, 4.8), or at the ends of all ids. */
export const contextFaults: readonly Fault[] = [
  ...FAULT_LISTS.flatMap((list) => [
    ...crossedFaults(list),
    ...faultsOf(list.endpoint, {
      [`${list.section}-own-id-listed`]: { "row-found-by-its-id-alone": unlisted(list) },
      [`4.1-${list.member}-next-keeps-limit`]: { "later-pages-above-limit": fullerPages },
    }),
  ]),
  ...pairFaults("tokens", TOKEN_PAIRS),
  ...pairFaults("tokenBalances", BALANCE_PAIRS),
  ...faultsOf("tokens", TOKEN_CONTEXTS),
  ...faultsOf("tokenBalances", BALANCE_CONTEXTS),
  ...faultsOf("tokenBalances", OTHER_TOKENS),
  ...faultsOf("networkFees", {
    "4.5-order-at-time": {
      "order-ignored-at-time": withoutParameterValue("order", "timestamp"),
      "order-ignored-from-a-time": withoutParameterValue("order", hasParameter("timestamp", /^gte:/)),
      "order-ignored-at-an-exact-time": withoutParameterValue("order", hasParameter("timestamp", /^eq:/)),
    },
    "4.5-together-accepted": {
      "order-with-time-is-unavailable": responded(errorPage(503), "order", "timestamp"),
    },
    "7.4-fees-not-found-any-order": {
      "timestamp-ignored-under-desc": withoutParameterValue("timestamp", desc),
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
