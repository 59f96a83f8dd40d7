// Slips in the lists and the fees of a mirror node
import { isObject } from "../../../../reference/json.ts";
import {
  answering,
  droppingFromNext,
  failing,
  inRows,
  member,
  messageOf,
  nextWith,
  operator,
  reading,
  refusals,
  renamed,
  rewriting,
  rowsOf,
  showing,
  TIME,
  unchecked,
  without,
  text,
  type Slip,
} from "./making.ts";

/** Lists. */
const LISTS: readonly Slip[] = (["tokens", "tokenBalances"] as const).flatMap((endpoint) => {
  const [list, id] = endpoint === "tokens" ? ["tokens", "token.id"] : ["balances", "account.id"];
  const key = endpoint === "tokens" ? "publickey" : "account.publickey";
  return [
    reading("order dropped", endpoint, without("order")),
    reading("default order reversed and order ignored", endpoint, (query) => [
      ...without("order")(query),
      ["order", "asc"],
    ]),
    reading("limit ignored", endpoint, without("limit")),
    reading(
      "limit one short",
      endpoint,
      rewriting("limit", (value) => String(Math.max(1, Number(value) - 1))),
    ),
    reading("limit not checked", endpoint, unchecked("limit", /^[1-9]\d*$/, "25")),
    reading("order not checked", endpoint, unchecked("order", /^(?:asc|desc)$/i, "asc")),
    reading("id filter ignored", endpoint, without(id)),
    reading(
      "id not checked",
      endpoint,
      unchecked(id, /^(?:(?:eq|ne|gte?|lte?):)?(?:\d{1,5}\.){0,2}\d{1,10}$/, "0.0.1"),
    ),
    reading("gte as gt", endpoint, rewriting(id, operator("gte", "gt"))),
    reading("lte as lt", endpoint, rewriting(id, operator("lte", "lt"))),
    reading("ne as eq", endpoint, rewriting(id, operator("ne", "eq"))),
    reading("public key ignored", endpoint, without(key)),
    showing("next loses the order", endpoint, droppingFromNext("order")),
    showing(
      "next loses the filter on ids",
      endpoint,
      nextWith((next) =>
        next.replace(
          /account\.id=gte?:[^&]*&(?=.*account\.id=lt)|token\.id=lte?:[^&]*&(?=.*token\.id=gt)/,
          "",
        ),
      ),
    ),
    showing(
      "next is always null",
      endpoint,
      nextWith(() => null),
    ),
    showing(
      "pages overlap by a row",
      endpoint,
      nextWith((next) => next.replace(/(id=)gt:/, "$1gte:").replace(/(id=)lt:/, "$1lte:")),
    ),
    showing("the last row is lost", endpoint, (body) => ({
      ...body,
      [list]: rowsOf(body, list).slice(0, Math.max(1, rowsOf(body, list).length - 1)),
    })),
    answering(
      "errors without _status",
      endpoint,
      refusals((answer) => ({ ...answer, body: { message: "Invalid parameter" } })),
    ),
    answering(
      "the message has other words",
      endpoint,
      refusals((answer) => ({ ...answer, body: messageOf("Bad parameter") })),
    ),
    answering("text/html", endpoint, (answer) => ({ ...answer, headers: { "content-type": "text/html" } })),
  ];
});

const TOKENS: readonly Slip[] = [
  reading("name not checked", "tokens", unchecked("name", /^.{3,100}$/, "Token")),
  reading("name ignored", "tokens", without("name")),
  reading("the account is ignored", "tokens", without("account.id")),
  reading("name beside token.id", "tokens", (query) =>
    query.some(([name]) => name === "name") ? without("token.id")(query) : query,
  ),
  showing(
    "decimals as text",
    "tokens",
    inRows("tokens", (row) => ({ ...row, decimals: text(row["decimals"]) })),
  ),
  showing("token_id renamed", "tokens", inRows("tokens", renamed("token_id", "tokenId"))),
  showing(
    "metadata always null",
    "tokens",
    inRows("tokens", (row) => ({ ...row, metadata: null })),
  ),
];

const BALANCES: readonly Slip[] = [
  reading("the balance is ignored", "tokenBalances", without("account.balance")),
  reading("balance gt as gte", "tokenBalances", rewriting("account.balance", operator("gt", "gte"))),
  reading(
    "balance not checked",
    "tokenBalances",
    unchecked("account.balance", /^(?:\w+:)?\d{1,19}$/, "gte:0"),
  ),
  reading("time not checked", "tokenBalances", unchecked("timestamp", TIME, "lte:1700003600")),
  reading("other filters lost at a time", "tokenBalances", (query) =>
    query.some(([name]) => name === "timestamp") ? without("account.id", "account.balance")(query) : query,
  ),
  showing(
    "balances as text",
    "tokenBalances",
    inRows("balances", (row) => ({ ...row, balance: text(row["balance"]) })),
  ),
  showing(
    "large balances rounded",
    "tokenBalances",
    inRows("balances", (row) => ({ ...row, balance: Number(row["balance"]) + 0.5 })),
  ),
  showing(
    "the time is always null",
    "tokenBalances",
    member("timestamp", () => null),
  ),
  answering("500 for a token without holders", "tokenBalances", (answer, { steps }) =>
    isObject(answer.body) && rowsOf(answer.body, "balances").length === 0 && steps[1] === "0.0.3005"
      ? failing(500)
      : answer,
  ),
];

const FEES: readonly Slip[] = [
  reading("order dropped", "networkFees", without("order")),
  reading("order not checked", "networkFees", unchecked("order", /^(?:asc|desc)$/i, "asc")),
  reading("time not checked", "networkFees", unchecked("timestamp", TIME, "lte:1700000000")),
  reading("the default is descending", "networkFees", (query) =>
    query.some(([name]) => name === "order") ? query : [...query, ["order", "desc"]],
  ),
  showing(
    "gas as text",
    "networkFees",
    inRows("fees", (row) => ({ ...row, gas: text(row["gas"]) })),
  ),
  showing(
    "another type",
    "networkFees",
    inRows("fees", (row, index) => (index === 1 ? { ...row, transaction_type: "CryptoTransfer" } : row)),
  ),
  showing(
    "seconds alone are a number",
    "networkFees",
    member("timestamp", (old) => Number(old)),
  ),
  answering("another message where there are none", "networkFees", (answer) =>
    answer.status === 404 ? { ...answer, body: messageOf("No fees") } : answer,
  ),
];

export const listSlips: readonly Slip[] = [...LISTS, ...TOKENS, ...BALANCES, ...FEES];
