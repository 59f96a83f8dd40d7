import { expect, test } from "vitest";
import { count, countOf, duration } from "../../reports/words/numbers.ts";

test.each([
  [count(999), "999"],
  [count(1_234_567), "1,234,567"],
  [countOf(1, "clause"), "1 clause"],
  [countOf(1_500, "clause"), "1,500 clauses"],
  [duration(0.4), "0 ms"],
  [duration(1_234), "1.2 s"],
  [duration(200_000), "3 min 20 s"],
  [duration(3_600_000 * 2 + 60_000), "2 h 1 min"],
])("a number is written %s", (written, text) => {
  expect(written).toBe(text);
});
