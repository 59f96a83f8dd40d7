import { newViolations } from "../../engine/message/known-deviations.ts";
import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import { present } from "../../engine/model/model.ts";
import { queryOf } from "../../engine/model/exchange.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { failedClauseOf, firstPageOf, isAtFirstRow, isOfErrors, onAnyPage, SORTS } from "./failed-clauses.ts";
import type { FailedClause } from "./failed-clauses.ts";
import { mayBeRelated, mayCause } from "./consequences.ts";
import { mayExplain } from "./same-pages.ts";
import { recognisedFaultsIn } from "./recognised-faults.ts";
import { withDistinctTitles } from "./titles.ts";

/** A failed clause that is not a consequence of another one, with its consequences. It may be related to another cause. */
export interface FailureCause {
  readonly clause: ClauseResult;
  /** The violation to report: the most informative one that no known deviation covers ({@link failedClauseIn}). */
  readonly violation: ReportedViolation;
  /** Clauses that failed because of this clause. */
  readonly also: readonly string[];
  /** Clauses that could not be checked because of this clause. */
  readonly inconclusive: readonly string[];
  /** The name of a recognised fault that many clauses show, or a title that distinguishes the cause from another one. */
  readonly title?: string;
}

/**
 * Adds its cause to each failed clause that is the consequence of another one. The failed clauses are read in the order of
 * {@link bySimplicity}, in which a cause precedes its consequences. A clause is the consequence of an earlier cause if both show one
 * recognised fault, or if the evidence of the cause explains it ({@link nearest}). Any other clause is a new cause, which may be
 * related to an earlier cause (`mayBeRelated`). The violations of a consequence are added to the evidence of its cause: they may
 * explain further clauses.
 */
export function withCauses(
  clauses: readonly ClauseResult[],
  names?: ParameterNames,
): readonly ClauseResult[] {
  const causeIds = new Map<string, string>();
  const relatedIds = new Map<string, string>();
  const causes: FailedClause[] = [];
  /** The causes and their consequences so far, each with the symptoms of its cause ({@link withSymptomsOf}). */
  const evidence: FailedClause[] = [];
  const recognised = recognisedFaultsIn(clauses, names);
  const causeIdOf = ({ clause: { id } }: FailedClause): string => causeIds.get(id) ?? id;
  /** Whether a cause is one of the clauses in `ids`, or the cause of one of them. */
  const causesAny = ({ clause: { id } }: FailedClause, ids: ReadonlySet<string> = new Set()): boolean =>
    [...ids].some((one) => one === id || causeIds.get(one) === id);
  /** Whether the cause of the evidence `one` may explain `effect`. */
  const isExplainable = (one: FailedClause, effect: FailedClause): boolean =>
    causes.every((cause) => cause.clause.id !== causeIdOf(one) || mayExplain(cause, one, effect));
  const failedClauses = clauses.flatMap((clause) => failedClauseIn(clause, names)).toSorted(bySimplicity);
  for (const failed of failedClauses) {
    const sameFault = recognised.find(({ ids }) => ids.has(failed.clause.id))?.ids;
    const applicable = evidence.filter((one) => isExplainable(one, failed));
    const explaining = causes.find((cause) => causesAny(cause, sameFault)) ?? nearest(applicable, failed);
    if (explaining === undefined) {
      const related = causes.find((cause) => mayBeRelated(cause, failed));
      if (related !== undefined) relatedIds.set(failed.clause.id, related.clause.id);
      causes.push(failed);
    } else {
      causeIds.set(failed.clause.id, causeIdOf(explaining));
    }
    const causeId = causeIdOf(failed);
    const ofCause = explaining && evidence.filter((one) => causeIdOf(one) === causeId);
    evidence.push(...withSymptomsOf(ofCause ?? [failed], failed));
  }
  const ofMembers = failedClauses.filter(({ sort }) => sort === "row").map(({ clause }) => clause.id);
  const membersFailed = new Set<string | undefined>(ofMembers);
  return clauses.map((clause) => {
    const causeId = causeIds.get(clause.consequenceOf ?? clause.id);
    // A clause that depends on a consequence depends on the cause of the consequence. If both are members, each of them has to be fixed.
    const areMembers = membersFailed.has(clause.consequenceOf) && membersFailed.has(causeId);
    const consequenceOf = areMembers ? clause.consequenceOf : causeId;
    return { ...clause, ...present({ consequenceOf, possiblyRelatedTo: relatedIds.get(clause.id) }) };
  });
}

/**
 * A failed clause with only those of its symptoms that the evidence of its cause shows: other symptoms may have another cause. `[]` for
 * a clause that checks another symptom, unless a link may have lost its rows.
 */
function withSymptomsOf(causes: readonly FailedClause[], effect: FailedClause): readonly FailedClause[] {
  const checked = new Set(causes.flatMap(({ ownSymptoms }) => ownSymptoms.map(onAnyPage)));
  const shown = new Set(causes.flatMap(({ symptoms }) => symptoms.map(onAnyPage)));
  const own = effect.ownSymptoms.filter((symptom) => checked.has(onAnyPage(symptom)));
  const symptoms = effect.symptoms.filter((symptom) => shown.has(onAnyPage(symptom)));
  const isEvident = own.length > 0 || effect.involvesLink || effect.ownSymptoms.length === 0;
  return isEvident ? [{ ...effect, symptoms, ownSymptoms: own.length === 0 ? effect.ownSymptoms : own }] : [];
}

/**
 * The possible cause that explains a violation best; undefined if no cause is possible. In order of preference:
 * - a cause with the same symptom `stray KEY`, because stray rows displace other rows;
 * - a cause with the same symptom of the order;
 * - the first possible cause.
 * Of several causes with the same preference, the one with the most selecting parameters is returned.
 */
function nearest(causes: readonly FailedClause[], effect: FailedClause): FailedClause | undefined {
  const possible = causes.filter((cause) => mayCause(cause, effect));
  const strays = effect.symptoms.filter((one) => /^stray (?!later)/.test(one));
  const showing = (symptoms: readonly string[]) =>
    possible
      .filter((cause) => cause.ownSymptoms.some((one) => symptoms.includes(one)))
      .toSorted((a, b) => b.selecting.size - a.selecting.size)[0];
  const orders = effect.symptoms.filter((one) => one.startsWith("order"));
  return showing(strays) ?? showing(orders) ?? possible[0];
}

/**
 * A failed clause with its most informative new violation; `[]` if there is none. In order of preference:
 * - a malformed request that succeeds, rather than an error with a wrong text;
 * - a violation on a first page, rather than on a later page;
 * - a row that should not be returned, rather than a missing row;
 * - the smallest request.
 */
function failedClauseIn(clause: ClauseResult, names?: ParameterNames): readonly FailedClause[] {
  const violations = clause.outcome === "failed" ? newViolations(clause).toSorted(bySize) : [];
  const lenient = violations.find(({ expects, served }) => expects === "refusal" && served === true);
  const onFirstPage = violations.filter((one) => !firstPageOf(one).isOnLaterPage);
  const stray = onFirstPage.find(({ rowFault }) => rowFault?.kind === "stray");
  const violation = lenient ?? stray ?? onFirstPage[0] ?? violations[0];
  return violation === undefined ? [] : [failedClauseOf(clause, violation, names)];
}

/** Sorts violations by the number of parameters of the request, then by the length of its URL. */
function bySize(a: ReportedViolation, b: ReportedViolation): number {
  const [one, other] = [a, b].map(({ request: { url } }) => [...queryOf(url)].length);
  return (one ?? 0) - (other ?? 0) || a.request.url.length - b.request.url.length;
}

function bySimplicity(a: FailedClause, b: FailedClause): number {
  const other = simplicity(b);
  return simplicity(a).reduce((order, value, index) => order || value - (other[index] ?? 0), 0);
}

/**
 * The sort key of a failed clause, compared element by element: simple failures first, because a cause must come before its
 * consequences. Within a sort, the form of error bodies comes before the text of one error, and violations that need few
 * conditions (selecting parameters, a link) before violations that need many.
 */
function simplicity(broken: FailedClause): readonly number[] {
  const { sort, selecting, keys, violation, isAboutPages, restartsAt, hasShortId } = broken;
  const rowFault = violation.rowFault?.kind;
  const hasStray = broken.symptoms.some((symptom) => symptom.startsWith("stray"));
  // Rows that are out of order within a page cause repeated and missing rows, and stray rows cause rows that are out of order.
  const isPageUnsorted = rowFault === "order" && !hasStray && !isAtFirstRow(broken);
  // If a clause about a filter reports a wrong order, the clause about the order is the cause.
  const isOrderOfOtherClause = rowFault === "order" && !isAboutPages && !broken.isAboutOrder;
  // A row that is missing from a list of several pages may have been lost by a link.
  const mayBeLostByLink = rowFault === "gap" && broken.involvesLink;
  const isFromLaterPage = broken.isOnLaterPage && !(isAboutPages && isPageUnsorted);
  const isByLink = isFromLaterPage || mayBeLostByLink || restartsAt !== undefined;
  // Wrong links, stray rows and too many rows cause repeated, unordered and missing rows.
  const causesOtherSymptoms =
    rowFault === "stray" || rowFault === "limit" || (isAboutPages && isPageUnsorted);
  const isBodyAccepted = sort === "lenient" && violation.request.body !== null;
  const named = isAboutPages && keys.length === 0 ? selecting : new Set(keys);
  const unnamed = [...selecting].filter((key) => !named.has(key)).length;
  return [
    SORTS.indexOf(sort),
    sort !== "refused" && isOfErrors(broken) ? 0 : 1,
    // Violations of ambiguous requests come last.
    violation.expects === "open" ? 1 : 0,
    // The effect of a link is reported by a clause of section 4.1, rather than by the clause on the filter that happened to be sent.
    // A search by name must have no link: the clause on its link explains the pages after it.
    !isByLink || (broken.clause.section === "4.1" && [...selecting].join() !== "name")
      ? 0
      : Number(violation.pointer !== "/links/next") + 1,
    // The number of conditions. A link counts half as much as a filter: a list without filters that is wrong on a later page
    // affects every filter. A short id counts as a condition, except where a malformed id must be refused in every form.
    (isBodyAccepted ? -selecting.size : sort === "refused" ? broken.sent.size : selecting.size) +
      (isByLink ? 0.5 : 0) +
      (hasShortId && sort !== "lenient" ? 1 : 0),
    // Violations on a first page concern parameters rather than links, so clauses about pages come later.
    isAboutPages && !isByLink ? 1 : 0,
    // A clause that names the selecting parameters comes before one that does not.
    unnamed + (hasShortId && broken.clause.aspect !== "shortId" ? 1 : 0) + (isOrderOfOtherClause ? 2 : 0),
    causesOtherSymptoms ? 0 : 1,
    // First requests that must succeed, because a wrong record for an existing name causes wrong records for missing names; and
    // refusals of at most one parameter.
    (sort === "refused" && broken.sent.size < 2) || violation.expects === "success" ? 0 : 1,
    broken.isAboutForm ? 0 : 1,
    keys.length,
    // First the clause with the most symptoms, then the one with the fewest parameters in its request.
    -broken.symptoms.length,
    broken.sent.size,
  ];
}

export const isRelated = ({ clause: { possiblyRelatedTo } }: FailureCause): boolean =>
  possiblyRelatedTo !== undefined;

/** The causes: first those with the widest effect, and at the end the clauses that may be related to another cause. */
export function causesOf({
  clauses,
  responses: responded = {},
}: Pick<RunResult, "clauses" | "responses">): readonly FailureCause[] {
  const broken = clauses.flatMap((clause) => failedClauseIn(clause));
  const failed = new Set(broken.map(({ clause }) => clause.id));
  const whyOf = new Map(clauses.map(({ id, consequenceOf }) => [id, consequenceOf]));
  const causeOf = (id: string, seen: readonly string[] = []): string => {
    const why = whyOf.get(id);
    return why === undefined || !failed.has(why) || seen.includes(why) ? id : causeOf(why, [...seen, id]);
  };
  const recognised = recognisedFaultsIn(clauses);
  const causes = broken
    .filter(({ clause: { id } }) => causeOf(id) === id)
    .toSorted(bySimplicity)
    .map(({ clause, violation }) => {
      const own = clauses.flatMap(({ id }) => (id !== clause.id && causeOf(id) === clause.id ? [id] : []));
      const title = recognised.find(({ ids }) => ids.has(clause.id))?.title;
      return {
        clause,
        violation,
        also: own.filter((id) => failed.has(id)),
        inconclusive: own.filter((id) => !failed.has(id)),
        ...present({ title }),
      };
    })
    .toSorted(
      (a, b) =>
        Number(isRelated(a)) - Number(isRelated(b)) ||
        extentOf(b, clauses.length, responded) - extentOf(a, clauses.length, responded),
    );
  return withDistinctTitles(causes);
}

/** The share of all clauses that a cause and its consequences are, plus the share of the usable responses of its endpoint that show it. */
function extentOf(
  { clause: { endpoint }, violation, also, inconclusive }: FailureCause,
  clauses: number,
  responded: NonNullable<RunResult["responses"]>,
): number {
  const { usable = 0 } = responded[endpoint] ?? {};
  const shown = violation.seen?.responses ?? violation.placeCount;
  const responses = usable === 0 ? 0 : Math.min(shown / usable, 1);
  return (1 + also.length + inconclusive.length) / clauses + responses;
}
