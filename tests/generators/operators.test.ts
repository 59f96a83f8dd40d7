import { describe, expect, it } from "vitest";
import { validBalanceFilter } from "../../generators/balance-filter.ts";
import type { Cases } from "../../generators/cases.ts";
import { validEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { alsoBehindOperators } from "../../generators/operator.ts";
import { openTimestampFilter, validTimestampFilter } from "../../generators/timestamp-filter.ts";
import { sample } from "./laws.ts";

const operators = ["", "eq", "gt", "gte", "lt", "lte", "ne"];

describe("operators of filters", () => {
  it.each<[string, Cases<string>]>([
    ["EntityIdFilter", validEntityIdFilter()],
    ["BalanceFilter", validBalanceFilter()],
    ["TimestampFilter", validTimestampFilter()],
    ["TimestampFilter, open", openTimestampFilter()],
  ])("are all among the first boundaries and in the middle: %s", (_format, cases) => {
    const first = cases.boundaries.slice(0, 8).map(({ value }) => operatorOf(value));
    expect([...new Set(first)].toSorted()).toEqual(operators);
    const drawn = sample(cases, 2_000).slice(cases.boundaries.length);
    expect(drawn.map(({ value }) => operatorOf(value))).toEqual(expect.arrayContaining(operators));
  });

  it("stand in front of the literals in turn", () => {
    const literals = alsoBehindOperators({ low: "0", middle: "5", high: "9" });
    expect(Object.values(literals)).toEqual([
      "eq:0",
      "gt:5",
      "gte:9",
      "lt:0",
      "lte:5",
      "ne:9",
      "0",
      "5",
      "9",
    ]);
  });
});

function operatorOf(text: string): string {
  const colon = text.indexOf(":");
  return colon === -1 ? "" : text.slice(0, colon);
}
