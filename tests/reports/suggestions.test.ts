// The suggested known deviations of a failing run, with reasons, make it pass at another seed and cover nothing else
import { describe, expect, test } from "vitest";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { suggestions } from "../../reports/reading/suggested-entries.ts";
import { idsOf } from "../run/check-reference.ts";
import { testReference } from "../tools/own.ts";

/** Faults of fields, pages, accepted values and transport, in four endpoints. */
const FAULTS = [
  "summary-page-missing",
  "tokens-next-repeats",
  "fees-timestamp-eq-refused",
  "contract-empty-body",
];

/** A run of the endpoint of a fault, against the reference with this fault. */
async function runnerOf(fault: string) {
  const { target } = await testReference({ fault });
  const only = [faults[fault]?.endpoint ?? ""];
  return (seed: number, known: readonly KnownDeviation[] = []): Promise<RunResult> =>
    run(target, { level: "smoke", seed, only, known });
}

const withReasons = (result: RunResult): readonly KnownDeviation[] =>
  suggestions(result).map((entry) => ({ ...entry, reason: "they are looking into it" }));

describe("suggested known deviations", () => {
  test.each(FAULTS)("make %s pass at another seed", async (fault) => {
    const check = await runnerOf(fault);
    const first = await check(1);
    const known = withReasons(first);
    expect(known).not.toStrictEqual([]);
    expect(new Set(known.map(({ clause }) => clause))).toStrictEqual(new Set(idsOf(first.clauses, "failed")));
    const again = await check(2, known);
    expect([again.verdict, idsOf(again.clauses, "failed"), suggestions(again)]).toEqual(["conforms", [], []]);
  });

  test("do not cover another fault of the same endpoint", async () => {
    const known = withReasons(await (await runnerOf("fees-order-ignored"))(1));
    const other = await (await runnerOf("fees-gas-as-text"))(1, known);
    expect(other.verdict).toBe("nonconforming");
    expect(idsOf(other.clauses, "failed")).toContain("2.5-fee-gas");
  });
});
