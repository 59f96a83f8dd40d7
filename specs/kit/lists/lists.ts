// §2.1, §4.1, §4.3, §4.4: the two lists, declared once: their rows, their parameters, and what a filter compares
import type { ClauseId } from "../../../engine/clauses/clause.ts";
import { holdersIn, identityOf, type ListRow, nextIn, rowsIn } from "../../../engine/clauses/pagination.ts";
import type { Listing, Material, ParameterKey, Sampled } from "../../../engine/clauses/prerequisites.ts";
import type { Comparator, Operator } from "../../../engine/model/compare.ts";
import { compareIds, compareIntegers, filterSelects, shiftedId } from "../../../engine/model/compare.ts";
import { type RequestSender, requestTo } from "../../../engine/model/exchange.ts";
import { oncePer } from "../../../engine/model/model.ts";
import { BALANCE_FILTER, ENTITY_ID } from "../../../schemas/formats.ts";
import { operations } from "../../../schemas/operations.ts";
import { ACCEPTANCE_CLAUSES } from "../../depends-on.ts";

/** How values of a format are compared, and which bounds there are. */
interface ValueFormat {
  readonly compare: Comparator;
  /** The value as the filter would write it; undefined where it cannot be compared. */
  readonly text: (value: unknown) => string | undefined;
  /** Whether a value of a row can be sent as a bound. */
  readonly isBound: (value: string) => boolean;
  /** The value next to a bound, for bounds that no row has. */
  readonly after: (bound: string) => string;
  /** Below whatever a row may have. */
  readonly lowest: string;
}

const BY_ID: ValueFormat = {
  compare: compareIds,
  text: (id) => (typeof id === "string" && ENTITY_ID.test(id) ? id : undefined),
  isBound: (id) => ENTITY_ID.test(id),
  after: (id) => shiftedId(id, 1n),
  lowest: "0.0.0",
};

/** Doubles are near enough: a bound has at most 10 digits. */
const BY_BALANCE: ValueFormat = {
  compare: compareIntegers,
  text: (balance) => (Number.isInteger(balance) ? BigInt(Number(balance)).toString() : undefined),
  isBound: (value) => BALANCE_FILTER.test(value),
  after: (bound) => (BigInt(bound) + 1n).toString(),
  lowest: "0",
};

/** The lists, under the names that clauses need them by. */
export const LISTS = {
  tokens: { endpoint: "tokens", section: "4.4", material: "tokenMaterial", words: "the token list" },
  balances: {
    endpoint: "tokenBalances",
    section: "4.3",
    material: "balanceMaterial",
    words: "token balances",
  },
} as const;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES: readonly ListName[] = ["tokens", "balances"];

/** A list, and what requests for it are made of. */
export interface ListSource {
  readonly list: Listing;
  readonly material: Material;
}

/** What a sequence clause on one parameter of a list sends with. */
export type ListParameterContext = RequestSender & { readonly list: Listing; readonly name: string };

/** What statements call the parameters that select rows. */
export const PARAMETER_WORDS = {
  "tokens.accountId": "account.id",
  "tokens.tokenId": "token.id",
  "tokens.publicKey": "a public key",
  "tokenBalances.accountId": "the account filter",
  "tokenBalances.balance": "the balance filter",
  "tokenBalances.publicKey": "a public key",
  "tokenBalances.timestamp": "the timestamp filter",
} as const satisfies Partial<Record<ParameterKey, string>>;

export function listOf(key: ParameterKey): ListName {
  return key.startsWith("tokens.") ? "tokens" : "balances";
}

/** The key of a parameter without its endpoint. */
export function shortKey(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

/** The parameters whose effect shows in a row. */
export type RowFilterKey = "tokens.tokenId" | "tokenBalances.accountId" | "tokenBalances.balance";

/** An unambiguous filter: it selects the rows of which one field compares to a bound as the operator says. */
export interface RowFilter extends Omit<ValueFormat, "text"> {
  readonly list: ListName;
  readonly endpoint: "tokens" | "tokenBalances";
  readonly key: RowFilterKey;
  readonly field: string;
  readonly identity: string;
  /** The member as the filter would write it; undefined where it cannot be compared. */
  readonly read: (row: ListRow) => string | undefined;
  /** The clause that valid values of the filter are accepted. */
  readonly acceptance: ClauseId;
}

function rowFilter(key: RowFilterKey, { text, ...format }: ValueFormat): RowFilter {
  const list = listOf(key);
  const { endpoint } = LISTS[list];
  const { query } = operations[endpoint];
  const field = query.find((parameter) => parameter.key === shortKey(key))?.compares ?? "";
  return {
    ...format,
    list,
    endpoint,
    key,
    field,
    identity: identityOf(endpoint),
    read: (row) => text(row[field]),
    acceptance: ACCEPTANCE_CLAUSES[key],
  };
}

export const tokenIdFilter = rowFilter("tokens.tokenId", BY_ID);
export const accountFilter = rowFilter("tokenBalances.accountId", BY_ID);
export const balanceFilter = rowFilter("tokenBalances.balance", BY_BALANCE);

/** The filter on what identifies the rows of each list. */
export const IDENTITY_FILTERS = { tokens: tokenIdFilter, balances: accountFilter } as const;

export function listNameOf({ member }: Listing): ListName {
  return member === "tokens" ? "tokens" : "balances";
}

/** Paths of other lists of the kind that are looked at too, where a level sends contexts: the same service reads them. */
export const otherPaths = ({ short = [], size }: Listing): readonly string[] =>
  size.contexts === 0 ? [] : short.slice(0, 1);

/** The list at such a path; its rows are not known. */
export function listAt(list: Listing, path: string | undefined): Listing {
  const { endpoint } = LISTS[listNameOf(list)];
  return path === undefined
    ? list
    : {
        ...list,
        rows: [],
        pages: [],
        request: (query, expects = "success") => requestTo(endpoint, { path, query, expects }),
      };
}

/** The ids of the rows, lowest first. */
export const sortedIds: (list: Listing) => readonly string[] = oncePer((list) =>
  boundValues(list.rows, IDENTITY_FILTERS[listNameOf(list)]),
);

export interface FilterInUse {
  readonly filter: RowFilter;
  readonly operator: Operator;
  readonly bound: string;
  /** How it is sent, on one page; absent: as its operator and its bound. */
  readonly text?: string;
  /** The order that is sent beside it, where the service takes both. */
  readonly order?: "asc" | "desc" | undefined;
}

/** Whether a row is selected; undefined where its value cannot be compared: the clause on that field checks it. */
export function isWanted({ filter, operator, bound }: FilterInUse, row: ListRow): boolean | undefined {
  const value = filter.read(row);
  return value === undefined ? undefined : filterSelects(operator, filter.compare(value, bound));
}

/** The values of the rows that can be sent as bounds, each once, lowest first. */
export function boundValues(rows: readonly ListRow[], filter: RowFilter): readonly string[] {
  return valuesBy(filter)(rows);
}

/** Once per filter and rows: every context of a list requests the same values. */
const valuesBy = oncePer((filter: RowFilter) =>
  oncePer((rows: readonly ListRow[]) => {
    const values = new Set(rows.map(filter.read).filter((value) => value !== undefined));
    return [...values].filter(filter.isBound).toSorted(filter.compare);
  }),
);

/** Accounts that alone hold one of some tokens, as far as one page of its balances shows. */
export function soleHolders(tokens: readonly Sampled[]): readonly string[] {
  return tokens.flatMap(({ response }) => {
    const rows = nextIn(response) === null ? rowsIn(response) : [];
    return rows.length === 1 ? holdersIn({ rows }, 1) : [];
  });
}
