import { describe, expect, test } from "vitest";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { inShort } from "../../engine/message/known-deviations.ts";
import { applyKnown, covers, entriesToPaste, PLACEHOLDER } from "../../reports/reading/known.ts";
import { failed, passed, planned, resultOf, unjudged, violation } from "./samples.ts";

const TODAY = "2026-11-20";

function entry(changes: Partial<KnownDeviation> = {}): KnownDeviation {
  return { clause: "4.4-limit-kept", reason: "agreed", ...changes };
}

describe("which violation an entry covers", () => {
  test.each([
    ["no pointer", undefined, "/tokens/3/decimals", true],
    ["the same place", "/tokens/3/decimals", "/tokens/3/decimals", true],
    ["a star for a step", "/tokens/*/decimals", "/tokens/3/decimals", true],
    ["another place", "/tokens/*/name", "/tokens/3/decimals", false],
    ["a star for one step only", "/*", "/tokens/3", false],
    ["a shorter pattern", "/tokens", "/tokens/3", false],
    ["a longer pattern", "/tokens/3/*", "/tokens/3", false],
    ["the whole answer", "", "", true],
    ["the whole answer is not a place in it", "", "/tokens", false],
  ])("%s", (_, pattern, pointer, expected) => {
    const place = pattern === undefined ? {} : { pointer: pattern };
    expect(covers(place, violation({ pointer }))).toBe(expected);
  });

  test("one place does not cover a violation that stands for many", () => {
    const many = violation({ pointer: "/tokens/3/decimals", occurrences: 25 });
    expect(covers({ pointer: "/tokens/3/decimals" }, many)).toBe(false);
    expect(covers({ pointer: "/tokens/*/decimals" }, many)).toBe(true);
  });
});

describe("applying known deviations", () => {
  test("a clause whose violations are all covered is known", () => {
    const { clauses, stale } = applyKnown([failed(planned(1))], [entry()], TODAY);
    expect(clauses[0]).toMatchObject({ outcome: "known", reason: "known deviation: agreed" });
    expect(clauses[0]?.violations[0]?.known).toBe("agreed");
    expect(stale).toStrictEqual([]);
  });

  test("a violation that no entry covers fails the clause", () => {
    const results = [failed(planned(1), [violation({ pointer: "/a" }), violation({ pointer: "/b" })])];
    const { clauses } = applyKnown(results, [entry({ pointer: "/a" })], TODAY);
    expect(clauses[0]?.outcome).toBe("fail");
    expect(clauses[0]?.violations.map(({ known }) => known)).toStrictEqual(["agreed", undefined]);
  });

  test("an entry covers its own clause only", () => {
    const { clauses } = applyKnown([failed(planned(0))], [entry()], TODAY);
    expect(clauses[0]?.outcome).toBe("fail");
  });

  test("an entry that nothing matched is stale when its clause was judged", () => {
    const results = [passed(planned(0)), passed(planned(1)), unjudged(planned(2))];
    const used = [entry(), entry({ clause: "4.10-needs-address" }), entry({ clause: "9-not-planned" })];
    expect(applyKnown(results, used, TODAY).stale).toStrictEqual([entry()]);
  });

  test("an entry covers on its last day", () => {
    const { clauses, expired } = applyKnown([failed(planned(1))], [entry({ until: TODAY })], TODAY);
    expect(clauses[0]?.outcome).toBe("known");
    expect(expired).toStrictEqual([]);
  });

  test("an expired entry covers nothing, and is not stale", () => {
    const old = entry({ until: "2026-11-19" });
    const { clauses, stale, expired } = applyKnown([failed(planned(1))], [old], TODAY);
    expect(clauses[0]?.outcome).toBe("fail");
    expect(stale).toStrictEqual([]);
    expect(expired).toStrictEqual([old]);
  });

  test("a run with known deviations only conforms", () => {
    const result = resultOf([failed(planned(1)), passed(planned(0))], { known: [entry()] });
    expect(result).toMatchObject({ verdict: "conforms", summary: { known: 1, fail: 0 } });
    expect(result.known).toStrictEqual({ met: [entry()], stale: [], expired: [] });
  });

  test("a clause that only failed for known deviations is judged", () => {
    const result = resultOf([failed(planned(1))], { known: [entry()] });
    expect(result.verdict).toBe("conforms");
  });
});

describe("entries to paste", () => {
  test("they cover what was found", () => {
    const result = resultOf([
      failed(planned(1), [
        violation({ pointer: "/tokens/3/decimals", occurrences: 25 }),
        violation({ pointer: "", message: "not JSON" }),
      ]),
      passed(planned(0)),
    ]);
    const pasted = entriesToPaste(result);
    expect(pasted.map(({ clause, pointer }) => [clause, pointer])).toStrictEqual([
      ["4.4-limit-kept", "/tokens/*/decimals"],
      ["4.4-limit-kept", ""],
    ]);
    expect(resultOf(result.clauses, { known: pasted }).verdict).toBe("conforms");
  });

  test("they say what came, with which status, and to which requests, and take part in no other answer", () => {
    const [pasted] = entriesToPaste(
      resultOf([
        failed(planned(1), [
          violation({
            pointer: "/tokens/3/decimals",
            actual: "7",
            kind: "number",
            alike: [
              { request: "/api/v1/tokens\\?limit=1", values: ["7", "8"] },
              { request: "/api/v1/tokens\\?limit=2", values: ["8", "7"] },
            ],
          }),
        ]),
      ]),
    );
    expect(pasted).toStrictEqual({
      clause: "4.4-limit-kept",
      pointer: "/tokens/*/decimals",
      actual: "number",
      values: ["7", "8"],
      status: 200,
      request: "^(?:/[^?]*)?(?:/api/v1/tokens\\?limit=1|/api/v1/tokens\\?limit=2)$",
      reason: PLACEHOLDER,
    });
    const at = (url: string, actual = "8", status = 200): boolean =>
      pasted !== undefined &&
      covers(
        pasted,
        violation({
          pointer: "/tokens/9/decimals",
          actual,
          kind: "number",
          request: { method: "GET", url, headers: {}, body: null },
          response: { status, headers: {}, body: "" },
        }),
      );
    expect(at("https://other.example.test/any/prefix/api/v1/tokens?limit=2")).toBe(true);
    expect(at("https://other.example.test/api/v1/tokens?limit=20")).toBe(false);
    expect(at("https://other.example.test/api/v1/tokensXlimit=2")).toBe(false);
    expect(at("https://other.example.test/api/v1/tokens?limit=2", "9")).toBe(false);
    expect(at("https://other.example.test/api/v1/tokens?limit=2", "8", 201)).toBe(false);
  });

  test("a long value is named by its beginning and a digest", () => {
    const long = JSON.stringify("x".repeat(400));
    const [pasted] = entriesToPaste(
      resultOf([
        failed(planned(1), [
          violation({ actual: long, alike: [{ request: "/x", values: [inShort(long)] }] }),
        ]),
      ]),
    );
    expect(pasted?.values?.[0]?.length).toBeLessThan(100);
    expect(pasted !== undefined && covers(pasted, violation({ actual: long }))).toBe(true);
    expect(pasted !== undefined && covers(pasted, violation({ actual: `${long.slice(0, -1)}y"` }))).toBe(
      false,
    );
  });

  test("what is known already is left out", () => {
    const result = resultOf([failed(planned(1))], { known: [entry()] });
    expect(entriesToPaste(result)).toStrictEqual([]);
  });
});
