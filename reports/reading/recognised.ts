import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { placeInfo } from "../../schemas/places.ts";
import { operations } from "../../schemas/operations.ts";
import { brokenOf, type BrokenClause } from "./broken.ts";
import { sameRows } from "./consequences.ts";

/** A fault that many clauses show and that one sentence names; the ids of the failed clauses whose evidence shows it. */
export interface Recognised {
  readonly title: string;
  readonly ids: ReadonlySet<string>;
}

/** Significant digits that a double may still write down of a number that it rounded. */
const EXACT_DIGITS = 16;

/** The faults that are recognised in the failed clauses of a run. */
export function recognisedIn(
  clauses: readonly ClauseResult[],
  names?: ParameterNames,
): readonly Recognised[] {
  const broken = clauses
    .filter(({ outcome }) => outcome === "fail")
    .flatMap((clause) =>
      clause.violations
        .filter(({ known }) => known === undefined)
        .map((violation) => brokenOf(clause, violation, names)),
    );
  const rounded = broken.filter(({ violation }) => isRounded(violation));
  const endpoints = [...new Set(broken.map(({ clause }) => clause.endpoint))];
  const cached = endpoints.map((endpoint) =>
    withoutQuery(
      broken.filter(({ clause }) => clause.endpoint === endpoint),
      clauses.filter((clause) => clause.endpoint === endpoint),
    ),
  );
  return [
    { title: "a number looks rounded by a double", ids: idsOf(rounded) },
    ...cached.map((own) => ({ title: "the response does not depend on the query", ids: idsOf(own) })),
  ].filter(({ ids }) => ids.size > 0);
}

const idsOf = (broken: readonly BrokenClause[]): ReadonlySet<string> =>
  new Set(broken.map(({ clause }) => clause.id));

/**
 * Whether a long number came in the form that a double gives it: in place of the expected number, or beyond int64, as
 * 9223372036854776000 for the highest. A neighbour of the expected number is another record, and not rounded.
 */
export function isRounded({ expected, actual }: Pick<Violation, "expected" | "actual">): boolean {
  const exact = longNumbers(expected);
  return (
    longNumbers(actual).some((came) =>
      exact.some((other) => came !== other && roundedForms(other).includes(came)),
    ) ||
    (/^\d{19,20}$/.test(actual) &&
      longNumbers(actual).length > 0 &&
      String(Number(actual)) === actual &&
      actual.endsWith("00"))
  );
}

/** The ways in which a double is written that stands for a number, or for the seconds and nanoseconds of a time. */
const roundedForms = (text: string): readonly string[] => [
  String(Number(text)),
  String(Number(text.replace(".", ""))),
  String(BigInt(Number(text.replace(".", "")))),
];

/** The numbers in a text that need more digits than a double has. */
const longNumbers = (text: string): readonly string[] =>
  (text.match(/\d+(?:\.\d+)?/g) ?? []).filter(
    (number) => number.replace(".", "").replace(/^0+|0+$/g, "").length >= EXACT_DIGITS,
  );

/**
 * The broken clauses of one endpoint whose responses are one and the same, whatever the query; none where a clause on the
 * effect of a parameter passed, or where the responses differ or are to one parameter.
 */
function withoutQuery(
  broken: readonly BrokenClause[],
  clauses: readonly ClauseResult[],
): readonly BrokenClause[] {
  const served = broken.filter(({ violation, behind, sent }) => violation.served && !behind && sent.size > 0);
  const [first] = served;
  const keys = new Set(served.flatMap(({ sent }) => [...sent]));
  const { section, query } = operations[first?.clause.endpoint ?? "statusSummary"];
  const hasEffect = ({ outcome, cites = [] }: ClauseResult): boolean =>
    outcome === "pass" &&
    cites.some((cite) => {
      const place = placeInfo(cite);
      const [key = "", fact] = place?.fact.split(" ") ?? [];
      return (
        place?.section === section &&
        fact === "effect" &&
        key !== "limit" &&
        query.some((one) => one.key === key)
      );
    });
  const isOne = first !== undefined && served.every((one) => one === first || sameRows(first, one));
  return isOne && keys.size > 1 && !clauses.some(hasEffect) ? served : [];
}
