import { coversPlace } from "../message/known-deviations.ts";
import type { ClauseResult, Violation } from "../model/clause-results.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { pattern } from "./violation.ts";

const JUDGED = new Set(["pass", "fail", "known"]);

/**
 * Clause results with known deviations applied, and the entries that covered a violation (`met`), that nothing matched
 * although their clause was tested (`stale`; of profiles `unmatched`) or whose time is over. An entry covers violations of its clause at its place, never a count; `today` is
 * YYYY-MM-DD, and an entry still covers on the day of its `until`.
 */
export function applyKnown(
  clauses: readonly ClauseResult[],
  deviations: readonly KnownDeviation[],
  today: string = new Date().toISOString().slice(0, 10),
) {
  const expired = deviations.filter(({ until }) => until !== undefined && until < today);
  const active = deviations.filter((deviation) => !expired.includes(deviation));
  const marked = clauses.map((clause) => markClause(clause, active));
  const judged = new Set(clauses.filter(({ outcome }) => JUDGED.has(outcome)).map(({ id }) => id));
  const met = active.filter((deviation) =>
    clauses.some(({ id, violations }) =>
      violations.some((violation) => id === deviation.clause && covers(deviation, violation)),
    ),
  );
  const idle = active.filter((deviation) => judged.has(deviation.clause) && !met.includes(deviation));
  // A profile speaks of many releases and of data that a target need not have.
  const stale = idle.filter(({ profile }) => profile === undefined);
  const unmatched = idle.filter(({ profile }) => profile !== undefined);
  return { clauses: marked, met, stale, unmatched, expired };
}

/** Whether the entry covers the violation, whose clause is that of the entry. */
export function covers(entry: Omit<KnownDeviation, "clause" | "reason">, violation: Violation): boolean {
  const { actual, kind, occurrences, request, response, shown = {} } = violation;
  // A folded violation stands for all its places, so an entry for one of them is not enough.
  const pointer = occurrences > 1 ? pattern(violation.pointer) : violation.pointer;
  const textAt = (at: string): string | undefined => shown[at];
  return coversPlace(entry, { pointer, actual, kind, url: request.url, status: response.status, textAt });
}

function markClause(clause: ClauseResult, deviations: readonly KnownDeviation[]): ClauseResult {
  const own = deviations.filter((deviation) => deviation.clause === clause.id);
  if (clause.outcome !== "fail" || own.length === 0) {
    return clause;
  }
  const violations = clause.violations.map((violation) => {
    const entry = own.find((deviation) => covers(deviation, violation));
    return entry === undefined ? violation : { ...violation, known: entry.reason };
  });
  const reasons = new Set(violations.map(({ known }) => known));
  if (violations.length === 0 || reasons.has(undefined)) {
    return { ...clause, violations };
  }
  return { ...clause, outcome: "known", reason: `known deviation: ${[...reasons].join("; ")}`, violations };
}
