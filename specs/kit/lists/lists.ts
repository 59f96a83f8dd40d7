// §2.1, §4.1, §4.3, §4.4: the token list and token balances: their filters, the values of their rows, and requests for some of the rows
import { identityOf, isRefusedList, pagedList, pagesFor } from "../../../engine/clauses/pagination.ts";
import type { ListRow, PagedList } from "../../../engine/clauses/pagination.ts";
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import type { Comparator, Operator } from "../../../engine/model/compare.ts";
import { compareIds, compareIntegers, filterSelects, shiftedId } from "../../../engine/model/compare.ts";
import type { Expectation, Query, RequestSender } from "../../../engine/model/exchange.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import { BALANCE_FILTER, ENTITY_ID } from "../../../schemas/formats.ts";
import { operations, type ParameterKey, type QueryParameter } from "../../../schemas/operations.ts";

interface ValueFormat {
  readonly compare: Comparator;
  readonly text: (value: unknown) => string | undefined;
  readonly isBound: (value: string) => boolean;
  readonly shifted: (bound: string, step: bigint) => string;
  readonly lowest: string;
  readonly highest: string;
}

const BY_ID: ValueFormat = {
  compare: compareIds,
  text: (id) => (typeof id === "string" && ENTITY_ID.test(id) ? id : undefined),
  isBound: (id) => ENTITY_ID.test(id),
  shifted: shiftedId,
  lowest: "0.0.0",
  highest: "9999999999.9999999999.9999999999",
};

const BY_BALANCE: ValueFormat = {
  compare: compareIntegers,
  text: (balance) => (Number.isInteger(balance) ? BigInt(Number(balance)).toString() : undefined),
  isBound: (value) => BALANCE_FILTER.test(value),
  shifted: (bound, step) => (BigInt(bound) + step).toString(),
  lowest: "0",
  highest: "9999999999",
};

export const LISTS = {
  tokens: { endpoint: "tokens", material: "tokenMaterial", words: "the token list" },
  balances: { endpoint: "tokenBalances", material: "balanceMaterial", words: "the balance list" },
} as const;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES: readonly ListName[] = ["tokens", "balances"];

export const needsOf = (list: ListName) => ({ list, material: LISTS[list].material }) as const;

export interface ListSource {
  readonly list: Listing;
  readonly material: ListInputs;
}

export type ListParameterContext = RequestSender & { readonly list: Listing; readonly name: string };

export const PARAMETER_WORDS = {
  "tokens.accountId": "account.id",
  "tokens.tokenId": "token.id",
  "tokens.publicKey": "a public key",
  "tokenBalances.accountId": "the account filter",
  "tokenBalances.balance": "the balance filter",
  "tokenBalances.publicKey": "a public key",
  "tokenBalances.timestamp": "the timestamp filter",
} as const satisfies Partial<Record<ParameterKey, string>>;

export const listOf = (key: ParameterKey): ListName => (key.startsWith("tokens.") ? "tokens" : "balances");

export const shortKey = (key: string): string => key.slice(key.indexOf(".") + 1);

export type RowFilterKey = "tokens.tokenId" | "tokenBalances.accountId" | "tokenBalances.balance";

/** An unambiguous filter selects the rows of which one field, compared with a bound by an operator, meets the filter. */
export interface RowFilter extends Omit<ValueFormat, "text"> {
  readonly list: ListName;
  readonly endpoint: "tokens" | "tokenBalances";
  readonly key: RowFilterKey;
  readonly field: NonNullable<QueryParameter["compares"]>;
  readonly identity: string;
  /** The value of a row as text; undefined if it cannot be compared. */
  readonly read: (row: ListRow) => string | undefined;
}

function rowFilter(key: RowFilterKey, { text, ...format }: ValueFormat): RowFilter {
  const list = listOf(key);
  const { endpoint } = LISTS[list];
  const { query } = operations[endpoint];
  const field = query.find((parameter) => parameter.key === shortKey(key))?.compares;
  if (field === undefined) throw new Error(`no member of a row shows ${key}`);
  const read = (row: ListRow) => text(row[field]);
  return { ...format, list, endpoint, key, field, identity: identityOf(endpoint), read };
}

export const tokenIdFilter = rowFilter("tokens.tokenId", BY_ID);
export const accountFilter = rowFilter("tokenBalances.accountId", BY_ID);
export const balanceFilter = rowFilter("tokenBalances.balance", BY_BALANCE);

export const IDENTITY_FILTERS = { tokens: tokenIdFilter, balances: accountFilter } as const;

export const listNameOf = ({ member }: Listing): ListName => (member === "tokens" ? "tokens" : "balances");

export const sortedIds: (list: Listing) => readonly string[] = memoizeByObject((list) =>
  boundValues(list.rows, IDENTITY_FILTERS[listNameOf(list)]),
);

export interface FilterInUse {
  readonly filter: RowFilter;
  readonly operator: Operator;
  readonly bound: string;
  /** The text that is sent; absent: operator and bound. If present, only one page is read. */
  readonly text?: string;
  /** Sent together with the filter, if the service accepts both. */
  readonly order?: "asc" | "desc" | undefined;
}

/** Whether a filter selects a row; undefined if the value cannot be compared, which the clause on that field checks. */
export function selectsRow({ filter, operator, bound }: FilterInUse, row: ListRow): boolean | undefined {
  const value = filter.read(row);
  return value === undefined ? undefined : filterSelects(operator, filter.compare(value, bound));
}

/** The values of the rows that can be sent as bounds, in ascending order. Computed once, because every context of a list needs them. */
const valuesBy = memoizeByObject((filter: RowFilter) =>
  memoizeByObject((rows: readonly ListRow[]) =>
    rows
      .map(filter.read)
      .filter((value) => value !== undefined)
      .filter(filter.isBound)
      .toSorted(filter.compare),
  ),
);
export const sortedValues = (rows: readonly ListRow[], filter: RowFilter): readonly string[] =>
  valuesBy(filter)(rows);

export const boundValues = (rows: readonly ListRow[], filter: RowFilter): readonly string[] => [
  ...new Set(sortedValues(rows, filter)),
];

/** A page of the usual size has 25 rows, and a page of the maximum size 100. */
const USUAL_IN_LARGEST = 4;

/** Reads the rows that a query selects in the largest pages; if these are refused, in four times as many pages without a limit. */
export async function requestSelection(
  t: RequestSender,
  list: Listing,
  query: Query,
  {
    pages = pagesFor(list),
    expects,
  }: { readonly pages?: number; readonly expects?: Expectation | undefined } = {},
): Promise<PagedList> {
  const read = (sent: Query, most: number): Promise<PagedList> =>
    pagedList(t, { ...list.request(sent, expects), gateways: "steady" }, most);
  const pagesRead = await read([...query, ...list.largest], pages);
  return isRefusedList(pagesRead) && list.largest.length > 0
    ? await read(query, pages * USUAL_IN_LARGEST)
    : pagesRead;
}

export const ROW_FIELDS = {
  account: "2.4-balance-account",
  balance: "2.4-balance-balance",
  gas: "2.5-fee-gas",
  name: "2.3-name",
  symbol: "2.3-symbol",
  token_id: "2.3-token-id",
} as const satisfies Readonly<Record<string, ClauseId>>;
