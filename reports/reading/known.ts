import { coversPlace } from "../../engine/message/known-deviations.ts";
import { pattern } from "../../engine/evidence/violation.ts";
import { groupBy } from "../words/tally.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";

const JUDGED = new Set(["pass", "fail", "known"]);

/**
 * Clause results with known deviations applied, and the entries that covered a violation (`met`), that nothing matched
 * although their clause was judged (`stale`; of profiles `unmatched`) or whose time is over. An entry covers violations of its clause at its place, never a count; `today` is
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

/** A clause result as it was before known deviations were applied to it. */
export function withoutKnown(clause: ClauseResult): ClauseResult {
  const violations = clause.violations.map(({ known: _known, ...violation }) => violation);
  const reason = violations[0]?.message ?? clause.reason ?? "";
  return clause.outcome === "known"
    ? { ...clause, outcome: "fail", reason, violations }
    : { ...clause, violations };
}

/** Whether the entry covers the violation, whose clause is that of the entry. */
export function covers(entry: Omit<KnownDeviation, "clause" | "reason">, violation: Violation): boolean {
  const { actual, kind, occurrences, request, response, shown = {} } = violation;
  // A folded violation stands for all its places, so an entry for one of them is not enough.
  const pointer = occurrences > 1 ? pattern(violation.pointer) : violation.pointer;
  const textAt = (at: string): string | undefined => shown[at];
  return coversPlace(entry, { pointer, actual, kind, url: request.url, status: response.status, textAt });
}

/** What stands for a reason until somebody gives one: it is none. */
export const PLACEHOLDER = "say why this is accepted, and for how long";

/** The narrowest entries that would cover what the run found, ready for a `--known` file. */
export const entriesToPaste = (result: Pick<RunResult, "clauses">): readonly KnownDeviation[] =>
  result.clauses
    .filter(({ outcome }) => outcome === "fail")
    .flatMap(({ id, violations }) =>
      merged(violations.filter(({ known }) => known === undefined).flatMap((one) => narrowest(id, one))),
    );

/** The narrowest conditions that cover a violation with all that was folded into it, for each request. */
function narrowest(
  clause: string,
  { pointer, kind, response: { status }, alike = [{ request: "" }] }: Violation,
): readonly KnownDeviation[] {
  const isWhole = kind === "null" || kind === "absent";
  return alike.map(({ request, values }) => ({
    clause,
    pointer: pattern(pointer),
    ...(kind === undefined ? {} : { actual: kind }),
    ...(values === undefined || isWhole ? {} : { values }),
    status,
    ...(request === "" ? {} : { request }),
    reason: PLACEHOLDER,
  }));
}

/** Entries that differ in their values alone, or else in their requests alone, are one. */
function merged(entries: readonly KnownDeviation[]): readonly KnownDeviation[] {
  const byRequest = groupBy(entries, ({ values, ...rest }) =>
    JSON.stringify([rest, values === undefined]),
  ).map(([, group]) => {
    const values = [...new Set(group.flatMap((entry) => entry.values ?? []))].toSorted();
    return values.length === 0 ? group[0] : { ...group[0], values };
  });
  return groupBy(byRequest, ({ request, ...rest }) => JSON.stringify([rest, request === undefined])).map(
    ([, group]) => {
      const requests = [...new Set(group.flatMap(({ request }) => request ?? []))];
      return requests.length === 0 ? group[0] : { ...group[0], request: requestOf(requests) };
    },
  );
}

/** One expression for several requests, wherever the service is. */
const requestOf = (requests: readonly string[]): string =>
  `^(?:/[^?]*)?${requests.length > 1 ? `(?:${requests.join("|")})` : requests.join("")}$`;

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
