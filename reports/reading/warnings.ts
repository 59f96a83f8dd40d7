import type { RunFacts, RunResult, Warning } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";

const MOST_WARNING_CURLS = 2;

/** All warnings of a run: those that the engine collected, and unspecified behaviour that is marked as a warning. */
export function warningsIn({
  unspecified: open,
  warnings = [],
}: Pick<RunFacts, "unspecified" | "warnings">): readonly Warning[] {
  const observed = open
    .filter((entry) => entry.warning === true && entry.observed.length > 0)
    .map(({ id, statement, observed: values }): Warning => {
      const texts = values.map(({ value, count }) => `${oneLine(value, 100)} (${count}×)`);
      const curls = values.slice(0, MOST_WARNING_CURLS).map(({ curl }) => curl);
      return { id, message: `${statement}: ${texts.join("; ")}`, curls };
    });
  return [...warnings, ...observed];
}

const warningKey = ({ id, endpoint, about }: Warning): string => JSON.stringify([id, endpoint, about]);

/** The warnings that an earlier result does not contain. */
export function newWarnings(
  warnings: readonly Warning[],
  earlier: Pick<RunResult, "warnings"> | undefined,
): readonly Warning[] {
  const before = new Set((earlier?.warnings ?? []).map(warningKey));
  return warnings.filter((warning) => !before.has(warningKey(warning)));
}
