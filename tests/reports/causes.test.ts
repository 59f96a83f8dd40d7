// What a reader sees first: causes, their titles and cases, known deviations, and what to do
import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { explainPlace, titleOf } from "../../reports/words/explain.ts";
import { causesOf } from "../../reports/reading/causes.ts";
import { failed, passed, planned, resultOf, violation } from "./samples.ts";

const tokens = (number: number) => ({ ...planned(1), id: `4.4-rule-${number}` });

test("the cause that breaks most clauses comes first", () => {
  const alone = failed(planned(0), [violation({ actual: "alone" })]);
  const same = [1, 2, 3].map((number) => failed(tokens(number), [violation({ actual: "same" })]));
  const causes = causesOf(resultOf([alone, ...same]));
  expect(causes.map(({ clause, also }) => [clause.id, also.length])).toStrictEqual([
    ["4.4-rule-1", 2],
    ["2.7-gas-used", 0],
  ]);
});

describe("the title of a cause", () => {
  const ofField = violation({
    pointer: "/status",
    expected: "an object",
    message: planned(0).statement,
    response: { status: 200, headers: {}, body: "{}" },
  });

  test.each([
    ["null", "null", "status is null, expected an object (the table has no null here)"],
    ["absent", "absent", "status is missing, expected an object"],
    [
      "array",
      "an array of 3",
      "status is an array of 3, expected an object (an array where one object belongs)",
    ],
    ["number", "0.5", "status is 0.5, expected an object"],
    ["string", JSON.stringify("x".repeat(80)), "status is a long string, expected an object"],
  ] as const)("says of a field that is %s what stands there", (kind, actual, title) => {
    expect(titleOf(planned(0), { ...ofField, kind, actual })).toBe(title);
  });

  test("is the problem where there is one, and else the rule", () => {
    expect(titleOf(planned(0), violation({ message: "a row is missing" }))).toBe("a row is missing");
    expect(titleOf(planned(0), { ...ofField, pointer: "" })).toBe(planned(0).statement);
  });
});

test("the cases that show a departure are named with their share, few of them at once", () => {
  const lineOf = (cases: string[]) =>
    explainPlace(failed(planned(0)), violation({ cases })).find(({ label }) => label.startsWith("case"));
  expect(lineOf(["a letter behind"])).toStrictEqual({ label: "case", text: "a letter behind (1 of 5)" });
  expect(lineOf(["1", "2", "3", "4", "5", "6", "7", "8"])).toStrictEqual({
    label: "cases",
    text: "1; 2; 3; 4; 5; 6 and 2 more",
  });
});

test("known deviations are told once for each reason", async () => {
  const met = ["/a", "/b"].flatMap((pointer) =>
    [planned(0), planned(1)].map(({ id }) => ({ clause: id, pointer, reason: "agreed" })),
  );
  const result = {
    ...resultOf([failed(planned(0)), passed(planned(1))]),
    known: { met, stale: [], expired: [] },
  };
  const page = (await reportPage(result)).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  expect(page.match(/ agreed /g)).toHaveLength(1);
});
