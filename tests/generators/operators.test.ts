import { describe, expect, it } from "vitest";
import { formats } from "../../generators/formats.ts";
import type { Cases } from "../../generators/cases.ts";
import { sample } from "./laws.ts";

const operators = ["", "eq", "gt", "gte", "lt", "lte", "ne"];

describe("operators of filters", () => {
  it.each<[string, Cases<string>]>([
    ["EntityIdFilter", formats.entityIdFilter.valid()],
    ["BalanceFilter", formats.balanceFilter.valid()],
    ["TimestampFilter", formats.timestampFilter.valid()],
  ])("are all among the first boundaries and in the middle: %s", (_format, cases) => {
    const first = cases.boundaries.slice(0, 8).map(({ value }) => operatorOf(value));
    expect([...new Set(first)].toSorted()).toEqual(operators);
    const drawn = sample(cases, 2_000).slice(cases.boundaries.length);
    expect(drawn.map(({ value }) => operatorOf(value))).toEqual(expect.arrayContaining(operators));
  });
});

function operatorOf(text: string): string {
  const colon = text.indexOf(":");
  return colon === -1 ? "" : text.slice(0, colon);
}
