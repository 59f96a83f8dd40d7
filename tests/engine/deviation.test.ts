import { describe, expect, test } from "vitest";
import {
  coversPlace,
  createCoverage,
  kindAt,
  textAt,
  type DeviationPlace,
} from "../../engine/message/known-deviations.ts";
import { fold } from "../../engine/evidence/violation.ts";
import type { Reply } from "../../engine/model/exchange.ts";
import { covers } from "../../engine/evidence/known.ts";
import { answer } from "../../specs/fixtures/answers.ts";

function place(changes: Partial<DeviationPlace> = {}): DeviationPlace {
  return {
    pointer: "/tokens/3/decimals",
    actual: "null",
    url: "http://127.0.0.1/api/v1/tokens",
    status: 200,
    textAt: () => undefined,
    kind: undefined,
    ...changes,
  };
}

describe("an entry that says what came", () => {
  test.each([
    ["absent", {}, true],
    ["null", { at: null }, true],
    ["null", {}, false],
    ["array", { at: ["0x"] }, true],
    ["object", { at: { account_id: "0.0.1" } }, true],
    ["object", { at: [] }, false],
    ["string", { at: "2023-07-11" }, true],
    ["number", { at: 12.5 }, true],
    ["number", { at: "12" }, false],
    ["boolean", { at: true }, true],
    ["boolean", { at: "true" }, false],
  ] as const)("%s and %j: %s", (actual, body, expected) => {
    expect(coversPlace({ actual }, place({ kind: kindAt(body, "/at") }))).toBe(expected);
  });

  test("covers no whole answer", () => {
    expect(coversPlace({ actual: "object" }, place({ kind: kindAt({}, "") }))).toBe(false);
  });
});

describe("an entry that says for which requests", () => {
  test.each([
    ["[?&]order=", "https://h.test/p/api/v1/tokens?limit=1&order=asc", true],
    ["[?&]order=", "https://h.test/api/v1/tokens?limit=1", false],
    ["^/api", "https://h.test/api/v1/tokens", true],
    ["h\\.test", "https://h.test/api/v1/tokens", false],
  ])("%s and %s: %s", (request, url, expected) => {
    expect(coversPlace({ request }, place({ url }))).toBe(expected);
  });
});

describe("an entry that says what stands elsewhere in the body", () => {
  const shown = (value: unknown) => place({ textAt: (pointer) => textAt(value, pointer) });
  test.each([
    [{ "/balances": [] }, { balances: [] }, true],
    [{ "/balances": [] }, { balances: [1] }, false],
    [{ "/balances": [] }, { balances: {} }, false],
    [{ "/balances": [] }, {}, false],
    [{ "/call_result": "0x" }, { call_result: "0x" }, true],
    [{ "/call_result": "0x" }, { call_result: "0x1" }, false],
    [{ "/contract_id": null }, {}, false],
    [{ "/_status/messages/0/message": "No" }, { _status: { messages: [{ message: "No" }] } }, true],
    [{ "/a~1b": 1, "/c": 2 }, { "a/b": 1, c: 2 }, true],
    [{ "/a~1b": 1, "/c": 2 }, { "a/b": 1, c: 3 }, false],
    [{ "/length": 1 }, [1], false],
  ] as const)("%j and %j: %s", (where, value, expected) => {
    expect(coversPlace({ where }, shown(value))).toBe(expected);
  });
});

test("a violation keeps what stands where entries look, though its body is cut", () => {
  const scribe = {
    curl: () => "curl",
    headers: () => ({}),
    redact: (text: string) => text,
    places: ["/balances", "/none"],
  };
  const reply = answer("tokenBalances", 200, { long: "x".repeat(10_000), timestamp: null, balances: [] });
  const finding = { message: "wrong", pointer: "/timestamp", expected: "a time", actual: "null" };
  const [violation] = fold([{ finding, reply, path: "", seed: 1 }], scribe);
  expect(violation?.shown).toStrictEqual({ "/balances": "[]" });
  const where = { "/balances": [] };
  expect(violation && covers({ where }, violation)).toBe(true);
  expect(violation && covers({ where: { "/balances": [1] } }, violation)).toBe(false);
});

test("the first entry of a clause that covers counts", () => {
  const coverage = createCoverage([
    { clause: "2.3-name", reason: "another clause" },
    { clause: "2.3-decimals", pointer: "/tokens/*/decimals", actual: "string", reason: "text" },
    { clause: "2.3-decimals", pointer: "/tokens/*/decimals", actual: "null", reason: "none" },
    { clause: "2.3-decimals", reason: "anything" },
  ]);
  expect(coverage("2.3-decimals", place({ kind: "null" }))).toBe(2);
  expect(coverage("2.3-decimals", place({ kind: "number" }))).toBe(3);
  expect(coverage("2.3-symbol", place())).toBe(-1);
});

test("what is known is not folded with what is new", () => {
  const scribe = { curl: () => "curl", headers: () => ({}), redact: (text: string) => text };
  const reply: Reply = answer("tokens", 200, {});
  const found = [0, 1, 2].map((index) => ({
    finding: { message: "wrong", pointer: `/tokens/${index}/name`, expected: "text", actual: "null" },
    reply,
    path: "",
    seed: 1,
  }));
  const violations = fold(found, scribe, ({ finding }) => (finding.pointer === "/tokens/1/name" ? 0 : -1));
  expect(violations.map(({ pointer, occurrences }) => [pointer, occurrences])).toStrictEqual([
    ["/tokens/0/name", 2],
    ["/tokens/1/name", 1],
  ]);
});
