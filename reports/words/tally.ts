import { pattern } from "../../engine/evidence/violation.ts";
import { OUTCOMES, type ClauseResult, type Violation } from "../../engine/model/clause-results.ts";
import { summarize, type RunResult, type Summary } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { compareSections } from "../../schemas/places.ts";
import { endpointLabel, OUTCOME_ORDER, partOf, sectionLabel, serviceOf } from "./labels.ts";
import { count } from "./numbers.ts";

/** Four numbers that add up to all clauses. A known deviation is known, not broken, wherever it is counted. */
export type Tally = ReturnType<typeof tallyOf>;

/** Failures that show the same at the same place, or that one fault would break; the first stands for all. */
export type SharedCause = ReturnType<typeof causesOf>[number];

/** A part of the document, with its sections that have clauses, and how many open matters it has. */
export type DocumentPart = ReturnType<typeof partsOf>[number];

export function tallyOf({ pass, fail, known, inconclusive, notExercised }: Summary) {
  const judged = pass + fail + known;
  const notJudged = inconclusive + notExercised;
  return { kept: pass, broken: fail, known, notJudged, judged, all: judged + notJudged };
}

export const tallyClauses = (clauses: readonly Pick<ClauseResult, "outcome">[]): Tally =>
  tallyOf(summarize(clauses));

/** Its numbers, each with its name; known deviations only where there are some. */
export function tallyParts(tally: Tally): readonly (readonly [number, string])[] {
  const { kept, broken, known, notJudged } = tally;
  const parts = Object.entries({ kept, broken, known, "not judged": notJudged });
  return parts.flatMap(([name, size]) => (size > 0 || name !== "known" ? [[size, name] as const] : []));
}

/** A tally in words: `3 kept, 1 broken, 2 not judged`. */
export const tallyText = (tally: Tally): string =>
  tallyParts(tally)
    .map(([size, name]) => `${count(size)} ${name}`)
    .join(", ");

export const isNotJudged = ({ outcome }: Pick<ClauseResult, "outcome">): boolean =>
  outcome === "inconclusive" || outcome === "notExercised";

/** The outcomes that some clause has, and how many, in the order in which a reader asks for them. */
export function outcomesOf(clauses: readonly Pick<ClauseResult, "outcome">[]) {
  const summary = summarize(clauses);
  return OUTCOME_ORDER.map((outcome) => [outcome, summary[outcome]] as const).filter(([, size]) => size > 0);
}

/** Outcomes and requests per endpoint that the run had clauses of, as a table with a last row for all. */
export function endpointTable({ clauses, bill, files, summary, requests }: RunResult) {
  const row = (name: string, all: Summary, sent: number): readonly string[] => [
    name,
    ...[...OUTCOMES.map((outcome) => all[outcome]), sent].map(count),
  ];
  const sent = files === undefined ? "requests" : "answers";
  return {
    head: ["kept", "broken", "known", "inconclusive", "not exercised", sent],
    rows: byEndpoint(clauses).map(([endpoint, own]) =>
      row(endpointLabel(endpoint), summarize(own), bill.perEndpoint[endpoint] ?? 0),
    ),
    all: row("all", summary, requests),
  };
}

export const perService = (clauses: readonly ClauseResult[]) =>
  groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES).map(
    ([service, own]) => [service, tallyClauses(own)] as const,
  );

/** Items by section, in the order of the document. */
export const bySection = <T extends { readonly section: string }>(items: readonly T[]) =>
  groupBy(items, ({ section }) => section).toSorted(([a], [b]) => compareSections(a, b));

/** What the document is about: it has no rules. */
const INTRODUCTION = "1";

/** The parts of the document that a result speaks of, in order: those with clauses, and those with open matters. */
export function partsOf({ clauses, open }: Pick<RunResult, "clauses" | "open">) {
  const sections = bySection(clauses);
  const observed = open.map(({ section }) => partOf(section));
  const parts = [
    ...sections.map(([section]) => partOf(section)),
    ...observed.filter((part) => part !== INTRODUCTION),
  ];
  return [...new Set(parts)].toSorted(compareSections).map((part) => ({
    part,
    title: sectionLabel(part),
    sections: sections.filter(([section]) => partOf(section) === part),
    matters: observed.filter((of) => of === part).length,
  }));
}

export const byEndpoint = <T extends { readonly endpoint: Endpoint }>(items: readonly T[]) =>
  groupBy(items, ({ endpoint }) => endpoint, ENDPOINT_NAMES);

/** Items by key, in the order of `keys` where they are given; no group is empty. */
export function groupBy<K, T>(
  items: readonly T[],
  keyOf: (item: T) => K,
  keys: readonly K[] = [],
): readonly (readonly [K, readonly [T, ...T[]]])[] {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    groups.set(key, group ?? [item]);
    group?.push(item);
  }
  return [...groups].toSorted(([a], [b]) => keys.indexOf(a) - keys.indexOf(b));
}

/** The failures of a run by cause, what breaks most clauses first; of each the clause that names what is wrong. */
export function causesOf({ clauses, diagnosis = [] }: Pick<RunResult, "clauses" | "diagnosis">) {
  const guessed = new Map(
    diagnosis.toReversed().flatMap((guess) => guess.clauses.map((id) => [id, guess] as const)),
  );
  const broken = clauses
    .filter(({ outcome }) => outcome === "fail")
    .flatMap((clause) =>
      clause.violations
        .filter(({ known }) => known === undefined)
        .slice(0, 1)
        .map((violation) => ({ clause, violation })),
    );
  return groupBy(broken, ({ clause, violation: { pointer, expected, actual } }) =>
    JSON.stringify(guessed.get(clause.id)?.clauses ?? [clause.endpoint, pattern(pointer), expected, actual]),
  )
    .map(([, group]) => {
      const guess = guessed.get(group[0].clause.id);
      const named = group.find(({ clause }) => clause.id === guess?.clauses[0]) ?? group[0];
      // What is seen with one parameter is understood sooner than what is seen among four.
      const first = [named, ...group].reduce((a, b) => (parametersOf(b) < parametersOf(a) ? b : a));
      const also = group.filter((other) => other !== first).map(({ clause }) => clause.id);
      const guesses = diagnosis.filter((other) => other.clauses.join() === guess?.clauses.join());
      return { ...first, also, guesses };
    })
    .toSorted((a, b) => b.also.length - a.also.length);
}

/** Parameters of the query that shows a departure. */
function parametersOf({ violation }: { readonly violation: Violation }): number {
  const [, query = ""] = violation.request.url.split("?");
  return [...new URLSearchParams(query)].length;
}

/** Why clauses were not judged, the reasons that concern most clauses first. */
export function reasonsOf(clauses: readonly ClauseResult[]) {
  return groupBy(clauses.filter(isNotJudged), ({ outcome, reason, came = reason }) =>
    JSON.stringify([outcome, came]),
  )
    .map(([, group]) => {
      const [first] = group;
      const { reason = "no reason given", came = reason } = first;
      const isOne = group.every((other) => other.reason === reason);
      return { first, reason: isOne ? reason : came, ids: group.map(({ id }) => id) };
    })
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
