import type { RunResult } from "../../engine/model/results.ts";

/** How much of a result one page shows, so that a page of a thousand failures still opens at once. */
export interface Room {
  /** Violations of one clause; the result file has all. */
  readonly violations: number;
  /** Characters of the body of an answer. */
  readonly body: number;
  /** Whether the whole answer stands behind a fold where the lines around the place are shown. */
  readonly wholeAnswers: boolean;
  /** Exchanges of a rule over several answers, around the one that breaks it, and characters of the body of each. */
  readonly exchanges: number;
  readonly exchange: number;
  /** Clauses that are unfolded from the start: the first broken ones. */
  readonly unfolded: ReadonlySet<string>;
}

/** What lies beside the page. */
export interface Beside {
  /** The Allure report: every clause is linked to its test there. */
  readonly allure: boolean;
}

/** Shared among all failures of a page. */
const ALL = { bodies: 600_000, violations: 600, exchanges: 1_200, exchangeBodies: 80_000 } as const;
const MOST = { violations: 8, body: 4_000, exchanges: 9, exchange: 600, unfolded: 50 } as const;
const LEAST = { body: 300, exchanges: 3, exchange: 120, whole: 1_500 } as const;

/** The room that each failure of a result has. */
export function roomFor({ clauses }: Pick<RunResult, "clauses">): Room {
  const failing = clauses.filter((clause) => clause.violations.length > 0);
  const share = (all: number, parts: number): number => Math.floor(all / Math.max(1, parts));
  const violations = clamp(share(ALL.violations, failing.length), 1, MOST.violations);
  const shown = failing.reduce((sum, clause) => sum + Math.min(violations, clause.violations.length), 0);
  const body = clamp(share(ALL.bodies, shown), LEAST.body, MOST.body);
  const broken = clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
  return {
    violations,
    body,
    wholeAnswers: body >= LEAST.whole,
    exchanges: clamp(share(ALL.exchanges, shown), LEAST.exchanges, MOST.exchanges),
    exchange: clamp(share(ALL.exchangeBodies, shown), LEAST.exchange, MOST.exchange),
    unfolded: new Set(broken.slice(0, MOST.unfolded)),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
