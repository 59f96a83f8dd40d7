// §2.1, §4.3, §4.4: the filters whose meaning can be seen in the rows
import { compareIds, compareIntegers, shiftedId } from "../../engine/compare.ts";
import type { ListRow } from "../../engine/walk.ts";
import { BALANCE_FILTER, ENTITY_ID } from "../../schemas/formats.ts";
import type { RowFilter } from "./filters.ts";
import { LOWEST_ID } from "./ordinary.ts";

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
  lowest: LOWEST_ID,
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
