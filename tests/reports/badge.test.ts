import { expect, test } from "vitest";
import { badgeJson, badgeSvg } from "../../reports/files/badge.ts";
import { failed, hostileResult, passed, planned, resultOf, unjudged } from "./samples.ts";

const conforming = resultOf([passed(planned(0))]);
const broken = resultOf([failed(planned(0)), failed(planned(1))]);
const incomplete = resultOf([unjudged(planned(2))]);

test.each([
  [conforming, "conforms", "brightgreen", false],
  [broken, "does not conform: 2 broken", "red", false],
  [incomplete, "incomplete", "lightgrey", true],
])("the badge says the verdict: $verdict", (result, message, color, isError) => {
  expect(badgeJson(result)).toStrictEqual({
    schemaVersion: 1,
    label: "conformance",
    message,
    color,
    isError,
  });
  expect(badgeSvg(result)).toContain(`<title>conformance: ${message}</title>`);
});

test("nothing that a service says is in it", () => {
  expect(badgeSvg(hostileResult())).toBe(badgeSvg(resultOf([failed(planned(1))])));
});
