import { compareIntegers, compareTexts, filterSelects, type Comparator } from "../../engine/model/compare.ts";
import { newViolations } from "../../engine/message/known-deviations.ts";
import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { beforeQuery } from "../../engine/model/exchange.ts";
import { groupBy } from "../../engine/model/model.ts";
import { operations } from "../../schemas/operations.ts";
import { failedClauseOf, type FailedClause } from "./failed-clauses.ts";
import { type FilteredRows, readFilteredRows } from "./filtered-rows.ts";
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
  const rounded = broken.filter(({ violation }) => isRounded(violation));
  const endpoints = [...new Set(broken.map(({ clause }) => clause.endpoint))];
  const cached = endpoints.map((endpoint) =>
    ignoresQuery(
      broken.filter(({ clause }) => clause.endpoint === endpoint),
      clauses.filter((clause) => clause.endpoint === endpoint),
    ),
  );
  const absent = broken.filter(({ sort, violation }) => sort === "row" && violation.actual === "absent");
  const nearlyEmpty = endpoints
    .map((endpoint) => absent.filter(({ clause }) => clause.endpoint === endpoint))
    .filter((own) =>
      own.some(
        (one) => idsOfFailed(own.filter((other) => bodyOf(other) === bodyOf(one))).size >= MANY_MEMBERS,
      ),
    );
  return [
    { title: "a number seems to be rounded to a double", ids: idsOfFailed(rounded) },
    ...comparedWrongly(broken),
    ...nearlyEmpty.map((own) => ({
      title: "the record lacks several of its members",
      ids: idsOfFailed(own),
    })),
    ...cached.map((own) => ({ title: "the response does not depend on the query", ids: idsOfFailed(own) })),
  ].filter(({ ids }) => ids.size > 0);
}

const bodyOf = ({ violation }: FailedClause): string => violation.response.body;
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
  const { query } = operations[first.clause.endpoint];
  // A parameter counts only if it is sent alone or with a limit: a parameter may have no effect only together with other parameters.
  const isAlone = (key: string, { sent }: FailedClause): boolean =>
    [...sent].every((one) => one === key || one === "limit");
  const keys = new Set(
    served.flatMap((one) => withoutEffect(one).filter((key) => one.sent.has(key) && isAlone(key, one))),
  );
  const tested = clauses
    .filter(({ outcome }) => outcome === "passed" || outcome === "failed")
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

/** Keeps the lowest 32 bits of a number, with or without a sign. */
type Truncation = (value: bigint) => bigint;
const TRUNCATIONS: readonly Truncation[] = [
  (value) => BigInt.asUintN(32, value),
  (value) => BigInt.asIntN(32, value),
];

const in32Bits = (cut: Truncation, text: string): string =>
  /^\d+$/.test(text) ? String(cut(BigInt(text))) : text;

const COMPARED_IN_32_BITS = "a filter compares only 32 bits of its values";

/** Wrong ways to compare the value of a row with the bound of a filter, each with the title of its fault. */
const COMPARISONS: readonly (readonly [title: string, compare: Comparator])[] = [
  ["a filter compares its values as text", compareTexts],
  ...TRUNCATIONS.flatMap((cut) => {
    const ofBound: Comparator = (value, bound) => compareIntegers(value, in32Bits(cut, bound));
    const ofBoth: Comparator = (value, bound) => ofBound(in32Bits(cut, value), bound);
    return [[COMPARED_IN_32_BITS, ofBound] as const, [COMPARED_IN_32_BITS, ofBoth] as const];
  }),
];

/**
 * The clauses that a wrong comparison of one filter explains, with the title of the comparison. It must explain every row that the
 * filter returned or lost in any violation: an ignored filter also returns rows that a wrong comparison excludes. Of several
 * comparisons, the one that explains most clauses is used. At least two clauses must be explained.
 *
 * @param broken every violation of the failed clauses
 */
function comparedWrongly(broken: readonly FailedClause[]): readonly RecognisedFault[] {
  // A violation that does not occur again does not show how a filter compares.
  const steady = broken.filter(({ violation }) => violation.reproducible !== false);
  const filtered = steady.flatMap((one) => readFilteredRows(one) ?? []);
  return [...new Set(filtered.map(({ filter }) => filter))].flatMap((filter) => {
    const ofFilter = filtered.filter((one) => one.filter === filter);
    const isConsistent = (compare: Comparator): boolean =>
      ofFilter.every((rows) => rows.kind === "other" || isPossible(compare, rows));
    const [widest] = COMPARISONS.filter(
      ([title, compare]) =>
        isConsistent(compare) && (title !== COMPARED_IN_32_BITS || isNeitherAllNorNone(compare, ofFilter)),
    )
      .map(([title, compare]) => ({ title, ids: explainedBy(compare, ofFilter) }))
      .toSorted((a, b) => b.ids.size - a.ids.size);
    if (widest === undefined || widest.ids.size < 2) return [];
    const tooLong = widest.title === COMPARED_IN_32_BITS ? acceptedTooLong(filter, broken) : [];
    return [{ ...widest, ids: new Set([...widest.ids, ...tooLong]) }];
  });
}

/** The clauses that fail only for numbers with too many digits, which a service that keeps 32 bits cannot recognise. */
function acceptedTooLong(filter: string, broken: readonly FailedClause[]): readonly string[] {
  const lenient = broken.filter(
    ({ sort, clause, keys }) =>
      sort === "lenient" && keys.some((key) => `${clause.endpoint}.${key}` === filter),
  );
  const isTooLong = ({ cases, query, keys }: FailedClause): boolean =>
    cases.size === 1 &&
    query.some(
      ({ key, value }) =>
        key !== undefined && keys.includes(key) && /^(\w+:)?(\d+\.){0,2}\d{11,}$/.test(value),
    );
  return groupBy(lenient, ({ clause }) => clause.id).flatMap(([id, own]) =>
    own.every(isTooLong) ? [id] : [],
  );
}

function explainedBy(compare: Comparator, ofFilter: readonly FilteredRows[]): ReadonlySet<string> {
  const ids = new Set(ofFilter.map(({ one }) => one.clause.id));
  return new Set(
    [...ids].filter((id) => {
      const own = ofFilter.filter(({ one }) => one.clause.id === id);
      return own.every((rows) => isPossible(compare, rows)) && own.some((rows) => explains(compare, rows));
    }),
  );
}

const selects = (compare: Comparator, { operator, bound }: FilteredRows, value: string): boolean =>
  filterSelects(operator, compare(value, bound));

/** Whether a comparison selects the rows of a response, but not the missing row. */
const isPossible = (compare: Comparator, rows: FilteredRows): boolean =>
  rows.kind !== "other" &&
  rows.returned.every((value) => selects(compare, rows, value)) &&
  (rows.missing === undefined || !selects(compare, rows, rows.missing));

/** Whether a wrong comparison selects the rows of a response but not the missing row, and the correct comparison does not. */
const explains = (compare: Comparator, rows: FilteredRows): boolean =>
  isPossible(compare, rows) &&
  (rows.kind === "stray"
    ? rows.returned.some((value) => !selects(compareIntegers, rows, value))
    : rows.missing !== undefined && selects(compareIntegers, rows, rows.missing));

/**
 * Whether a comparison explains more than a filter that is ignored, which only returns further rows, or a filter that selects
 * nothing, which only loses rows: rows of both kinds, or a wrong row whose lowest 32 bits are those of the bound.
 */
const isNeitherAllNorNone = (compare: Comparator, ofFilter: readonly FilteredRows[]): boolean => {
  const explained = ofFilter.filter((rows) => explains(compare, rows));
  return (
    new Set(explained.map(({ kind }) => kind)).size > 1 ||
    explained.some((rows) =>
      [rows.missing ?? rows.bound, ...rows.returned.filter((value) => !selects(compareIntegers, rows, value))]
        .filter((value) => value !== rows.bound)
        .some((value) => TRUNCATIONS.some((cut) => in32Bits(cut, value) === in32Bits(cut, rows.bound))),
    )
  );
};
