import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import { valueAt } from "../../engine/message/pointer.ts";
import { tryOrUndefined } from "../../engine/model/cannot-run.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { firstPageExchange } from "../reading/failed-clauses.ts";
import { outcomeLabel } from "./labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";

/** One labelled line of an explanation. The text is safe except in markup, where it must be escaped. */
export interface LabelledLine {
  readonly label: string;
  readonly text: string;
}

type Explained = Pick<ClauseResult, "statement">;

/** Maximum number of requests that are shown beside the one that violates the clause. */
const MOST_BESIDE = 3;

/**
 * The requests that show a violation, as curl lines: first the requests that the last response is compared with. A later page
 * is compared with the rows that the request for the first page selects.
 */
export function curlsOf(violation: ReportedViolation): readonly string[] {
  const { curl, exchanges = [] } = violation;
  const { first, behind } = firstPageExchange(violation);
  const shown = exchanges.filter((one) => one.beside === true || (behind && one === first));
  return [...shown.slice(0, MOST_BESIDE).map((one) => one.curl), curl];
}

/** The pointer of a violation, with expected and actual, each text truncated at `most` characters. */
export function explainPlace(
  clause: Explained,
  violation: ReportedViolation,
  most = 600,
): readonly LabelledLine[] {
  const { expected, known } = violation;
  const problem = violationProblem(clause, violation);
  return [
    ...(problem === undefined ? [] : [{ label: "problem", text: oneLine(problem, most) }]),
    { label: "cases", text: caseText(violation, most) },
    { label: "pointer", text: pointerText(violation.pointer, most) },
    { label: "seen", text: seenText(violation) },
    { label: "expected", text: oneLine(expected, most) },
    { label: "actual", text: actualText(violation, most) },
    ...(known === undefined ? [] : [{ label: "known", text: oneLine(known, most) }]),
  ].filter(({ text }) => text !== "");
}

const isValueLine = ({ label }: LabelledLine): boolean => label === "expected" || label === "actual";

/**
 * The facts of a violation for reporters that print the statement and the problem themselves: the values, the cause of a
 * consequence, where and how often the violation was seen, and the requests.
 */
export function failureLines(clause: ClauseResult, violation: ReportedViolation): readonly LabelledLine[] {
  const { consequenceOf, possiblyRelatedTo } = clause;
  const place = explainPlace(clause, violation).filter(
    ({ label }) => label !== "problem" && (label !== "pointer" || violation.pointer !== ""),
  );
  const curls = curlsOf(violation).map((curl) => ({ label: "request", text: oneLine(curl, 2_000) }));
  const comparison = comparisonOf(violation);
  return [
    ...place.filter(isValueLine),
    ...(consequenceOf === undefined ? [] : [{ label: "cause", text: `${consequenceOf}: fix it first` }]),
    ...(possiblyRelatedTo === undefined
      ? []
      : [{ label: "related", text: `possibly to ${possiblyRelatedTo}` }]),
    ...place.filter((line) => !isValueLine(line)),
    ...(comparison === undefined ? [] : [{ label: "compared", text: oneLine(comparison) }]),
    // The requests that prove a consequence are those of its cause.
    ...(consequenceOf === undefined ? curls : curls.slice(-1)),
    { label: "seed", text: String(violation.seed) },
  ];
}

/** Maximum length of a body that is shown instead of a description of it. */
const SHORT_BODY = 200;

/** A day as text, alone or with a time. */
const DATE_TEXT = /^"(\d{4})-(\d\d)-(\d\d)(?=[T "])/;

/** Whether a value is a date that does not exist, such as February 30. */
function isMissingDay(value: string): boolean {
  const [, year, month, day] = (DATE_TEXT.exec(value) ?? []).map(Number);
  const date = new Date(Date.UTC(year ?? 2_000, (month ?? 1) - 1, day ?? 1));
  return month !== undefined && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day);
}

/**
 * The actual value, with the position of the fault if the body is not a JSON value, or with a short body if the violation
 * concerns the whole response.
 */
export function actualText(
  { pointer, actual, fault, faultAt, response: { body } }: ReportedViolation,
  most = 600,
): string {
  const isDescribed = pointer !== "" || body === "" || body.length > SHORT_BODY || actual.includes(body);
  const place = faultAt !== undefined && actual === fault ? `, ${faultAt}` : "";
  const hint = isMissingDay(actual) ? " (this date does not exist)" : "";
  return clipped(oneLine(`${actual}${hint}${place}${isDescribed ? "" : `: ${body}`}`), most);
}

/** Maximum length of a text that shares its line with another one. */
const SHORT_TEXT = 160;

/** Maximum length of a request in a title. */
const SHORT_REQUEST = 140;

/** The request in a title: method, path and query, without the URL of the service. */
export function requestLabel({ request: { method, url }, exchanges = [] }: ReportedViolation): string {
  const { first } = firstPageExchange({ exchanges });
  return oneLine(`${method} ${(first?.url ?? url).replace(/^\w+:\/\/[^/]*/, "")}`, SHORT_REQUEST);
}

/**
 * The row or member that the first response contains and the last one lacks or changes. Undefined if one response shows the
 * violation, or if the stored part of the first response does not show the difference.
 */
export function comparisonOf(violation: ReportedViolation): string | undefined {
  const { rowFault, pointer, actual, exchanges = [] } = violation;
  const [before, ...others] = exchanges.filter(({ beside }) => beside === true);
  if (before === undefined || others.length > 0) {
    return undefined;
  }
  const row = rowFault?.row;
  if (row !== undefined && before.body.includes(row)) {
    return rowFault?.kind === "gap"
      ? `the row ${row} is in the response to the first request and missing from the response to the second`
      : `the row ${row} is in both responses`;
  }
  const body = tryOrUndefined((): unknown => JSON.parse(before.body));
  if (rowFault !== undefined || pointer === "" || body === undefined) {
    return undefined;
  }
  const shown = JSON.stringify(valueAt(body, pointer)) ?? "absent";
  return shown === actual
    ? undefined
    : `${pointer} is ${shown} in the response to the first request and ${actual} in the response to the second`;
}

/** The problem of a violation, or else the statement of its clause. `title` replaces both. */
export const problemText = (
  clause: Explained,
  violation: ReportedViolation,
  title = violationProblem(clause, violation) ?? clause.statement,
): string => oneLine(title, SHORT_TEXT);

/** The expected and the actual value, each cut at `most` characters. */
export const valuesText = (violation: ReportedViolation, most = SHORT_TEXT): string =>
  `expected ${expectedText(violation, most)}, actual ${actualText(violation, most)}`;

export const expectedText = ({ expected }: ReportedViolation, most = SHORT_TEXT): string =>
  clipped(oneLine(expected), most);

/** The problem, the expected and the actual value in one line. */
export function violationText(clause: Explained, violation: ReportedViolation): string {
  const problem = violationProblem(clause, violation);
  const isOfPlace = problem === undefined && violation.pointer !== "";
  const what = isOfPlace ? pointerText(violation.pointer, SHORT_TEXT) : problemText(clause, violation);
  const seen = seenText(violation);
  return `${what}: ${valuesText(violation)}${seen === "" ? "" : ` (seen ${seen})`}`;
}

/** Maximum number of values that are listed. */
const FEW_VALUES = 5;

/** The values that show the violation; empty if its clause sends a single request, or if that request shows the value. */
export function caseText({ values = [], request: { url } }: ReportedViolation, most = 600): string {
  const shown = values.length === 1 && url.includes(values[0] ?? "") ? [] : values.slice(0, FEW_VALUES);
  return clipped(oneLine([...shown, ...more(values.length - FEW_VALUES, "value")].join("; ")), most);
}

export const violationProblem = (
  { statement }: Pick<ClauseResult, "statement">,
  { message }: ReportedViolation,
) => (message === statement ? undefined : message);

/** A pointer as text. An empty pointer is the whole response. */
const pointerText = (pointer: string, most = 600): string =>
  pointer === "" ? "the whole response" : oneLine(pointer, most);

/**
 * The number of checked responses that show a violation, and whether its request reproduces it. All reports give this count.
 */
export function seenText({ seen, placeCount, reproducible }: ReportedViolation): string {
  // A single response needs no count.
  const isCounted = seen !== undefined && seen.of > 1;
  const responses = isCounted && `in ${countText(seen.responses)} of ${countOf(seen.of, "response")}`;
  const places = placeCount > (seen?.responses ?? 1) ? `at ${countText(placeCount)} places` : "";
  const again = reproducible === false ? "not again when the request was repeated" : "";
  return [responses, places, again].filter(Boolean).join(", ");
}

/** Labels and texts in two columns. */
export function aligned(lines: readonly LabelledLine[], indent = "  "): readonly string[] {
  const width = Math.max(...lines.map(({ label }) => label.length));
  return lines.map(({ label, text }) => `${indent}${label.padEnd(width)}  ${text}`);
}

/** The first violations of a clause, each explained, and how many more there are. */
export function explainAll(clause: ClauseResult, most: number): string {
  const { violations } = clause;
  const shown = violations.slice(0, most).map((one) => {
    const lines = aligned(failureLines(clause, one), "  ");
    return [problemText(clause, one), ...lines].join("\n");
  });
  return [...shown, ...more(violations.length - most, "violation")].join("\n\n");
}

export const reasonText = ({ reason = "no reason given" }: Pick<ClauseResult, "reason">, most = 2_000) =>
  oneLine(reason, most);

export const outcomeText = (clause: ClauseResult): string =>
  `${outcomeLabel(clause.outcome)}: ${reasonText(clause)}`;

/** An escaped text, truncated at `most` characters with an ellipsis. */
export const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** The end of a list that was cut: `… and 3 more clauses`. */
export const more = (left: number, noun: string): readonly string[] =>
  left > 0 ? [`… and ${countOf(left, `more ${noun}`)}`] : [];

/** Ids with commas between them: the first ones, and how many more. */
export function idList(ids: readonly string[], most = 3): string {
  const shown = ids.slice(0, most).join(", ");
  return ids.length > most ? `${shown} and ${countText(ids.length - most)} more` : shown;
}

/** A body, truncated to the available length. */
export const bodyText = (body: string, most: number): string =>
  body === "" ? "(empty body)" : manyLines(body, most);
