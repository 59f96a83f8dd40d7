import { pattern } from "../../engine/evidence/violation.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { summarize, type RunResult, type Summary } from "../../engine/model/results.ts";
import type { Guess } from "../../engine/model/clause-results.ts";
import type { Endpoint, Service } from "../../engine/model/settings.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import { serviceOf } from "./labels.ts";
import { count } from "./numbers.ts";

/** Four numbers that add up to all clauses. A known deviation is known, not broken, wherever it is counted. */
export interface Tally {
  readonly kept: number;
  readonly broken: number;
  readonly known: number;
  readonly notJudged: number;
  /** The first three together. */
  readonly judged: number;
  readonly all: number;
}

/**
 * Failing clauses that show the same thing at the same place, or that one fault would break together; the first one
 * stands for all.
 */
export interface Cause {
  readonly clause: ClauseResult;
  readonly violation: Violation;
  readonly also: readonly string[];
  /** What is probably wrong. */
  readonly guesses: readonly Guess[];
}

/** Clauses that were not judged, for the same reason; the first one stands for all. */
export interface ReasonGroup {
  readonly first: ClauseResult;
  /** What is the same for all of them. */
  readonly reason: string;
  readonly ids: readonly string[];
}

export function tallyOf({ pass, fail, known, inconclusive, notExercised }: Summary): Tally {
  const judged = pass + fail + known;
  const notJudged = inconclusive + notExercised;
  return { kept: pass, broken: fail, known, notJudged, judged, all: judged + notJudged };
}

/** The tally of some clauses. */
export function tallyClauses(clauses: readonly Pick<ClauseResult, "outcome">[]): Tally {
  return tallyOf(summarize(clauses));
}

/** Its numbers, each with its name; known deviations only where there are some. */
export function tallyParts({
  kept,
  broken,
  known,
  notJudged,
}: Tally): readonly (readonly [number, string])[] {
  const parts = [
    [kept, "kept"],
    [broken, "broken"],
    [known, "known"],
    [notJudged, "not judged"],
  ] as const;
  return parts.filter(([size, name]) => size > 0 || name !== "known");
}

/** A tally in words: `3 kept, 1 broken, 2 not judged`. */
export function tallyText(tally: Tally): string {
  return tallyParts(tally)
    .map(([size, name]) => `${count(size)} ${name}`)
    .join(", ");
}

export function isNotJudged({ outcome }: Pick<ClauseResult, "outcome">): boolean {
  return outcome === "inconclusive" || outcome === "notExercised";
}

/** Outcomes and requests per endpoint, for the endpoints that the run had clauses of. */
export function perEndpoint({ clauses, bill }: Pick<RunResult, "clauses" | "bill">): readonly {
  readonly endpoint: Endpoint;
  readonly summary: Summary;
  readonly requests: number;
}[] {
  return groupBy(clauses, ({ endpoint }) => endpoint, ENDPOINT_NAMES).map(([endpoint, own]) => ({
    endpoint,
    summary: summarize(own),
    requests: bill.perEndpoint[endpoint] ?? 0,
  }));
}

/** The tally of each service that the run had clauses of. */
export function perService(clauses: readonly ClauseResult[]): readonly [Service, Tally][] {
  return groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES).map(([service, own]) => [
    service,
    tallyClauses(own),
  ]);
}

/** Items by key, in the order of `keys` where they are given; groups without items are left out. */
export function groupBy<K, T>(
  items: readonly T[],
  keyOf: (item: T) => K,
  keys: readonly K[] = [],
): readonly [K, readonly T[]][] {
  const groups = new Map<K, T[]>(keys.map((key) => [key, []]));
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return [...groups].filter(([, group]) => group.length > 0);
}

/** The failures of a run, those with one cause folded into the first of them: the one that names what is wrong. */
export function causesOf({
  clauses,
  diagnosis = [],
}: Pick<RunResult, "clauses" | "diagnosis">): readonly Cause[] {
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
  ).flatMap(([, group]) => {
    const guess = guessed.get(group[0]?.clause.id ?? "");
    const first = group.find(({ clause }) => clause.id === guess?.clauses[0]) ?? group[0];
    const also = group.filter((other) => other !== first).map(({ clause }) => clause.id);
    const guesses = diagnosis.filter((other) => other.clauses.join() === guess?.clauses.join());
    return first === undefined ? [] : [{ ...first, also, guesses }];
  });
}

/** Why clauses were not judged, the reasons that concern most clauses first; what `apart` tells apart is not one. */
export function reasonsOf(
  clauses: readonly ClauseResult[],
  apart: (clause: ClauseResult) => unknown = () => undefined,
): readonly ReasonGroup[] {
  return groupBy(clauses.filter(isNotJudged), (clause) =>
    JSON.stringify([clause.outcome, clause.came ?? clause.reason, apart(clause)]),
  )
    .flatMap(([, group]) => {
      const [first] = group;
      const { reason = "no reason given", came = reason } = first ?? {};
      const isOne = group.every((other) => other.reason === reason);
      return first === undefined
        ? []
        : [{ first, reason: isOne ? reason : came, ids: group.map(({ id }) => id) }];
    })
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
