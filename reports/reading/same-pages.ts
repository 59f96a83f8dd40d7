import { operations } from "../../schemas/operations.ts";
import { isAtFirstRow, isSameSet, isSubset, intersects, ordersOf } from "./failed-clauses.ts";
import type { FailedClause, CauseRule } from "./failed-clauses.ts";
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

/** Whether the evidence of a cause can explain a clause: a cause that needs a link explains only clauses that follow one. */
export const isExplainedByLinks: CauseRule = (cause, effect) => effect.involvesLink || !needsLink(cause);

/** Whether a violation needs a link: it is on a later page and, if a row is missing, the row was expected first on that page. */
const needsLink = (broken: FailedClause): boolean =>
  broken.isOnLaterPage &&
  broken.ownSymptoms.length > 0 &&
  broken.ownSymptoms.every((one) => (one.startsWith("gap") ? isAtFirstRow(broken) : one.endsWith(" later")));

/** Whether a clause uses a wrong member: of a list, the rows or the member that identifies them; elsewhere the member at its place. */
export function usesMember({ violation: { pointer } }: FailedClause, effect: FailedClause): boolean {
  const { list } = operations[effect.clause.endpoint];
  const member = pointer.split("/").findLast((step) => !/^\d+$/.test(step));
  return list === undefined
    ? effect.violation.pointer === pointer
    : member === list.rows || (member === list.identity && effect.violation.pointer !== "");
}
