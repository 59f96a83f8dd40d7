import { pattern } from "../../engine/evidence/violation.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { summarize, type RunResult, type Summary } from "../../engine/model/results.ts";
import type { Endpoint, Service } from "../../engine/model/settings.ts";
import { oneLine } from "./escape.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import { serviceOf } from "./labels.ts";
import { count, countOf, duration } from "./numbers.ts";

/** The outcomes of one endpoint. */
export interface EndpointTally {
  readonly endpoint: Endpoint;
  readonly summary: Summary;
  readonly requests: number;
}

/** Three numbers that add up to all clauses. */
export interface Balance {
  readonly kept: number;
  readonly broken: number;
  readonly notJudged: number;
}

/** Failing clauses that show the same thing at the same place; the first one stands for all. */
export interface Cause {
  readonly clause: ClauseResult;
  readonly violation: Violation;
  readonly also: readonly string[];
}

/** Clauses that were not judged, for the same reason. */
export interface ReasonGroup {
  readonly outcome: ClauseResult["outcome"];
  readonly reason: string;
  readonly ids: readonly string[];
}

/** What a run cost: requests (they are counted at its end, so not where it was cut short) and time. */
export function costOf({ requests, summary, durationMs, files }: RunResult): string {
  if (files !== undefined) {
    return `${countOf(requests, "recorded answer")} judged offline in ${duration(durationMs)}`;
  }
  const counted = requests > 0 || summary.pass + summary.fail + summary.known === 0;
  return counted ? `${countOf(requests, "request")} in ${duration(durationMs)}` : duration(durationMs);
}

/** What was sent: how many requests, how many of them again, and how long the rate held them back. */
export function billOf({ requests, bill, files }: Pick<RunResult, "requests" | "bill" | "files">): string {
  if (files !== undefined) {
    return `nothing sent: ${countOf(requests, "answer")} of ${countOf(files.length, "file")} looked at`;
  }
  if (bill.unrecorded !== undefined) {
    const missing =
      bill.unrecorded === 0 ? "" : `, which holds nothing for ${count(bill.unrecorded)} of them`;
    return `nothing sent: ${countOf(requests, "request")} put to a recording${missing}`;
  }
  const again = bill.retries > 0 ? `, ${count(bill.retries)} of them again` : "";
  const waited = bill.waitedMs >= 1 ? `, ${duration(bill.waitedMs)} spent waiting for the rate` : "";
  return `${countOf(requests, "request")} sent${again}${waited}`;
}

const MOST_FILES = 3;

/** The files that recorded answers were judged from; undefined where a target was asked. */
export function filesNote({ files }: Pick<RunResult, "files">): string | undefined {
  if (files === undefined) {
    return undefined;
  }
  const shown = files.slice(0, MOST_FILES).map(({ file }) => oneLine(file, 120));
  const rest = files.length - shown.length;
  return `${countOf(files.length, "file")}: ${shown.join(", ")}${rest > 0 ? ` and ${count(rest)} more` : ""}`;
}

/** What decided which requests were sent; nothing where answers were judged from files. */
export function drawnBy({
  level,
  seed,
  files,
}: Pick<RunResult, "level" | "seed" | "files">): readonly string[] {
  return files === undefined ? [`level ${level}`, `seed ${seed}`] : [];
}

/** What the requests of a bill are. */
export function countedAs({ files }: Pick<RunResult, "files">): "requests" | "answers" {
  return files === undefined ? "requests" : "answers";
}

/** Which share of a run this is, and what that means; undefined for a whole run. */
export function shardNote({ shard }: Pick<RunResult, "shard">): string | undefined {
  return (
    shard && `${shard.index} of ${shard.total}: the verdict is for its clauses alone; merge makes one of all`
  );
}

/** Outcomes per endpoint, for the endpoints that the run had clauses of. */
export function perEndpoint({
  clauses,
  bill,
}: Pick<RunResult, "clauses" | "bill">): readonly EndpointTally[] {
  return ENDPOINT_NAMES.map((endpoint) => ({
    endpoint,
    clauses: clauses.filter((clause) => clause.endpoint === endpoint),
  }))
    .filter(({ clauses: own }) => own.length > 0)
    .map(({ endpoint, clauses: own }) => ({
      endpoint,
      summary: summarize(own),
      requests: bill.perEndpoint[endpoint] ?? 0,
    }));
}

/** Kept, broken (known deviations included) and not judged. */
export function balanceOf({ pass, fail, known, inconclusive, notExercised }: Summary): Balance {
  return { kept: pass, broken: fail + known, notJudged: inconclusive + notExercised };
}

/** The verdict in words; that a service conforms is said of no more than was judged. */
export function verdictText({ verdict, summary }: Pick<RunResult, "verdict" | "summary">): string {
  if (verdict !== "conforms") {
    return verdict === "incomplete" ? "incomplete" : "does not conform";
  }
  const { kept, broken, notJudged } = balanceOf(summary);
  const all = countOf(kept + broken + notJudged, "clause");
  return notJudged === 0 ? verdict : `conforms as far as judged: ${count(kept + broken)} of ${all}`;
}

/** What the verdict is about, where it is not the service of a user. */
export function ofReference({ embedded }: Pick<RunResult, "embedded">): string {
  return embedded === true ? " of the embedded reference" : "";
}

/** What was observed that is allowed, and seldom meant: one line for each. */
export function oddities({ open }: Pick<RunResult, "open">): readonly string[] {
  return open
    .filter(({ odd, observed }) => odd === true && observed.length > 0)
    .map(({ id, statement, observed }) => {
      const values = observed.map(({ value, count: times }) => `${oneLine(value, 100)} (${count(times)}×)`);
      return `${statement}, ${id}: ${values.join("; ")}`;
    });
}

/** The balance of each service that the run had clauses of. */
export function perService(
  clauses: readonly ClauseResult[],
): readonly { readonly service: Service; readonly balance: Balance }[] {
  return SERVICE_NAMES.map((service) => ({
    service,
    own: clauses.filter(({ endpoint }) => serviceOf(endpoint) === service),
  }))
    .filter(({ own }) => own.length > 0)
    .map(({ service, own }) => ({ service, balance: balanceOf(summarize(own)) }));
}

/** The failures of a run, those with one cause folded into the first of them. */
export function causesOf(clauses: readonly ClauseResult[]): readonly Cause[] {
  const causes = new Map<string, { clause: ClauseResult; violation: Violation; also: string[] }>();
  for (const clause of clauses.filter(({ outcome }) => outcome === "fail")) {
    const violation = clause.violations.find(({ known }) => known === undefined);
    if (violation !== undefined) {
      const { pointer, expected, actual } = violation;
      const key = JSON.stringify([clause.endpoint, pattern(pointer), expected, actual]);
      const cause = causes.get(key);
      if (cause === undefined) {
        causes.set(key, { clause, violation, also: [] });
      } else {
        cause.also.push(clause.id);
      }
    }
  }
  return [...causes.values()];
}

/** Why clauses were not judged, the reasons that concern most clauses first. */
export function reasonsOf(clauses: readonly ClauseResult[]): readonly ReasonGroup[] {
  const groups = new Map<string, { outcome: ClauseResult["outcome"]; reason: string; ids: string[] }>();
  for (const { id, outcome, reason = "no reason given", came = reason } of clauses) {
    if (outcome === "inconclusive" || outcome === "notExercised") {
      const key = `${outcome} ${came}`;
      const group = groups.get(key) ?? { outcome, reason, ids: [] };
      group.ids.push(id);
      groups.set(key, group);
    }
  }
  return [...groups.values()].toSorted((a, b) => b.ids.length - a.ids.length);
}
