import { contracts } from "../data/contracts.ts";
import { JSON_HEADERS, type Ask } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { edit, editBody, editSuccess } from "../rewriting/answer.ts";
import { ignoreQuery, rewriteQuery, sends, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import { faultsOf } from "./tables.ts";

const NOTHING = "lt:0.0.0";
const OTHER = contracts()[1]?.id ?? "";
const SIGN_BIT = 2_147_483_648n;

const ACCIDENT = editSuccess(() => ({ status: 500, headers: JSON_HEADERS, body: { error: "boom" } }));

function orderedBy(way: string): (ask: Ask) => boolean {
  return (ask) => valuesOf(ask, "order").includes(way);
}

const byAddress = ({ param }: Ask): boolean => /^(0x)?[0-9a-f]{40}$/i.test(param);
const byNumber = ({ param }: Ask): boolean => /^\d{1,10}$/.test(param);
/** A plain time, as a contract shows it of itself. */
const atPlainTime = (ask: Ask): boolean =>
  valuesOf(ask, "timestamp").some((value) => /^1[\d.]+$/.test(value));

/** A number past 31 bits is taken for a negative one, which is below all. */
const signed: Rewriting = rewriteQuery("token.id", (value) =>
  BigInt(/(\d+)$/.exec(value)?.[1] ?? "0") >= SIGN_BIT ? value.replace(/\d+\.\d+\.\d+$/, "0.0.0") : value,
);

/** Faults that show in one way of asking alone: by an address, under an order, for an account, for a child. */
export const oneWayFaults: readonly Fault[] = [
  ...faultsOf("contract", "contract", [
    [
      "timestamp-ignored-by-address",
      "4.8-timestamp-before-all",
      "timestamp has no effect beside an address",
      when(byAddress, ignoreQuery("timestamp")),
    ],
    [
      "timestamp-ignored-by-number",
      "4.8-timestamp-before-all",
      "timestamp has no effect beside an id without shard and realm",
      when(byNumber, ignoreQuery("timestamp")),
    ],
    [
      "earlier-version-of-another",
      "4.8-timestamp-of-its-own",
      "a contract at a time is another contract",
      when(atPlainTime, (handler) => (ask) => handler({ ...ask, param: OTHER, query: [] })),
    ],
    [
      "earlier-version-without-key",
      "2.8-admin-key",
      "admin_key is null in earlier versions",
      when(
        atPlainTime,
        edit("/admin_key", () => null),
      ),
    ],
  ]),
  ...faultsOf("networkFees", "fees", [
    [
      "timestamp-ignored-under-desc",
      "7.4-fees-not-found-any-order",
      "timestamp has no effect under desc",
      when(orderedBy("desc"), ignoreQuery("timestamp")),
    ],
    [
      "accident-at-a-time-under-desc",
      "4.5-order-at-time",
      "a timestamp under desc is answered with status 500",
      when((ask) => sends("timestamp")(ask) && orderedBy("desc")(ask), ACCIDENT),
    ],
  ]),
  ...faultsOf("tokenBalances", "balances", [
    [
      "timestamp-ignored-with-limit",
      "4.3-timestamp-none-any-page",
      "timestamp has no effect beside a limit",
      when(sends("limit"), ignoreQuery("timestamp")),
    ],
  ]),
  ...faultsOf("tokens", "tokens", [
    [
      "account-id-finds-nothing",
      "4.4-account-id-of-holders",
      "account.id selects nothing, whoever is asked for",
      rewriteQuery("account.id", () => NOTHING),
    ],
    [
      "account-id-of-any-shard",
      "4.4-account-id-elsewhere",
      "the shard and the realm of account.id do not count",
      rewriteQuery("account.id", (value) => value.replace(/\d+\.\d+\.(\d+)$/, "0.0.$1")),
    ],
    ["token-id-signed", "4.4-token-id-gt", "a token id above 31 bits is taken for a negative number", signed],
    [
      "name-of-100-ignored",
      "4.4-name-contained",
      "a name of 100 characters selects every token",
      rewriteQuery("name", (value) => (value.length === 100 ? undefined : value)),
    ],
    [
      "status-206-by-name",
      "4.4-success-status",
      "results of a search by name have the status code 206",
      when(
        sends("name"),
        editSuccess((answer) => ({ ...answer, status: 206 })),
      ),
    ],
  ]),
  ...faultsOf("contractResult", "result", [
    [
      "status-of-children-turned",
      "2.7-one-status-per-result",
      "the status of children is that of the other outcome",
      when(
        (ask) => valuesOf(ask, "nonce").some((nonce) => /^[1-9]/.test(nonce)),
        editBody((body) => ({ ...body, status: body["status"] === "0x1" ? "0x0" : "0x1" })),
      ),
    ],
  ]),
];
