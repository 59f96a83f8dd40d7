import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { summarize, type Answered, type RunResult, type Verdict } from "../../engine/model/results.ts";
import { operations, type Service } from "../../schemas/operations.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { operationLabel } from "../words/labels.ts";

/** A verdict, with its reason where it is incomplete. */
export interface Judged {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** The verdict over all clauses of a run; `stopped` tells why the run did not come to its end. */
export function verdictOf(
  clauses: readonly ClauseResult[],
  {
    stopped,
    strict,
    answered,
  }: {
    readonly stopped?: string | undefined;
    readonly strict: boolean;
    readonly answered?: Answered | undefined;
  },
): Judged {
  const counts = summarize(clauses);
  if (stopped !== undefined) {
    return { verdict: "incomplete", reason: stopped };
  }
  const faults = clauses.filter(({ cause }) => cause === "suite");
  const [first] = faults;
  if (first !== undefined) {
    const others = faults.length > 1 ? ` and ${faults.length - 1} more` : "";
    return {
      verdict: "incomplete",
      reason: `a fault of the suite itself at ${first.id}${others}: ${first.reason ?? "no reason given"}`,
    };
  }
  if (counts.pass + counts.fail + counts.known === 0) {
    const why = silentEndpoints(clauses, answered) ?? silentService(clauses);
    return { verdict: "incomplete", reason: `no clause was judged${why === undefined ? "" : `: ${why}`}` };
  }
  const silent = silentService(clauses) ?? silentEndpoints(clauses, answered);
  if (silent !== undefined && counts.fail === 0) {
    return { verdict: "incomplete", reason: silent };
  }
  const broken = counts.fail > 0 || (strict && counts.inconclusive > 0);
  return { verdict: broken ? "nonconforming" : "conforms" };
}

/** Why nothing was learned of a service that was asked: what conforms elsewhere says nothing of it. */
function silentService(clauses: readonly ClauseResult[]): string | undefined {
  const services: readonly Service[] = ["status", "base", "verify"];
  for (const service of services) {
    const own = clauses.filter(({ endpoint }) => operations[endpoint].service === service);
    const { pass, fail, known } = summarize(own);
    const trouble = own.find(({ cause }) => cause === "environment");
    if (trouble !== undefined && pass + fail + known === 0) {
      return `nothing of the ${service} service was judged: ${trouble.reason ?? "no answer was usable"}`;
    }
  }
  return undefined;
}

/** The endpoints that were asked and gave nothing that could be judged, each with what came in its place. */
function silentEndpoints(clauses: readonly ClauseResult[], answered: Answered = {}): string | undefined {
  const wanted = new Set(clauses.map(({ endpoint }) => endpoint));
  const silent = ENDPOINT_NAMES.flatMap((endpoint) => {
    const { usable = 0, unusable = 0, reason = "" } = answered[endpoint] ?? {};
    return wanted.has(endpoint) && usable === 0 && unusable > 0
      ? [`${endpoint} (${operationLabel(endpoint)}) ${reason}`]
      : [];
  });
  return silent.length === 0 ? undefined : `no usable answer came of ${silent.join("; ")}`;
}

const EXIT_CODES = { conforms: 0, nonconforming: 1, incomplete: 2 } as const satisfies Record<
  Verdict,
  number
>;

/** The exit code that a result stands for: 0 conforms, 1 nonconforming, 2 incomplete. */
export function exitCodeOf({ verdict }: Pick<RunResult, "verdict">): 0 | 1 | 2 {
  return EXIT_CODES[verdict];
}
