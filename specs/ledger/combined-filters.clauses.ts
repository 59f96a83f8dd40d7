// §4.1, §4.3, §4.4: filters together with one another, with a limit, and public keys
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import { compareIds } from "../../engine/compare.ts";
import type { Asking } from "../../engine/exchange.ts";
import { walk, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { limits } from "../../schemas/limits.ts";
import { WHOLE_ROW } from "../rules/differences.ts";
import { askSet, judgeEqual } from "../rules/filter-sets.ts";
import { anyOrderClause, pairClause } from "../makers/pairs.ts";
import type { Filter } from "../rules/pairs.ts";
import { sortedIds } from "../rules/page-plans.ts";
import { accountFilter, balanceFilter } from "../rules/row-filters.ts";
import { placedRows, type PlacedRow, stopped } from "../rules/walks.ts";
import { walkOf } from "../fixtures/walks.ts";
import { cut } from "../../engine/inspect.ts";

interface TwoWalks {
  readonly large: Walk;
  readonly small: Walk;
}

/** Pages that a filtered list is cut into, so that the filter has to survive in links.next. */
const PAGES = 4;

/** What a filter selects, in the largest pages and in small ones. */
function* askPaged(list: Listing, name: string, value: string, limit: string): Asking<TwoWalks> {
  const large = yield* askSet(list, [[name, value]]);
  const pages = Math.min(PAGES, Math.max(list.size.pages - 3, 2));
  const size = Math.min(Math.max(Math.ceil(large.rows.length / pages), 1), limits.itemCount.max);
  const first = list.ask([
    [name, value],
    [limit, String(size)],
  ]);
  return { large, small: yield* walk({ ...first, memo: true }, list.member, pages + 3) };
}

/** A row of the small pages that the filter does not select. */
function strayRow(small: Walk, large: Walk, identity: string): PlacedRow | undefined {
  const selected = new Set(large.rows.map((row) => JSON.stringify(row[identity])));
  return placedRows(small).find(({ row }) => !selected.has(JSON.stringify(row[identity])));
}

interface PagedFilter {
  readonly id: ClauseId;
  readonly list: "tokens" | "balances";
  readonly statement: string;
  readonly filter: Filter;
}

function pagedFilter({ id, list: world, statement, filter }: PagedFilter): AskingClause {
  const [endpoint, identity] =
    world === "tokens" ? (["tokens", "token_id"] as const) : (["tokenBalances", "account"] as const);
  const set = (...pages: readonly number[][]): Walk =>
    walkOf(
      endpoint,
      pages.map((page) => page.map((num): ListRow => ({ [identity]: `0.0.${num}` }))),
    );
  const sample = (large: Walk, small: Walk) => ({ answer: { large, small }, value: "" });
  const message = "a filtered list shows other rows in small pages than in large ones";
  return clause({
    id,
    endpoint,
    statement,
    readings: [15],
    compares: true,
    needs: {
      list: world,
      name: filter.key,
      limit: `${endpoint}.limit`,
      accounts: "accountIds",
      some: "someAccounts",
      keys: "someKeys",
    },
    given: (have) => ({ boundaries: filter.values(have).map((value) => ({ name: value, value })) }),
    ask: ({ list, name, limit }, value) => askPaged(list, name, value, limit),
    check: ({ large, small }) => {
      if (large.end !== "null") {
        return stopped(large, "the filtered list was not read to its end");
      }
      const stray = strayRow(small, large, identity);
      const place = {
        pointer: stray?.pointer ?? "",
        expected: `rows that ${filter.key} selects`,
        actual: cut(stray?.row),
      };
      return stray === undefined
        ? judgeEqual(small, [large], WHOLE_ROW, message)
        : [
            {
              ...place,
              message: "a page behind links.next holds rows that the filter leaves out",
              reply: stray.reply,
              beside: small.pages
                .slice(Math.max(stray.page - 1, 0), stray.page)
                .map((before) => before.reply),
            },
          ];
    },
    accepts: [sample(set([1, 2, 3]), set([1], [2], [3])), sample(set([]), set([]))],
    rejects: {
      "filter dropped behind the first page": sample(set([1, 2]), set([1], [2], [3])),
      "the rest is lost": sample(set([1, 2, 3]), set([1])),
    },
  });
}

/** Balances that can be sent as a bound, lowest first. */
function boundBalances(rows: readonly ListRow[]): readonly string[] {
  const values = rows.map(balanceFilter.read).filter((value) => value !== undefined);
  return values.filter(balanceFilter.isBound).toSorted(balanceFilter.compare);
}

/** The account in the middle and those above it. */
const byAccount: Filter = {
  key: "tokenBalances.accountId",
  values: ({ list }) => {
    const ids = sortedIds(list);
    const middle = ids[Math.floor(ids.length / 2)];
    return middle === undefined ? [] : [`gte:${middle}`, `lt:${middle}`];
  },
};

/** The middle balance of those accounts and what is above it. */
const byBalance: Filter = {
  key: "tokenBalances.balance",
  values: ({ list }) => {
    const ids = sortedIds(list);
    const middle = ids[Math.floor(ids.length / 2)] ?? "0.0.0";
    const above = list.rows.filter((row) => compareIds(accountFilter.read(row) ?? "0.0.0", middle) >= 0);
    const sorted = boundBalances(above);
    return sorted.length === 0 ? [] : [`gte:${sorted[Math.floor(sorted.length / 2)]}`];
  },
};

/** An account that holds tokens. */
const ofAccount: Filter = {
  key: "tokens.accountId",
  values: ({ accounts, some }) =>
    [...new Set([...some.slice(0, 2), accounts[0], accounts.at(-1)])].filter((id) => id !== undefined),
};

/** The lower half of the tokens, and the upper one. */
const byToken: Filter = {
  key: "tokens.tokenId",
  values: ({ list }) => {
    const ids = sortedIds(list);
    return ids.length === 0
      ? []
      : [`lte:${ids[Math.floor(ids.length / 2)]}`, `gt:${ids[Math.floor(ids.length / 2)]}`];
  },
};

/** The few highest balances. */
const highBalances: Filter = {
  key: "tokenBalances.balance",
  values: ({ list }) => {
    const sorted = boundBalances(list.rows);
    return sorted.length === 0
      ? []
      : [`gte:${sorted[Math.max(sorted.length - 5, 0)]}`, `lt:${sorted.at(-1)}`];
  },
};

/** One such account: enough beside another filter. */
const ofOneAccount: Filter = { ...ofAccount, values: (material) => ofAccount.values(material).slice(0, 2) };

const firstKey = ({ keys }: { readonly keys: readonly string[] }): readonly string[] => keys.slice(0, 1);

const keysOf = ({ keys }: { readonly keys: readonly string[] }): readonly string[] => keys.slice(0, 4);

export const filteredPages = [
  pagedFilter({
    id: "4.1-tokens-account-id-pages",
    list: "tokens",
    statement: "small pages of tokens by account.id show the same rows as large ones",
    filter: ofAccount,
  }),
  pagedFilter({
    id: "4.1-tokens-public-key-pages",
    list: "tokens",
    statement: "small pages of tokens by public key show the same rows as large ones",
    filter: { key: "tokens.publicKey", values: firstKey },
  }),
  pagedFilter({
    id: "4.1-balances-balance-pages",
    list: "balances",
    statement: "small pages of balances by balance show the same rows as large ones",
    filter: highBalances,
  }),
  pagedFilter({
    id: "4.1-balances-public-key-pages",
    list: "balances",
    statement: "small pages of balances by public key show the same rows as large ones",
    filter: { key: "tokenBalances.publicKey", values: keysOf },
  }),
  pagedFilter({
    id: "4.1-balances-timestamp-pages",
    list: "balances",
    statement: "small pages of balances at a time show the same rows as large ones",
    filter: {
      key: "tokenBalances.timestamp",
      values: ({ list: { time } }) => (time === undefined ? [] : [`lt:${time}`]),
    },
  }),
];

export const pairsOfFilters = [
  pairClause({
    id: "4.3-account-id-with-balance",
    list: "balances",
    statement: "the account filter together with the balance filter selects what both select",
    first: byAccount,
    second: byBalance,
  }),
  pairClause({
    id: "4.3-public-key-with-account-id",
    list: "balances",
    statement: "a public key together with the account filter selects what both select",
    first: byAccount,
    second: { key: "tokenBalances.publicKey", values: keysOf },
  }),
  pairClause({
    id: "4.3-public-key-with-balance",
    list: "balances",
    statement: "a public key together with the balance filter selects what both select",
    first: byBalance,
    second: { key: "tokenBalances.publicKey", values: keysOf },
  }),
  pairClause({
    id: "4.4-account-id-with-token-id",
    list: "tokens",
    statement: "token.id together with account.id selects what both select",
    first: ofOneAccount,
    second: byToken,
  }),
  pairClause({
    id: "4.4-public-key-with-account-id",
    list: "tokens",
    statement: "a public key together with account.id selects what both select",
    first: ofOneAccount,
    second: { key: "tokens.publicKey", values: firstKey },
  }),
  pairClause({
    id: "4.4-public-key-with-token-id",
    list: "tokens",
    statement: "a public key together with token.id selects what both select",
    first: byToken,
    second: { key: "tokens.publicKey", values: firstKey },
  }),
];

export const filtersInAnyOrder = [
  anyOrderClause(
    "4.4-account-id-any-order",
    "tokens",
    "account.id selects the same tokens in either order",
    ofAccount,
  ),
  anyOrderClause(
    "4.3-balance-any-order",
    "balances",
    "the balance filter selects the same rows in either order",
    byBalance,
  ),
];
