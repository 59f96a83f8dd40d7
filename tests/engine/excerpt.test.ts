import { describe, expect, test } from "vitest";
import { excerptAt, treeOf } from "../../engine/evidence/excerpt.ts";
import { stepsOf } from "../../engine/message/known-deviations.ts";

const excerptOf = (text: string, pointer: string) => excerptAt(treeOf(text), stepsOf(pointer));

const tokens = Array.from({ length: 9 }, (_, index) => ({
  name: `n${index}`,
  decimals: String(index),
  type: "T",
}));
const list = JSON.stringify({ tokens, links: { next: null } });

describe("the surroundings of a place in an answer", () => {
  test("show the way to it and its neighbours, and count what is left out", () => {
    expect(excerptOf(list, "/tokens/4/decimals")).toStrictEqual({
      lines: [
        "{",
        '  "tokens": [',
        "    … 2 more",
        '    {"name": "n2", "decimals": "2", "type": "T"},',
        '    {"name": "n3", "decimals": "3", "type": "T"},',
        "    {",
        '      "name": "n4",',
        '      "decimals": "4",',
        '      "type": "T"',
        "    },",
        '    {"name": "n5", "decimals": "5", "type": "T"},',
        '    {"name": "n6", "decimals": "6", "type": "T"},',
        "    … 2 more",
        "  ],",
        '  "links": {"next": null}',
        "}",
      ],
      marked: 7,
    });
  });

  test("write numbers as they came", () => {
    const { lines = [], marked = -1 } = excerptOf('{"a":90071992547409930,"b":1.0}', "/b") ?? {};
    expect(lines[marked]).toBe('  "b": 1.0');
    expect(lines[marked - 1]).toBe('  "a": 90071992547409930,');
  });

  test("stay small, however large the answer is", () => {
    const text = JSON.stringify({ long: "x".repeat(300_000), list: Array(20_000).fill(7), at: tokens });
    const { lines = [] } = excerptOf(text, "/at/8/name") ?? {};
    expect(lines.join("\n").length).toBeLessThan(1_000);
    expect(lines).toContain('  "list": [ … 20000 elements ],');
    const place = excerptOf(text, "/long");
    expect(place?.lines[place.marked]?.length).toBeLessThan(450);
  });

  test.each([
    ["no JSON", "<html>", "/a"],
    ["the whole response", "{}", ""],
    ["a depth that no record has", "{}", "/a".repeat(20)],
  ])("are not shown for %s", (_what, text, pointer) => {
    expect(excerptOf(text, pointer)).toBeUndefined();
  });
});
