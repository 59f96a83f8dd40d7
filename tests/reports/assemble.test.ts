import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunFacts } from "../../engine/model/results.ts";
import { plainSettings } from "../plain-settings.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { defined } from "../tools/defined.ts";
import { failed, passed, planned, resultOf, notTested } from "./samples.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";

const catalogue = await loadCatalogue();
const PLAN = catalogue.clauses.filter(({ section }) => section === "2.4").slice(0, 3);
const settings = plainSettings(
  { baseUrl: "http://127.0.0.1" },
  "smoke",
  1,
  PLAN.map(({ id }) => id),
);

const clauseAt = (index: number) => {
  const { id, section, endpoint, statement } = defined(PLAN[index]);
  return { id, section, endpoint, statement };
};

const assembled = (clauses: readonly ClauseResult[], facts: Partial<RunFacts> = {}) => {
  const whole = { clauses, unspecified: [], requests: 12, responses: {}, ...facts };
  return assemble(settings, catalogue, whole, { startedAt: "2026-11-20T10:00:00.000Z", durationMs: 99.6 });
};

test("a complete run reports a planned clause without an outcome as a bug in the suite", () => {
  const result = assembled([passed(clauseAt(0)), passed(clauseAt(1))]);
  expect(result.clauses[2]).toMatchObject({ outcome: "inconclusive", code: "suiteFailed", cases: 0 });
  expect(result).toMatchObject({ verdict: "incomplete" });
  expect(result.reason).toContain(clauseAt(2).id);
});

test("a complete run reports a pass without a case as a bug in the suite", () => {
  const result = assembled([passed(clauseAt(0)), passed(clauseAt(1), { cases: 0 }), passed(clauseAt(2))]);
  expect(result).toMatchObject({ verdict: "incomplete", summary: { passed: 2, inconclusive: 1 } });
});

test("an interrupted run does not reach a clause whose requests were aborted", () => {
  const cut = { ...failed(clauseAt(0), []), remedy: { kind: "finishRun" } as const };
  expect(assembled([cut], { stopped: { code: "interrupted", reason: "x" } }).clauses[0]).toMatchObject({
    outcome: "notTested",
  });
});

test("a clause has its lines of the contract, and failed clauses have their interpretations", () => {
  const result = assembled([failed(clauseAt(0)), passed(clauseAt(1)), passed(clauseAt(2))]);
  const [first] = result.clauses;
  expect(first?.contract).toStrictEqual(PLAN[0]?.contract);
  expect(result.interpretations?.map(({ number }) => number)).toStrictEqual(PLAN[0]?.interpretations);
});

const [good, other, broken] = [passed(planned(0)), passed(planned(1)), failed(planned(1))];
const inconclusive = notTested(planned(1), { outcome: "inconclusive" });
const because = (code: "timeOut" | "suiteFailed", index = 1) =>
  notTested(planned(index), { outcome: "inconclusive", code });
const lost = because("timeOut", 2);

test.each([
  ["all clauses passed", [good, other], {}, "conforms", 0],
  ["one failed", [good, broken], {}, "nonconforming", 1],
  ["one inconclusive", [good, inconclusive], {}, "conforms", 0],
  ["one inconclusive, strictly", [good, inconclusive], { strict: true }, "nonconforming", 1],
  ["only a known deviation", [{ ...broken, outcome: "known" }, inconclusive], {}, "incomplete", 2],
  ["none tested", [notTested(planned(0)), inconclusive], {}, "incomplete", 2],
  ["a service without a usable response", [good, lost], {}, "incomplete", 2],
  ["such a service beside a failed clause", [failed(planned(0)), lost], {}, "incomplete", 2],
  ["unusable responses of a service that was tested", [good, because("timeOut")], {}, "conforms", 0],
  ["a fault of the suite", [good, because("suiteFailed")], {}, "incomplete", 2],
] as const)("%s", (_, results, changes, verdict, code) => {
  const result = resultOf(results, changes);
  expect(result.verdict).toBe(verdict);
  expect(exitCodeOf(result)).toBe(code);
  expect(result.reason === undefined).toBe(verdict !== "incomplete");
});
