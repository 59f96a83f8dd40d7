// The titles of causes, and the texts of their values
import { describe, expect, test } from "vitest";
import { causesOf } from "../../reports/reading/causes.ts";
import { placeLines } from "../../reports/words/explain.ts";
import { failed, planned, resultOf, violation } from "./samples.ts";

test.each([
  ['"2024-02-30"', true],
  ['"2024-02-30T10:00:00Z"', true],
  ['"2023-02-29"', true],
  ['"2024-13-01"', true],
  ['"2024-02-29"', false],
  ['"2024-02-30th"', false],
  ["20240230", false],
])("a date that does not exist is marked as such: %s", (actual, isMarked) => {
  const lines = placeLines(failed(planned(0)), violation({ actual }));
  const hint = isMarked ? " (this date does not exist)" : "";
  expect(lines.find(({ label }) => label === "actual")?.text).toBe(`${actual}${hint}`);
});

describe("causes with the same problem have distinct titles", () => {
  const causeOf = (id: string, query: string, changes: Parameters<typeof violation>[0] = {}) =>
    failed(
      { ...planned(1), id },
      [
        violation({
          message: "a request that must be refused succeeds",
          request: { method: "GET", url: `https://x.test/api/v1/tokens?${query}`, headers: {}, body: null },
          ...changes,
        }),
      ],
      { parameters: ["tokenId"] },
    );
  const titlesOf = (...clauses: Parameters<typeof resultOf>[0]): readonly (string | undefined)[] =>
    causesOf(resultOf(clauses))
      .map(({ title }) => title)
      .toSorted((a = "", b = "") => a.localeCompare(b));

  test("by the parameter", () => {
    const ofLimit = { ...causeOf("4.4-two", "limit=a"), parameters: ["limit"] };
    expect(titlesOf(causeOf("4.4-one", "token.id=1a&limit=1"), ofLimit)).toStrictEqual([
      "a request that must be refused succeeds (limit)",
      "a request that must be refused succeeds (token.id)",
    ]);
  });

  test("by the operator, then by the pointer, then by the clause", () => {
    const byOperator = ["gte", "lt"].map((operator) => causeOf(`4.4-${operator}`, `token.id=${operator}:1a`));
    expect(titlesOf(...byOperator)).toStrictEqual([
      "a request that must be refused succeeds (gte)",
      "a request that must be refused succeeds (lt)",
    ]);
    const at = (id: string, pointer: string) => causeOf(id, "token.id=gte:1a", { pointer, actual: id });
    expect(titlesOf(at("4.4-one", "/a"), at("4.4-two", "/b"))).toStrictEqual([
      "a request that must be refused succeeds (/a)",
      "a request that must be refused succeeds (/b)",
    ]);
  });

  test("and a title that no other cause has is not changed", () => {
    expect(titlesOf(causeOf("4.4-one", "token.id=1a"))).toStrictEqual([undefined]);
  });
});
