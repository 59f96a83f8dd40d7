import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { summarize, type RunResult, type Summary } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { compareSections } from "../../schemas/places.ts";
import { OUTCOME_ORDER, serviceOf } from "./labels.ts";
import { count, countOf } from "./numbers.ts";

/** Five numbers that add up to all clauses. A known deviation is known, not failed, wherever it is counted. */
export type Tally = ReturnType<typeof tallyOf>;

export function tallyOf({ pass, fail, known, inconclusive, notExercised }: Summary) {
  const judged = pass + fail + known;
  const all = judged + inconclusive + notExercised;
  return { passed: pass, failed: fail, known, inconclusive, notTested: notExercised, judged, all };
}

export const tallyClauses = (clauses: readonly Pick<ClauseResult, "outcome">[]): Tally =>
  tallyOf(summarize(clauses));

/** Its numbers, each with its name; of the last three those that are not zero. */
export function tallyParts(tally: Tally): readonly (readonly [number, string])[] {
  const { passed, failed, known, inconclusive, notTested } = tally;
  const others = Object.entries({ known, inconclusive, "not tested": notTested });
  return [
    [passed, "passed"],
    [failed, "failed"],
    ...others.flatMap(([name, size]) => (size > 0 ? [[size, name] as const] : [])),
  ];
}

/** A tally in words: `3 passed, 1 failed, 2 not tested`. */
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

export const perService = (clauses: readonly ClauseResult[]) =>
  groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES).map(
    ([service, own]) => [service, tallyClauses(own)] as const,
  );

/** The services that were given, with the clauses of these, and the others: nothing could be judged of them. */
export function givenIn(clauses: readonly ClauseResult[]) {
  const isGiven = ({ remedy }: ClauseResult): boolean => remedy?.kind !== "giveServiceUrl";
  const services = groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES);
  const given = services.filter(([, own]) => own.some(isGiven));
  const lacking = services.filter(([, own]) => !own.some(isGiven));
  return {
    tally: tallyClauses(given.flatMap(([, own]) => own)),
    services: given.map(([service]) => service),
    lacking: lacking.map(([service]) => service),
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

/** Whether the level of the run alone kept a clause from being judged. */
export const isLeft = ({ remedy }: Pick<ClauseResult, "remedy">): boolean => remedy?.kind === "raiseLevel";

/** What a level leaves to a higher one, in a line; undefined where it leaves nothing. */
export function leftText({ clauses, level }: Pick<RunResult, "clauses" | "level">): string | undefined {
  const left = clauses.filter(isLeft).length;
  return left === 0
    ? undefined
    : `${count(left)} of ${countOf(clauses.length, "clause")} skipped at level ${level}; use --level standard`;
}
