import { type Violation, type ApiResponse, withoutOrigin } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import { describeResponse, hasSuccessBody } from "./classify.ts";
import { valueAt } from "./body.ts";
import { type KnownDeviation, VALUE_KINDS, type ValueKind } from "../model/known-deviation.ts";
import type { ClauseResult, ReportedViolation } from "../model/clause-results.ts";

/** The place of a violation. `kind`: that of the value; undefined for the empty pointer, which means the whole response. */
type DeviationPlace = Pick<ApiResponse, "url" | "status"> & { pointer: string; kind: ValueKind | undefined };

/** Returns the known deviation that covers a violation of a clause; undefined if none does. */
export type Coverage = (
  clause: string,
  violation: Violation,
  response: ApiResponse,
) => KnownDeviation | undefined;

/** The date in UTC, such as 2027-06-30. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Whether an entry has expired. It is still valid on the day of its `until`. */
const isExpired = ({ until }: KnownDeviation, day: string): boolean => until !== undefined && until < day;

/** Creates the coverage of the entries that have not expired on `day`. Of several that cover a violation, the first counts. */
export function createCoverage(entries: readonly KnownDeviation[], day = today()): Coverage {
  const active = entries.filter((entry) => !isExpired(entry, day));
  return (clause, { pointer }, { status, url, body }) =>
    active.find((entry) => {
      const place = { pointer, kind: kindAt(body.value, pointer), url, status };
      return entry.clause === clause && coversPlace(entry, place);
    });
}

/** Sets `statusExcused` if a known deviation covers the clause on the status: another 2xx than 200 then counts as a success. */
export function excuseStatus(response: ApiResponse, coverage: Coverage): ApiResponse {
  if (response.status === 200 || !hasSuccessBody(response)) return response;
  const violation: Violation = { message: "", pointer: "", expected: "", actual: describeResponse(response) };
  const clause = `${operations[response.request.endpoint].section}-success-status`;
  const isCovered = coverage(clause, violation, response) !== undefined;
  return isCovered ? { ...response, statusExcused: true } : response;
}

/** Whether an entry covers a place. Its `clause` and `until` are not compared. */
export const coversPlace = (
  { pointer, actual, request, status }: Omit<KnownDeviation, "clause" | "reason">,
  place: DeviationPlace,
): boolean =>
  (pointer === undefined || isAtPointer(pointer, place.pointer)) &&
  (actual === undefined || actual === place.kind) &&
  (status === undefined || status === place.status) &&
  (request === undefined || new RegExp(request, "u").test(withoutOrigin(place.url)));

/** Whether a pointer matches that of an entry, in which `*` matches one step. */
function isAtPointer(pointerPattern: string, pointer: string): boolean {
  const steps = pointer.split("/");
  const pattern = pointerPattern.split("/");
  const isEqual = pattern.every((step, index) => step === "*" || step === steps[index]);
  return pattern.length === steps.length && isEqual;
}

/** The kind of the value at a JSON Pointer, `absent` if there is none; undefined for the empty pointer, which means the whole response. */
export function kindAt(body: unknown, pointer: string): ValueKind | undefined {
  const value = valueAt(body, pointer);
  const kind = value === undefined ? "absent" : Array.isArray(value) ? "array" : typeof value;
  const found = value === null ? "null" : VALUE_KINDS.find((one) => one === kind);
  return pointer === "" ? undefined : found;
}

const isCoveredBy = (
  { known, pointer, kind, request, response }: ReportedViolation,
  entry: KnownDeviation,
): boolean =>
  known === entry.reason && coversPlace(entry, { pointer, kind, url: request.url, status: response.status });

export const newViolations = (clause: Pick<ClauseResult, "violations">): readonly ReportedViolation[] =>
  clause.violations.filter(({ known }) => known === undefined);

/** Turns the outcome of a failed clause into `known` if known deviations cover all of its violations. */
export function asKnown(clause: ClauseResult): ClauseResult {
  const reasons = new Set(clause.violations.map((reported) => reported.known));
  return clause.outcome !== "failed" || reasons.size === 0 || reasons.has(undefined)
    ? clause
    : { ...clause, outcome: "known", reason: `known deviation: ${[...reasons].join("; ")}` };
}

/** Groups entries: `met` ones covered a violation; `stale` (of a profile: `unmatched`) ones none, although their clause was tested. */
export function coveringEntries(
  clauses: readonly ClauseResult[],
  deviations: readonly KnownDeviation[],
  day: string = today(),
) {
  const expired = deviations.filter((entry) => isExpired(entry, day));
  const active = deviations.filter((entry) => !expired.includes(entry));
  const isTested = ({ outcome }: ClauseResult): boolean => ["passed", "failed", "known"].includes(outcome);
  const testedIds = new Set<string>(clauses.filter(isTested).map(({ id }) => id));
  const matched = active.filter((entry) =>
    clauses.some(
      ({ id, violations }) => id === entry.clause && violations.some((one) => isCoveredBy(one, entry)),
    ),
  );
  const unused = active.filter((entry) => testedIds.has(entry.clause) && !matched.includes(entry));
  // A profile describes many releases, and data that a target need not have: its unmatched entries are no mistake.
  const stale = unused.filter(({ profile }) => profile === undefined);
  const unmatched = unused.filter(({ profile }) => profile !== undefined);
  return { met: matched, stale, unmatched, expired };
}
