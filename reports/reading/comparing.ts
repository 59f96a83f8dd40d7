import type { BrokenClause } from "./failed-clauses.ts";

/** Whether the evidence of one broken clause holds what is wrong by another one. */
export type CauseRule = (why: BrokenClause, then: BrokenClause) => boolean;

export const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));
export const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  isWithin(one, other) && isWithin(other, one);
export const meets = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));

/** Both send a parameter with the same operator. */
export const sharesCondition = (key: string, why: BrokenClause, then: BrokenClause): boolean =>
  [...why.conditions].some((one) => one.split(" ")[0] === key && then.conditions.has(one));
