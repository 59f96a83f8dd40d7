import type { BrokenClause } from "./failed-clauses.ts";

/** Whether the evidence of one failed clause (`then`) shows the violation of another one (`why`). */
export type CauseRule = (why: BrokenClause, then: BrokenClause) => boolean;

export const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));
export const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  isWithin(one, other) && isWithin(other, one);
export const meets = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));

/** Whether both requests send a parameter with the same operator. */
export const sharesCondition = (key: string, why: BrokenClause, then: BrokenClause): boolean =>
  [...why.conditions].some((one) => one.split(" ")[0] === key && then.conditions.has(one));

/** A symptom, whatever page shows it. */
export const onAnyPage = (symptom: string): string => symptom.replace(/ behind$/, "");
