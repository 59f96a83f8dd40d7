// Which rows of a comparison differ
import { expect, test } from "vitest";
import { before, compareResults, differing } from "../../reports/comparison/model.ts";
import { failed, passed, planned, resultOf, unjudged } from "../reports/samples.ts";

test("what a run that broke off did not come to is no difference; what was not judged for another reason is", () => {
  const [gas, limit] = [planned(0), planned(1)];
  const lost = { cause: "environment", remedy: { kind: "runToItsEnd" } } as const;
  const rest = passed(planned(2));
  const whole = resultOf([passed(gas), failed(limit), rest]);
  const others = [
    resultOf([unjudged(gas, lost), unjudged(limit, lost), rest]),
    resultOf([unjudged(gas), unjudged(limit, lost), rest]),
    resultOf([unjudged(gas, lost), passed(limit), rest]),
  ];
  const differ = others.map((other) =>
    differing(compareResults([whole, other].map((result, index) => ({ label: String(index), result })))),
  );
  expect(differ).toStrictEqual([0, 1, 1]);
});

test("a result is held against the earlier one that is given, the one of the same target before it, or the only other one", () => {
  const at = (label: string, baseUrl: string) => ({
    label,
    result: resultOf([passed(planned(0))], { target: { baseUrl } }),
  });
  const [one, two, again] = [
    at("one", "https://one.test"),
    at("two", "https://two.test"),
    at("again", "https://one.test"),
  ];
  const all = [one, two, again];
  expect(all.map((column) => before(all, column)?.result)).toStrictEqual([undefined, undefined, one.result]);
  expect(before([one, two], two)).toStrictEqual({ result: one.result, name: "one" });
  expect(before(all, { ...two, earlier: one.result })?.name).toBe("the run of 2026-11-20 10:00:00 UTC");
});
