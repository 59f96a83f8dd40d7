// The violations of a result: each problem once, with the request that shows it best and without secrets.
import { familyOf, nameIn } from "../../generators/cases.ts";
import { exactBody, exactValueAt, valueAt } from "../message/body.ts";
import { hasSuccessBody } from "../message/classify.ts";
import { kindAt } from "../message/known-deviations.ts";
import type { Excerpt, ReportedExchange, ReportedViolation } from "../model/clause-results.ts";
import { compareTexts } from "../model/compare.ts";
import type { ApiRequest, ApiResponse, CaseViolation, ResponseBody, Violation } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { present } from "../model/model.ts";
import { redactDeep, BODY_CUT_AT, cutRedacted } from "../secrets/redact.ts";
import type { ExchangeFormatter } from "./exchange-formatter.ts";
import { cutValue } from "../schema/fields.ts";
import { describePage, excerptOfRows, responsesProving, excerptAt } from "./proof.ts";

export const MOST_REPORTED_VIOLATIONS = 50;
/** Maximum number of distinct violations of a clause that are kept during a run, to report those with the smallest requests. */
const MOST_DISTINCT_VIOLATIONS = 200;
/** Maximum numbers of case names and of values in one reported violation. */
const MOST_CASE_NAMES = 24;
const MOST_VALUES = 50;
/** Maximum length of a value in a report. */
const VALUE_CUT_AT = 120;

/** The distinct violations of a clause, by message, place (array indexes ignored), kind of value and known deviation. */
export type DistinctViolations = Map<string, DistinctViolation>;

/** One distinct violation, with the request that shows it best: the first in the order of `isSmaller`. */
export interface DistinctViolation {
  readonly url: string;
  readonly request: ApiRequest;
  readonly violation: ReportedViolation;
  readonly responses: number;
  /** How many of the responses that show the violation are to the smallest request. */
  readonly ofSmallest: number;
  /** The last response that shows the violation. A weak reference: a strong one would keep its body in memory. */
  readonly lastResponse: WeakRef<ApiResponse>;
  /** Whether every repetition of the smallest request showed the violation; absent: it was not repeated. */
  readonly reproducible?: boolean;
}

/** Adds a violation, or counts it if an equal one with the same known deviation (`entry`) is there. Beyond `most`, it is dropped. */
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
  if (previous === undefined && distinct.size >= most) return;
  const isSmallest = previous === undefined || isSmaller(response, previous);
  const { url, request } = response;
  const reported = () => ({ url, request, violation: reportViolation(caseViolation, formatter, entry) });
  const smallest = isSmallest ? { ...reported(), ofSmallest: 0 } : previous;
  const placeCount = (previous?.violation.placeCount ?? 0) + 1;
  const cases = withCase(caseViolation, formatter, previous?.violation);
  const isNew = previous?.lastResponse.deref() !== response;
  const isSame = url === smallest.url && request.body === smallest.request.body;
  distinct.set(key, {
    ...smallest,
    violation: { ...smallest.violation, placeCount, ...cases },
    responses: (previous?.responses ?? 0) + (isNew ? (caseViolation.responses ?? 1) : 0),
    ofSmallest: smallest.ofSmallest + (isNew && isSame ? 1 : 0),
    lastResponse: isNew ? new WeakRef(response) : previous.lastResponse,
  });
}

/** The violation with the number of responses that show it, of the `of` responses that the clause checked. */
export const withResponseCounts = ({ violation, responses }: DistinctViolation, of: number) =>
  ({ ...violation, seen: { responses, of: Math.max(of, responses) } }) satisfies ReportedViolation;

export const requestKey = ({ method, service, target, body = "" }: ApiRequest): string =>
  [method, service, target, body].join(" ");

/** Whether a request shows a violation better: it has to succeed, or it is the clause's own and no link, or its URL is shorter. */
function isSmaller({ request, url }: ApiResponse, smallest: DistinctViolation): boolean {
  const byExpectation =
    Number(request.expects !== "success") - Number(smallest.violation.expects !== "success");
  const byLink = Number(request.fromOrigin === true) - Number(smallest.request.fromOrigin === true);
  return (byExpectation || byLink || compareUrls(url, smallest.url)) < 0;
}

/** Merges equal violations of a clause. `of`: the number of responses that the clause checked. */
export function foldViolations(
  caseViolations: readonly CaseViolation[],
  formatter: ExchangeFormatter,
  coverage: (violation: Violation, response: ApiResponse) => KnownDeviation | undefined = () => undefined,
  of = 0,
): readonly ReportedViolation[] {
  const distinct: DistinctViolations = new Map();
  for (const item of caseViolations) {
    const entry = coverage(item.violation, item.response);
    addViolation(distinct, item, formatter, entry, MOST_REPORTED_VIOLATIONS);
  }
  return [...distinct.values()].map((one) => withResponseCounts(one, of));
}

/** Orders URLs by length, number of capitals (one may be the fault of a malformed value) and characters: reports are then stable. */
export function compareUrls(a: string, b: string): number {
  const capitals = (text: string): number => text.match(/[A-Z]/g)?.length ?? 0;
  return a.length - b.length || capitals(a) - capitals(b) || compareTexts(a, b);
}

/** Whether a text is the path of a case that fast-check generated (`12:0:3`), and not the name of a case. */
const isGenerated = (path: string): boolean => /^\d+(:\d+)*$/.test(path);

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

/** The name of a case, such as `one digit too many: 12345`. A value that begins or ends with white space is put in quotation marks. */
function caseValue(path: string): string {
  const name = familyOf(path);
  const value = path.slice(name.length + 2);
  return path !== name && value.trim() !== value ? nameIn(name, JSON.stringify(value)) : path;
}

function withEntries(key: "cases" | "values", entries: readonly string[], most: number) {
  const distinct = [...new Set(entries)].filter((entry) => entry !== "").slice(0, most);
  return distinct.length === 0 ? {} : { [key]: distinct };
}

/** Replaces the array indexes of a JSON Pointer with a star, so that the same member of any row is one place. */
export const pointerPattern = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*");

/** Maximum length of a body in `exchanges`. The body of the violating response has up to `BODY_CUT_AT` characters. */
const EXCHANGE_CUT_AT = 600;
/** Maximum length of a body from which an excerpt is made: removing the secrets of a longer body takes too long. */
const LONGEST_EXCERPTED_BODY = 128 * 1024;

/** Makes the violation of a result. `entry` is the known deviation that covers it. */
function reportViolation(
  caseViolation: CaseViolation,
  formatter: ExchangeFormatter,
  entry?: KnownDeviation,
): ReportedViolation {
  const { violation, response, path, reproducible, allResponses = [] } = caseViolation;
  const { request, url, status, headers, body } = response;
  const { redact } = formatter;
  const { compared = [], rowFault, symptoms } = violation;
  // A response that another clause received earlier, and with which this clause compares, comes first.
  const received = [...compared.filter((other) => !allResponses.includes(other)), ...allResponses];
  const proving = responsesProving(received, response, compared);
  return {
    message: cutRedacted(violation.message, redact),
    pointer: cutRedacted(violation.pointer, redact),
    expected: cutRedacted(violation.expected, redact),
    actual: cutRedacted(actualAsWritten(violation, body), redact),
    ...present({
      kind: kindAt(body.value, violation.pointer),
      fault: body.fault,
      faultAt: body.faultAt && cutRedacted(body.faultAt, redact),
    }),
    request: {
      method: request.method,
      url: cutRedacted(url, redact, BODY_CUT_AT),
      headers: formatter.headers(response),
      body: request.body === undefined ? null : cutRedacted(request.body, redact, BODY_CUT_AT),
    },
    response: { status, headers: formatter.redacted.headers(headers), body: formatter.redacted.body(body) },
    curl: formatter.curl(response),
    ...present({ excerpt: excerptOf(body, violation.pointer, formatter) }),
    ...present({ rowFault: rowFault && redactDeep(rowFault, redact), symptoms }),
    ...(proving.length > 1
      ? {
          exchanges: proving.map((one) =>
            reportExchange(one, received.indexOf(one) + 1, caseViolation, formatter),
          ),
        }
      : rowFault && describePage(response, redact)),
    ...present({ origin: request.origin && cutRedacted(request.origin, redact) }),
    expects: request.expects,
    ...present({ served: hasSuccessBody(response) ? true : undefined }),
    seed: formatter.seed ?? 0,
    path,
    placeCount: 1,
    ...present({ known: entry?.reason, reproducible }),
  };
}

/** The actual value with its digits in the response. If the body repeats the member, the text states that the value is the last one. */
function actualAsWritten({ actual, pointer }: Violation, body: ResponseBody): string {
  const exact = pointer === "" ? undefined : exactBody(body);
  if (exact === undefined) return actual;
  const shown = valueAt(body.value, pointer);
  const isValue = actual === cutValue(shown) || (typeof shown === "number" && Number(actual) === shown);
  const value = isValue ? cutValue(exactValueAt(body, pointer)) : actual;
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const isTwice = exact.duplicates.includes(name);
  return isTwice ? `${value}, the last of several values of this member` : value;
}

/** The lines of the body around the value at `pointer`. Secrets are removed before the body is parsed. */
function excerptOf(
  body: ResponseBody,
  pointer: string,
  { redacted }: ExchangeFormatter,
): Excerpt | undefined {
  const isShown = pointer !== "" && body.text.length <= LONGEST_EXCERPTED_BODY;
  return isShown ? excerptAt(redacted.tree(body), pointer) : undefined;
}

/** If the violation is about a row, a page without this row has no excerpt: the pointer leads to other rows there. */
function excerptOfExchange(
  response: ApiResponse,
  { violation, response: violating }: Pick<CaseViolation, "violation" | "response">,
  formatter: ExchangeFormatter,
): Excerpt | undefined {
  const { rowFault, pointer } = violation;
  const isOfRow = rowFault !== undefined && (rowFault.row !== undefined || /\/\d/.test(pointer));
  const excerpt = excerptOfRows(response, violation, violating, formatter.redact);
  const isCertain = isOfRow || response === violating;
  return isCertain ? excerpt : (excerpt ?? excerptOf(response.body, pointer, formatter));
}

function reportExchange(
  response: ApiResponse,
  number: number,
  caseViolation: Pick<CaseViolation, "violation" | "response">,
  formatter: ExchangeFormatter,
): ReportedExchange {
  const { redact } = formatter;
  const violates = response === caseViolation.response;
  return {
    number,
    url: cutRedacted(response.url, redact, BODY_CUT_AT),
    curl: formatter.curl(response),
    status: response.status,
    body: cutRedacted(response.body.text, redact, EXCHANGE_CUT_AT),
    ...describePage(response, redact),
    ...present({ excerpt: excerptOfExchange(response, caseViolation, formatter) }),
    ...(violates ? { violates } : {}),
    ...(!violates && caseViolation.violation.compared?.includes(response) === true ? { compared: true } : {}),
  };
}
