// The exchanges of a recorded run are checked as the run checked them; tests/specs/families checks those of a whole run.
import { expect, test, vi } from "vitest";
import { faults } from "../../reference/faults.ts";
import { idsOf } from "../run/check-reference.ts";
import { checkRecorded, recordedRun } from "./recorded-run.ts";

// Whole runs take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const SMOKE = { level: "smoke", seed: 20_260_404 } as const;

test("the recorded exchanges of a variant fail no clause", async () => {
  const recorded = await recordedRun({ variant: "opaque-cursor" }, SMOKE);
  expect(idsOf((await checkRecorded(recorded)).clauses, "failed")).toStrictEqual([]);
});

test.each([
  ["tokens-page-above-limit", "4.4-limit-at-most"],
  ["tokens-status-206", "4.4-success-status"],
  ["direct-accepts-no-address", "4.10-address-required"],
])("the fault %s is seen in the recorded exchanges", async (fault, id) => {
  const recorded = await recordedRun({ fault }, { ...SMOKE, only: [faults[fault]?.endpoint ?? ""] });
  expect(idsOf((await checkRecorded(recorded)).clauses, "failed")).toContain(id);
});
