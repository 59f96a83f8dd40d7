// §2.1, §4.3, §4.4: the filters whose meaning can be seen in the rows
import { compareIds, compareIntegers, shiftedId } from "../../engine/compare.ts";
import type { ListRow } from "../../engine/walk.ts";
import { BALANCE_FILTER, ENTITY_ID } from "../../schemas/formats.ts";
import type { RowFilter } from "./filters.ts";

/** An id above and one below whatever a ledger may hold. */
export const LOWEST_ID = "0.0.0";
export const HIGHEST_ID = "9999999999.9999999999.9999999999";

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
  outside: [LOWEST_ID, HIGHEST_ID],
} as const;

/** token.id of the token list. */
export const tokenIdFilter: RowFilter = {
  ...byId,
  endpoint: "tokens",
  list: "tokens",
  key: "tokens.tokenId",
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
  outside: ["0", "9999999999"],
};
