import type { Violation, ApiResponse } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import { describe, isServed } from "./classify.ts";
import { valueAt } from "./pointer.ts";
import { type KnownDeviation, VALUE_KINDS, type ValueKind } from "../model/known-deviation.ts";
import type { ClauseResult, ReportedViolation } from "../model/clause-results.ts";

/** Where a response departs from the contract, and how. */
export interface DeviationPlace {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** What stands there; undefined where the whole response is meant. */
  readonly kind: ValueKind | undefined;
  readonly url: string;
  readonly status: number;
}

/** The entry that covers what a clause finds in a response, where one does. */
export type Coverage = (
  clause: string,
  violation: Violation,
  response: ApiResponse,
) => KnownDeviation | undefined;

export const today = (): string => new Date().toISOString().slice(0, 10);

/** Whether an entry covers nothing any more: it still does on the day of its `until`. */
const isExpired = ({ until }: KnownDeviation, day: string): boolean => until !== undefined && until < day;

/** Looks entries up by clause; of several that cover, the first counts. */
export function createCoverage(entries: readonly KnownDeviation[], day = today()): Coverage {
  const active = entries.filter((entry) => !isExpired(entry, day));
  return (clause, { pointer }, { status, url, body }) =>
    active.find(
      (entry) =>
        entry.clause === clause &&
        coversPlace(entry, { pointer, kind: kindAt(body.value, pointer), url, status }),
    );
}

/** Marks a response whose status is another than 200, where an entry for the status of successes covers it. */
export function standing(response: ApiResponse, coverage: Coverage): ApiResponse {
  if (response.status === 200 || !isServed(response)) {
    return response;
  }
  const violation: Violation = { message: "", pointer: "", expected: "", actual: describe(response) };
  const clause = `${operations[response.request.endpoint].section}-success-status`;
  return coverage(clause, violation, response) === undefined
    ? response
    : { ...response, statusExcused: true };
}

/** Whether the entry covers the place; the clause is that of the entry. */
export function coversPlace(
  { pointer, actual, request, status }: Omit<KnownDeviation, "clause" | "reason">,
  place: DeviationPlace,
): boolean {
  return (
    (pointer === undefined || isAtPointer(pointer, place.pointer)) &&
    (actual === undefined || actual === place.kind) &&
    (status === undefined || status === place.status) &&
    (request === undefined || new RegExp(request, "u").test(pathOf(place.url)))
  );
}

/** `*` stands for one step. */
function isAtPointer(wanted: string, pointer: string): boolean {
  const steps = pointer.split("/");
  const pattern = wanted.split("/");
  return (
    pattern.length === steps.length && pattern.every((step, index) => step === "*" || step === steps[index])
  );
}

/** Path and query, as they were sent. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?]*/i, "");

/** What stands in a body at a JSON Pointer; undefined where the whole response is meant. */
export function kindAt(body: unknown, pointer: string): ValueKind | undefined {
  if (pointer === "") {
    return undefined;
  }
  const value = valueAt(body, pointer);
  if (value === undefined) {
    return "absent";
  }
  if (value === null) {
    return "null";
  }
  return Array.isArray(value) ? "array" : VALUE_KINDS.find((kind) => kind === typeof value);
}

const JUDGED = new Set(["passed", "failed", "known"]);

/** Whether it is this entry that covers a violation. */
function covered({ known, pointer, kind, request, response }: ReportedViolation, entry: KnownDeviation) {
  const place = { pointer, kind, url: request.url, status: response.status };
  return known === entry.reason && coversPlace(entry, place);
}

/** A failed clause is known where known deviations cover all of its violations, as each of these says. */
export function asKnown(clause: ClauseResult): ClauseResult {
  const reasons = new Set(clause.violations.map((reported) => reported.known));
  return clause.outcome !== "failed" || reasons.size === 0 || reasons.has(undefined)
    ? clause
    : { ...clause, outcome: "known", reason: `known deviation: ${[...reasons].join("; ")}` };
}

/**
 * What became of entries: those that covered a violation (`met`), that nothing matched although their clause was tested
 * (`stale`; of profiles `unmatched`) or whose time is over.
 */
export function coveringEntries(
  clauses: readonly ClauseResult[],
  deviations: readonly KnownDeviation[],
  day: string = today(),
) {
  const expired = deviations.filter((entry) => isExpired(entry, day));
  const active = deviations.filter((entry) => !expired.includes(entry));
  const checked = new Set(clauses.filter(({ outcome }) => JUDGED.has(outcome)).map(({ id }) => id));
  const met = active.filter((entry) =>
    clauses.some(
      ({ id, violations }) => id === entry.clause && violations.some((one) => covered(one, entry)),
    ),
  );
  const idle = active.filter((deviation) => checked.has(deviation.clause) && !met.includes(deviation));
  // A profile speaks of many releases and of data that a target need not have.
  const stale = idle.filter(({ profile }) => profile === undefined);
  const unmatched = idle.filter(({ profile }) => profile !== undefined);
  return { met, stale, unmatched, expired };
}
