import type { RunFacts, RunResult, Warning } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";

/** Requests that are shown with a warning. */
const SHOWN = 2;

/** All warnings of a run: those that the engine collected, and unspecified behaviour that is marked as a warning. */
export function warningsIn({ open, warnings = [] }: Pick<RunFacts, "open" | "warnings">): readonly Warning[] {
  const observed = open
    .filter((entry) => entry.warning === true && entry.observed.length > 0)
    .map(({ id, statement, observed: values }): Warning => {
      const texts = values.map(({ value, count }) => `${oneLine(value, 100)} (${count}×)`);
      const curls = values.slice(0, SHOWN).map(({ curl }) => curl);
      return { id, message: `${statement}: ${texts.join("; ")}`, curls };
    });
  return [...warnings, ...observed];
}

const keyOf = ({ id, endpoint, about }: Warning): string => JSON.stringify([id, endpoint, about]);

/** The warnings that an earlier result does not contain. */
export function newWarnings(
  warnings: readonly Warning[],
  earlier: Pick<RunResult, "warnings"> | undefined,
): readonly Warning[] {
  const before = new Set((earlier?.warnings ?? []).map(keyOf));
  return warnings.filter((warning) => !before.has(keyOf(warning)));
}
