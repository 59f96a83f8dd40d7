// What a failing run suggests as known deviations, with reasons put in, lets it pass at another seed, and hides nothing else
import { describe, expect, test } from "vitest";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { Level } from "../../engine/model/settings.ts";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { startReference } from "../../reference/server.ts";
import { suggestions } from "../../reports/reading/known.ts";

/** One or two of every kind of clause, and of every endpoint; those of `standard` show other rows at other seeds there. */
const FAULTS: readonly (readonly [fault: string, level: Level])[] = [
  // a record lacks a field, or has another kind of value there
  ["summary-page-missing", "smoke"],
  ["result-gas-used-fraction", "smoke"],
  // pages and their links
  ["tokens-next-repeats", "smoke"],
  // orders, filters, and filters beside other parameters
  ["tokens-order-ignored", "smoke"],
  ["balances-account-id-loses-a-row", "standard"],
  ["balances-limit-ignored-under-desc", "smoke"],
  // what is accepted, and what is refused
  ["fees-timestamp-eq-refused", "smoke"],
  ["result-nonce-lenient-fraction", "smoke"],
  ["direct-accepts-text-as-address", "smoke"],
  // bodies of errors
  ["tokens-error-flat", "smoke"],
  // status, media type, and answers that are no JSON
  ["tokens-media-octets", "smoke"],
  ["contract-empty-body", "smoke"],
];

const failing = ({ clauses }: RunResult): readonly string[] =>
  clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);

/** Calls `use` with a function that judges the endpoint of a fault. */
async function judging(
  fault: string,
  level: Level,
  use: (judge: (seed: number, known?: readonly KnownDeviation[]) => Promise<RunResult>) => Promise<void>,
): Promise<void> {
  const server = await startReference({ fault });
  const only = [faults[fault]?.endpoint ?? ""];
  try {
    await use((seed, known = []) => run(server.target, { level, seed, only, known }));
  } finally {
    await server.close();
  }
}

const withReasons = (result: RunResult): readonly KnownDeviation[] =>
  suggestions(result).map((entry) => ({ ...entry, reason: "they are looking into it" }));

describe("the entries that a run suggests", () => {
  test.each(FAULTS)(
    "let %s pass at %s and another seed, and name the clauses that it breaks",
    (fault, level) =>
      judging(fault, level, async (judge) => {
        const first = await judge(1);
        const known = withReasons(first);
        expect(known).not.toStrictEqual([]);
        expect(new Set(known.map(({ clause }) => clause))).toStrictEqual(new Set(failing(first)));
        const again = await judge(2, known);
        expect([again.verdict, failing(again), suggestions(again)]).toStrictEqual(["conforms", [], []]);
      }),
  );

  test("leave another fault of the same endpoint broken", async () => {
    let known: readonly KnownDeviation[] = [];
    await judging("tokens-next-repeats", "smoke", async (judge) => {
      known = withReasons(await judge(1));
    });
    await judging("tokens-order-ignored", "smoke", async (judge) => {
      const other = await judge(1, known);
      expect(other.verdict).toBe("nonconforming");
      expect(failing(other)).toContain("4.4-order-sorted");
    });
  });
});
