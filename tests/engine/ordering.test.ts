import { expect, test } from "vitest";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { examplePages } from "../../specs/examples/pages.ts";
import { certainKeys, explainingKeys, firstMisplaced, sortKeys } from "../../specs/kit/lists/order.ts";

test("names may be sorted ignoring case and punctuation", () => {
  const [up, down] = ["Bar Café Cafe Dot", "Dot Café Cafe Bar"].map((all) =>
    all.split(" ").map((name) => ({ name })),
  );
  expect(explainingKeys(up ?? [], down ?? [])).not.toEqual([]);
});

test.each([
  [null, 1, 2],
  [1, 2, null],
])(
  "rows may be sorted by a member that is null in some rows, with null below or above all values: %s %s %s",
  (...all) => {
    const rows = all.map((rank, index) => ({ name: ["b", "c", "a"][index], rank }));
    expect(explainingKeys(rows, rows.toReversed()).map(({ member }) => member)).toEqual(["rank"]);
    expect(explainingKeys(rows, [...rows.slice(1), ...rows.slice(0, 1)])).toEqual([]);
  },
);

test("balances beyond 2^53 are compared exactly", () => {
  const digits = ["-1e400", "-1e400", "9223372036854775806", "9223372036854775807", "1e400"];
  const body = `{"balances":[${digits.map((balance) => `{"balance":${balance}}`).join()}]}`;
  const rows = rowsIn(responseOf("tokenBalances", 200, body));
  const [key] = certainKeys(rows, rows.toReversed());
  expect(rows.map((row, index) => key?.compare(rows[index - 1] ?? row, row))).toEqual([0, 0, -1, -1, -1]);
});

test("rows that share a sortable member determine no sort key", () => {
  const rows = ["0.0.9", "0.0.10"].map((account) => ({ account, balance: 1 }));
  expect(explainingKeys(rows, rows.toReversed())).not.toEqual([]);
  expect(certainKeys(rows, rows.toReversed())).toEqual([]);
});

test("rows in reverse order are reported with their sort key", () => {
  const rows = [0, 2, 1].map((decimals, index) => ({ decimals, token_id: `0.0.${9 - index}` }));
  const found = firstMisplaced(examplePages("tokens", [rows]), sortKeys(rows), "asc");
  expect(found?.pointer).toBe("/tokens/1/token_id");
});
