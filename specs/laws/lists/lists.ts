// §2.1, §4.3, §4.4: the filters whose meaning can be seen in the rows
import {
  compareIds,
  compareIntegers,
  selects,
  shiftedId,
  type Comparison,
  type Operator,
} from "../../../engine/model/compare.ts";
import type { ListRow } from "../../../engine/clauses/pagination.ts";
import type { ClauseId } from "../../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../../engine/clauses/prerequisites.ts";
import { BALANCE_FILTER, ENTITY_ID } from "../../../schemas/formats.ts";

/** A filter whose meaning can be seen in the rows: a member of theirs is compared to a bound. */
export interface RowFilter {
  readonly endpoint: "tokens" | "tokenBalances";
  readonly list: "tokens" | "balances";
  readonly key: ParameterKey;
  /** Member of a row that is compared. */
  readonly field: string;
  readonly identity: string;
  readonly compare: Comparison;
  /** The member as the filter would write it; undefined where it cannot be compared. */
  readonly read: (row: ListRow) => string | undefined;
  /** Whether a value of a row can be sent as a bound. */
  readonly isBound: (value: string) => boolean;
  /** The value next to a bound, for bounds that no row has. */
  readonly after: (bound: string) => string;
  /** Below whatever a row may have. */
  readonly lowest: string;
  /** The clause on what the filter accepts. */
  readonly acceptance: ClauseId;
}

/** A filter with the operator and the bound that are sent. */
export interface FilterInUse {
  readonly filter: RowFilter;
  readonly operator: Operator;
  readonly bound: string;
}

/** Whether a row is selected; undefined where its value cannot be compared: its table row judges that. */
export function isWanted({ filter, operator, bound }: FilterInUse, row: ListRow): boolean | undefined {
  const value = filter.read(row);
  return value === undefined ? undefined : selects(operator, filter.compare(value, bound));
}

function readId(member: string): (row: ListRow) => string | undefined {
  return (row) => {
    const id = row[member];
    return typeof id === "string" && ENTITY_ID.test(id) ? id : undefined;
  };
}

const byId = {
  compare: compareIds,
  isBound: (id: string) => ENTITY_ID.test(id),
  after: (id: string) => shiftedId(id, 1n),
  lowest: "0.0.0",
} as const;

/** token.id of the token list. */
export const tokenIdFilter: RowFilter = {
  ...byId,
  endpoint: "tokens",
  list: "tokens",
  key: "tokens.tokenId",
  acceptance: "4.4-token-id-accepted",
  field: "token_id",
  identity: "token_id",
  read: readId("token_id"),
};

/** The account filter of token balances. */
export const accountFilter: RowFilter = {
  ...byId,
  endpoint: "tokenBalances",
  list: "balances",
  key: "tokenBalances.accountId",
  acceptance: "4.3-account-id-accepted",
  field: "account",
  identity: "account",
  read: readId("account"),
};

/** The balance filter of token balances. Doubles are near enough: a bound has at most 10 digits. */
export const balanceFilter: RowFilter = {
  endpoint: "tokenBalances",
  list: "balances",
  key: "tokenBalances.balance",
  field: "balance",
  identity: "account",
  compare: compareIntegers,
  read: ({ balance }) => (Number.isInteger(balance) ? BigInt(Number(balance)).toString() : undefined),
  isBound: (value) => BALANCE_FILTER.test(value),
  after: (bound) => (BigInt(bound) + 1n).toString(),
  lowest: "0",
  acceptance: "4.3-balance-accepted",
};
