import { newViolations } from "../../engine/message/known-deviations.ts";
import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { beforeQuery } from "../../engine/model/exchange.ts";
import { groupBy } from "../../engine/model/model.ts";
import { operations } from "../../schemas/operations.ts";
import { failedClauseOf, type FailedClause } from "./failed-clauses.ts";
import { comparedAsText } from "./compared-as-text.ts";
import { isOtherStatus } from "./consequences.ts";
import { sameRows, withoutEffect } from "./ignored-parameters.ts";

/** A fault that several clauses show: its title, and the ids of the failed clauses whose evidence shows it. */
export interface RecognisedFault {
  readonly title: string;
  readonly ids: ReadonlySet<string>;
}

/** The highest int64 and uint64, as serialized from a double. */
const HIGHEST_ROUNDED =
  /^(9223372036854775808|9223372036854776000|18446744073709551616|18446744073709552000)$/;

/** Number of significant digits from which a double may not hold a number. */
const EXACT_DIGITS = 16;

/** If one response lacks at least this number of members, all missing members of its endpoint are reported as one fault. */
const MANY_MEMBERS = 4;

export function recognisedFaultsIn(
  clauses: readonly ClauseResult[],
  names?: ParameterNames,
): readonly RecognisedFault[] {
  const broken = clauses
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((clause) => newViolations(clause).map((violation) => failedClauseOf(clause, violation, names)));
  const absent = broken.filter(({ sort, violation }) => sort === "row" && violation.actual === "absent");
  // A violation that does not occur again does not show how a filter compares.
  const steady = broken.filter(({ violation }) => violation.reproducible !== false);
  const recognised: readonly (readonly [title: string, groups: readonly (readonly FailedClause[])[]])[] = [
    ["a number seems to be rounded to a double", [broken.filter(({ violation }) => isRounded(violation))]],
    ["a filter compares its values as text", comparedAsText(steady)],
    [
      "the record lacks several of its members",
      groupedByEndpoint(absent).filter((own) =>
        groupBy(own, ({ violation }) => violation.response.body).some(
          ([, ofBody]) => idsOfFailed(ofBody).size >= MANY_MEMBERS,
        ),
      ),
    ],
    [
      "the response does not depend on the query",
      groupedByEndpoint(broken).map((own) => ignoresQuery(own, clauses)),
    ],
  ];
  return recognised
    .flatMap(([title, groups]) => groups.map((own) => ({ title, ids: idsOfFailed(own) })))
    .filter(({ ids }) => ids.size > 0);
}

const groupedByEndpoint = (broken: readonly FailedClause[]) =>
  groupBy(broken, ({ clause }) => clause.endpoint).map(([, own]) => own);

const idsOfFailed = (broken: readonly FailedClause[]): ReadonlySet<string> =>
  new Set(broken.map(({ clause }) => clause.id));

/**
 * Whether a long number has the form that a double gives it: in place of the expected number, or beyond int64, such as
 * 9223372036854776000 for the highest int64. A neighbour of the expected number is not rounded: it belongs to another record.
 */
export function isRounded({ expected, actual }: Pick<ReportedViolation, "expected" | "actual">): boolean {
  const exact = numbersIn(expected).filter((text) => significant(text) >= EXACT_DIGITS);
  const received = numbersIn(actual).flatMap((text) => [text, text.replace(".", "")]);
  const isForm = (text: string): boolean =>
    !received.includes(text) && roundedForms(text).some((form) => received.includes(form));
  return exact.some(isForm) || HIGHEST_ROUNDED.test(actual);
}

/** The ways to write a double that approximates a number, or the seconds and nanoseconds of a timestamp. */
function roundedForms(text: string): readonly string[] {
  const digits = Number(text.replace(".", ""));
  const forms = [String(Number(text)), String(digits)];
  // A number of more than 308 digits is not a finite double.
  return Number.isFinite(digits) ? [...forms, String(BigInt(digits))] : forms;
}

const numbersIn = (text: string): readonly string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];
const significant = (text: string): number => text.replace(".", "").replace(/^0+|0+$/g, "").length;

/** The failed clauses of an endpoint if all its responses are the same and no tested parameter has an effect; otherwise none. */
function ignoresQuery(
  broken: readonly FailedClause[],
  clauses: readonly ClauseResult[],
): readonly FailedClause[] {
  const served = broken.filter(
    (one) =>
      one.violation.served === true &&
      one.sort !== "row" &&
      !(one.sort === "lenient" && one.concerns.has("path")) &&
      !isOtherStatus(one),
  );
  const [first] = served;
  if (first === undefined) return [];
  const { query, endpoint } = operations[first.clause.endpoint];
  // A parameter counts only if it is sent alone or with a limit: a parameter may have no effect only together with other parameters.
  const isAlone = (key: string, { sent }: FailedClause): boolean =>
    [...sent].every((one) => one === key || one === "limit");
  const keys = new Set(
    served.flatMap((one) => withoutEffect(one).filter((key) => one.sent.has(key) && isAlone(key, one))),
  );
  const tested = clauses
    .filter(
      (clause) =>
        clause.endpoint === endpoint && (clause.outcome === "passed" || clause.outcome === "failed"),
    )
    .flatMap(({ parameters = [], aspect }) =>
      aspect === "form" || aspect === "success" || aspect === "response" ? [] : parameters,
    )
    .filter((key) => query.some((one) => one.key === key));
  const path = beforeQuery(first.violation.request.url);
  const isSame = (one: FailedClause): boolean =>
    one === first || sameRows(first, one) || beforeQuery(one.violation.request.url) !== path;
  const isOne = served.every(isSame) && tested.every((key) => keys.has(key));
  return isOne && keys.size > 1 ? served : [];
}
