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
  return sameRows(cause, effect)
    ? keys.length > 0 && isSubset(cause.selecting, effect.selecting)
    : servesMost(effect) &&
        // A filter may be ignored only in requests with an order.
        (!cause.sent.has("order") || effect.sent.has("order")) &&
        keys.some((key) => cause.symptoms.includes(`ignored ${key}`));
};

const hasOperator = (key: string, { clause: { endpoint } }: FailedClause): boolean =>
  operations[endpoint].query.some((one) => one.key === key && one.format.endsWith("Filter"));

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

/** Whether both clauses received an empty list, and most malformed values did: a service may read a few of them and find no row. */
const bothEmpty: CauseRule = (cause, effect) =>
  [cause, effect].every(isEmpty) && intersects(cause.concerns, effect.concerns) && servesMost(effect);

/** Whether the violation is in at least half of the responses that its clause checked. */
const servesMost = ({ violation: { seen } }: FailedClause): boolean =>
  seen !== undefined && seen.responses * 2 >= seen.of;
