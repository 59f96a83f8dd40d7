import { success } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { isArray } from "../json.ts";
import { edit, editFailure } from "../rewriting/answer.ts";
import { when } from "../rewriting/ask.ts";
import { faultsOf, type Entry } from "./tables.ts";

const FEES: readonly Entry[] = [
  [
    "fourth-type",
    "2.5-fee-transaction-type",
    "a fourth transaction type has a fee",
    edit("/fees", (fees) =>
      isArray(fees) ? [...fees, { gas: 12n, transaction_type: "TokenCreate" }] : fees,
    ),
  ],
  [
    "type-misspelt",
    "2.5-fee-transaction-type",
    "a transaction type is written in small letters",
    edit("/fees/-1/transaction_type", (type) => (typeof type === "string" ? type.toLowerCase() : type)),
  ],
  [
    "other-type",
    "2.5-fee-transaction-type",
    "one transaction type is another one",
    edit("/fees/0/transaction_type", () => "CryptoTransfer"),
  ],
  [
    "empty-list-at-no-time",
    "7.4-fees-not-found",
    "a time without fees is answered with an empty list",
    editFailure((answer) =>
      answer.status === 404 ? success({ fees: [], timestamp: "1700000000.000000000" }) : answer,
    ),
  ],
];

const SUMMARY: readonly Entry[] = [
  [
    "demands-credentials",
    "5-summary-needs-no-credentials",
    "the summary demands an authorization header",
    when(
      (ask) => ask.headers["authorization"] === undefined,
      () => () => ({ status: 401, headers: {}, raw: "" }),
    ),
  ],
];

/** Faults in the transaction types of fees (4.5), and in the access to the summary (5). */
export const feeAndSummaryFaults: readonly Fault[] = [
  ...faultsOf("networkFees", "fees", FEES),
  ...faultsOf("statusSummary", "summary", SUMMARY),
];
