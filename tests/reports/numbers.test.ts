import { expect, test } from "vitest";
import { count, countOf, duration } from "../../reports/words/numbers.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("%d is written %s", (value, text) => {
  expect(count(value)).toBe(text);
});

test.each([
  [0, "0 clauses"],
  [1, "1 clause"],
  [1_500, "1,500 clauses"],
])("%d clauses are %s", (value, text) => {
  expect(countOf(value, "clause")).toBe(text);
});

test.each([
  [0.4, "0 ms"],
  [999, "999 ms"],
  [1_234, "1.2 s"],
  [60_000, "1 min 0 s"],
  [200_000, "3 min 20 s"],
  [3_600_000 * 2 + 60_000, "2 h 1 min"],
])("%d milliseconds are %s", (value, text) => {
  expect(duration(value)).toBe(text);
});
