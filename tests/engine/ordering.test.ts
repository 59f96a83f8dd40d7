import { expect, test } from "vitest";
import { certainKeys, explainingKeys } from "../../specs/laws/lists/ordering.ts";

const named = (...names: readonly string[]) => names.map((name) => ({ name, decimals: 0 }));

test("names of digits alone may be sorted as text", () => {
  const rows = named("10", "100", "9");
  expect(explainingKeys(rows, rows.toReversed()).map(({ member }) => member)).toContain("name");
});

test("rows that share a member by which lists are sorted show no key for certain", () => {
  const rows = ["0.0.9", "0.0.10"].map((account) => ({ account, balance: 1 }));
  expect(explainingKeys(rows, rows.toReversed())).not.toEqual([]);
  expect(certainKeys(rows, rows.toReversed())).toEqual([]);
});
