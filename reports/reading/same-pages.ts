import { compareIntegers } from "../../engine/model/compare.ts";
import { operations } from "../../schemas/operations.ts";
import {
  type FailedClause,
  isAtFirstRow,
  isSameSet,
  isSubset,
  intersects,
  onAnyPage,
  ordersOf,
  rowsText,
  sharesCondition,
  type CauseRule,
} from "./failed-clauses.ts";
import { memberIn, rowsOf } from "./filtered-rows.ts";
import { isSeenBeside, sameRows } from "./ignored-parameters.ts";

/** Whether the pages of one request show the symptoms of another request for the same list. */
export const showsSamePages: CauseRule = (why, then) =>
  showsIn(why, then) ||
  isOnSamePages(why, then) ||
  showsStrays(why, then) ||
  isSeenBeside(why, then) ||
  isSeenBeside(then, why) ||
  isOtherSelection(why, then);

/**
 * Whether the pages of one request (`then`) show a symptom of another request (`why`), whose parameters it also sent. The path may
 * name another token. Stray and missing rows of a first page depend on the operator of the filter that excludes the rows or, without
 * such a filter, on all operators. Rows that a link lost, and a filter without effect, do not depend on operators. A symptom of a
 * later page is compared only with symptoms of later pages.
 */
const showsIn: CauseRule = (why, then) =>
  canFollow(why, then) &&
  isSubset(why.selecting, then.selecting) &&
  (why.selecting.size > 0 || !why.sent.has("order") || then.sent.has("order")) &&
  (showsIgnoredFilter(why, then) || why.ownSymptoms.some((symptom) => showsSymptom(symptom, why, then)));

/** Whether a filter without effect in one request has no effect in the other one either, or excludes its stray rows. */
const showsIgnoredFilter: CauseRule = (why, then) =>
  why.symptoms
    .filter((one) => one.startsWith("ignored "))
    .some(
      (one) =>
        (then.symptoms.includes(one) &&
          (sharesCondition(one.slice("ignored ".length), why, then) ||
            isSubset(ordersOf(why), ordersOf(then)))) ||
        (why.selecting.size > 1 &&
          then.ownSymptoms.some((other) => other.startsWith(one.replace("ignored", "stray")))),
    );

/** Whether the pages of one request show a symptom of another one, and the requests have the operators on which the symptom depends. */
function showsSymptom(symptom: string, why: FailedClause, then: FailedClause): boolean {
  const [, kind = "", filter] = /^(\w+)(?: (?!behind)(\w+))?$/.exec(symptom) ?? [];
  const isOfParameter = then.violation.pointer !== "" || intersects(then.concerns, why.selecting);
  if (!isAmong(symptom, then) || (kind === "stray" && (why.selecting.size === 0 || !isOfParameter))) {
    return false; // Stray rows belong to another list, or a parameter that only one request has excludes every row.
  }
  const mayBeLostByLink = kind === "gap" && why.involvesLink && then.involvesLink;
  const dependsOnOperators = /^(stray|gap|refused)$/.test(kind) && !mayBeLostByLink;
  const isSameOrIrrelevant = (condition: string): boolean => {
    const [key = ""] = condition.split(" ");
    return (
      then.conditions.has(condition) ||
      (kind === "stray" && filter === undefined && isCompared(condition, why)) ||
      (filter !== undefined && key !== filter) ||
      (why.shortId === "stated" && then.shortId !== "none" && why.concerns.has(key))
    );
  };
  return !dependsOnOperators || [...why.conditions].every(isSameOrIrrelevant);
}

/** Whether a condition can be evaluated for each row. A missing row that meets all such conditions is excluded by another one. */
export const isCompared = (condition: string, { clause: { endpoint } }: FailedClause): boolean =>
  operations[endpoint].query.some(
    ({ key, compares }) => key === condition.split(" ")[0] && compares !== undefined,
  );

/** Whether the pages of one request show both violations. */
const isOnSamePages: CauseRule = (why, then) =>
  why.firstUrl === then.firstUrl &&
  canFollow(why, then) &&
  then.ownSymptoms.length > 0 &&
  then.ownSymptoms.every((one) => why.symptoms.includes(one));

/** Whether missing rows follow from a filter that selects other rows with the same operator. */
export const isOtherSelection: CauseRule = (why, then) =>
  why.selecting.size === 1 &&
  [...why.selecting].some((key) => why.ownSymptoms.includes(`stray ${key}`)) &&
  isSameSet(why.conditions, then.conditions) &&
  (!why.sent.has("order") || then.sent.has("order")) &&
  then.ownSymptoms.length > 0 &&
  then.ownSymptoms.every((one) => one.startsWith("gap"));

/** Whether both responses have the same stray rows, for the same values of the filters or of a filter without effect. */
const showsStrays: CauseRule = (why, then) =>
  [why, then].every(({ ownSymptoms }) => ownSymptoms.some((one) => /^stray(?!.* behind)/.test(one))) &&
  isSameSet(why.selecting, then.selecting) &&
  (isSubset(why.criteria, then.criteria) || why.symptoms.some((one) => one.startsWith("ignored "))) &&
  sameRows(why, then);

/**
 * Whether a cause can produce the symptoms of a clause at all. The first of these rules that applies decides:
 * - missing rows alone are not caused by repeated rows alone, unless the repeated rows replace other rows;
 * - a wrong link or end of the pages alone is caused by a wrong link, end or order, or by a symptom of a later page;
 * - too many rows, or rows that one filter excludes, are caused by a symptom of the same kind;
 * - a first page that is out of order is caused by wrong rows of a first page, not by a link;
 * - any other symptom can have any cause.
 */
function canFollow(why: FailedClause, { ownSymptoms, symptoms: all }: FailedClause): boolean {
  const { ownSymptoms: ownOfCause, symptoms: allOfCause } = why;
  if (
    ownSymptoms.every((one) => one.startsWith("gap")) &&
    ownOfCause.every((one) => one.startsWith("repeat")) &&
    !displacesRows(why)
  ) {
    return false;
  }
  const isOn = (names: readonly string[], pattern: RegExp) => names.some((name) => pattern.test(name));
  if (ownSymptoms.length > 0 && ownSymptoms.every((one) => /^(end|link)/.test(one))) {
    return isOn(ownOfCause, /^(end|link|order)| behind$/);
  }
  /** The pattern of symptoms that only the same kind of symptom causes; the most specific pattern comes first. */
  const only = [/^limit/, /^stray (?!behind)\w+$/, /^stray (?!behind)/].find((pattern) =>
    isOn(ownSymptoms, pattern),
  );
  return only !== undefined
    ? isOn(ownOfCause, only)
    : !isOn(all, /^order$/) || isOn(allOfCause, /^(order|start|stray|limit|ignored)(?!.* behind)/);
}

/**
 * Whether pages show a symptom, on the same page or on a later one. There are two symptoms that must be on the same page: a stray row
 * that no single filter excludes, and the order of a page that begins the list again, because the link to it is wrong.
 */
function isAmong(symptom: string, then: FailedClause): boolean {
  const isOfOnePage = symptom === "stray" || (symptom === "order" && beginsAgain(then));
  return then.symptoms.some((other) => other === symptom || (!isOfOnePage && other === `${symptom} behind`));
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
const beginsAgain = (broken: FailedClause): boolean =>
  broken.isOnLaterPage && broken.symptoms.includes("repeat behind") && isAtFirstRow(broken);

/** Whether two violations of one clause have the same cause: both are on first pages, or have the same kind of symptom. */
export const isSameCause = (shown: FailedClause, one: FailedClause): boolean =>
  (!shown.isOnLaterPage && !one.isOnLaterPage) ||
  shown.ownSymptoms.some((symptom) =>
    one.ownSymptoms.some((other) => onAnyPage(symptom) === onAnyPage(other)),
  );
/**
 * Whether a fault that needs links can explain a clause by the evidence of one of its consequences (`one`). The clause must follow
 * links, and must have the same parameters as the evidence or show a symptom of the fault itself. Missing rows alone do not suffice,
 * because they have too many possible causes.
 */
export const isExplainedByLinks = (cause: FailedClause, one: FailedClause, then: FailedClause): boolean =>
  !cause.isOnLaterPage ||
  cause.ownSymptoms.length === 0 ||
  (one.restartsAt !== undefined && one.restartsAt === then.restartsAt) ||
  ((then.involvesLink || !needsLink(cause)) &&
    (isSameSet(one.selecting, then.selecting) ||
      cause.symptoms.some(
        (name) => name !== "gap" && then.symptoms.map(onAnyPage).includes(onAnyPage(name)),
      )));

/** Whether a violation needs a link: it is on a later page and, if a row is missing, the row was expected first on that page. */
const needsLink = (broken: FailedClause): boolean =>
  broken.isOnLaterPage &&
  broken.ownSymptoms.length > 0 &&
  broken.ownSymptoms.every((one) => (one.startsWith("gap") ? isAtFirstRow(broken) : one.endsWith(" behind")));

/** Whether a wrong member explains a clause: it identifies rows or is compared with a filter, and is wrong in the evidence too. */
export function usesMember(
  { violation: { pointer, actual, response } }: FailedClause,
  then: FailedClause,
): boolean {
  const { list, query } = operations[then.clause.endpoint];
  const steps = pointer.split("/");
  const member = steps.findLast((step) => !/^\d+$/.test(step));
  if (list === undefined || member === list.rows) {
    return list !== undefined || then.violation.pointer === pointer;
  }
  if (then.violation.pointer === "") {
    return false; // The whole response is wrong, whatever the members of its rows are.
  }
  const compared = query.flatMap(({ key, compares }) => (compares === member ? [key] : []));
  const hasWrongRows = compared.some((key) => then.symptoms.includes(`stray ${key}`));
  if (member === undefined || (member !== list.identity && !hasWrongRows)) {
    return false;
  }
  const row = rowForms(response.body)[Number(steps[2])];
  const wrong = row === undefined ? digitForm(actual) : memberForm(row, member);
  return evidentRows(then, list.identity).some((other) => memberForm(other, member) === wrong);
}

/** Whether rows that are not in order by other members are sorted by an invalid member, if its texts of digits count as numbers. */
export function isSortedByMember({ violation: { pointer } }: FailedClause, then: FailedClause): boolean {
  const member = pointer.split("/").at(-1) ?? "";
  const values = rowsOf(then.violation.response.body).map((row) => memberIn(row, member) ?? "");
  const [least = "", ...others] = ordersOf(then).has("desc") ? values.toReversed() : values;
  return (
    then.violation.rowFault?.kind === "order" &&
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
  if (ownSymptoms.some((symptom) => /^(stray (?!behind)|limit)/.test(symptom))) {
    return [row];
  }
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
