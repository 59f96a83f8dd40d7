import { operations } from "../../schemas/operations.ts";
import {
  type BrokenClause,
  isSameSet,
  isWithin,
  meets,
  sharesCondition,
  type CauseRule,
} from "./failed-clauses.ts";

/** The number of leading characters of rows that must be equal. */
const SHORTEST = 60;

/** Whether both responses have the same rows, in the part that a result keeps: the differing parameters then had no effect. */
export const sameRows: CauseRule = ({ rows: one }, { rows: other }) => beginAlike(one, other);

/** Whether one text of rows begins with the other. */
export const beginAlike = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > SHORTEST && (one.startsWith(other) || other.startsWith(one));

/**
 * A parameter has no effect, and a malformed value of it is served: the rows are the same, with the same operator; or the
 * parameter has no effect beside others, and the malformed value is sent beside them too. A filter that selects nothing selects
 * nothing for a malformed value either, and a filter without effect is not validated beside another parameter.
 */
export const servesUnread: CauseRule = (why, then) => isUnread(why, then) || bothEmpty(why, then);

const isUnread: CauseRule = (why, then) =>
  withoutEffect(why).some(
    (key) =>
      then.on.has(key) &&
      ((then.on.size > 1 &&
        sharesCondition(key, why, then) &&
        (hasOperator(key, then) || meets(why.criteria, then.criteria))) ||
        (!isEmpty(then) &&
          (sameRows(why, then)
            ? isSame(key, why, then)
            : isBeside(key, why, then) ||
              (why.symptoms.includes(`ignored ${key}`) && isSameSet(why.conditions, then.conditions))))),
  );

const hasOperator = (key: string, { clause: { endpoint } }: BrokenClause): boolean =>
  operations[endpoint].query.some((one) => one.key === key && one.format.endsWith("Filter"));

/** The parameter has no effect with any value, or with the same operator; beside the same other parameters. */
const isSame = (key: string, why: BrokenClause, then: BrokenClause): boolean =>
  isWithin(why.selecting, then.selecting) &&
  (!why.sent.has("order") || then.sent.has("order")) &&
  (key === "limit" || key === "order" || showsNoRows(why) || sharesCondition(key, why, then));

/** No row is expected, so any row shows that the parameter has no effect with any value. */
const showsNoRows = ({ violation: { pointer, expects } }: BrokenClause): boolean =>
  pointer === "" && expects !== "refusal";

/** The parameters that have no effect, by the symptoms of the clause. */
export const withoutEffect = ({
  own,
  symptoms,
  on,
  violation,
  selecting,
}: BrokenClause): readonly string[] => [
  ...own.flatMap((one) => {
    const [kind = "", key] = one.endsWith(" behind") ? [] : one.split(" ");
    return (
      { limit: ["limit"], order: ["order"], start: ["order"] }[kind] ??
      (kind !== "stray"
        ? []
        : key !== undefined
          ? [key]
          : violation.pointer === ""
            ? [...on]
            : [...selecting])
    );
  }),
  ...symptoms.flatMap((one) => (one.startsWith("ignored ") ? [one.slice("ignored ".length)] : [])),
  ...symptoms.flatMap((one) => (/^(order|start)$/.test(one) ? ["order"] : [])),
];

const isBeside = (key: string, why: BrokenClause, then: BrokenClause): boolean =>
  key === "order" || key === "limit"
    ? why.selecting.size > 0 && isWithin(why.selecting, then.selecting)
    : showsNoRows(why)
      ? why.sent.size > 1 && isSameSet(why.sent, then.sent)
      : why.selecting.size > 1 &&
        why.symptoms.includes(`ignored ${key}`) &&
        sharesCondition(key, why, then) &&
        isWithin(why.selecting, then.selecting);

/** Whether the list is empty. */
const isEmpty = ({ violation: { response } }: BrokenClause): boolean => /"\w+":\[\]/.test(response.body);

/** Whether a filter selects no row, and a malformed value of it selects none either. */
const bothEmpty: CauseRule = (why, then) =>
  [why, then].every(isEmpty) &&
  [...why.on].some((key) => then.on.has(key) && sharesCondition(key, why, then)) &&
  isWithin(why.selecting, then.selecting);
