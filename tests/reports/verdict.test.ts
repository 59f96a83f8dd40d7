import { expect, test } from "vitest";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { failed, passed, planned, resultOf, notTestedResult } from "./samples.ts";

const INCONCLUSIVE = { outcome: "inconclusive" } as const;
const LOST = { ...INCONCLUSIVE, cause: "environment" } as const;
const OURS = { ...INCONCLUSIVE, cause: "suite" } as const;
const passedClause = passed(planned(0));

test.each([
  ["all kept", [passedClause, passed(planned(1))], {}, "conforms", 0],
  ["one broken", [passedClause, failed(planned(1))], {}, "nonconforming", 1],
  ["one inconclusive", [passedClause, notTestedResult(planned(1), INCONCLUSIVE)], {}, "conforms", 0],
  [
    "one inconclusive, strictly",
    [passedClause, notTestedResult(planned(1), INCONCLUSIVE)],
    { strict: true },
    "nonconforming",
    1,
  ],
  [
    "nothing judged",
    [notTestedResult(planned(0)), notTestedResult(planned(1), INCONCLUSIVE)],
    {},
    "incomplete",
    2,
  ],
  [
    "a service without a usable answer",
    [passedClause, notTestedResult(planned(2), LOST)],
    {},
    "incomplete",
    2,
  ],
  ["the same beside a failure", [failed(planned(0)), notTestedResult(planned(2), LOST)], {}, "incomplete", 2],
  [
    "unusable responses of a service that was tested",
    [passedClause, notTestedResult(planned(1), LOST)],
    {},
    "conforms",
    0,
  ],
  ["a fault of the suite", [passedClause, notTestedResult(planned(1), OURS)], {}, "incomplete", 2],
] as const)("%s", (_, results, changes, verdict, code) => {
  const result = resultOf(results, changes);
  expect(result.verdict).toBe(verdict);
  expect(exitCodeOf(result)).toBe(code);
  expect(result.reason === undefined).toBe(verdict !== "incomplete");
});
