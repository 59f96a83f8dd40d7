import { targetOfFile } from "../../config/choose-target.ts";
import { loadCatalogue, type Catalogue, type ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { DEFAULT_LIMITS, type Endpoint, type Level, type Settings } from "../../engine/model/settings.ts";
import { faults } from "../../reference/faults.ts";
import { untrueIn } from "./evidence.ts";
import { startReference } from "../../reference/server.ts";
import type { TargetFile } from "../../reference/target.ts";

/** How closely a fault is looked for: on its own endpoint, and on the others. */
export interface Plan {
  readonly own: Level;
  readonly others: Level;
  /** The others are judged with the first fault of this many, to spare time. Absent: with each. */
  readonly othersEvery?: number;
  readonly seed: number;
  /** The curl lines of violations are run, and compared with what the report says. */
  readonly curl: boolean;
}

/** A clause that failed, and the endpoint that it judges. */
export interface FailedClause {
  readonly id: string;
  readonly endpoint: Endpoint;
}

/** What the suite said of the reference with one fault in it. */
export interface Measured {
  readonly fault: string;
  readonly description: string;
  readonly endpoint: Endpoint;
  /** The clause that has to fail, what became of it, and why. */
  readonly intended: string;
  readonly outcome: string;
  readonly reason: string;
  readonly failed: readonly FailedClause[];
  /** What these clauses say. */
  readonly clauses: readonly ClauseResult[];
  /** Clauses on which the suite itself failed, with the reason. */
  readonly broken: readonly string[];
  /** What violations say of their exchanges, and a shell did not show while the faulty reference answered; empty without curl. */
  readonly untrue: readonly string[];
  readonly requests: number;
  readonly milliseconds: number;
}

/** Requests in flight, as many as the command line sends to a target on this machine. */
export const CONCURRENCY = 16;

/** Settings of a run against a reference on loopback, all clauses unless some are named. */
export function settingsFor(
  target: TargetFile,
  level: Level,
  seed: number,
  ids: readonly string[],
): Settings {
  return {
    target: targetOfFile({ file: target, secrets: [] }).target,
    limits: DEFAULT_LIMITS,
    seed,
    level,
    concurrency: CONCURRENCY,
    clauseIds: ids,
    secrets: [],
    known: [],
    outDir: "",
  };
}

/** Judges the reference with one fault in it. */
export async function measure(
  name: string,
  { own, others, othersEvery = 1, seed, curl }: Plan,
): Promise<Measured> {
  const fault = faults[name];
  if (fault === undefined) {
    throw new Error(`no fault is named ${JSON.stringify(name)}`);
  }
  const catalogue = await catalogueOnce();
  const mine = ({ endpoint }: ClauseInfo): boolean => endpoint === fault.endpoint;
  const shares: readonly (readonly [Level, (clause: ClauseInfo) => boolean])[] =
    own === others
      ? [[own, () => true]]
      : [
          [own, mine],
          ...(Object.keys(faults).indexOf(name) % othersEvery === 0 ? [[others, not(mine)] as const] : []),
        ];
  const started = performance.now();
  const reference = await startReference({ fault: name });
  try {
    const results: ClauseResult[] = [];
    for (const [level, wanted] of shares) {
      const ids = catalogue.clauses.filter(wanted).map(({ id }) => id);
      const journal = await runAll(settingsFor(reference.target, level, seed, ids), catalogue);
      results.push(...journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : [])));
    }
    const requests = reference.requests();
    const verdict = results.find(({ id }) => id === fault.clause);
    return {
      fault: name,
      description: fault.description,
      endpoint: fault.endpoint,
      intended: fault.clause,
      outcome: verdict?.outcome ?? "not in the catalogue",
      reason: verdict?.reason ?? "",
      failed: failedOf(results, fault.clause),
      clauses: results.filter(({ outcome }) => outcome === "fail").map(withoutBodies),
      broken: results
        .filter(({ cause }) => cause === "suite")
        .map(({ id, reason }) => `${id}: ${reason ?? ""}`),
      requests,
      untrue: curl ? await untrueIn(results, fault.unsteady === true) : [],
      milliseconds: Math.round(performance.now() - started),
    };
  } finally {
    await reference.close();
  }
}

function not(wanted: (clause: ClauseInfo) => boolean): (clause: ClauseInfo) => boolean {
  return (clause) => !wanted(clause);
}

/** Answers are long, and many: what is said of them is enough. */
function withoutBodies(clause: ClauseResult): ClauseResult {
  const violations = clause.violations.map(({ exchanges: _exchanges, excerpt: _excerpt, ...violation }) => ({
    ...violation,
    response: { ...violation.response, headers: {}, body: "" },
  }));
  return { ...clause, violations };
}

/** The clauses that failed, the intended one first. */
function failedOf(results: readonly ClauseResult[], intended: string): readonly FailedClause[] {
  const failed = results.filter(({ outcome }) => outcome === "fail");
  const first = failed.filter(({ id }) => id === intended);
  const rest = failed.filter(({ id }) => id !== intended);
  return [...first, ...rest].map(({ id, endpoint }) => ({ id, endpoint }));
}

let loaded: Promise<Catalogue> | undefined;

function catalogueOnce(): Promise<Catalogue> {
  loaded ??= loadCatalogue();
  return loaded;
}
