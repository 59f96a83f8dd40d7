import { operations } from "../../schemas/operations.ts";
import { isAtFirstRow, isSameSet, isSubset, intersects, ordersOf } from "./failed-clauses.ts";
import { rowsText, type FailedClause, type CauseRule } from "./failed-clauses.ts";
import { ignoresLimit, isInComparedResponse, sameRows } from "./ignored-parameters.ts";

export const showsSamePages: CauseRule = (cause, effect) =>
  showsIn(cause, effect) ||
  isOnSamePages(cause, effect) ||
  showsStrays(cause, effect) ||
  ignoresLimit(cause, effect) ||
  isInComparedResponse(cause, effect) ||
  isInComparedResponse(effect, cause) ||
  isOtherSelection(cause, effect);

/**
 * Whether the pages of a request (`effect`) show a symptom of another request (`cause`), whose selecting parameters are sent in both. The
 * path may name another token. Stray and missing rows of a first page depend on the operator of the filter that excludes the rows or, without
 * such a filter, on all operators. Rows that a link lost, and a filter without effect, do not depend on operators. A symptom of a
 * later page is compared only with symptoms of later pages.
 */
const showsIn: CauseRule = (cause, effect) =>
  canFollow(cause, effect) &&
  isSubset(cause.selecting, effect.selecting) &&
  (cause.selecting.size > 0 || !cause.sent.has("order") || effect.sent.has("order")) &&
  (showsIgnoredFilter(cause, effect) ||
    cause.ownSymptoms.some((symptom) => showsSymptom(symptom, cause, effect)));

/** Whether a filter without effect in the request of the cause has none in the request of the effect. */
const showsIgnoredFilter: CauseRule = (cause, effect) =>
  cause.symptoms.some(
    (one) =>
      one.startsWith("ignored ") &&
      effect.symptoms.includes(one) &&
      isSubset(ordersOf(cause), ordersOf(effect)),
  );

/** Whether the pages of one request show a symptom of another one, and the requests have the operators on which the symptom depends. */
function showsSymptom(symptom: string, cause: FailedClause, effect: FailedClause): boolean {
  const [, kind = "", filter] = /^(\w+)(?: (?!later)(\w+))?$/.exec(symptom) ?? [];
  const isOfParameter = effect.violation.pointer !== "" || intersects(effect.concerns, cause.selecting);
  if (!isAmong(symptom, effect) || (kind === "stray" && (cause.selecting.size === 0 || !isOfParameter))) {
    return false; // The rows may be of another list, or excluded by a parameter that only one request has.
  }
  const mayBeLostByLink = kind === "gap" && cause.involvesLink && effect.involvesLink;
  const dependsOnOperators = /^(stray|gap|refused)$/.test(kind) && !mayBeLostByLink;
  const isSameOrIrrelevant = (condition: string): boolean => {
    const [key = ""] = condition.split(" ");
    return effect.conditions.has(condition) || (filter !== undefined && key !== filter);
  };
  return !dependsOnOperators || [...cause.conditions].every(isSameOrIrrelevant);
}

const isOnSamePages: CauseRule = (cause, effect) =>
  cause.firstUrl === effect.firstUrl &&
  canFollow(cause, effect) &&
  effect.ownSymptoms.length > 0 &&
  effect.ownSymptoms.every((one) => cause.symptoms.includes(one));

/** Whether rows are missing because the same filter returns other rows. */
const isOtherSelection: CauseRule = (cause, effect) =>
  cause.ownSymptoms.some((one) => /^stray (?!later)/.test(one)) &&
  effect.ownSymptoms.length > 0 &&
  effect.ownSymptoms.every((one) => one.startsWith("gap")) &&
  isSameSet(cause.conditions, effect.conditions);

/** Whether both responses have the same stray rows, for the same filters. */
const showsStrays: CauseRule = (cause, effect) =>
  [cause, effect].every(({ ownSymptoms }) => ownSymptoms.some((one) => /^stray(?!.* later)/.test(one))) &&
  isSameSet(cause.selecting, effect.selecting) &&
  sameRows(cause, effect);

/**
 * Whether a cause can produce the symptoms of a clause at all. The first of these rules that applies decides:
 * - too many rows, or rows that one filter excludes, are caused by a symptom of the same kind;
 * - a first page that is out of order is caused by wrong rows of a first page, not by a link;
 * - any other symptom can have any cause.
 */
function canFollow(cause: FailedClause, { ownSymptoms, symptoms: all }: FailedClause): boolean {
  const { ownSymptoms: ownOfCause, symptoms: allOfCause } = cause;
  const isOn = (names: readonly string[], pattern: RegExp) => names.some((name) => pattern.test(name));
  const only = [/^limit/, /^stray (?!later)\w+$/, /^stray (?!later)/].find((pattern) =>
    isOn(ownSymptoms, pattern),
  );
  return only !== undefined
    ? isOn(ownOfCause, only)
    : !isOn(all, /^order$/) || isOn(allOfCause, /^(order|start|stray|limit|ignored)(?!.* later)/);
}

/** Whether pages show a symptom, on the same page or on a later one. A stray row that no single filter excludes is on the same page. */
const isAmong = (symptom: string, effect: FailedClause): boolean =>
  effect.symptoms.some((other) => other === symptom || (symptom !== "stray" && other === `${symptom} later`));

/**
 * Whether the evidence `one` of a cause may explain a clause. A cause that needs a link explains only clauses that follow one. The
 * consequences of a wrong member explain other clauses on rows only if these use the wrong member too ({@link usesMember}).
 */
export const mayExplain = (cause: FailedClause, one: FailedClause, effect: FailedClause): boolean =>
  (effect.involvesLink || !needsLink(cause)) &&
  (one.clause === cause.clause ||
    cause.sort !== "row" ||
    effect.sort !== "sequence" ||
    usesMember(cause, effect));

/** Whether a violation needs a link: it is on a later page and, if a row is missing, the row was expected first on that page. */
const needsLink = (broken: FailedClause): boolean =>
  broken.isOnLaterPage &&
  broken.ownSymptoms.length > 0 &&
  broken.ownSymptoms.every((one) => (one.startsWith("gap") ? isAtFirstRow(broken) : one.endsWith(" later")));

/**
 * Whether a clause uses a wrong member. On a list, the member holds the rows, or it identifies them and a row in the evidence of the
 * clause has a value in the same wrong form. On other endpoints, the clause fails at the same member.
 */
export function usesMember({ violation: { pointer, actual, response } }: FailedClause, effect: FailedClause) {
  const { list } = operations[effect.clause.endpoint];
  const [, , index, ...steps] = pointer.split("/");
  if (list === undefined) return effect.violation.pointer === pointer;
  if (pointer === `/${list.rows}`) return true;
  // Without a pointer, the whole response is wrong, whatever the members of its rows are.
  if (steps.join("/") !== list.identity || effect.violation.pointer === "") return false;
  const row = rowForms(response.body)[Number(index)];
  const wrong = row === undefined ? digitForm(actual) : memberForm(row, list.identity);
  return evidentRows(effect, list.identity).some((other) => memberForm(other, list.identity) === wrong);
}

/**
 * The rows that show a violation, as text: only the row at its pointer, if a filter excludes that row or if there are too many
 * rows; otherwise all rows of its response. The first and the last row of each page are reduced to the member `identity`.
 */
function evidentRows({ violation, ownSymptoms }: FailedClause, identity: string): readonly string[] {
  const reduced = (value: string): string => `"${identity}":${digitForm(value)}`;
  const rows = rowForms(violation.response.body);
  const [, , index, member] = violation.pointer.split("/");
  // The row may be in the part of the body that the result omits.
  const row = rows[Number(index)] ?? (member === identity ? reduced(violation.actual) : []);
  if (ownSymptoms.some((symptom) => /^(stray (?!later)|limit)/.test(symptom))) return [row].flat();
  const ends = [violation, ...(violation.exchanges ?? [])].flatMap(({ page }) =>
    [page?.first ?? [], page?.last ?? []].flat(),
  );
  return [row, rows, ends.map(reduced)].flat();
}

/** A text with `0` for each run of up to ten digits: an id with longer parts has another form. */
const digitForm = (text: string): string => text.replaceAll(/\d{1,10}/g, "0");

/** The rows of a body, as texts without spaces, in which {@link digitForm} replaces digits. */
function rowForms(body: string): readonly string[] {
  const text = rowsText(body).replaceAll(/\s*([{}[\]:,])\s*/g, "$1");
  return text.endsWith(":[") ? [] : digitForm(text).split("},{");
}

/** The beginning of the value of a member in a row, as text; undefined if the member is absent. */
const memberForm = (row: string, member: string): string | undefined =>
  row.split(`"${member}":`)[1]?.split(/,"|[}\]]/, 1)[0];
