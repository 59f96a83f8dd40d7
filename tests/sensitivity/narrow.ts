import { pathOf } from "../../engine/message/known-deviations.ts";
import { pattern } from "../../engine/evidence/violation.ts";
import type { Alike, ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { covers, entriesToPaste } from "../../reports/reading/known.ts";
import type { Measured } from "../../scripts/sensitivity/measure.ts";

/**
 * Known deviations that a run of one fault prints, and that would hide something of another fault: a line for each two
 * faults. Where both show the very same departure there is nothing to tell them by.
 */
export function hiddenByOthers(measured: readonly Measured[]): readonly string[] {
  const shown = new Map<string, { readonly fault: string; readonly violation: Violation }[]>();
  for (const { fault, clauses } of measured) {
    for (const { id, violations } of clauses) {
      const all = shown.get(id) ?? [];
      shown.set(id, all);
      all.push(...violations.map((violation) => ({ fault, violation })));
    }
  }
  return measured.flatMap(({ fault, clauses }) => {
    const hidden = entriesToPaste({ clauses }).flatMap((entry) =>
      (shown.get(entry.clause) ?? [])
        .filter((other) => other.fault !== fault && covers(entry, other.violation))
        .filter(({ violation }) => !showsAlike(clauses, entry.clause, violation))
        .map((other) => `${fault} hides ${entry.clause} of ${other.fault}`),
    );
    return [...new Set(hidden)];
  });
}

/** Whether the clauses show the very same departure: what came, at the same place, to the same request. */
function showsAlike(clauses: readonly ClauseResult[], id: string, other: Violation): boolean {
  const own = clauses.find((clause) => clause.id === id)?.violations ?? [];
  return own.some(
    (violation) =>
      pattern(violation.pointer) === pattern(other.pointer) &&
      violation.response.status === other.response.status &&
      (toldSame(violation, other) || sharesAnswer(violation.alike ?? [], other.alike ?? [])),
  );
}

function toldSame(a: Violation, b: Violation): boolean {
  return (
    pathOf(a.request.url) === pathOf(b.request.url) &&
    a.request.body === b.request.body &&
    a.actual === b.actual
  );
}

/** One that was shown to too many requests to tell them was shown to any. */
function sharesAnswer(all: Alike, some: Alike): boolean {
  return some.some(({ request, values = [] }) => {
    const own = all
      .filter((one) => one.request === request || one.request === "")
      .flatMap((one) => one.values ?? []);
    return values.some((text) => own.includes(text));
  });
}
