// Which rows of a comparison differ
import { expect, test } from "vitest";
import { compareResults, differing } from "../../reports/comparison/model.ts";
import { failed, passed, planned, resultOf, unjudged } from "../reports/samples.ts";

test("what a run that broke off did not come to is no difference; what was not judged for another reason is", () => {
  const [gas, limit] = [planned(0), planned(1)];
  const lost = { cause: "environment", remedy: { kind: "runToItsEnd" } } as const;
  const whole = resultOf([passed(gas), failed(limit)]);
  const others = [
    resultOf([unjudged(gas, lost), unjudged(limit, lost)]),
    resultOf([unjudged(gas), unjudged(limit, lost)]),
    resultOf([unjudged(gas, lost), passed(limit)]),
  ];
  const differ = others.map((other) =>
    differing(compareResults([whole, other].map((result, index) => ({ label: String(index), result })))),
  );
  expect(differ).toStrictEqual([0, 1, 1]);
});
