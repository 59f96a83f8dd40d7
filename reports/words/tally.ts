import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { summarize } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { compareSections } from "../../schemas/places.ts";
import { OUTCOME_ORDER, outcomeLabel, serviceOf } from "./labels.ts";
import { count } from "../../engine/model/model.ts";

/** Whether there is no verdict on a clause; a known deviation is one. */
export const isNotJudged = ({ outcome }: Pick<ClauseResult, "outcome">): boolean =>
  outcome === "inconclusive" || outcome === "notExercised";

/** The outcomes that some clause has, and how many, in the order in which a reader asks for them. */
export function outcomesOf(clauses: readonly Pick<ClauseResult, "outcome">[]) {
  const summary = summarize(clauses);
  return OUTCOME_ORDER.map((outcome) => [outcome, summary[outcome]] as const).filter(([, size]) => size > 0);
}

/** A tally in words, a part for each outcome: `1 failed`, `2 not tested`, `3 passed`. */
export const tallyOf = (clauses: readonly Pick<ClauseResult, "outcome">[]): readonly string[] =>
  outcomesOf(clauses).map(([outcome, size]) => `${count(size)} ${outcomeLabel(outcome)}`);

export const byService = (clauses: readonly ClauseResult[]) =>
  groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES);

/** The services that were given, with how many of their clauses have a verdict, and those that were not. */
export function givenIn(clauses: readonly ClauseResult[]) {
  const isGiven = ({ remedy }: ClauseResult): boolean => remedy?.kind !== "giveServiceUrl";
  const services = byService(clauses);
  const given = services.filter(([, own]) => own.some(isGiven));
  const all = given.flatMap(([, own]) => own);
  return {
    judged: all.filter((clause) => !isNotJudged(clause)).length,
    all: all.length,
    services: given.map(([service]) => service),
    lacking: services.filter((one) => !given.includes(one)).map(([service]) => service),
  };
}

/** Items by section, in the order of the document. */
export const bySection = <T extends { readonly section: string }>(items: readonly T[]) =>
  groupBy(items, ({ section }) => section).toSorted(([a], [b]) => compareSections(a, b));

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

/** Why clauses were not judged, the reasons that concern most clauses first. */
export function reasonsOf(clauses: readonly ClauseResult[]) {
  return groupBy(clauses, ({ outcome, reason, came = reason }) => JSON.stringify([outcome, came]))
    .map(([, group]) => {
      const { outcome, reason = "no reason given", came = reason } = group[0];
      const isOne = group.every((other) => other.reason === reason);
      return { outcome, reason: isOne ? reason : came, ids: group.map(({ id }) => id) };
    })
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
