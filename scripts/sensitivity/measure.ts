import { plainSettings } from "../../engine/target/settings.ts";
import { loadCatalogue, type ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import type { Endpoint, Level } from "../../engine/model/settings.ts";
import type { Fault } from "../../reference/fault.ts";
import { faults } from "../../reference/faults.ts";
import { untrueIn } from "./evidence.ts";
import { startReference } from "../../reference/server.ts";

/** A level, at which all clauses of the endpoint are judged or the one alone that has to fail. */
export interface JudgedLevel {
  readonly level: Level;
  readonly intendedAlone?: true;
}

/** How closely a fault is looked for: on its own endpoint, and on the others. */
export interface Plan {
  /** One look after the other, until the clause that has to fail does. */
  readonly own: readonly JudgedLevel[];
  readonly others: Level;
  /** The others are judged with the first fault of this many, to spare time. Absent: with each. */
  readonly othersEvery?: number;
  readonly seed: number;
  /** The curl lines of violations are run, and compared with what the report says. */
  readonly curl: boolean;
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
  /** The clauses that failed, the intended one first. */
  readonly failed: readonly Pick<ClauseResult, "id" | "endpoint">[];
  /** What these clauses say. */
  readonly clauses: readonly ClauseResult[];
  /** Clauses on which the suite itself failed, with the reason. */
  readonly broken: readonly string[];
  /** What violations say of their exchanges, and a shell did not show while the faulty reference answered; empty without curl. */
  readonly untrue: readonly string[];
  readonly requests: number;
  readonly milliseconds: number;
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
  const catalogue = await loadCatalogue();
  const started = performance.now();
  const reference = await startReference({ fault: name });
  try {
    const judge: Judge = async (level, wanted) => {
      const ids = catalogue.clauses.filter(wanted).map(({ id }) => id);
      const journal = await runAll(plainSettings(reference.target, level, seed, ids), catalogue);
      return journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
    };
    const isFirst = Object.keys(faults).indexOf(name) % othersEvery === 0;
    const results = [
      ...(await lookFor(fault, own, judge)),
      ...(isFirst ? await judge(others, ({ endpoint }) => endpoint !== fault.endpoint) : []),
    ];
    const requests = reference.requests();
    const failed = results.filter(({ outcome }) => outcome === "fail");
    const intendedFirst = failed.toSorted(
      (a, b) => Number(b.id === fault.clause) - Number(a.id === fault.clause),
    );
    const verdict = results.find(({ id }) => id === fault.clause);
    return {
      fault: name,
      description: fault.description,
      endpoint: fault.endpoint,
      intended: fault.clause,
      outcome: verdict?.outcome ?? "not in the catalogue",
      reason: verdict?.reason ?? "",
      failed: intendedFirst.map(({ id, endpoint }) => ({ id, endpoint })),
      clauses: failed.map(withoutBodies),
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

type Judge = (level: Level, wanted: (clause: ClauseInfo) => boolean) => Promise<readonly ClauseResult[]>;

/** The last that was said of each clause of the endpoint. */
async function lookFor(
  fault: Fault,
  looks: readonly JudgedLevel[],
  judge: Judge,
): Promise<readonly ClauseResult[]> {
  const told = new Map<string, ClauseResult>();
  for (const { level, intendedAlone } of looks) {
    const judged = await judge(level, ({ id, endpoint }) =>
      intendedAlone === true ? id === fault.clause : endpoint === fault.endpoint,
    );
    judged.forEach((result) => told.set(result.id, result));
    if (told.get(fault.clause)?.outcome === "fail") {
      break;
    }
  }
  return [...told.values()];
}

/** Answers are long, and many: what is said of them is enough. */
function withoutBodies(clause: ClauseResult): ClauseResult {
  const violations = clause.violations.map(({ exchanges: _exchanges, excerpt: _excerpt, ...violation }) => ({
    ...violation,
    response: { ...violation.response, headers: {}, body: "" },
  }));
  return { ...clause, violations };
}
