import { pointerPattern } from "../../engine/evidence/violations.ts";
import { newViolations } from "../../engine/message/known-deviations.ts";
import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { uniqueBy } from "../../engine/model/model.ts";

/** The reason of a suggested entry, which a file of known deviations must not contain. */
export const PLACEHOLDER =
  "say why this is accepted; you can add an owner and a last day (until), and narrow the entry with a request";

export const suggestions = ({ clauses }: Pick<RunResult, "clauses">): readonly KnownDeviation[] =>
  clauses
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((clause) => entriesFor({ ...clause, violations: newViolations(clause) }, PLACEHOLDER));

/** Entries that cover the violations of a clause. They name no rows and values, which differ with another seed. */
export function entriesFor(
  { id: clause, violations }: Pick<ClauseResult, "id" | "violations">,
  reason: string,
): readonly KnownDeviation[] {
  const places = violations.map(deviationPlace);
  // An entry without a pointer covers every violation of the clause.
  const general = places.find(({ pointer }) => pointer === undefined);
  const different = general === undefined ? uniqueBy(places, (place) => JSON.stringify(place)) : [general];
  return different.map((place) => ({ clause, ...place, reason }));
}

function deviationPlace({
  pointer,
  kind,
  rowFault,
  exchanges = [],
  response,
}: ReportedViolation): Pick<Partial<KnownDeviation>, "pointer" | "status" | "actual"> {
  // The pointer of a missing row depends on the other rows. A result may truncate a long pointer.
  if (rowFault !== undefined || exchanges.length > 1 || pointer.length > 1_000) return {};
  const kindOrStatus = kind === undefined ? { status: response.status } : { actual: kind };
  return { pointer: pointerPattern(pointer), ...kindOrStatus };
}
