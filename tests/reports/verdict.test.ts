import { expect, test } from "vitest";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { failed, passed, planned, resultOf, notTested } from "./samples.ts";

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
