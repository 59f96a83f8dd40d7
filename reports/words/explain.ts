import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import { valueAt } from "../../engine/message/body.ts";
import { withoutOrigin } from "../../engine/model/exchange.ts";
import { tryOrUndefined } from "../../engine/model/cannot-run.ts";
import { manyLines, oneLine, UNCUT } from "../../engine/secrets/escape.ts";
import { type FailureCause, isRelated } from "../reading/causes.ts";
import { firstPageOf } from "../reading/failed-clauses.ts";
import { outcomeLabel } from "./labels.ts";
import { countText, countOf, sharedLength } from "../../engine/model/model.ts";

/** A line of a report. Its text has no control characters, but must be escaped in markup. */
export interface Line {
  readonly label: Label;
  readonly text: string;
  readonly ids?: readonly string[];
}

const PLACE_LABELS = ["problem", "expected", "actual", "at", "seen", "cases", "known"] as const;
type Label =
  | (typeof PLACE_LABELS)[number]
  | ("cause" | "related" | "compared" | "request" | "seed")
  | ("item" | "note" | "entry" | "consequence");

type Explained = Pick<ClauseResult, "statement" | "consequenceOf" | "possiblyRelatedTo">;

/** The curl line of the violating request, after at most three others: of the first page, if a later page violates, and for comparison. */
export function curlsOf(violation: ReportedViolation): readonly string[] {
  const { curl, exchanges = [] } = violation;
  const { first, isOnLaterPage } = firstPageOf(violation);
  const start = isOnLaterPage && first !== undefined ? [first] : [];
  const shown = new Set([...start, ...exchanges.filter((one) => one.compared === true)]);
  return [...[...shown].slice(0, 3).map((one) => one.curl), curl];
}

export function violationLines(clause: Explained, violation: ReportedViolation): readonly Line[] {
  const { consequenceOf, possiblyRelatedTo } = clause;
  const { pointer, known, seed } = violation;
  const [expected, actual] = withoutShared(violation.expected, actualText(violation), MOST_SHARED);
  const seen = seenText(violation);
  const facts: readonly (readonly [Label, string | undefined])[] = [
    ["problem", violationProblem(clause, violation)],
    ["expected", expected],
    ["actual", actual],
    ["cause", consequenceOf && `${consequenceOf}: fix it first`],
    ["related", possiblyRelatedTo && `possibly to ${possiblyRelatedTo}`],
    pointer === "" ? ["seen", seen] : ["at", `${oneLine(pointer)}${seen && `, seen ${seen}`}`],
    ["cases", caseText(violation)],
    ["known", known],
    ["compared", comparisonOf(violation)],
    // A consequence has only its violating request: its cause has the other requests.
    ...curlsOf(violation)
      .slice(consequenceOf === undefined ? 0 : -1)
      .map((curl) => ["request", curl] as const),
    ["seed", String(seed)],
  ];
  return facts.flatMap(([label, text = ""]) =>
    text === "" ? [] : [{ label, text: oneLine(text, label === "request" ? UNCUT : 800) }],
  );
}

export const placeLines = (clause: Explained, violation: ReportedViolation): readonly Line[] =>
  violationLines(clause, violation).filter(({ label }) => PLACE_LABELS.some((one) => one === label));

/** Whether a JSON text begins with a date that does not exist, such as February 30. */
function isMissingDay(value: string): boolean {
  const [, year, month, day] = (/^"(\d{4})-(\d\d)-(\d\d)(?=[T "])/.exec(value) ?? []).map(Number);
  const date = new Date(Date.UTC(year ?? 2_000, (month ?? 1) - 1, day ?? 1));
  return month !== undefined && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day);
}

/** The actual value, with the position of a fault in JSON. For the whole response, a body of at most `most` characters is added. */
export function actualText(violation: ReportedViolation, most = 200): string {
  const { pointer, actual, fault, faultAt, response } = violation;
  const { body } = response;
  const isDescribed = pointer !== "" || body === "" || body.length > most || actual.includes(body);
  const place = faultAt !== undefined && actual === fault ? `, ${faultAt}` : "";
  const hint = isMissingDay(actual) ? " (this date does not exist)" : "";
  return oneLine(`${actual}${hint}${place}${isDescribed ? "" : `: ${body}`}`, UNCUT);
}

/** Maximum length of the problem in a one-line violation; the expected and the actual value together get twice this. */
const SHORT_TEXT = 160;

/** The request in a title: method, path and query; of a paged list, of the request for its first page. */
export function requestLabel({ request: { method, url }, exchanges = [] }: ReportedViolation): string {
  const { first } = firstPageOf({ exchanges });
  return oneLine(`${method} ${withoutOrigin(first?.url ?? url)}`, 140);
}

/** How the violating response differs from the compared one; undefined unless there is exactly one, whose stored part shows the difference. */
export function comparisonOf(violation: ReportedViolation): string | undefined {
  const { rowFault, pointer, actual, exchanges = [] } = violation;
  const [before, ...others] = exchanges.filter(({ compared }) => compared === true);
  if (before === undefined || others.length > 0) return undefined;
  const row = rowFault?.row;
  if (row !== undefined && before.body.includes(row)) {
    return rowFault?.kind === "gap"
      ? `the row ${row} is in the response to the first request and missing from the response to the second`
      : `the row ${row} is in both responses`;
  }
  const body = tryOrUndefined((): unknown => JSON.parse(before.body));
  if (rowFault !== undefined || pointer === "" || body === undefined) return undefined;
  const shown = JSON.stringify(valueAt(body, pointer)) ?? "absent";
  return shown === actual
    ? undefined
    : `${pointer} is ${shown} in the response to the first request and ${actual} in the response to the second`;
}

export function violationText(clause: Explained, violation: ReportedViolation): string {
  const { pointer, expected } = violation;
  const what = violationProblem(clause, violation) ?? (pointer === "" ? clause.statement : pointer);
  const values = valuesText(oneLine(expected, UNCUT), actualText(violation));
  const seen = seenText(violation);
  return `${oneLine(what, SHORT_TEXT)}: ${values}${seen && ` (seen ${seen})`}`;
}

export function valuesText(expected: string, actual: string, room = 2 * SHORT_TEXT): string {
  const isFitting = expected.length + actual.length <= room;
  const [one, other] = isFitting ? [expected, actual] : withoutShared(expected, actual, FEW_SHARED);
  const wanted = clipped(one, Math.max(Math.floor(room / 2), room - other.length));
  return `expected ${wanted}, actual ${withEnds(other, room - wanted.length)}`;
}

/** Maximum length of the common beginning of two values that are in lines of their own, and of two values in one line. */
const [MOST_SHARED, FEW_SHARED] = [160, 16];

/** Omits most of the common beginning of two texts, if it has more than `most` characters, so that the difference is visible. */
function withoutShared(one: string, other: string, most: number): readonly [string, string] {
  const shared = sharedLength(one, other);
  const start = shared > most && one !== other ? shared - most / 4 : 0;
  const rest = (text: string): string => (start === 0 ? text : `…${endOf(text, start)}`);
  return [rest(one), rest(other)];
}

/** Truncates a text in its middle: the end of a description is often its decisive part, such as an error. */
function withEnds(text: string, most: number): string {
  const end = Math.min(28, Math.floor((most * 2) / 3));
  return text.length > most ? clipped(text, most - end) + endOf(text, text.length - end) : text;
}

const endOf = (text: string, start: number): string => text.slice(start).replace(/^[\udc00-\udfff]/, "");

const FEW_VALUES = 5;

/** The first values that show the violation; empty if the URL of the request shows the only one. */
function caseText({ values = [], request: { url } }: ReportedViolation): string {
  const shown = values.length === 1 && url.includes(values[0] ?? "") ? [] : values.slice(0, FEW_VALUES);
  return [...shown, ...more(values.length - FEW_VALUES, "value")].join("; ");
}

export const violationProblem = ({ statement }: Explained, { message }: ReportedViolation) =>
  message === statement ? undefined : message;

/** How often a violation was seen, at how many places, and that it did not occur again; empty if one response shows it at one place. */
function seenText({ seen, placeCount, reproducible }: ReportedViolation): string {
  const isCounted = seen !== undefined && seen.of > 1;
  const responses = isCounted
    ? `in ${countText(seen.responses)} of ${countOf(seen.of, "checked response")}`
    : reproducible === false && "once";
  const places = placeCount > (seen?.responses ?? 1) ? `at ${countText(placeCount)} places` : "";
  const again = reproducible === false ? "but not when the request was repeated" : "";
  return [responses, places, again].filter(Boolean).join(", ");
}

export function aligned(lines: readonly { readonly label: string; readonly text: string }[], indent = "  ") {
  const width = Math.max(...lines.map(({ label }) => label.length));
  return lines.map(({ label, text }) => `${indent}${label.padEnd(width)}  ${text}`);
}

/** The first violations of a clause. The statement, by which reports name the test, is repeated only if a violation has no other title. */
export function failureText(clause: ClauseResult, most: number): string {
  const { id, statement, violations } = clause;
  const shown = violations.slice(0, most).map((violation) => {
    const other = violation.pointer === "" ? statement : "a value violates the contract";
    const lines = violationLines(clause, violation).filter(({ label }) => label !== "problem");
    const problem = violationProblem(clause, violation) ?? other;
    return [`${id}: ${oneLine(problem)}`, ...aligned(lines, "    ")].join("\n");
  });
  const others = more(violations.length - most, "violation").map((text) => `    ${text}: see the report`);
  return [...shown, ...others].join("\n");
}

export const reasonText = ({ reason = "no reason given" }: Pick<ClauseResult, "reason">): string =>
  oneLine(reason, 2_000);

export const outcomeText = (clause: ClauseResult): string =>
  `${outcomeLabel(clause.outcome)}: ${reasonText(clause)}`;

export const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** `… and 3 more clauses`; empty if `left` is not positive. */
export const more = (left: number, noun: string): readonly string[] =>
  left > 0 ? [`… and ${countOf(left, `more ${noun}`)}`] : [];

export const nameList = (names: readonly string[]): string =>
  names.length > FEW_NAMES ? `${names[0]} and ${countText(names.length - 1)} more` : names.join(", ");

const FEW_NAMES = 3;

export const bodyText = (body: string, most?: number): string =>
  body === "" ? "(empty body)" : manyLines(body, most);

/** `2 causes and 1 possibly related clause`: a failed clause that may have one of these causes is not counted as a cause. */
export function causeCount(causes: readonly FailureCause[]): string {
  const related = causes.filter(isRelated).length;
  const count = countOf(causes.length - related, "cause");
  return related === 0 ? count : `${count} and ${countOf(related, "possibly related clause")}`;
}
