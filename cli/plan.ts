import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import { usualRequests } from "../engine/model/plan.ts";
import type { Settings } from "../engine/model/settings.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES, type Endpoint } from "../schemas/operations.ts";
import { duration, operationLabel, serviceLabel } from "../reports/words/labels.ts";
import { tableText } from "./io.ts";
import { countText, countOf } from "../engine/model/model.ts";

export function introText({ target, seed, level, embedded }: Settings): string {
  const title = `ledger-conformance ${packageInfo().version}, level ${level}, seed ${seed}`;
  if (embedded === true) return `${title}: testing the embedded reference, not a service of yours\n`;
  const urls = SERVICE_NAMES.map((name) => [
    serviceLabel(name),
    target.urls[name] ?? `no URL (--${name}-url)`,
  ]);
  return `${title}\n${tableText(urls)}`;
}

/** The selected clauses, and all clauses of the services with a URL. Their ratio is the share of the usual requests to an endpoint. */
export interface PlannedRun {
  readonly clauses: readonly ClauseInfo[];
  readonly all: readonly ClauseInfo[];
}

const ofEndpoint = (clauses: readonly ClauseInfo[], endpoint: Endpoint): number =>
  clauses.filter((clause) => clause.endpoint === endpoint).length;

export const plannedRequests = (plan: PlannedRun, settings: Settings): number =>
  ENDPOINT_NAMES.reduce((sum, endpoint) => sum + requestsTo(endpoint, plan, settings), 0);

const requestsTo = (endpoint: Endpoint, { clauses, all }: PlannedRun, { level }: Settings): number =>
  usualRequests(endpoint, level, ofEndpoint(clauses, endpoint) / (ofEndpoint(all, endpoint) || 1));

export function extentText(plan: PlannedRun, settings: Settings): string {
  const all = plannedRequests(plan, settings);
  const { embedded = false, mostRequests } = settings;
  const most = embedded || mostRequests === undefined ? "" : `; at most ${countOf(mostRequests, "request")}`;
  return `  ${countOf(plan.clauses.length, "clause")}, about ${countOf(all, "request")}, ${timeText(all, settings)}${most}\n`;
}

export function planText(plan: PlannedRun, settings: Settings): string {
  const rows = ENDPOINT_NAMES.flatMap((endpoint) => {
    const clauses = ofEndpoint(plan.clauses, endpoint);
    const requests = `~${countText(requestsTo(endpoint, plan, settings))}`;
    return clauses === 0 ? [] : [[endpoint, operationLabel(endpoint), countText(clauses), requests]];
  });
  const table = tableText([["endpoint", "operation", "clauses", "requests"], ...rows], [2, 3]);
  return `\n${table}\n  Dry run: no request was sent. A run has at most ${countOf(settings.concurrency, "request")} in flight.\n`;
}

const timeText = (requests: number, { rps }: Settings): string =>
  rps === undefined
    ? "without a rate limit"
    : `at least ${duration((requests / rps) * 1_000)} at ${Number(rps.toPrecision(3))} per second`;
