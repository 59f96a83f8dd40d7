import { usualDataset } from "../../dataset.ts";
import type { Ask } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { print } from "../../json.ts";
import { lastOf, sends, valuesOf, type Rewriting } from "../../rewriting/ask.ts";
import { editRows, wholeList } from "../../rewriting/list.ts";
import { targetOf } from "../../target.ts";
import { LISTS, type List } from "./list.ts";
import { cutOff, dropping, rowLost } from "./pages.ts";
import { faultOf, faultsOf, slug, way, type Way, type Ways } from "../notation.ts";
import { ignored, mistaken, orderTurned, readAs, refusedWhen, taken } from "../texts.ts";
import { at, atLimit1, behindFirst, beside, under, withoutLimit, type Where } from "../where.ts";

const [asc, desc] = [under("asc"), under("desc")];

/** Faults that show only where two things meet in a request for a list. */
function crossedFaults({ endpoint, section, member, filters: [first, second], key }: List): readonly Fault[] {
  const faults = (clause: string, name: string, one: Way, ...places: readonly Where[]) =>
    places.map((place) => faultOf(endpoint, clause, `${name}-${slug(place.says)}`, at(place, one)));
  const selection = (name: string, what: string, one: Way, ...places: readonly Where[]) =>
    faults(`${section}-selection`, `${slug(name)}-${what}`, one, ...places);
  const everywhere = [asc, desc, atLimit1, withoutLimit];
  const ordersAndFilters = [beside(first), beside(second), asc, desc];
  return [
    ...selection(first, "ignored", ignored(first), ...everywhere, beside(second), behindFirst),
    ...selection(first, "gt-as-gte", mistaken(first, "gt", "gte"), ...everywhere),
    ...selection(first, "lte-as-lt", mistaken(first, "lte", "lt"), ...everywhere),
    ...selection(first, "ne-ignored", mistaken(first, "ne"), ...everywhere),
    ...selection(second, "ignored", ignored(second), beside(first)),
    ...selection(second, "gt-as-gte", mistaken(second, "gt", "gte"), beside(first)),
    ...selection("last-page", "cut-off", cutOff(member), beside(first), asc),
    ...faults(
      `${section}-order-with-others`,
      "order-turned",
      orderTurned,
      beside(first),
      beside(second),
      withoutLimit,
    ),
    ...faults(`4.1-${member}-limit-with-others`, "limit-ignored", ignored("limit"), ...ordersAndFilters),
    ...faults(`4.1-${member}-next-rows`, "row-lost", rowLost(member), ...ordersAndFilters),
    ...faults(`4.1-${member}-next-keeps-order`, "next-drops-order", dropping("order"), beside(second)),
    ...faults(`4.1-${member}-next-keeps-filters`, `next-drops-${slug(first)}`, dropping(first), beside(key)),
  ];
}

/** What shows where nothing else selects: beside another filter the row that tells may be left out. */
function aloneFaults({ endpoint, section, member, filters: [name] }: List): readonly Fault[] {
  const selection = `${section}-selection`;
  const of = (what: string, one: Way, clause = selection) =>
    faultOf(endpoint, clause, `${slug(name)}-${what}`, one);
  // Rows above a balance are no strangers: they come too early.
  const early = member === "tokens" ? selection : `4.1-${member}-next-rows`;
  return [
    of("ne-as-gt-on-pages-of-one", at(atLimit1, mistaken(name, "ne", "gt")), early),
    of("lt-as-lte-on-pages-of-one", at(atLimit1, mistaken(name, "lt", "lte"))),
    ...["gt", "gte", "lt", "lte"].map((operator) =>
      of(`${operator}-ignored-later`, at(behindFirst, mistaken(name, operator))),
    ),
  ];
}

const NOWHERE = { statusUrl: "", baseUrl: "", verifyUrl: "" };

/** A row of which the list says nothing, unless it is asked for by its id. */
function unlisted({ member }: List): Way {
  const { tokenIds, accountIds } = targetOf(NOWHERE, usualDataset()).samples;
  const [filter, identity, [id]] =
    member === "tokens" ? ["token.id", "token_id", tokenIds] : ["account.id", "account", accountIds];
  const hide = editRows(member, (rows) => rows.filter((row) => row[identity] !== id));
  const asksForIt = (ask: Ask) => valuesOf(ask, filter).some((value) => value.endsWith(`:${id}`));
  return way("a row is found by its own id, and is in no list", hide, (ask) => !asksForIt(ask));
}

/** One row more than the limit in the link says, on later pages. */
function fullerPages({ member }: List): Way {
  const fuller: Rewriting = (honest) =>
    editRows(member, (rows, ask) => {
      const known = new Set(rows.map(print));
      const others = wholeList(honest, ask, member).filter((row) => !known.has(print(row)));
      return [...rows, ...others.slice(0, 1)];
    })(honest);
  return at(beside("limit"), at(behindFirst, way("a page has one row more", fuller)));
}

const LOWEST = "0.0.0";
const NOTHING = `lt:${LOWEST}`;
const HIGHEST = "9999999999.9999999999.9999999999";

/** Bounds at either end of all accounts that are taken for their contrary. */
const ends = (bound: "lowest" | "highest", operators: readonly string[], none?: true): Ways =>
  Object.fromEntries(
    operators.map((operator) => {
      const end = `account-id-${operator}-${bound}${none ? "-none" : ""}`;
      const meant = `${operator}:${bound === "lowest" ? LOWEST : HIGHEST}`;
      const says = `account.id ${operator} the ${bound} id selects ${none ? "everything" : "nothing"}`;
      const other = none ? `gte:${LOWEST}` : NOTHING;
      const one = taken("account.id", says, (value) => (value === meant ? other : value));
      return [`4.4-${end}`, { [`${end}-wrong`]: one }];
    }),
  );

const having = (name: string, value: RegExp): Where => ({
  says: `beside ${name} as ${value.source}`,
  holds: (ask) => value.test(lastOf(ask, name) ?? ""),
});

/** A parameter has no effect beside another one. */
const beaten = (name: string, by: string): Way => at(beside(by), ignored(name));
const underDesc = (name: string): Way => at(desc, ignored(name));

/** Parts of an id that a filter of rows does not compare, by the operator under which another one is sent. */
function overlookedParts(section: string, name: string): Ways {
  const part = (what: string, pattern: RegExp, by: string): Way =>
    taken(name, `the ${what} of ${name} does not count`, (text) => text.replace(pattern, by));
  const named = slug(name);
  return {
    [`${section}-${named}-eq`]: { [`${named}-of-any-shard`]: part("shard", /\d+(?=\.\d+\.\d+$)/, "0") },
    [`${section}-${named}-none`]: { [`${named}-of-any-realm`]: part("realm", /\d+(?=\.\d+$)/, "0") },
  };
}

const TOKENS: Ways = {
  ...ends("lowest", ["gte", "gt"]),
  ...ends("lowest", ["lt"], true),
  ...ends("highest", ["lte", "lt", "ne"]),
  ...ends("highest", ["gt", "gte"], true),
  "4.4-account-id-with-token-id": {
    "account-id-overrides-token-id": beaten("token.id", "account.id"),
    "token-id-by-eq-overrides-account-id": at(having("token.id", /^eq:/), ignored("account.id")),
  },
  "4.4-order-with-others": {
    "order-ignored-beside-name-and-key": at(beside("name"), beaten("order", "publickey")),
  },
  "4.1-tokens-limit-with-others": { "limit-ignored-with-order": beaten("limit", "order") },
  "4.4-account-id-any-order": { "account-id-ignored-under-desc": underDesc("account.id") },
  "4.4-public-key-with-account-id": { "publickey-overrides-account-id": beaten("account.id", "publickey") },
  "4.4-public-key-with-token-id": { "token-id-overrides-publickey": beaten("publickey", "token.id") },
  "4.4-name-with-public-key": { "name-overrides-publickey": beaten("publickey", "name") },
  ...overlookedParts("4.4", "token.id"),
  "4.4-account-id-short": {
    "account-id-short-bound-as-eq": readAs("account.id", "a short bound is eq", /^[gl]te?:(\d+)$/, "eq:$1"),
  },
  "4.4-account-id-of-holders": {
    "account-id-finds-nothing": taken("account.id", "account.id selects nothing", () => NOTHING),
  },
  "4.4-account-id-elsewhere": {
    "account-id-of-any-shard": readAs("account.id", "its number alone counts", /\d+\.\d+\.(\d+)$/, "0.0.$1"),
  },
  "4.4-together-accepted": {
    "ids-refused-together": refusedWhen(
      "token.id",
      "token.id beside account.id is refused",
      (ask) => sends("token.id")(ask) && sends("account.id")(ask),
    ),
  },
  "4.4-token-id-gt": {
    "token-id-signed": taken("token.id", "an id above 31 bits is below all", (value) =>
      Number(/\d+$/.exec(value)?.[0]) >= 2 ** 31 ? value.replace(/\d+\.\d+\.\d+$/, LOWEST) : value,
    ),
  },
};

const BALANCES: Ways = {
  "4.3-account-id-with-balance": { "balance-overrides-account-id": beaten("account.id", "account.balance") },
  "4.1-balances-limit-with-others": { "limit-ignored-with-order": beaten("limit", "order") },
  "4.3-balance-any-order": { "balance-ignored-under-desc": underDesc("account.balance") },
  "4.3-public-key-with-account-id": {
    "publickey-overrides-account-id": beaten("account.id", "account.publickey"),
  },
  "4.3-public-key-with-balance": {
    "balance-overrides-publickey": beaten("account.publickey", "account.balance"),
  },
  "4.3-account-id-at-time": { "account-id-ignored-at-time": beaten("account.id", "timestamp") },
  "4.3-balance-at-time": { "balance-ignored-at-time": beaten("account.balance", "timestamp") },
  "4.3-limit-at-time": { "limit-ignored-at-time": beaten("limit", "timestamp") },
  "4.3-order-at-time": { "order-ignored-at-time": beaten("order", "timestamp") },
  "4.3-timestamp-none-any-page": { "timestamp-ignored-with-limit": beaten("timestamp", "limit") },
  ...overlookedParts("4.3", "account.id"),
};

/** Faults that show where parameters stand together (4.1, 4.3 to 4.5), or at the ends of all ids. */
export const contextFaults: readonly Fault[] = [
  ...LISTS.flatMap((list) => [
    ...crossedFaults(list),
    ...aloneFaults(list),
    ...faultsOf(list.endpoint, {
      [`${list.section}-own-id-listed`]: { "row-found-by-its-id-alone": unlisted(list) },
      [`4.1-${list.member}-next-keeps-limit`]: { "later-pages-above-limit": fullerPages(list) },
    }),
  ]),
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", BALANCES),
  ...faultsOf("networkFees", {
    "4.5-order-at-time": {
      "order-ignored-at-time": beaten("order", "timestamp"),
      "order-ignored-from-a-time": at(having("timestamp", /^gte:/), ignored("order")),
    },
    "7.4-fees-not-found-any-order": { "timestamp-ignored-under-desc": underDesc("timestamp") },
  }),
];
