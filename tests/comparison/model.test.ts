// Which rows of a comparison differ
import { expect, test } from "vitest";
import { comparisonRows } from "../../reports/comparison/rows.ts";
import { failed, passed, planned, resultOf, unjudged } from "../reports/samples.ts";

test("clauses that an interrupted run did not reach are no difference", () => {
  const [gas, limit] = [planned(0), planned(1)];
  const lost = { cause: "environment", remedy: { kind: "finishRun" } } as const;
  const rest = passed(planned(2));
  const whole = resultOf([passed(gas), failed(limit), rest]);
  const others = [
    resultOf([unjudged(gas, lost), unjudged(limit, lost), rest]),
    resultOf([unjudged(gas), unjudged(limit, lost), rest]),
    resultOf([unjudged(gas, lost), passed(limit), rest]),
  ];
  const differ = others.map(
    (other) =>
      comparisonRows([whole, other].map((result) => ({ label: "", result }))).filter((row) => row.differs)
        .length,
  );
  expect(differ).toStrictEqual([0, 1, 1]);
});
