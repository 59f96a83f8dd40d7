import { expect, test } from "vitest";
import { excerptOfRows, excerptAt, parseTree } from "../../engine/evidence/proof.ts";
import { responseOf } from "../../specs/examples/responses.ts";

const excerptOf = (text: string, pointer: string) => excerptAt(parseTree(text), pointer);

const tokens = Array.from({ length: 20 }, (_, index) => ({ name: `n${index}`, type: "T" }));
const list = JSON.stringify({ tokens, links: { next: null } });

test("an excerpt shows a member among its neighbours, and a line for an absent member", () => {
  expect(excerptOf('{"rows":[{"a":90071992547409930,"b":1.0}]}', "/rows/0/b")).toStrictEqual({
    lines: ["/rows/0: {", '  "a": 90071992547409930', '  "b": 1.0', "}"],
    marked: 2,
  });
  expect(excerptOf(list, "/links/prev")).toStrictEqual({
    lines: ["/links: {", '  "next": null', '  "prev": (absent)', "}"],
    marked: 2,
  });
});

test("an excerpt shows the elements near the pointer, counts the others, and truncates long values", () => {
  const { lines = [], marked = -1 } = excerptOf(list, "/tokens/9") ?? {};
  expect(lines.slice(0, 3)).toStrictEqual(["/tokens: [", "  … 3 more", '  [3]: {"name":"n3","type":"T"}']);
  expect(lines[marked]).toBe('  [9]: {"name":"n9","type":"T"}');
  expect(lines.at(-2)).toBe("  … 4 more");
  const text = JSON.stringify({ long: "x".repeat(300_000), list: Array(20_000).fill(7), at: tokens });
  expect(excerptOf(text, "/long")?.lines.join("\n").length).toBeLessThan(1_000);
});

test.each([
  ["no JSON", "<html>", "/a"],
  ["the whole response", "{}", ""],
  ["a place in a number", '{"a":1}', "/a/b"],
])("none is shown for %s", (_what, text, pointer) => {
  expect(excerptOf(text, pointer)).toBeUndefined();
});

test("the rows around a missing one are shown by their keys, also a row without a key", () => {
  const response = responseOf("networkFees", 200, { fees: [{ transaction_type: "a" }, { gas: 2 }] });
  const violation = { pointer: "/fees", rowFault: { kind: "gap", row: '"b"' } } as const;
  const { lines } = excerptOfRows(response, violation, response, (text) => text) ?? {};
  expect(lines).toStrictEqual(['"a"', "absent", '"b"']);
});
