import { describe, expect, test } from "vitest";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { coversPlace, createCoverage, coveringEntries } from "../../engine/message/known-deviations.ts";
import { kindAt } from "../../engine/message/known-deviations.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { PLACEHOLDER, suggestions } from "../../reports/reading/suggested-entries.ts";
import { failed, passed, planned, resultOf, notTested, violation, pageExchanges } from "./samples.ts";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { idsOf } from "../run/check-reference.ts";
import { testReference } from "../tools/own.ts";

const TODAY = "2026-11-20";

const entryWith = (changes: Partial<KnownDeviation> = {}): KnownDeviation => ({
  clause: "4.4-limit-kept",
  reason: "agreed",
  ...changes,
});

const place = { url: "http://h.test/", status: 200 } as const;

test.each([
  [{}, "/tokens/3/decimals", true],
  [{ pointer: "/tokens/3/decimals" }, "/tokens/3/decimals", true],
  [{ pointer: "/tokens/*/decimals" }, "/tokens/3/decimals", true],
  [{ pointer: "/tokens/*/name" }, "/tokens/3/decimals", false],
  [{ pointer: "/tokens/3/*" }, "/tokens/3", false],
  [{ pointer: "" }, "/tokens", false],
])("an entry with %j covers a violation at %s: %s", (entry, pointer, expected) => {
  expect(coversPlace(entry, { ...place, pointer, kind: "number" })).toBe(expected);
});

test.each([
  ["absent", "/at", {}, true],
  ["null", "/at", { at: null }, true],
  ["null", "/at", {}, false],
  ["object", "/at", { at: { account_id: "0.0.1" } }, true],
  ["object", "", {}, false],
  ["string", "/at", { at: "2023-07-11" }, true],
  ["boolean", "/at", { at: true }, true],
  ["boolean", "/at", { at: "true" }, false],
] as const)("an entry with the actual value %s covers the violation at %j of %j: %s", (...row) => {
  const [actual, pointer, body, expected] = row;
  expect(coversPlace({ actual }, { ...place, pointer, kind: kindAt(body, pointer) })).toBe(expected);
});

describe("applying known deviations", () => {
  test("an unmatched entry is stale if its clause was tested, unless it is of a profile", () => {
    const agreed = failed(planned(1), [violation({ known: "agreed" })]);
    const results = [passed(planned(0)), agreed, notTested(planned(2))];
    const idle = entryWith({ pointer: "/elsewhere" });
    const ofProfile = { ...idle, profile: "ours" };
    const others = ["4.10-needs-address", "9-not-planned"].map((clause) => entryWith({ clause }));
    const entries = [entryWith(), ofProfile, idle, ...others];
    const { stale, unmatched } = coveringEntries(results, entries, TODAY);
    expect({ stale, unmatched }).toStrictEqual({ stale: [idle], unmatched: [ofProfile] });
  });

  test("an entry covers violations until its last day, and is not stale afterwards", () => {
    const uncovered = { message: "", pointer: "", expected: "", actual: "" };
    const response = responseOf("tokens", 200, {});
    const covers = (until: string) =>
      createCoverage([entryWith({ until })], TODAY)("4.4-limit-kept", uncovered, response);
    expect(covers(TODAY)).toStrictEqual(entryWith({ until: TODAY }));
    expect(covers("2026-11-19")).toBeUndefined();
    const old = entryWith({ until: "2026-11-19" });
    expect(coveringEntries([passed(planned(1))], [old], TODAY)).toMatchObject({ stale: [], expired: [old] });
  });
});

describe("suggested entries", () => {
  test("there is one entry per clause, pointer and kind of value, and together they cover all violations", () => {
    const result = resultOf([
      failed(planned(1), [
        violation({ pointer: "/tokens/3/decimals", placeCount: 25 }),
        violation({ pointer: "/tokens/5/decimals", message: "too long" }),
        violation({ pointer: "/tokens/5/decimals", kind: "null", actual: "null" }),
      ]),
      passed(planned(0)),
    ]);
    const entries = suggestions(result);
    const entry = { clause: "4.4-limit-kept", pointer: "/tokens/*/decimals", reason: PLACEHOLDER };
    expect(entries).toStrictEqual(["string", "null"].map((actual) => ({ ...entry, actual })));
    expect(resultOf(result.clauses, { known: entries }).verdict).toBe("conforms");
    const half = resultOf(result.clauses, { known: entries.slice(0, 1) });
    expect(suggestions(half)).toStrictEqual(entries.slice(1));
  });

  test("a violation of a whole response is described by its status", () => {
    const { kind: _kind, ...whole } = violation({ pointer: "" });
    expect(suggestions(resultOf([failed(planned(1), [whole])]))).toStrictEqual([
      { clause: "4.4-limit-kept", pointer: "", status: 200, reason: PLACEHOLDER },
    ]);
  });

  test.each([
    ["rows of a list", { rowFault: { kind: "gap" } }],
    ["several responses", { exchanges: pageExchanges(2) }],
  ] as const)("for violations over %s only the clause is named: rows decide the place", (_what, shown) => {
    const places = ["/tokens/0/token_id", "/tokens"].map((pointer) => violation({ pointer, ...shown }));
    expect(suggestions(resultOf([failed(planned(1), [...places, violation()])]))).toStrictEqual([
      { clause: "4.4-limit-kept", reason: PLACEHOLDER },
    ]);
  });
});

test.each([
  // A field, an accepted value and transport, with another fault of the same endpoint.
  ["summary-page-missing", "summary-components-status-null", "2.2-component-status"],
  ["fees-timestamp-eq-refused", "fees-gas-as-text", "2.5-fee-gas"],
  ["contract-empty-body", "contract-memo-null", "2.8-memo"],
])("suggested entries make %s pass at another seed, and do not cover %s", async (fault, other, clause) => {
  const [broken, worse] = [await testReference({ fault }), await testReference({ fault: other })];
  const options = { level: "smoke", only: [faults[fault]?.endpoint ?? ""] } as const;
  const first = await run(broken.target, { ...options, seed: 1 });
  const known = suggestions(first).map((entry) => ({ ...entry, reason: "they are looking into it" }));
  expect(new Set(known.map((entry) => entry.clause))).toStrictEqual(new Set(idsOf(first.clauses, "failed")));
  const again = await run(broken.target, { ...options, seed: 2, known });
  expect([again.verdict, idsOf(again.clauses, "failed"), suggestions(again)]).toEqual(["conforms", [], []]);
  const result = await run(worse.target, { ...options, seed: 1, known });
  expect(idsOf(result.clauses, "failed")).toContain(clause);
});
