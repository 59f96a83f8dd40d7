import { isObject } from "../json.ts";
import { success } from "../exchange.ts";
import { edit, editAnswer, isSuccess } from "../rewriting/answer.ts";
import { sends, valuesOf, when } from "../rewriting/ask.ts";
import { nextOf, rowsOf } from "../rewriting/list.ts";
import { cellFaults, faultsOf } from "./tables.ts";
import * as as from "./kinds.ts";

const LAST_TOKEN = "/tokens/-1";
const LAST_BALANCE = "/balances/-1";

/** Spoilt cells of tokens and of the token list (2.3, 4.4). */
const tokenCells = cellFaults("tokens", "tokens", [
  ["2.3-admin-key", "/tokens/*/admin_key", as.missing],
  ["2.3-admin-key", "/tokens/*/admin_key", as.asText],
  ["2.3-decimals", "/tokens/*/decimals", as.asText],
  ["2.3-decimals", `${LAST_TOKEN}/decimals`, as.fraction],
  ["2.3-metadata", `${LAST_TOKEN}/metadata`, as.nulled],
  ["2.3-name", "/tokens/*/name", as.nulled],
  ["2.3-symbol", `${LAST_TOKEN}/symbol`, as.missing],
  ["2.3-token-id", `${LAST_TOKEN}/token_id`, as.elevenDigits],
  ["2.3-type", `${LAST_TOKEN}/type`, as.nulled],
  ["4.4-tokens", "/tokens", as.nulled],
  ["4.4-links", "/links", as.missing],
  ["4.4-links-next", "/links/next", as.missing],
]);

/** Spoilt cells of balances and of their list (2.4). */
const balanceCells = cellFaults("tokenBalances", "balances", [
  ["2.4-timestamp", "/timestamp", as.nulled],
  ["2.4-timestamp", "/timestamp", as.tenDecimals],
  ["2.4-balances", "/balances", as.missing],
  ["2.4-links", "/links", as.nulled],
  ["2.4-links-next", "/links/next", as.missing],
  ["2.4-balance-account", `${LAST_BALANCE}/account`, as.fourParts],
  ["2.4-balance-balance", "/balances/*/balance", as.asText],
  ["2.4-balance-balance", `${LAST_BALANCE}/balance`, as.fraction],
  ["2.4-balance-decimals", "/balances/*/decimals", as.nulled],
  ["2.4-balance-decimals", `${LAST_BALANCE}/decimals`, as.missing],
]);

/** Cells that are spoilt in rare places. */
const rareTokenCells = faultsOf("tokens", "tokens", [
  [
    "decimals-as-text-on-last-page",
    "2.3-decimals",
    "decimals of the last row of the last page is text",
    (handler) => (ask) => {
      const answer = handler(ask);
      const last = isSuccess(answer) && nextOf(answer.body) === null && sends("after")(ask);
      return last ? edit(`${LAST_TOKEN}/decimals`, as.asText.change)(() => answer)(ask) : answer;
    },
  ],
  [
    "metadata-null-for-unique",
    "2.3-metadata",
    "metadata is null in tokens that are not fungible",
    edit("/tokens/*", (row) => {
      const unique = isObject(row) && row["type"] === "NON_FUNGIBLE_UNIQUE";
      return unique ? { ...row, metadata: null } : row;
    }),
  ],
  [
    "name-missing-under-desc",
    "2.3-name",
    "name is missing in the descending list",
    when(
      (ask) => valuesOf(ask, "order").includes("desc"),
      edit("/tokens/*/name", () => undefined),
    ),
  ],
]);

const rareBalanceCells = faultsOf("tokenBalances", "balances", [
  [
    "timestamp-null-when-empty",
    "2.4-timestamp",
    "timestamp is null when the list is empty",
    editAnswer((answer) => {
      const empty = isSuccess(answer) && rowsOf(answer.body, "balances").length === 0;
      return empty ? success({ timestamp: null, balances: [], links: { next: null } }) : answer;
    }),
  ],
  [
    "zero-balance-null",
    "2.4-balance-balance",
    "a balance of zero is null",
    edit("/balances/*/balance", (balance) => (balance === 0n ? null : balance)),
  ],
]);

/** Spoilt cells of the two lists. */
export const listCellFaults = [...tokenCells, ...balanceCells, ...rareTokenCells, ...rareBalanceCells];
