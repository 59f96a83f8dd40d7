import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { summarize, type ResponseCounts, type RunResult, type Warning } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES, operations, SERVICE_WORDS } from "../../schemas/operations.ts";
import { byService, isNotChecked, isTested, operationLabel } from "../words/labels.ts";
import { countText, countOf, present } from "../../engine/model/model.ts";

/** The facts of a run that decide its verdict besides its clauses; `stopped` is the reason why it did not complete. */
interface Facts {
  readonly stopped?: string | undefined;
  readonly strict: boolean;
  /** Whether inconclusive clauses fail the run; by default in a strict run. */
  readonly inconclusive?: boolean;
  readonly responded?: ResponseCounts | undefined;
  /** The files with recorded responses, if nothing was sent. */
  readonly files?: RunResult["files"] | undefined;
  /** The reason why no more requests were sent; a run without a failure is then incomplete. */
  readonly bounded?: string | undefined;
  /** The warnings that fail a strict run. */
  readonly warnings?: readonly Warning[];
}

/** The verdict over all clauses of a run, with its reason where it is incomplete. */
export function runVerdict(
  clauses: readonly ClauseResult[],
  { stopped, strict, inconclusive = strict, responded, files, bounded, warnings = [] }: Facts,
): Pick<RunResult, "verdict" | "reason"> {
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
      reason: `a bug in the suite itself in ${first.id}${others}: ${first.reason ?? "no reason given"}`,
    };
  }
  if (!clauses.some(isTested)) {
    const silent = silence(clauses, responded);
    if (clauses.some(isOfWrongUrl)) {
      return { verdict: "incomplete", ...present({ reason: silent }) };
    }
    const why = silent ?? mostFrequentReason(files);
    return { verdict: "incomplete", reason: `no clause was tested${why === undefined ? "" : `: ${why}`}` };
  }
  const silent = silence(clauses, responded);
  if (silent !== undefined) {
    return { verdict: "incomplete", reason: silent };
  }
  if (counts.passed + counts.failed === 0) {
    return { verdict: "incomplete", reason: "no clause passed: there are only known deviations" };
  }
  if (counts.failed === 0 && bounded !== undefined) {
    return { verdict: "incomplete", reason: bounded };
  }
  const broken = counts.failed > 0 || (inconclusive && counts.inconclusive > 0);
  const [warning] = strict && !broken ? warnings : [];
  return warning === undefined
    ? { verdict: broken ? "nonconforming" : "conforms" }
    : { verdict: "nonconforming", reason: `there is a warning: ${warning.message}` };
}

/** The most frequent reason why exchanges of files were not checked. */
function mostFrequentReason(files: RunResult["files"]): string | undefined {
  const all = files?.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const times = new Map<string, number>();
  for (const [reason, own] of files?.flatMap(({ notChecked }) => Object.entries(notChecked)) ?? []) {
    times.set(reason, (times.get(reason) ?? 0) + own);
  }
  const [most] = [...times].toSorted(([, a], [, b]) => b - a);
  if (all === undefined || most === undefined) {
    return all === 0 ? "the files contain no exchange" : undefined;
  }
  const [reason, count] = most;
  return `${countText(count)} of ${countOf(all, "exchange")} not checked: ${reason}`;
}

/** Whether no request to the service of the clause succeeded. */
const isOfWrongUrl = ({ code }: ClauseResult): boolean => code === "serviceNotFound";

/** The services that received requests and returned no usable response, with the reason. */
function silentServices(clauses: readonly ClauseResult[]) {
  return byService(clauses).flatMap(([service, own]) => {
    const isSilent = own.every(isNotChecked) && !own.some(isOfWrongUrl);
    const why = isSilent ? own.find(({ cause }) => cause === "environment") : undefined;
    return why === undefined ? [] : [[service, why.reason ?? "no response was usable"] as const];
  });
}

/**
 * Describes the services and endpoints that returned no usable response; the run is then incomplete (interpretation 22). An
 * endpoint with a failed clause counts as tested, unless no endpoint returned a usable response.
 */
function silence(clauses: readonly ClauseResult[], responded: ResponseCounts = {}): string | undefined {
  const wanted = new Set(clauses.flatMap((clause) => (isOfWrongUrl(clause) ? [] : [clause.endpoint])));
  const failed = new Set(
    clauses.flatMap(({ endpoint, outcome }) => (outcome === "failed" ? [endpoint] : [])),
  );
  const isAllSilent = Object.values(responded).every(({ usable }) => usable === 0);
  const endpoints = ENDPOINT_NAMES.filter((endpoint) => {
    const { usable = 0, unusable = 0 } = responded[endpoint] ?? {};
    const isUsable = usable > 0 || (failed.has(endpoint) && !isAllSilent);
    return wanted.has(endpoint) && unusable > 0 && !isUsable;
  });
  const whys = endpoints.map((one) => `${one} (${operationLabel(one)}): ${responded[one]?.reason ?? ""}`);
  const wrongUrls = new Set(clauses.flatMap((clause) => (isOfWrongUrl(clause) ? [clause.reason ?? ""] : [])));
  const reasons = [
    ...wrongUrls,
    ...silentServices(clauses)
      .filter(([service]) => !endpoints.some((endpoint) => operations[endpoint].service === service))
      .map(([service, why]) => `nothing of the ${SERVICE_WORDS[service]} service was tested: ${why}`),
    ...(whys.length === 0 ? [] : [`no usable response from ${whys.join("; ")}`]),
  ];
  return reasons.length === 0 ? undefined : reasons.join("; ");
}

const EXIT_CODES = { conforms: 0, nonconforming: 1, incomplete: 2 } as const;

export const exitCodeOf = ({ verdict }: Pick<RunResult, "verdict">): 0 | 1 | 2 => EXIT_CODES[verdict];
