import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { beforeQuery } from "../../engine/model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import { brokenOf, type BrokenClause } from "./failed-clauses.ts";
import { isOtherStatus } from "./consequences.ts";
import { sameRows, withoutEffect } from "./unread.ts";

/** A fault that many clauses show and that one sentence names; the ids of the failed clauses whose evidence shows it. */
export interface Recognised {
  readonly title: string;
  readonly ids: ReadonlySet<string>;
}

/** The highest int64 and uint64, as serialized from a double. */
const HIGHEST_ROUNDED =
  /^(9223372036854775808|9223372036854776000|18446744073709551616|18446744073709552000)$/;

/** Number of significant digits from which a double may not hold a number. */
const EXACT_DIGITS = 16;

/** From this number on, missing members of one response are reported as one fault. */
const MANY_MEMBERS = 4;

/** The faults that are recognised in the failed clauses of a run. */
export function recognisedIn(
  clauses: readonly ClauseResult[],
  names?: ParameterNames,
): readonly Recognised[] {
  const broken = clauses
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((clause) =>
      clause.violations
        .filter(({ known }) => known === undefined)
        .map((violation) => brokenOf(clause, violation, names)),
    );
  const rounded = broken.filter(({ violation }) => isRounded(violation));
  const endpoints = [...new Set(broken.map(({ clause }) => clause.endpoint))];
  const cached = endpoints.map((endpoint) =>
    ignoresQuery(
      broken.filter(({ clause }) => clause.endpoint === endpoint),
      clauses.filter((clause) => clause.endpoint === endpoint),
    ),
  );
  const absent = broken.filter(({ sort, violation }) => sort === "row" && violation.actual === "absent");
  const nearlyEmpty = [...new Set(absent.map(bodyOf))]
    .map((body) => absent.filter((one) => bodyOf(one) === body))
    .filter((own) => brokenIds(own).size >= MANY_MEMBERS);
  return [
    { title: "a number looks rounded by a double", ids: brokenIds(rounded) },
    ...nearlyEmpty.map((own) => ({
      title: "the record lacks most of its members",
      ids: brokenIds(own),
    })),
    ...cached.map((own) => ({ title: "the response does not depend on the query", ids: brokenIds(own) })),
  ].filter(({ ids }) => ids.size > 0);
}

const bodyOf = ({ violation }: BrokenClause): string => violation.response.body;
const brokenIds = (broken: readonly BrokenClause[]): ReadonlySet<string> =>
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
  // A text of more than 308 digits is no finite double.
  return Number.isFinite(digits) ? [...forms, String(BigInt(digits))] : forms;
}

const numbersIn = (text: string): readonly string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];
const significant = (text: string): number => text.replace(".", "").replace(/^0+|0+$/g, "").length;

/**
 * The broken clauses of one endpoint whose responses are one and the same, whatever the query: each parameter whose effect was
 * tested has no effect in one of them. None where a response differs.
 */
function ignoresQuery(
  broken: readonly BrokenClause[],
  clauses: readonly ClauseResult[],
): readonly BrokenClause[] {
  const served = broken.filter(
    (one) => one.violation.served === true && one.sort !== "row" && !isOtherStatus(one),
  );
  const [first] = served;
  if (first === undefined) {
    return [];
  }
  const { query } = operations[first.clause.endpoint];
  const keys = new Set(served.flatMap((one) => withoutEffect(one).filter((key) => one.sent.has(key))));
  const tested = clauses
    .filter(({ outcome }) => outcome === "passed" || outcome === "failed")
    .flatMap(({ parameters = [], aspect }) =>
      aspect === "form" || aspect === "success" || aspect === "response" ? [] : parameters,
    )
    .filter((key) => query.some((one) => one.key === key));
  const path = beforeQuery(first.violation.request.url);
  const isSame = (one: BrokenClause): boolean =>
    one === first || sameRows(first, one) || beforeQuery(one.violation.request.url) !== path;
  const isOne = served.every(isSame) && tested.every((key) => keys.has(key));
  return isOne && keys.size > 1 ? served : [];
}
