// Folds the violations of a clause: the same problem in many places is reported once, with the smallest request that shows it.
import { familyOf, nameIn } from "../../generators/cases.ts";
import { kindAt } from "../message/known-deviations.ts";
import type { ReportedViolation } from "../model/clause-results.ts";
import { compareTexts } from "../model/compare.ts";
import type { ApiRequest, ApiResponse, CaseViolation, Violation } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import type { ExchangeFormatter } from "./exchange-formatter.ts";
import { cutRedacted } from "../secrets/redact.ts";
import { reportViolation } from "./violation.ts";

/** Maximum number of distinct violations of one clause in a result. */
export const MOST_REPORTED_VIOLATIONS = 50;
/**
 * Maximum number of distinct violations of one clause that are kept during a run. The violations with the smallest requests are
 * reported.
 */
const MOST_DISTINCT_VIOLATIONS = 200;
/** Names of cases, and values, in one reported violation. */
const MOST_CASE_NAMES = 24;
const MOST_VALUES = 50;
/** Maximum length of a value: longer ones are described by their beginning. */
const VALUE_CUT_AT = 120;

/** The distinct violations of a clause, by message, place (array indexes ignored), kind of value and known deviation. */
export type DistinctViolations = Map<string, DistinctViolation>;

/** One distinct violation, with the smallest request that shows it. */
export interface DistinctViolation {
  /** The URL of the smallest request. */
  readonly url: string;
  readonly request: ApiRequest;
  readonly violation: ReportedViolation;
  /** How many responses show the violation. */
  readonly responses: number;
  /** How many of these responses answer the smallest request. */
  readonly ofSmallest: number;
  /** The last response that shows the violation. A weak reference: a strong one would keep its body in memory. */
  readonly lastResponse: WeakRef<ApiResponse>;
}

/**
 * Adds a violation to the distinct violations of a clause, or counts it if an equal one is there. `entry` is the known deviation
 * that covers it: violations with an entry are kept apart from those without, since only the latter fail the run. Beyond `most`
 * distinct violations, further ones are dropped.
 */
export function addViolation(
  distinct: DistinctViolations,
  caseViolation: CaseViolation,
  formatter: ExchangeFormatter,
  entry?: KnownDeviation,
  most = MOST_DISTINCT_VIOLATIONS,
): void {
  const { violation, response } = caseViolation;
  const { message, pointer } = violation;
  const kind = kindAt(response.body.value, pointer) ?? "";
  const key = `${JSON.stringify(entry) ?? ""} ${pointerPattern(pointer)} ${message} ${kind}`;
  const previous = distinct.get(key);
  if (previous === undefined && distinct.size >= most) {
    return;
  }
  const isSmallest = previous === undefined || isSmaller(response, previous);
  const smallest = isSmallest
    ? {
        url: response.url,
        request: response.request,
        violation: reportViolation(caseViolation, formatter, entry),
        ofSmallest: 0,
      }
    : previous;
  const placeCount = (previous?.violation.placeCount ?? 0) + 1;
  const cases = withCase(caseViolation, formatter, previous?.violation);
  const isNew = previous?.lastResponse.deref() !== response;
  const isSame = response.url === smallest.url && response.request.body === smallest.request.body;
  distinct.set(key, {
    ...smallest,
    violation: { ...smallest.violation, placeCount, ...cases },
    responses: (previous?.responses ?? 0) + (isNew ? (caseViolation.responses ?? 1) : 0),
    ofSmallest: smallest.ofSmallest + (isNew && isSame ? 1 : 0),
    lastResponse: isNew ? new WeakRef(response) : previous.lastResponse,
  });
}

/** The violation with the number of responses that show it, of the `of` responses that the clause checked. */
export const withResponseCounts = (
  { violation, responses }: DistinctViolation,
  of: number,
): ReportedViolation => ({
  ...violation,
  seen: { responses, of: Math.max(of, responses) },
});

/** A text that is equal for equal requests. */
export const requestKey = ({ method, service, target, body = "" }: ApiRequest): string =>
  [method, service, target, body].join(" ");

/**
 * Whether a request shows a violation better than the smallest one so far: a request that has to succeed comes before one that
 * may be refused, then a request of the clause before the URL of a link, which needs the pages before it, and a shorter URL
 * before a longer one.
 */
function isSmaller({ request, url }: ApiResponse, smallest: DistinctViolation): boolean {
  const byExpectation =
    Number(request.expects !== "success") - Number(smallest.violation.expects !== "success");
  const byLink = Number(request.fromOrigin === true) - Number(smallest.request.fromOrigin === true);
  return (byExpectation || byLink || compareUrls(url, smallest.url)) < 0;
}

/**
 * Folds all violations of a clause into the violations of its result. `coverage` returns the known deviation that covers a
 * violation; `of` is the number of responses that the clause checked.
 */
export function foldViolations(
  caseViolations: readonly CaseViolation[],
  formatter: ExchangeFormatter,
  coverage: (violation: Violation, response: ApiResponse) => KnownDeviation | undefined = () => undefined,
  of = 0,
): readonly ReportedViolation[] {
  const distinct: DistinctViolations = new Map();
  caseViolations.forEach((item) =>
    addViolation(
      distinct,
      item,
      formatter,
      coverage(item.violation, item.response),
      MOST_REPORTED_VIOLATIONS,
    ),
  );
  return [...distinct.values()].map((one) => withResponseCounts(one, of));
}

/**
 * Orders URLs: shorter ones first, then those with fewer capitals (a capital may be the edit under test), then by their
 * characters. The order is total, so the same violations lead to the same report.
 */
export function compareUrls(a: string, b: string): number {
  const capitals = (text: string): number => text.match(/[A-Z]/g)?.length ?? 0;
  return a.length - b.length || capitals(a) - capitals(b) || compareTexts(a, b);
}

/** Whether a path is that of a case which fast-check generated (`12:0:3`), and not the name of a case. */
const isGenerated = (path: string): boolean => /^\d+(:\d+)*$/.test(path);

/** The cases that show a violation, by name and by value, with one more. */
function withCase(
  { path, response: { request }, names = [] }: CaseViolation,
  { redact }: ExchangeFormatter,
  { cases = [], values = [] }: Pick<ReportedViolation, "cases" | "values"> = {},
): Pick<ReportedViolation, "cases" | "values"> {
  const caseNames = isGenerated(path) ? [] : [path];
  const ownValues = isGenerated(path) ? [request.body ?? request.target] : caseNames.map(caseValue);
  const furtherValues = names.filter((name) => !isGenerated(name)).map(caseValue);
  const texts = [...ownValues, ...furtherValues].map((text) => cutRedacted(text, redact, VALUE_CUT_AT));
  return {
    ...withEntries("cases", [...cases, ...caseNames.map(familyOf)], MOST_CASE_NAMES),
    ...withEntries("values", [...values, ...texts], MOST_VALUES),
  };
}

/** The path of a case, with its value in quotation marks if it would otherwise be invisible. */
function caseValue(path: string): string {
  const name = familyOf(path);
  const value = path.slice(name.length + 2);
  return path !== name && value.trim() !== value ? nameIn(name, JSON.stringify(value)) : path;
}

/** The first `most` distinct entries as a member; empty if there are none. */
function withEntries(key: "cases" | "values", entries: readonly string[], most: number) {
  const distinct = [...new Set(entries)].filter((entry) => entry !== "").slice(0, most);
  return distinct.length === 0 ? {} : { [key]: distinct };
}

/** Replaces the array indexes of a JSON Pointer with a star, so that the same member of any row is one place. */
export const pointerPattern = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*");
