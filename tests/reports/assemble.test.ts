import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunFacts } from "../../engine/model/results.ts";
import { plainSettings } from "../plain-settings.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { defined } from "../tools/defined.ts";
import { failed, passed } from "./samples.ts";

const catalogue = await loadCatalogue();
const PLAN = catalogue.clauses.filter(({ section }) => section === "2.4").slice(0, 3);
const settings = plainSettings(
  { baseUrl: "http://127.0.0.1" },
  "smoke",
  1,
  PLAN.map(({ id }) => id),
);

const planned = (index: number) => {
  const { id, section, endpoint, statement } = defined(PLAN[index]);
  return { id, section, endpoint, statement };
};

const assembled = (clauses: readonly ClauseResult[], facts: Partial<RunFacts> = {}) => {
  const whole = { clauses, unspecified: [], requests: 12, responses: {}, ...facts };
  return assemble(settings, catalogue, whole, { startedAt: "2026-11-20T10:00:00.000Z", durationMs: 99.6 });
};

describe("a complete run", () => {
  test("reports a planned clause without an outcome as a bug in the suite", () => {
    const result = assembled([passed(planned(0)), passed(planned(1))]);
    expect(result.clauses[2]).toMatchObject({ outcome: "inconclusive", code: "suiteFailed", cases: 0 });
    expect(result).toMatchObject({ verdict: "incomplete" });
    expect(result.reason).toContain(planned(2).id);
  });

  test("reports a pass without a case as a bug in the suite", () => {
    const result = assembled([passed(planned(0)), passed(planned(1), { cases: 0 }), passed(planned(2))]);
    expect(result).toMatchObject({ verdict: "incomplete", summary: { passed: 2, inconclusive: 1 } });
  });
});

describe("an interrupted run", () => {
  test("does not reach a clause whose requests were aborted", () => {
    const cut = { ...failed(planned(0), []), remedy: { kind: "finishRun" } as const };
    expect(assembled([cut], { stopped: { code: "interrupted", reason: "x" } }).clauses[0]).toMatchObject({
      outcome: "notTested",
    });
  });
});

test("a clause has its lines of the contract, and failed clauses have their interpretations", () => {
  const result = assembled([failed(planned(0)), passed(planned(1)), passed(planned(2))]);
  const [first] = result.clauses;
  expect(first?.contract).toStrictEqual(PLAN[0]?.contract);
  expect(result.interpretations?.map(({ number }) => number)).toStrictEqual(PLAN[0]?.interpretations);
});
