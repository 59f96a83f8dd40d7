import { expect, test } from "vitest";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { failed, passed, planned, resultOf, unjudged } from "./samples.ts";

const INCONCLUSIVE = { outcome: "inconclusive" } as const;
const LOST = { ...INCONCLUSIVE, cause: "environment" } as const;
const OURS = { ...INCONCLUSIVE, cause: "suite" } as const;
const kept = passed(planned(0));

test.each([
  ["all kept", [kept, passed(planned(1))], {}, "conforms", 0],
  ["one broken", [kept, failed(planned(1))], {}, "nonconforming", 1],
  ["one inconclusive", [kept, unjudged(planned(1), INCONCLUSIVE)], {}, "conforms", 0],
  [
    "one inconclusive, strictly",
    [kept, unjudged(planned(1), INCONCLUSIVE)],
    { strict: true },
    "nonconforming",
    1,
  ],
  ["nothing judged", [unjudged(planned(0)), unjudged(planned(1), INCONCLUSIVE)], {}, "incomplete", 2],
  ["a service without a usable answer", [kept, unjudged(planned(2), LOST)], {}, "incomplete", 2],
  ["the same beside a failure", [failed(planned(0)), unjudged(planned(2), LOST)], {}, "incomplete", 2],
  ["some trouble at a service that was judged", [kept, unjudged(planned(1), LOST)], {}, "conforms", 0],
  ["a fault of the suite", [kept, unjudged(planned(1), OURS)], {}, "incomplete", 2],
] as const)("%s", (_, results, changes, verdict, code) => {
  const result = resultOf(results, changes);
  expect(result.verdict).toBe(verdict);
  expect(exitCodeOf(result)).toBe(code);
  expect(result.reason === undefined).toBe(verdict !== "incomplete");
});
