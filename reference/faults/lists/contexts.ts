import type { Endpoint } from "../../../schemas/operations.ts";
import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { usualDataset } from "../../dataset.ts";
import { ACCIDENT, invalidParameters, notFound, print, valuesOf, type Answer } from "../../exchange.ts";
import { faultOf, faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { editRows, wholeList } from "../../listing.ts";
import { alone, answers, asc, behindFirst, desc, has, ignored, mistaken } from "../../rewriting.ts";
import { orderTurned, readAs, refusedWhen, taken, when, withoutLimit } from "../../rewriting.ts";
import type { Condition, Rewriting } from "../../rewriting.ts";
import { targetOf } from "../../target.ts";
import { unread } from "../parsers.ts";
import { LISTS, type List } from "./list.ts";
import { cutOff, dropping, rowLost } from "./pages.ts";

/** Requests by what is said of them in the name of a fault; a parameter stands for those that it is sent in. */
const PLACES: Readonly<Record<string, Condition>> = {
  "under-asc": asc,
  "under-desc": desc,
  "at-limit-1": has("limit", "1"),
  "without-limit": withoutLimit,
  "on-pages-of-one": has("limit", "1"),
  "behind-the-first-page": behindFirst,
  later: behindFirst,
};
const ORDERS = "under-asc under-desc";
const EVERYWHERE = `${ORDERS} at-limit-1 without-limit`;

/** Faults that show only where two things meet in a request for a list. */
function crossedFaults({ endpoint, section, member, filters: [first, second], key }: List): readonly Fault[] {
  const faults = (clause: string, name: string, breaks: Rewriting, places: string) =>
    places.split(" ").map((place) => {
      const holds = PLACES[place];
      const own = `${slug(name)}-${holds === undefined ? `beside-${slug(place)}` : place}`;
      return faultOf(endpoint, clause, own, when(holds ?? place, breaks));
    });
  const selection = `${section}-selection`;
  const early = member === "tokens" ? selection : `4.1-${member}-next-rows`;
  const ordersAndFilters = `${first} ${second} ${ORDERS}`;
  return [
    faults(selection, `${first}-ignored`, ignored(first), `${EVERYWHERE} ${second} behind-the-first-page`),
    faults(selection, `${first}-gt-as-gte`, mistaken(first, "gt", "gte"), EVERYWHERE),
    faults(selection, `${first}-lte-as-lt`, mistaken(first, "lte", "lt"), EVERYWHERE),
    faults(selection, `${first}-ne-ignored`, mistaken(first, "ne"), EVERYWHERE),
    faults(selection, `${second}-ignored`, ignored(second), first),
    faults(selection, `${second}-gt-as-gte`, mistaken(second, "gt", "gte"), first),
    faults(selection, "last-page-cut-off", cutOff, `${first} under-asc`),
    faults(`${section}-order-with-others`, "order-turned", orderTurned, `${first} ${second} without-limit`),
    faults(`4.1-${member}-limit-with-others`, "limit-ignored", ignored("limit"), ordersAndFilters),
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
      const broken = what === "ignored" ? ignored(name) : dropping(name);
      return faultOf(endpoint, clause, own, when(alone(name, other), broken));
    }),
  );

const NOWHERE = { statusUrl: "", baseUrl: "", verifyUrl: "" };

/** A row of which the list says nothing, unless it is asked for by its id. */
function unlisted({ endpoint }: List): Rewriting {
  const { tokenIds, accountIds } = targetOf(NOWHERE, usualDataset()).samples;
  const [filter, identity, [id]] =
    endpoint === "tokens" ? ["token.id", "token_id", tokenIds] : ["account.id", "account", accountIds];
  return when(
    (ask) => !valuesOf(ask, filter).some((value) => value.endsWith(`:${id}`)),
    editRows((rows) => rows.filter((row) => row[identity] !== id)),
  );
}

/** One row more than the limit in the link says, on later pages. */
const fullerPages = when(["limit", behindFirst], (honest) =>
  editRows((rows, ask) => {
    const known = new Set(rows.map(print));
    return [...rows, wholeList(honest, ask).find((row) => !known.has(print(row))) ?? []].flat();
  })(honest),
);

const page = (status: number): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  raw: `<html><title>${status}</title></html>`,
});

/** What is fine alone gets this answer where all of that holds, each time. */
const answered = (answer: Answer, ...where: readonly Condition[]): Rewriting => when(where, answers(answer));

const LOWEST = "0.0.0";
const NOTHING = `lt:${LOWEST}`;
const HIGHEST = "9999999999.9999999999.9999999999";

/** Bounds at either end of all accounts that are taken for their contrary. */
const ends = (bound: "lowest" | "highest", operators: readonly string[], none?: true): Ways =>
  Object.fromEntries(
    operators.map((operator) => {
      const end = `account-id-${operator}-${bound}${none ? "-none" : ""}`;
      const meant = `${operator}:${bound === "lowest" ? LOWEST : HIGHEST}`;
      const other = none ? `gte:${LOWEST}` : NOTHING;
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

const TOKENS: Ways = {
  "4.4-account-id-gte": {
    "order-ignored-beside-later-accounts": ignored("order", has("account.id", /^gte?:/)),
  },
  ...ends("lowest", ["gte", "gt"]),
  ...ends("lowest", ["lt"], true),
  ...ends("highest", ["lte", "lt", "ne"]),
  ...ends("highest", ["gt", "gte"], true),
  "4.4-account-id-with-token-id": {
    "account-id-overrides-token-id": ignored("token.id", "account.id"),
    "token-id-by-eq-overrides-account-id": ignored("account.id", has("token.id", /^eq:/)),
  },
  "4.4-order-with-others": { "order-ignored-beside-name-and-key": ignored("order", "name", "publickey") },
  "4.1-tokens-limit-with-others": { "limit-ignored-with-order": ignored("limit", "order") },
  "4.4-account-id-any-order": { "account-id-ignored-under-desc": ignored("account.id", desc) },
  "4.4-public-key-with-account-id": { "publickey-overrides-account-id": ignored("account.id", "publickey") },
  "4.4-public-key-with-token-id": { "token-id-overrides-publickey": ignored("publickey", "token.id") },
  "4.4-name-with-public-key": { "name-overrides-publickey": ignored("publickey", "name") },
  ...overlookedParts("4.4", "token.id"),
  "4.4-account-id-short": {
    "account-id-short-ne-as-eq": readAs("account.id", /^ne:(\d+)$/, "eq:$1"),
    "account-id-short-bound-as-eq": readAs("account.id", /^[gl]te?:(\d+)$/, "eq:$1"),
  },
  "4.4-account-id-lte": {
    "account-id-lte-as-lt-under-desc": when(desc, mistaken("account.id", "lte", "lt")),
  },
  "4.4-account-id-of-holders": { "account-id-finds-nothing": taken("account.id", () => NOTHING) },
  "4.4-account-id-elsewhere": {
    "account-id-of-any-shard": readAs("account.id", /\d+\.\d+\.(\d+)$/, "0.0.$1"),
  },
  "4.4-together-accepted": {
    "ids-refused-together": refusedWhen("token.id", ["token.id", "account.id"]),
    "limit-with-account-id-is-an-accident": answered(ACCIDENT, "limit", "account.id"),
    "name-with-limit-refused": refusedWhen("name", ["name", "limit"]),
    "limit-with-name-is-unavailable": answered(page(503), "limit", "name"),
    "key-with-token-id-is-invalid": answered(invalidParameters(["publickey"]), "publickey", "token.id"),
    "order-with-key-is-forbidden": answered(page(403), "order", "publickey"),
  },
  "4.4-limit-refused": { "limit-unchecked-beside-name-alone": unread("limit", alone("limit", "name")) },
  "4.4-order-refused": { "order-unchecked-beside-a-key-alone": unread("order", alone("order", "publickey")) },
  "4.4-token-id-gt": {
    "token-id-signed": taken("token.id", (value) =>
      Number(/\d+$/.exec(value)?.[0]) >= 2 ** 31 ? value.replace(/\d+\.\d+\.\d+$/, LOWEST) : value,
    ),
  },
};

/** A parameter is ignored beside a time, or beside one of some operator. */
const atTimes = (word: string, name: string): Ways[string] => ({
  [`${word}-ignored-at-time`]: ignored(name, "timestamp"),
  [`${word}-ignored-from-a-time`]: ignored(name, has("timestamp", /^gte?:/)),
  [`${word}-ignored-at-an-exact-time`]: ignored(name, has("timestamp", /^eq:/)),
});

const BALANCES: Ways = {
  "4.3-account-id-with-balance": {
    "balance-overrides-account-id": ignored("account.id", "account.balance"),
    "short-id-beside-balance-finds-nothing": when(
      "account.balance",
      readAs("account.id", /^(\w+:)?\d+$/, "lt:0.0.0"),
    ),
  },
  "4.1-balances-limit-with-others": { "limit-ignored-with-order": ignored("limit", "order") },
  "4.3-balance-any-order": { "balance-ignored-under-desc": ignored("account.balance", desc) },
  "4.3-public-key-at-time": { "timestamp-overrides-publickey": ignored("account.publickey", "timestamp") },
  "4.3-public-key-with-account-id": {
    "publickey-overrides-account-id": ignored("account.id", "account.publickey"),
  },
  "4.3-public-key-with-balance": {
    "balance-overrides-publickey": ignored("account.publickey", "account.balance"),
  },
  "4.3-account-id-at-time": atTimes("account-id", "account.id"),
  "4.3-balance-at-time": atTimes("balance", "account.balance"),
  "4.3-limit-at-time": atTimes("limit", "limit"),
  "4.3-order-at-time": atTimes("order", "order"),
  "4.3-timestamp-none-any-page": { "timestamp-ignored-with-limit": ignored("timestamp", "limit") },
  ...overlookedParts("4.3", "account.id"),
  "4.3-limit-refused": { "limit-unchecked-beside-order-alone": unread("limit", alone("limit", "order")) },
  "4.3-timestamp-refused": {
    "timestamp-unchecked-beside-a-key-alone": unread("timestamp", alone("timestamp", "account.publickey")),
  },
  "4.3-together-accepted": {
    "order-asc-with-time-is-unavailable": answered(page(503), asc, "timestamp"),
    "limit-with-account-id-is-an-accident": answered(ACCIDENT, "limit", "account.id"),
    "key-with-balance-is-missing": answered(notFound(), "account.publickey", "account.balance"),
    "time-with-balance-times-out": answered(page(504), "timestamp", "account.balance"),
  },
};

const otherToken: Condition = ({ param }) => param !== CROWDED_TOKEN;
const OTHER_TOKENS: Ways = {
  // By the operator that the seed of these tests picks for other tokens.
  "4.3-balance-eq": { "balance-ignored-for-another-token": ignored("account.balance", otherToken) },
  "4.3-account-id-eq": { "account-id-ignored-for-another-token": ignored("account.id", otherToken) },
  "4.3-order-sorted": { "order-ignored-for-another-token": ignored("order", otherToken) },
  "4.3-limit-at-most": { "limit-ignored-for-another-token": ignored("limit", otherToken) },
};

const BARE_ADDRESS = /^[\da-f]{40}$/i;
const SHORT_ID = /^\d+$/;

/** Faults that show where parameters stand together (4.1, 4.3 to 4.5, 4.7, 4.8), or at the ends of all ids. */
export const contextFaults: readonly Fault[] = [
  ...LISTS.flatMap((list) => [
    ...crossedFaults(list),
    ...faultsOf(list.endpoint, {
      [`${list.section}-own-id-listed`]: { "row-found-by-its-id-alone": unlisted(list) },
      [`4.1-${list.member}-next-keeps-limit`]: { "later-pages-above-limit": fullerPages },
    }),
  ]),
  ...pairFaults("tokens", TOKEN_PAIRS),
  ...pairFaults("tokenBalances", BALANCE_PAIRS),
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", BALANCES),
  ...faultsOf("tokenBalances", OTHER_TOKENS),
  ...faultsOf("networkFees", {
    "4.5-order-at-time": {
      "order-ignored-at-time": ignored("order", "timestamp"),
      "order-ignored-from-a-time": ignored("order", has("timestamp", /^gte:/)),
      "order-ignored-at-an-exact-time": ignored("order", has("timestamp", /^eq:/)),
    },
    "4.5-together-accepted": { "order-with-time-is-unavailable": answered(page(503), "order", "timestamp") },
    "7.4-fees-not-found-any-order": { "timestamp-ignored-under-desc": ignored("timestamp", desc) },
  }),
  ...faultsOf("contractResult", {
    "4.7-nonce-refused": { "nonce-unchecked-beside-a-hash": unread("nonce", /^[^-]+$/) },
    "4.7-together-accepted": {
      "nonce-with-transaction-id-is-unavailable": answered(page(503), "nonce", /-/),
    },
  }),
  ...faultsOf("contract", {
    "4.8-timestamp-refused": {
      "timestamp-unchecked-beside-an-address": unread("timestamp", /[\da-f]{40}$/i),
      "timestamp-unchecked-beside-a-bare-address": unread("timestamp", BARE_ADDRESS),
      "timestamp-unchecked-beside-a-short-id": unread("timestamp", SHORT_ID),
    },
    "4.8-together-accepted": {
      "time-with-short-id-is-an-accident": answered(ACCIDENT, "timestamp", SHORT_ID),
      "time-with-bare-address-is-unavailable": answered(page(503), "timestamp", BARE_ADDRESS),
    },
  }),
];
