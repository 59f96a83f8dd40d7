import { compareIntegers } from "../../engine/model/compare.ts";
import { operations } from "../../schemas/operations.ts";
import { isAtFirstRow, isSameSet, isSubset, intersects, onAnyPage, ordersOf } from "./failed-clauses.ts";
import { rowsText, sharesCondition } from "./failed-clauses.ts";
import type { FailedClause, CauseRule } from "./failed-clauses.ts";
import { memberIn, rowsOf } from "./filtered-rows.ts";
import { ignoresLimit, isCompared, isInComparedResponse, sameRows } from "./ignored-parameters.ts";

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

/** Whether a filter without effect in the request of the cause has none in the request of the effect, or excludes its stray rows. */
const showsIgnoredFilter: CauseRule = (cause, effect) =>
  cause.symptoms
    .filter((one) => one.startsWith("ignored "))
    .some(
      (one) =>
        (effect.symptoms.includes(one) &&
          (sharesCondition(one.slice("ignored ".length), cause, effect) ||
            isSubset(ordersOf(cause), ordersOf(effect)))) ||
        (cause.selecting.size > 1 &&
          effect.ownSymptoms.some((other) => other.startsWith(one.replace("ignored", "stray")))),
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
    return (
      effect.conditions.has(condition) ||
      (kind === "stray" && filter === undefined && isCompared(condition, cause)) ||
      (filter !== undefined && key !== filter) ||
      (cause.shortId === "stated" &&
        cause.concerns.has(key) &&
        [...effect.conditions].some((one) => one.startsWith(`${key} `) && one.endsWith(" short")))
    );
  };
  return !dependsOnOperators || [...cause.conditions].every(isSameOrIrrelevant);
}

const isOnSamePages: CauseRule = (cause, effect) =>
  cause.firstUrl === effect.firstUrl &&
  canFollow(cause, effect) &&
  effect.ownSymptoms.length > 0 &&
  effect.ownSymptoms.every((one) => cause.symptoms.includes(one));

/** Whether missing rows follow from a filter that selects other rows with the same operator. */
export const isOtherSelection: CauseRule = (cause, effect) =>
  cause.selecting.size === 1 &&
  [...cause.selecting].some((key) => cause.ownSymptoms.includes(`stray ${key}`)) &&
  isSameSet(cause.conditions, effect.conditions) &&
  (!cause.sent.has("order") || effect.sent.has("order")) &&
  effect.ownSymptoms.length > 0 &&
  effect.ownSymptoms.every((one) => one.startsWith("gap"));

/** Whether both responses have the same stray rows, for the same values of the filters, or for any values if a filter has no effect. */
const showsStrays: CauseRule = (cause, effect) =>
  [cause, effect].every(({ ownSymptoms }) => ownSymptoms.some((one) => /^stray(?!.* later)/.test(one))) &&
  isSameSet(cause.selecting, effect.selecting) &&
  (isSubset(cause.criteria, effect.criteria) || cause.symptoms.some((one) => one.startsWith("ignored "))) &&
  sameRows(cause, effect);

/**
 * Whether a cause can produce the symptoms of a clause at all. The first of these rules that applies decides:
 * - missing rows alone are not caused by repeated rows alone, unless the repeated rows replace other rows;
 * - a wrong link or end of the pages alone is caused by a wrong link, end or order, or by a symptom of a later page;
 * - too many rows, or rows that one filter excludes, are caused by a symptom of the same kind;
 * - a first page that is out of order is caused by wrong rows of a first page, not by a link;
 * - any other symptom can have any cause.
 */
function canFollow(cause: FailedClause, { ownSymptoms, symptoms: all }: FailedClause): boolean {
  const { ownSymptoms: ownOfCause, symptoms: allOfCause } = cause;
  if (
    ownSymptoms.every((one) => one.startsWith("gap")) &&
    ownOfCause.every((one) => one.startsWith("repeat")) &&
    !displacesRows(cause)
  ) {
    return false;
  }
  const isOn = (names: readonly string[], pattern: RegExp) => names.some((name) => pattern.test(name));
  if (ownSymptoms.length > 0 && ownSymptoms.every((one) => /^(end|link)/.test(one))) {
    return isOn(ownOfCause, /^(end|link|order)| later$/);
  }
  const only = [/^limit/, /^stray (?!later)\w+$/, /^stray (?!later)/].find((pattern) =>
    isOn(ownSymptoms, pattern),
  );
  return only !== undefined
    ? isOn(ownOfCause, only)
    : !isOn(all, /^order$/) || isOn(allOfCause, /^(order|start|stray|limit|ignored)(?!.* later)/);
}

/**
 * Whether pages show a symptom, on the same page or on a later one. There are two symptoms that must be on the same page: a stray row
 * that no single filter excludes, and the order of a page that begins the list again, because the link to it is wrong.
 */
function isAmong(symptom: string, effect: FailedClause): boolean {
  const isOfOnePage = symptom === "stray" || (symptom === "order" && restartsList(effect));
  return effect.symptoms.some((other) => other === symptom || (!isOfOnePage && other === `${symptom} later`));
}

/** Whether repeated rows replace other rows: they are on a first page, or one page repeats another page. */
function displacesRows({ isOnLaterPage, violation: { exchanges = [] } }: FailedClause): boolean {
  const shown = exchanges.find(({ violates }) => violates === true)?.page;
  const isSamePage = exchanges.some(
    ({ violates, page }) =>
      violates !== true && page !== undefined && page.first === shown?.first && page.last === shown?.last,
  );
  return !isOnLaterPage || isSamePage;
}

/** Whether the first row of a later page is out of order, and rows of earlier pages are returned again. */
const restartsList = (broken: FailedClause): boolean =>
  broken.isOnLaterPage && broken.symptoms.includes("repeat later") && isAtFirstRow(broken);

/** Whether two violations of one clause count as one cause: both are on first pages, or have the same kind of symptom. */
export const isSameCause = (shown: FailedClause, one: FailedClause): boolean =>
  (!shown.isOnLaterPage && !one.isOnLaterPage) ||
  shown.ownSymptoms.some((symptom) =>
    one.ownSymptoms.some((other) => onAnyPage(symptom) === onAnyPage(other)),
  );

/**
 * Whether the evidence `one` of a cause can explain a clause; always true for a cause on first pages. If the cause needs a link, the
 * clause must follow one. It must have the same filters as the evidence or a symptom of the cause other than rows missing on a first
 * page, which have too many possible causes. Or links lead both back to the same page.
 */
export const isExplainedByLinks = (cause: FailedClause, one: FailedClause, effect: FailedClause): boolean =>
  !cause.isOnLaterPage ||
  cause.ownSymptoms.length === 0 ||
  (one.restartsAt !== undefined && one.restartsAt === effect.restartsAt) ||
  ((effect.involvesLink || !needsLink(cause)) &&
    (isSameSet(one.selecting, effect.selecting) ||
      cause.symptoms.some(
        (name) => name !== "gap" && effect.symptoms.map(onAnyPage).includes(onAnyPage(name)),
      )));

/** Whether a violation needs a link: it is on a later page and, if a row is missing, the row was expected first on that page. */
const needsLink = (broken: FailedClause): boolean =>
  broken.isOnLaterPage &&
  broken.ownSymptoms.length > 0 &&
  broken.ownSymptoms.every((one) => (one.startsWith("gap") ? isAtFirstRow(broken) : one.endsWith(" later")));

/**
 * Whether a wrong member explains a clause. On a list the member holds the rows; or it identifies them or a filter by it returned wrong
 * rows, and a row in the evidence of the clause has the same wrong value. On other endpoints the clause fails at the same member.
 */
export function usesMember({ violation: { pointer, actual, response } }: FailedClause, effect: FailedClause) {
  const { list, query } = operations[effect.clause.endpoint];
  const steps = pointer.split("/");
  const member = steps.findLast((step) => !/^\d+$/.test(step));
  if (list === undefined || member === list.rows) {
    return list !== undefined || effect.violation.pointer === pointer;
  }
  if (effect.violation.pointer === "") {
    return false; // The whole response is wrong, whatever the members of its rows are.
  }
  const compared = query.flatMap(({ key, compares }) => (compares === member ? [key] : []));
  const hasWrongRows = compared.some((key) => effect.symptoms.includes(`stray ${key}`));
  if (member === undefined || (member !== list.identity && !hasWrongRows)) return false;
  const row = rowForms(response.body)[Number(steps[2])];
  const wrong = row === undefined ? digitForm(actual) : memberForm(row, member);
  return evidentRows(effect, list.identity).some((other) => memberForm(other, member) === wrong);
}

/** Whether rows that are not in order by other members are sorted by an invalid member, if its texts of digits count as numbers. */
export function isSortedByMember({ violation: { pointer } }: FailedClause, effect: FailedClause): boolean {
  const member = pointer.split("/").at(-1) ?? "";
  const values = rowsOf(effect.violation.response.body).map((row) => memberIn(row, member) ?? "");
  const [least = "", ...others] = ordersOf(effect).has("desc") ? values.toReversed() : values;
  return (
    effect.violation.rowFault?.kind === "order" &&
    values.every((value) => /^\d+$/.test(value)) &&
    others.some((value) => value !== least) &&
    others.every((value, index) => compareIntegers(others[index - 1] ?? least, value) <= 0)
  );
}

/**
 * The rows that show a violation, as text: only the row at its pointer, if a filter excludes that row or if there are too many
 * rows; otherwise all rows of its responses. The first and the last row of each page are reduced to the member `identity`.
 */
function evidentRows({ violation, ownSymptoms }: FailedClause, identity: string): readonly string[] {
  const rows = rowForms(violation.response.body);
  const [, , index, member] = violation.pointer.split("/");
  // The row may be in the part of the body that the result omits.
  const row = rows[Number(index)] ?? `"${member ?? ""}":${digitForm(violation.actual)}`;
  if (ownSymptoms.some((symptom) => /^(stray (?!later)|limit)/.test(symptom))) return [row];
  const ends = (violation.exchanges ?? []).flatMap(({ page }) => [page?.first, page?.last]);
  return [
    row,
    ...rows,
    ...ends.flatMap((end) => (end === undefined ? [] : [`"${identity}":${digitForm(end)}`])),
  ];
}

/** A text with `0` for each run of up to ten digits: an id with longer parts has another form. */
const digitForm = (text: string): string => text.replaceAll(/\d{1,10}/g, "0");

const rowForms = (body: string): readonly string[] =>
  digitForm(rowsText(body).replaceAll(/\s*([{}[\]:,])\s*/g, "$1")).split("},{");

/** The beginning of the value of a member in a row, as text; undefined if the member is absent. */
const memberForm = (row: string, member: string): string | undefined =>
  row.split(`"${member}":`)[1]?.split(/,"|[}\]]/, 1)[0];
