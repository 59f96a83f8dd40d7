import { describe, expect, test } from "vitest";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { inShort } from "../../engine/message/known-deviations.ts";
import { applyKnown, covers } from "../../engine/evidence/known.ts";
import { PLACEHOLDER, suggestions } from "../../reports/reading/known.ts";
import { failed, passed, planned, resultOf, unjudged, violation, walkExchanges } from "./samples.ts";

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
    ["the whole response", "", "", true],
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
});

describe("suggested entries", () => {
  test("there is one by clause, place and kind of value, and together they cover what was found", () => {
    const result = resultOf([
      failed(planned(1), [
        violation({ pointer: "/tokens/3/decimals", occurrences: 25 }),
        violation({ pointer: "/tokens/5/decimals", message: "too long" }),
        violation({ pointer: "/tokens/5/decimals", kind: "null", actual: "null" }),
      ]),
      passed(planned(0)),
    ]);
    const entries = suggestions(result);
    expect(entries).toStrictEqual(
      ["string", "null"].map((actual) => ({
        clause: "4.4-limit-kept",
        pointer: "/tokens/*/decimals",
        actual,
        reason: PLACEHOLDER,
      })),
    );
    expect(resultOf(result.clauses, { known: entries }).verdict).toBe("conforms");
  });

  test("a whole answer is told by its status", () => {
    const { kind: _kind, ...whole } = violation({ pointer: "" });
    expect(suggestions(resultOf([failed(planned(1), [whole])]))).toStrictEqual([
      { clause: "4.4-limit-kept", pointer: "", status: 200, reason: PLACEHOLDER },
    ]);
  });

  test.each([
    ["rows of a list", { defect: { kind: "gap" } }],
    ["several answers", { exchanges: walkExchanges(2) }],
  ] as const)(
    "of a rule over %s the clause alone is named: where it shows depends on the rows",
    (_what, shown) => {
      const places = ["/tokens/0/token_id", "/tokens"].map((pointer) => violation({ pointer, ...shown }));
      expect(suggestions(resultOf([failed(planned(1), [...places, violation()])]))).toStrictEqual([
        { clause: "4.4-limit-kept", reason: PLACEHOLDER },
      ]);
    },
  );

  test("what is known already is left out", () => {
    expect(suggestions(resultOf([failed(planned(1))], { known: [entry()] }))).toStrictEqual([]);
    const half = [failed(planned(1), [violation({ pointer: "/a" }), violation({ pointer: "/b" })])];
    const told = suggestions(resultOf(half, { known: [entry({ pointer: "/a" })] }));
    expect(told.map(({ pointer }) => pointer)).toStrictEqual(["/b"]);
  });
});

test("a long value is named by its beginning and a digest", () => {
  const long = JSON.stringify("x".repeat(400));
  const values = [inShort(long)];
  expect(values[0]?.length).toBeLessThan(100);
  expect(covers({ values }, violation({ actual: long }))).toBe(true);
  expect(covers({ values }, violation({ actual: `${long.slice(0, -1)}y"` }))).toBe(false);
});
