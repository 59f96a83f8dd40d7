// §4.1, §4.3, §4.4: filters together with one another, with a limit, and public keys
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import { compareIds } from "../../engine/compare.ts";
import { describe, isSuccess, wholeAnswer } from "../../engine/classify.ts";
import { all, one, type Asking, type Judgement, type Reply } from "../../engine/exchange.ts";
import { rowsIn, walk, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing, ParameterKey } from "../../engine/world.ts";
import { answer, errorBody, SUCCESS } from "../rules/answers.ts";
import { askSet, judgeEqual } from "../rules/filter-sets.ts";
import { anyOrderClause, pairClause, type Filter } from "../rules/pairs.ts";
import { sortedIds } from "../rules/page-plans.ts";
import { accountFilter, balanceFilter } from "../rules/row-filters.ts";
import { walkOf } from "../rules/walks.ts";

interface TwoWalks {
  readonly large: Walk;
  readonly small: Walk;
}

/** What a filter selects, in the largest pages and in pages of a few rows. */
function* askPaged(
  list: Listing,
  name: string,
  value: string,
  limit: string,
  rows: number,
): Asking<TwoWalks> {
  const large = yield* askSet(list, [[name, value]]);
  const size = Math.max(rows, Math.ceil(large.rows.length / 12));
  const first = list.ask([
    [name, value],
    [limit, String(size)],
  ]);
  const pages = Math.ceil(large.rows.length / size) + 3;
  return { large, small: yield* walk({ ...first, memo: true }, list.member, pages) };
}

interface PagedFilter {
  readonly id: ClauseId;
  readonly list: "tokens" | "balances";
  readonly statement: string;
  readonly key: ParameterKey;
  readonly identity: string;
  /** Filter values with few and with many rows behind them. */
  readonly values: (list: Listing, accounts: readonly string[]) => readonly (string | undefined)[];
}

function pagedFilter(spec: PagedFilter): AskingClause {
  const endpoint = spec.list === "tokens" ? "tokens" : "tokenBalances";
  const row = (num: number): ListRow => ({ [spec.identity]: `0.0.${num}` });
  const set = (...pages: readonly number[][]): Walk =>
    walkOf(
      endpoint,
      pages.map((page) => page.map(row)),
    );
  return clause({
    id: spec.id,
    endpoint,
    statement: spec.statement,
    readings: [15],
    compares: true,
    needs: { list: spec.list, name: spec.key, limit: `${endpoint}.limit`, accounts: "accountIds" },
    given: ({ list, accounts }) => ({
      boundaries: [...new Set(spec.values(list, accounts))]
        .filter((value) => value !== undefined)
        .flatMap((value) =>
          [1, 3].map((rows) => ({ name: `${value}, ${rows} to a page`, value: { value, rows } })),
        ),
    }),
    ask: ({ list, name, limit }, { value, rows }) => askPaged(list, name, value, limit, rows),
    check: ({ large, small }) =>
      judgeEqual(
        large,
        small,
        spec.identity,
        "a filtered list shows other rows in small pages than in large ones",
      ),
    accepts: [
      { answer: { large: set([1, 2, 3]), small: set([1], [2], [3]) }, value: { value: "", rows: 1 } },
      { answer: { large: set([]), small: set([]) }, value: { value: "", rows: 1 } },
    ],
    rejects: {
      "filter dropped behind the first page": {
        answer: { large: set([1, 2]), small: set([1], [2], [3]) },
        value: { value: "", rows: 1 },
      },
      "the rest is lost": {
        answer: { large: set([1, 2, 3]), small: set([1]) },
        value: { value: "", rows: 1 },
      },
    },
  });
}

/** Balances that can be sent as a bound, lowest first. */
function boundBalances(rows: readonly ListRow[]): readonly string[] {
  const values = rows.map(balanceFilter.read).filter((value) => value !== undefined);
  return values.filter(balanceFilter.isBound).toSorted(balanceFilter.compare);
}

/** The balance that leaves the few highest holders, and one that leaves about half. */
function balances(list: Listing): readonly (string | undefined)[] {
  const sorted = boundBalances(list.rows);
  const at = (index: number): string | undefined => sorted[index];
  const [high, low] = [at(Math.max(sorted.length - 4, 0)), at(Math.min(3, sorted.length - 1))];
  return [
    high === undefined ? undefined : `gte:${high}`,
    low === undefined ? undefined : `lte:${low}`,
    at(Math.floor(sorted.length / 2)),
  ];
}

export const filteredPages = [
  pagedFilter({
    id: "4.1-tokens-account-id-pages",
    list: "tokens",
    statement: "account.id holds through all pages of the token list",
    key: "tokens.accountId",
    identity: "token_id",
    values: (_list, accounts) => [accounts[0], accounts.at(-1), "gte:0.0.0"],
  }),
  pagedFilter({
    id: "4.1-balances-balance-pages",
    list: "balances",
    statement: "the balance filter holds through all pages of token balances",
    key: "tokenBalances.balance",
    identity: "account",
    values: balances,
  }),
];

/** The account in the middle and those above it. */
const byAccount: Filter = {
  key: "tokenBalances.accountId",
  values: ({ list }) => {
    const ids = sortedIds(list);
    return ids.length === 0 ? [] : [`gte:${ids[Math.floor(ids.length / 2)]}`];
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
  values: ({ accounts }) => [...new Set([accounts[0], accounts.at(-1)])].filter((id) => id !== undefined),
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

const keysOf = ({ keys }: { readonly keys: readonly string[] }): readonly string[] => keys.slice(0, 1);

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
    first: ofAccount,
    second: byToken,
  }),
  pairClause({
    id: "4.4-public-key-with-account-id",
    list: "tokens",
    statement: "a public key together with account.id selects what both select",
    first: ofAccount,
    second: { key: "tokens.publicKey", values: keysOf },
  }),
  pairClause({
    id: "4.4-public-key-with-token-id",
    list: "tokens",
    statement: "a public key together with token.id selects what both select",
    first: byToken,
    second: { key: "tokens.publicKey", values: keysOf },
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

/** A key that nobody has. */
const NOBODY = "00".repeat(32);

interface KeyEffect {
  readonly plain: Reply;
  readonly byNobody: Reply;
  readonly bySample: readonly Reply[];
}

/** Whatever a public key selects, a key that nobody has does not select everything (readings 8, 9). */
function judgeKey({ plain, byNobody, bySample }: KeyEffect, member: string): Judgement {
  if (!isSuccess(plain) || rowsIn(plain, member).length === 0) {
    return { undecided: `the list is empty without a key: ${describe(plain)}`, cause: "data" };
  }
  const refused = bySample.find((reply) => !isSuccess(reply));
  if (refused !== undefined) {
    return [wholeAnswer(refused, "a public key of the target file is refused", "status 200 and the list")];
  }
  const ignored =
    isSuccess(byNobody) &&
    sameRows(plain, byNobody, member) &&
    bySample.every((reply) => sameRows(plain, reply, member));
  const expected = "another selection for a key that nobody has";
  return ignored ? [wholeAnswer(byNobody, "a public key has no effect on the list", expected)] : [];
}

function sameRows(a: Reply, b: Reply, member: string): boolean {
  return JSON.stringify(rowsIn(a, member)) === JSON.stringify(rowsIn(b, member));
}

function publicKeyClause(list: "tokens" | "balances", id: ClauseId): AskingClause {
  const endpoint = list === "tokens" ? "tokens" : "tokenBalances";
  const row = list === "tokens" ? { token_id: "0.0.9" } : { account: "0.0.9" };
  const page = (...rows: readonly object[]): Reply =>
    answer(endpoint, 200, { ...SUCCESS[endpoint], [list]: rows });
  return clause({
    id,
    endpoint,
    statement: `the public key filter has an effect on ${list}`,
    readings: [8],
    leavesOpen: [list === "tokens" ? "4.4" : "4.3"],
    compares: true,
    needs: { list, name: `${endpoint}.publicKey`, keys: "someKeys" },
    ask: function* ({ list: { ask }, name, keys }) {
      const [plain, byNobody] = yield* all([{ ...ask([]), memo: true }, ask([[name, NOBODY]], "open")]);
      const bySample: Reply[] = [];
      for (const key of keys.slice(0, 2)) {
        bySample.push(yield* one(ask([[name, key]])));
      }
      if (plain === undefined || byNobody === undefined) {
        throw new Error("two requests were sent, not two answered");
      }
      return { plain, byNobody, bySample };
    },
    check: (answered) => judgeKey(answered, list),
    accepts: [
      { answer: { plain: page(row), byNobody: page(), bySample: [page(row)] }, value: undefined },
      {
        answer: { plain: page(row), byNobody: answer(endpoint, 400, errorBody("No such key")), bySample: [] },
        value: undefined,
      },
    ],
    rejects: {
      "key ignored": {
        answer: { plain: page(row), byNobody: page(row), bySample: [page(row)] },
        value: undefined,
      },
      "a given key refused": {
        answer: { plain: page(row), byNobody: page(), bySample: [answer(endpoint, 400, errorBody("No"))] },
        value: undefined,
      },
    },
  });
}

export const publicKeys = [
  publicKeyClause("tokens", "4.4-public-key"),
  publicKeyClause("balances", "4.3-public-key"),
];
