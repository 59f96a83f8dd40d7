import type { Fault } from "../fault.ts";
import { rewriteQuery } from "../rewriting/ask.ts";
import { overlook, refuseValue } from "./breaking.ts";
import { refusals } from "./filter-forms.ts";
import { faultsOf, type Entry } from "./tables.ts";

const ALL_OPERATORS = ["", "eq", "ne", "gt", "gte", "lt", "lte"];

/** Timestamps select in a way that the contract leaves open; what no time and every time meets is not. */
function timestamps(section: string, before: string, after: string): readonly Entry[] {
  const slug = "timestamp";
  const everything = /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/;
  return [
    ...refusals("timestamp", section, slug, ALL_OPERATORS),
    [
      "timestamp-ten-decimals-accepted",
      `${section}-timestamp-refused`,
      "a timestamp with ten decimals is overlooked",
      overlook("timestamp", (value) => /\.\d{10}$/.test(value)),
    ],
    [
      "timestamp-nine-decimals-refused",
      `${section}-timestamp-accepted`,
      "a timestamp with nine decimals is refused",
      refuseValue("timestamp", (value) => /\d\.\d{9}$/.test(value)),
    ],
    [
      "timestamp-ten-digits-refused",
      `${section}-timestamp-accepted`,
      "a timestamp with seconds of ten digits is refused",
      refuseValue("timestamp", (value) => /^(\w+:)?\d{10}(\.\d{1,9})?$/.test(value)),
    ],
    [
      "timestamp-ignored",
      before,
      "timestamp has no effect where it is well-formed",
      overlook("timestamp", (value) => /^(\w+:)?\d{1,10}(\.\d{1,9})?$/.test(value)),
    ],
    [
      "timestamp-all-finds-nothing",
      after,
      "a timestamp that everything meets selects nothing",
      rewriteQuery("timestamp", (value) => (everything.test(value) ? "lt:0" : value)),
    ],
  ];
}

/** Faults in the timestamp filters of balances, of fees and of contracts (4.3, 4.5, 4.8). */
export const timestampFaults: readonly Fault[] = [
  ...faultsOf("tokenBalances", "balances", timestamps("4.3", "4.3-timestamp-none", "4.3-timestamp-all")),
  ...faultsOf("networkFees", "fees", timestamps("4.5", "7.4-fees-not-found", "4.5-timestamp-all")),
  ...faultsOf(
    "contract",
    "contract",
    timestamps("4.8", "4.8-timestamp-before-all", "4.8-timestamp-met-by-all"),
  ),
];
