import type { ClauseResult, Outcome } from "../../engine/model/clause-results.ts";
import type { Level } from "../../engine/model/settings.ts";
import { run, type RunTarget } from "../../lib/run.ts";
import type { Reference, ReferenceOptions } from "../../reference/server.ts";
import { testReference } from "../tools/own.ts";

/** How the reference is checked: which of it, how closely, and what the target file says otherwise. */
export interface CheckedTarget {
  readonly only?: readonly string[];
  readonly level?: Level;
  readonly seed?: number;
  readonly change?: (target: Reference["target"]) => Exclude<RunTarget, string>;
}

/** The outcome of each clause in a run against the reference with these options. */
export async function checked(
  options: ReferenceOptions,
  { only = [], level = "standard", seed = 1, change = (target) => target }: CheckedTarget = {},
): Promise<readonly ClauseResult[]> {
  const { target } = await testReference(options);
  return (await run(change(target), { only: [...only], level, seed })).clauses;
}

/** The clauses of which a run said this. */
export function idsOf(results: readonly ClauseResult[], outcome: Outcome): readonly string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** Outcomes that a conforming service must not have. */
export function alarms(results: readonly ClauseResult[]): readonly string[] {
  return results
    .filter(({ outcome, code }) => outcome === "failed" || code === "suiteFailed")
    .map(({ id, reason, violations: [first] }) => `${id}: ${reason ?? ""} (${first?.curl ?? ""})`);
}
