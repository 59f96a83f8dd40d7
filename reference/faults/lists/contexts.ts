import { operations } from "../../../schemas/operations.ts";
import { usualDataset } from "../../dataset.ts";
import type { Endpoint } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { print } from "../../json.ts";
import { sends, valuesOf, when } from "../../rewriting/ask.ts";
import { editRows, wholeList } from "../../rewriting/list.ts";
import { targetOf } from "../../target.ts";
import { LISTS, type List } from "./list.ts";
import { cutOff, dropping, rowLost } from "./pages.ts";
import {
  at,
  atLimit1,
  behindFirst,
  beside,
  faultOf,
  faultsOf,
  ignored,
  mistaken,
  orderTurned,
  refusedWhen,
  slug,
  tabled,
  taken,
  under,
  way,
  withoutLimit,
  type WrongWay,
  type Ways,
  type Where,
} from "../ways.ts";

const [asc, desc] = [under("asc"), under("desc")];

/** What is done wrong in a list, and the clause that sees it wherever it is. */
type Breakage = readonly [name: string, clause: string, way: WrongWay];

/** A filter that has no effect, or whose operator is taken for another one. */
function filterBreakages(name: string, section: string): readonly Breakage[] {
  const of = (what: string, one: WrongWay): Breakage => [
    `${slug(name)}-${what}`,
    `${section}-selection`,
    one,
  ];
  return [
    of("ignored", ignored(name)),
    of("gt-as-gte", mistaken(name, "gt", "gte")),
    of("lte-as-lt", mistaken(name, "lte", "lt")),
    of("ne-ignored", mistaken(name, "ne")),
  ];
}

/** Faults that show only where two things meet in a request for a list. */
function crossedFaults({ endpoint, section, member, filters: [first, second] }: List): readonly Fault[] {
  const [ownFilter, otherFilter] = [filterBreakages(first, section), filterBreakages(second, section)];
  const selection = `${section}-selection`;
  const order: Breakage = ["order-turned", `${section}-order-with-others`, orderTurned];
  const limit: Breakage = ["limit-ignored", `4.1-${member}-limit-with-others`, ignored("limit")];
  const lost: Breakage = ["row-lost", `4.1-${member}-next-rows`, rowLost(member)];
  const early: Breakage = ["last-page-cut-off", selection, cutOff(member)];
  const drops: Breakage = ["next-drops-order", `4.1-${member}-next-keeps-order`, dropping("order")];
  const keeps = `4.1-${member}-next-keeps-filters`;
  const key = endpoint === "tokens" ? "publickey" : "account.publickey";
  const table: readonly (readonly [places: readonly Where[], breakages: readonly Breakage[]])[] = [
    [[asc, desc, atLimit1, withoutLimit], ownFilter],
    [[beside(second), behindFirst], ownFilter.slice(0, 1)],
    [[beside(first)], otherFilter.slice(0, 2)],
    [[beside(first), beside(second), withoutLimit], [order]],
    [
      [beside(first), beside(second), asc, desc],
      [limit, lost],
    ],
    [[beside(first), asc], [early]],
    [[beside(second)], [drops]],
    [[beside(key)], [[`next-drops-${slug(first)}`, keeps, dropping(first)]]],
  ];
  return table.flatMap(([places, breakages]) =>
    places.flatMap((place) =>
      breakages.map(([name, clause, one]) =>
        faultOf(endpoint, clause, `${name}-${slug(place.says)}`, at(place, one)),
      ),
    ),
  );
}

/** What shows where nothing else selects: beside another filter the row that tells may be left out. */
function aloneFaults({ endpoint, section, member, filters: [name] }: List): readonly Fault[] {
  const selection = `${section}-selection`;
  const of = (what: string, one: WrongWay, clause = selection) =>
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
function unlisted({ member }: List): WrongWay {
  const { tokenIds, accountIds } = targetOf(NOWHERE, usualDataset()).samples;
  const [filter, identity, [id]] =
    member === "tokens" ? ["token.id", "token_id", tokenIds] : ["account.id", "account", accountIds];
  const hide = editRows(member, (rows) => rows.filter((row) => row[identity] !== id));
  return way(
    "a row is found by its own id, and is in no list",
    when((ask) => !valuesOf(ask, filter).some((value) => value.endsWith(`:${id}`)), hide),
  );
}

/** One row more than the limit in the link says, on later pages. */
function fullerPages({ member }: List): WrongWay {
  return way("a later page has one row more than the limit in its link", (honest) => (ask) => {
    const more = editRows(member, (rows) => {
      const known = new Set(rows.map(print));
      const others = wholeList(honest, ask, member).filter((row) => !known.has(print(row)));
      return [...rows, ...others.slice(0, 1)];
    });
    return behindFirst.holds(ask) && sends("limit")(ask) ? more(honest)(ask) : honest(ask);
  });
}

const LOWEST = "0.0.0";
const NOTHING = `lt:${LOWEST}`;
const HIGHEST = "9999999999.9999999999.9999999999";

/** Bounds at either end of all accounts that are taken for their contrary, by the name of their clause. */
const ENDS =
  "gte-lowest gt-lowest lte-highest lt-highest ne-highest lt-lowest-none gt-highest-none gte-highest-none";

const endFaults = ENDS.split(" ").map((end) => {
  const [operator = "", bound = "", none] = end.split("-");
  const meant = `${operator}:${bound === "lowest" ? LOWEST : HIGHEST}`;
  const [selected, other] = none === undefined ? ["nothing", NOTHING] : ["everything", `gte:${LOWEST}`];
  const says = `account.id with operator ${operator} and the ${bound} id selects ${selected}`;
  return faultOf(
    "tokens",
    `4.4-account-id-${end}`,
    `account-id-${end}-wrong`,
    taken("account.id", says, (value) => (value === meant ? other : value)),
  );
});

/** A parameter that has no effect beside another one, or under desc: clause, name, where, and the parameter. */
const TOGETHER: Readonly<Partial<Record<Endpoint, string>>> = {
  tokens: `
    4.4-account-id-with-token-id    account-id-overrides-token-id   account.id         token.id
    4.1-tokens-limit-with-others    limit-ignored-with-order        order              limit
    4.4-account-id-any-order        account-id-ignored-under-desc   desc               account.id
    4.4-public-key-with-account-id  publickey-overrides-account-id  publickey          account.id
    4.4-public-key-with-token-id    token-id-overrides-publickey    token.id           publickey
    4.4-name-with-public-key        name-overrides-publickey        name               publickey`,
  tokenBalances: `
    4.3-account-id-with-balance     balance-overrides-account-id    account.balance    account.id
    4.1-balances-limit-with-others  limit-ignored-with-order        order              limit
    4.3-balance-any-order           balance-ignored-under-desc      desc               account.balance
    4.3-public-key-with-account-id  publickey-overrides-account-id  account.publickey  account.id
    4.3-public-key-with-balance     balance-overrides-publickey     account.balance    account.publickey
    4.3-account-id-at-time          account-id-ignored-at-time      timestamp          account.id
    4.3-balance-at-time             balance-ignored-at-time         timestamp          account.balance
    4.3-limit-at-time               limit-ignored-at-time           timestamp          limit
    4.3-order-at-time               order-ignored-at-time           timestamp          order
    4.3-timestamp-none-any-page     timestamp-ignored-with-limit    limit              timestamp`,
  networkFees: `
    4.5-order-at-time               order-ignored-at-time           timestamp          order
    7.4-fees-not-found-any-order    timestamp-ignored-under-desc    desc               timestamp`,
};

function togetherFaults(endpoint: Endpoint): readonly Fault[] {
  const rows = (TOGETHER[endpoint] ?? "").split("\n").slice(1);
  return rows.map((row) => {
    const [clause = "", name = "", where = "", parameter = ""] = row.trim().split(/ +/);
    return faultOf(endpoint, clause, name, at(where === "desc" ? desc : beside(where), ignored(parameter)));
  });
}

/** Parts of an id that a filter of rows does not compare, by the operator under which another one is sent. */
function overlookedParts(section: string, name: string): Ways {
  const part = (what: string, pattern: RegExp, by: string): WrongWay =>
    taken(name, `the ${what} of ${name} does not count`, (text) => text.replace(pattern, by));
  const named = slug(name);
  return {
    [`${section}-${named}-eq`]: { [`${named}-of-any-shard`]: part("shard", /\d+(?=\.\d+\.\d+$)/, "0") },
    [`${section}-${named}-none`]: { [`${named}-of-any-realm`]: part("realm", /\d+(?=\.\d+$)/, "0") },
  };
}

const TOKENS: Ways = {
  ...overlookedParts("4.4", "token.id"),
  ...tabled(String.raw`
4.4-account-id-short
  account-id-short-bound-as-eq  account.id is read as eq:$1   /^[gl]te?:(\d+)$/       a short account id is no bound
4.4-account-id-of-holders
  account-id-finds-nothing      account.id is read as lt:0.0.0  /^.*$/s               account.id selects nothing
4.4-account-id-elsewhere
  account-id-of-any-shard       account.id is read as 0.0.$1  /\d+\.\d+\.(\d+)$/      shard and realm of account.id do not count`),
  "4.4-together-accepted": {
    "ids-refused-together": refusedWhen(
      "token.id beside account.id is refused",
      (ask) => sends("token.id")(ask) && sends("account.id")(ask),
      "token.id",
    ),
  },
  "4.4-token-id-gt": {
    "token-id-signed": taken(
      "token.id",
      "a token id above 31 bits is taken for a negative number",
      (value) =>
        Number(/\d+$/.exec(value)?.[0]) >= 2 ** 31 ? value.replace(/\d+\.\d+\.\d+$/, LOWEST) : value,
    ),
  },
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
  ...endFaults,
  ...Object.values(operations).flatMap(({ endpoint }) => togetherFaults(endpoint)),
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", overlookedParts("4.3", "account.id")),
];
