import { coversPlace, isExpired, today } from "../message/known-deviations.ts";
import type { ClauseResult, Violation } from "../model/clause-results.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";

const JUDGED = new Set(["pass", "fail", "known"]);

/** Whether it is this entry that covers a violation: what it says of the rest of the body was looked at before. */
function covered(
  { known: reason, pointer, actual, kind, request, response }: Violation,
  entry: KnownDeviation,
) {
  const { where: _where, full: _full, ...place } = entry;
  const { url } = request;
  const { status } = response;
  return (
    reason === entry.reason && coversPlace(place, { pointer, actual, kind, url, status, body: undefined })
  );
}

/** A failed clause is known where known deviations cover all of its violations, as each of these says. */
export function asKnown(clause: ClauseResult): ClauseResult {
  const reasons = new Set(clause.violations.map((violation) => violation.known));
  return clause.outcome !== "fail" || reasons.size === 0 || reasons.has(undefined)
    ? clause
    : { ...clause, outcome: "known", reason: `known deviation: ${[...reasons].join("; ")}` };
}

/**
 * What became of entries: those that covered a violation (`met`), that nothing matched although their clause was tested
 * (`stale`; of profiles `unmatched`) or whose time is over.
 */
export function entriesIn(
  clauses: readonly ClauseResult[],
  deviations: readonly KnownDeviation[],
  day: string = today(),
) {
  const expired = deviations.filter((entry) => isExpired(entry, day));
  const active = deviations.filter((entry) => !expired.includes(entry));
  const judged = new Set(clauses.filter(({ outcome }) => JUDGED.has(outcome)).map(({ id }) => id));
  const met = active.filter((entry) =>
    clauses.some(
      ({ id, violations }) => id === entry.clause && violations.some((one) => covered(one, entry)),
    ),
  );
  const idle = active.filter((deviation) => judged.has(deviation.clause) && !met.includes(deviation));
  // A profile speaks of many releases and of data that a target need not have.
  const stale = idle.filter(({ profile }) => profile === undefined);
  const unmatched = idle.filter(({ profile }) => profile !== undefined);
  return { met, stale, unmatched, expired };
}
