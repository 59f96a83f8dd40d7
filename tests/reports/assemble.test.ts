import { describe, expect, test } from "vitest";
import { assemble } from "../../reports/reading/assemble.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import {
  CLOSING,
  entries,
  failed,
  header,
  passed,
  planned,
  resultOf,
  unjudged,
  violation,
} from "./samples.ts";

const ALL_PASSED = entries(passed(planned(0)), passed(planned(1)), passed(planned(2)));
const UNDECIDED = { outcome: "inconclusive" } as const;

describe("verdict and exit code", () => {
  test.each([
    ["all kept", [passed(planned(0)), passed(planned(1))], {}, "conforms", 0],
    ["one broken", [passed(planned(0)), failed(planned(1))], {}, "nonconforming", 1],
    ["one not exercised", [passed(planned(0)), unjudged(planned(1))], {}, "conforms", 0],
    ["one inconclusive", [passed(planned(0)), unjudged(planned(1), UNDECIDED)], {}, "conforms", 0],
    [
      "one inconclusive, strictly",
      [passed(planned(0)), unjudged(planned(1), UNDECIDED)],
      { strict: true },
      "nonconforming",
      1,
    ],
    [
      "one not exercised, strictly",
      [passed(planned(0)), unjudged(planned(1))],
      { strict: true },
      "conforms",
      0,
    ],
    ["nothing judged", [unjudged(planned(0)), unjudged(planned(1), UNDECIDED)], {}, "incomplete", 2],
    [
      "one service that gave no usable answer",
      [passed(planned(0)), unjudged(planned(2), { ...UNDECIDED, cause: "environment" })],
      {},
      "incomplete",
      2,
    ],
    [
      "one service that gave no usable answer, and a failure of another",
      [failed(planned(0)), unjudged(planned(2), { ...UNDECIDED, cause: "environment" })],
      {},
      "nonconforming",
      1,
    ],
    [
      "a service without a URL",
      [passed(planned(0)), unjudged(planned(2), { cause: "data" })],
      {},
      "conforms",
      0,
    ],
    [
      "some trouble at a service that was judged",
      [passed(planned(0)), unjudged(planned(1), { ...UNDECIDED, cause: "environment" })],
      {},
      "conforms",
      0,
    ],
    [
      "a fault of the suite",
      [passed(planned(0)), unjudged(planned(1), { ...UNDECIDED, cause: "suite" })],
      {},
      "incomplete",
      2,
    ],
    [
      "a fault of the suite beside a failure",
      [failed(planned(0)), unjudged(planned(1), { ...UNDECIDED, cause: "suite" })],
      {},
      "incomplete",
      2,
    ],
  ] as const)("%s", (_, results, changes, verdict, code) => {
    const result = resultOf(results, changes);
    expect(result.verdict).toBe(verdict);
    expect(exitCodeOf(result)).toBe(code);
    expect(result.reason === undefined).toBe(verdict !== "incomplete");
  });
});

describe("a run that came to its end", () => {
  test("counts outcomes, requests and time", () => {
    const result = assemble(header(), [...ALL_PASSED, ...CLOSING], { durationMs: 99.6 });
    expect(result).toMatchObject({
      verdict: "conforms",
      requests: 12,
      durationMs: 100,
      summary: { pass: 3, fail: 0, known: 0, inconclusive: 0, notExercised: 0 },
    });
    expect(result.clauses.map(({ id }) => id)).toStrictEqual(header().plan.map(({ id }) => id));
  });

  test("a planned clause without a verdict is a fault of the suite", () => {
    const result = assemble(header(), [...entries(passed(planned(0)), passed(planned(1))), ...CLOSING], {
      durationMs: 1,
    });
    expect(result.clauses[2]).toMatchObject({ outcome: "inconclusive", cause: "suite", cases: 0 });
    expect(result).toMatchObject({ verdict: "incomplete" });
    expect(result.reason).toContain("4.10-needs-address");
  });

  test("a pass without a case is a fault of the suite", () => {
    const result = resultOf([passed(planned(0)), passed(planned(1), { cases: 0 })]);
    expect(result).toMatchObject({ verdict: "incomplete", summary: { pass: 1, inconclusive: 1 } });
  });

  test("a failure without a violation is a fault of the suite", () => {
    const result = resultOf([passed(planned(0)), failed(planned(1), [])]);
    expect(result).toMatchObject({ verdict: "incomplete", summary: { fail: 0, inconclusive: 1 } });
  });

  test("a failure has a reason and a cause", () => {
    const { reason: _, cause: __, ...bare } = failed(planned(1), [violation({ message: "too long" })]);
    expect(resultOf([bare]).clauses[0]).toMatchObject({ reason: "too long", cause: "contract" });
  });
});

describe("a run that was cut short", () => {
  test("clauses that were not reached say so", () => {
    const result = assemble(header(), entries(passed(planned(0))), {
      durationMs: 1,
      interrupted: "interrupted by SIGINT",
    });
    expect(result).toMatchObject({ verdict: "incomplete", reason: "interrupted by SIGINT", requests: 0 });
    expect(result.clauses.slice(1).map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
      ["notExercised", "not reached"],
      ["notExercised", "not reached"],
    ]);
  });

  test("the reason that the run gave itself comes first", () => {
    const stopped = { type: "stopped", reason: "the target stopped answering" } as const;
    const result = assemble(header(), [...ALL_PASSED, ...CLOSING, stopped], {
      durationMs: 1,
      interrupted: "x",
    });
    expect(result).toMatchObject({ verdict: "incomplete", reason: "the target stopped answering" });
  });

  test.each([
    ["nothing at all", []],
    ["no closing line", ALL_PASSED],
    ["half of the closing lines", [...ALL_PASSED, ...CLOSING.slice(0, 1)]],
  ])("%s in the journal is not an end", (_, lines) => {
    expect(assemble(header(), lines, { durationMs: 1 })).toMatchObject({ verdict: "incomplete" });
  });

  test("a failure that was found stays in the result", () => {
    const result = assemble(header(), entries(failed(planned(0))), { durationMs: 1, interrupted: "x" });
    expect(result).toMatchObject({ verdict: "incomplete", summary: { fail: 1 } });
  });
});

test("a clause carries its places in the document, and the readings that broken ones lean on are told", () => {
  const reading = (number: number) => ({ number, title: `title ${number}`, text: "text" });
  const plan = [
    { ...planned(0), cites: ["2.7 gas_used"], readings: [1] },
    { ...planned(1), cites: ["4.1 pages"], readings: [15] },
  ];
  const result = assemble(
    header({ plan, readings: [reading(1), reading(15)] }),
    [...entries(passed(planned(0)), failed(planned(1))), ...CLOSING],
    { durationMs: 1 },
  );
  expect(result.clauses.map(({ cites, readings }) => [cites, readings])).toStrictEqual([
    [["2.7 gas_used"], [1]],
    [["4.1 pages"], [15]],
  ]);
  expect(result.readings).toStrictEqual([reading(15)]);
});
