import { describe, expect, test } from "vitest";
import { coversPlace, kindAt, type DeviationPlace } from "../../engine/message/known-deviations.ts";

function place(changes: Partial<DeviationPlace> = {}): DeviationPlace {
  return {
    pointer: "/tokens/3/decimals",
    url: "http://127.0.0.1/api/v1/tokens",
    status: 200,
    kind: undefined,
    ...changes,
  };
}

describe("an entry with an actual value", () => {
  test.each([
    ["absent", {}, true],
    ["null", { at: null }, true],
    ["null", {}, false],
    ["array", { at: ["0x"] }, true],
    ["object", { at: { account_id: "0.0.1" } }, true],
    ["string", { at: "2023-07-11" }, true],
    ["number", { at: 12.5 }, true],
    ["boolean", { at: true }, true],
    ["boolean", { at: "true" }, false],
  ] as const)("%s and %j: %s", (actual, body, expected) => {
    expect(coversPlace({ actual }, place({ kind: kindAt(body, "/at") }))).toBe(expected);
  });

  test("covers no violation of a whole response", () => {
    expect(coversPlace({ actual: "object" }, place({ kind: kindAt({}, "") }))).toBe(false);
  });
});
