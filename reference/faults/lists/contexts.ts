import { usualDataset } from "../../dataset.ts";
import { faultOf, faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { print } from "../../json.ts";
import { atLimit1, behindFirst, lastOf, sends, under, valuesOf, when } from "../../rewriting/ask.ts";
import { withoutLimit, type Condition, type Rewriting } from "../../rewriting/ask.ts";
import { editRows, wholeList } from "../../rewriting/list.ts";
import { targetOf } from "../../target.ts";
import { LISTS, type List } from "./list.ts";
import { cutOff, dropping, rowLost } from "./pages.ts";
import { ignored, mistaken, orderTurned, readAs, refusedWhen, taken } from "../texts.ts";

/** Requests by what is said of them in the name of a fault. */
type Places = Readonly<Record<string, Condition>>;

const besides = (...names: readonly string[]): Places =>
  Object.fromEntries(names.map((name) => [`beside-${slug(name)}`, sends(name)]));
const ORDERS: Places = { "under-asc": under("asc"), "under-desc": under("desc") };
const EVERYWHERE: Places = { ...ORDERS, "at-limit-1": atLimit1, "without-limit": withoutLimit };

/** Faults that show only where two things meet in a request for a list. */
function crossedFaults({ endpoint, section, member, filters: [first, second], key }: List): readonly Fault[] {
  const faults = (clause: string, name: string, breaks: Rewriting, places: Places) =>
    Object.entries(places).map(([place, holds]) =>
      faultOf(endpoint, clause, `${slug(name)}-${place}`, when(holds, breaks)),
    );
  const selection = `${section}-selection`;
  const ordersAndFilters = { ...besides(first, second), ...ORDERS };
  return [
    ...faults(selection, `${first}-ignored`, ignored(first), {
      ...EVERYWHERE,
      ...besides(second),
      "behind-the-first-page": behindFirst,
    }),
    ...faults(selection, `${first}-gt-as-gte`, mistaken(first, "gt", "gte"), EVERYWHERE),
    ...faults(selection, `${first}-lte-as-lt`, mistaken(first, "lte", "lt"), EVERYWHERE),
    ...faults(selection, `${first}-ne-ignored`, mistaken(first, "ne"), EVERYWHERE),
    ...faults(selection, `${second}-ignored`, ignored(second), besides(first)),
    ...faults(selection, `${second}-gt-as-gte`, mistaken(second, "gt", "gte"), besides(first)),
    ...faults(selection, "last-page-cut-off", cutOff, { ...besides(first), "under-asc": under("asc") }),
    ...faults(`${section}-order-with-others`, "order-turned", orderTurned, {
      ...besides(first, second),
      "without-limit": withoutLimit,
    }),
    ...faults(`4.1-${member}-limit-with-others`, "limit-ignored", ignored("limit"), ordersAndFilters),
    ...faults(`4.1-${member}-next-rows`, "row-lost", rowLost, ordersAndFilters),
    ...faults(`4.1-${member}-next-keeps-order`, "next-drops-order", dropping("order"), besides(second)),
    ...faults(`4.1-${member}-next-keeps-filters`, `next-drops-${first}`, dropping(first), besides(key)),
  ];
}

/** What shows where nothing else selects: beside another filter the row that tells may be left out. */
function aloneFaults({ endpoint, section, member, filters: [name] }: List): readonly Fault[] {
  const selection = `${section}-selection`;
  const of = (what: string, breaks: Rewriting, clause = selection) =>
    faultOf(endpoint, clause, `${slug(name)}-${what}`, breaks);
  // Rows above a balance are no strangers: they come too early.
  const early = member === "tokens" ? selection : `4.1-${member}-next-rows`;
  return [
    of("ne-as-gt-on-pages-of-one", when(atLimit1, mistaken(name, "ne", "gt")), early),
    of("lt-as-lte-on-pages-of-one", when(atLimit1, mistaken(name, "lt", "lte"))),
    ...["gt", "gte", "lt", "lte"].map((operator) =>
      of(`${operator}-ignored-later`, when(behindFirst, mistaken(name, operator))),
    ),
  ];
}

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
const fullerPages: Rewriting = when(
  sends("limit"),
  when(behindFirst, (honest) =>
    editRows((rows, ask) => {
      const known = new Set(rows.map(print));
      const others = wholeList(honest, ask).filter((row) => !known.has(print(row)));
      return [...rows, ...others.slice(0, 1)];
    })(honest),
  ),
);

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

const having =
  (name: string, value: RegExp): Condition =>
  (ask) =>
    value.test(lastOf(ask, name) ?? "");

/** A parameter has no effect beside another one. */
const beaten = (name: string, by: string): Rewriting => when(sends(by), ignored(name));
const underDesc = (name: string): Rewriting => when(under("desc"), ignored(name));

/** Parts of an id that a filter of rows does not compare, by the operator under which another one is sent. */
function overlookedParts(section: string, name: string): Ways {
  const named = slug(name);
  return {
    [`${section}-${named}-eq`]: { [`${named}-of-any-shard`]: readAs(name, /\d+(?=\.\d+\.\d+$)/, "0") },
    [`${section}-${named}-none`]: { [`${named}-of-any-realm`]: readAs(name, /\d+(?=\.\d+$)/, "0") },
  };
}

const TOKENS: Ways = {
  ...ends("lowest", ["gte", "gt"]),
  ...ends("lowest", ["lt"], true),
  ...ends("highest", ["lte", "lt", "ne"]),
  ...ends("highest", ["gt", "gte"], true),
  "4.4-account-id-with-token-id": {
    "account-id-overrides-token-id": beaten("token.id", "account.id"),
    "token-id-by-eq-overrides-account-id": when(having("token.id", /^eq:/), ignored("account.id")),
  },
  "4.4-order-with-others": {
    "order-ignored-beside-name-and-key": when(sends("name"), beaten("order", "publickey")),
  },
  "4.1-tokens-limit-with-others": { "limit-ignored-with-order": beaten("limit", "order") },
  "4.4-account-id-any-order": { "account-id-ignored-under-desc": underDesc("account.id") },
  "4.4-public-key-with-account-id": { "publickey-overrides-account-id": beaten("account.id", "publickey") },
  "4.4-public-key-with-token-id": { "token-id-overrides-publickey": beaten("publickey", "token.id") },
  "4.4-name-with-public-key": { "name-overrides-publickey": beaten("publickey", "name") },
  ...overlookedParts("4.4", "token.id"),
  "4.4-account-id-short": {
    "account-id-short-bound-as-eq": readAs("account.id", /^[gl]te?:(\d+)$/, "eq:$1"),
  },
  "4.4-account-id-of-holders": { "account-id-finds-nothing": taken("account.id", () => NOTHING) },
  "4.4-account-id-elsewhere": {
    "account-id-of-any-shard": readAs("account.id", /\d+\.\d+\.(\d+)$/, "0.0.$1"),
  },
  "4.4-together-accepted": {
    "ids-refused-together": refusedWhen(
      "token.id",
      (ask) => sends("token.id")(ask) && sends("account.id")(ask),
    ),
  },
  "4.4-token-id-gt": {
    "token-id-signed": taken("token.id", (value) =>
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
      [`4.1-${list.member}-next-keeps-limit`]: { "later-pages-above-limit": fullerPages },
    }),
  ]),
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", BALANCES),
  ...faultsOf("networkFees", {
    "4.5-order-at-time": {
      "order-ignored-at-time": beaten("order", "timestamp"),
      "order-ignored-from-a-time": when(having("timestamp", /^gte:/), ignored("order")),
    },
    "7.4-fees-not-found-any-order": { "timestamp-ignored-under-desc": underDesc("timestamp") },
  }),
];
