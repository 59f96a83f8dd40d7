import { operations } from "../../schemas/operations.ts";
import { isSameSet, isSubset, intersects, ordersOf, sharesCondition } from "./failed-clauses.ts";
import type { FailedClause, CauseRule } from "./failed-clauses.ts";

/** Rows with fewer characters may be equal by chance. */
const SHORTEST_ROWS = 60;

/** Whether the stored parts of both responses have the same rows: then the differing parameters had no effect. */
export const sameRows: CauseRule = ({ rows: one }, { rows: other }) => beginAlike(one, other);

const beginAlike = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > SHORTEST_ROWS && (one.startsWith(other) || other.startsWith(one));

/** Whether the rows of one clause are in a response with which the other clause compares, to a request with the same conditions. */
export const isInComparedResponse: CauseRule = ({ conditions, rows, isOnLaterPage }, { comparedResponses }) =>
  !isOnLaterPage &&
  conditions.size > 0 &&
  comparedResponses.some((one) => isSameSet(one.conditions, conditions) && beginAlike(one.rows, rows));

/** Whether rows are missing because the limit has no effect: the page has as many rows as one that exceeds a lower limit. */
export const ignoresLimit: CauseRule = (cause, effect) =>
  cause.ownSymptoms.includes("limit") &&
  effect.ownSymptoms.join() === "gap" &&
  isSubset(cause.sent, effect.sent) &&
  isSubset(ordersOf(cause), ordersOf(effect)) &&
  rowCount(cause) === (rowCount(effect) ?? 0);

const rowCount = ({ violation: { page, exchanges = [] } }: FailedClause): number | undefined =>
  (page ?? exchanges.find(({ violates }) => violates === true)?.page)?.rows;

/**
 * Whether a malformed value succeeds because its parameter is ignored. Each of these observations shows it:
 * - the parameter has no effect, and both responses have the same rows, or most malformed values succeed;
 * - the parameter has no effect under a condition that both requests meet;
 * - the response has the rows of a valid value with which the other clause compares;
 * - the filter selects no row in either request.
 */
export const ignoresMalformed: CauseRule = (cause, effect) =>
  isUnread(cause, effect) || bothEmpty(cause, effect) || isInComparedResponse(effect, cause);

const isUnread: CauseRule = (cause, effect) => {
  const keys = withoutEffect(cause).filter((key) => effect.concerns.has(key));
  if (effect.concerns.size > 1) {
    return keys.some(
      (key) =>
        sharesCondition(key, cause, effect) &&
        (hasOperator(key, effect) || intersects(cause.criteria, effect.criteria)),
    );
  }
  if (isEmpty(effect)) return false;
  if (sameRows(cause, effect)) {
    const isEvident = !isSentAlone(effect) || servesMost(effect);
    return isEvident && keys.some((key) => isWithoutEffectIn(effect, key, cause));
  }
  // A filter may be ignored only in requests with an order.
  if (cause.sent.has("order") && !effect.sent.has("order")) return false;
  const isSameRequest = (key: string): boolean =>
    isSameSet(cause.conditions, effect.conditions) &&
    intersects(operatorsOf(key, cause), operatorsOf(key, effect));
  return keys.some(
    (key) => cause.symptoms.includes(`ignored ${key}`) && (servesMost(effect) || isSameRequest(key)),
  );
};

/** The operators as sent. A value without an operator does not count as `eq`, because a malformed operator shows nothing about `eq`. */
const operatorsOf = (name: string, { query }: FailedClause): ReadonlySet<string> =>
  new Set(query.flatMap(({ key, value }) => (key === name ? [/^(\w+:)?/.exec(value)?.[0] ?? ""] : [])));

/** Whether the parameter is sent alone and without an operator: if it is ignored, most of its malformed values succeed. */
const isSentAlone = ({ sent, values }: FailedClause): boolean =>
  sent.size === 1 && ![...values].some((value) => /^\w+:/.test(value));

const hasOperator = (key: string, { clause: { endpoint } }: FailedClause): boolean =>
  operations[endpoint].query.some((one) => one.key === key && one.format.endsWith("Filter"));

/** Whether a parameter without effect in one request has no effect in `effect` either, which sends the same other parameters too. */
const isWithoutEffectIn = (effect: FailedClause, key: string, cause: FailedClause): boolean =>
  isSubset(cause.selecting, effect.selecting) &&
  (!cause.sent.has("order") || effect.sent.has("order")) &&
  (key === "limit" || key === "order" || showsNoRows(cause) || sharesCondition(key, cause, effect));

/** Whether no row is expected: any row then shows that the parameter has no effect with any value. */
const showsNoRows = ({ violation: { pointer, expects } }: FailedClause): boolean =>
  pointer === "" && expects !== "refusal";

/** Whether each row shows if it meets a condition. A missing row that meets all such conditions is excluded by another condition. */
export const isCompared = (condition: string, { clause: { endpoint } }: FailedClause): boolean =>
  operations[endpoint].query.some(
    ({ key, compares }) => key === condition.split(" ")[0] && compares !== undefined,
  );

/** The parameters that have no effect, by the symptoms of the first pages that a clause received. */
export const withoutEffect = (broken: FailedClause): readonly string[] =>
  [...broken.ownSymptoms, ...(broken.violation.symptoms ?? [])].flatMap((symptom) => {
    const [kind = "", key] = symptom.endsWith(" later") ? [] : symptom.split(" ");
    if (kind === "limit") return ["limit"];
    if (kind === "order" || kind === "start") return ["order"];
    return kind === "stray" || kind === "ignored" ? (key === undefined ? unread(broken) : [key]) : [];
  });

/**
 * The parameters that may have no effect if rows are stray that no single filter excludes: all that the clause tests if every row is
 * stray. Otherwise, stray rows meet the filters whose values they show: another parameter has no effect or, without one, the path.
 */
function unread(broken: FailedClause): readonly string[] {
  const opaque = [...broken.selecting].filter((key) => !isCompared(key, broken));
  if (broken.violation.pointer === "") return [...broken.concerns];
  return opaque.length > 0 ? opaque : ["path"];
}

const isEmpty = ({ clause: { endpoint }, rows }: FailedClause): boolean =>
  operations[endpoint].list !== undefined && rows.endsWith(":[");

/**
 * Whether both clauses received an empty list, so that one filter which selects nothing explains both. If the second clause is
 * about a single parameter, most of its malformed values have to succeed: a service may read a few of them leniently and find
 * no row. If it is about several parameters, both requests have to use the same operator.
 */
const bothEmpty: CauseRule = (cause, effect) =>
  [cause, effect].every(isEmpty) &&
  isSubset(cause.selecting, effect.selecting) &&
  [...cause.concerns].some(
    (key) =>
      effect.concerns.has(key) &&
      (effect.concerns.size > 1 ? sharesCondition(key, cause, effect) : servesMost(effect)),
  );

/** Whether the violation is in at least half of the responses that its clause checked. */
const servesMost = ({ violation: { seen } }: FailedClause): boolean =>
  seen !== undefined && seen.responses * 2 >= seen.of;
