import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import { usualRequests } from "../engine/model/plan.ts";
import type { Endpoint, Settings } from "../engine/model/settings.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../schemas/operations.ts";
import { duration, serviceLabel, serviceOf } from "../reports/words/labels.ts";
import { countText, countOf } from "../engine/model/model.ts";

/** The first lines of a run: its targets, the number of requests, and the rate. */
export function introText(settings: Settings): string {
  const { target, seed, level, embedded } = settings;
  const lines = {
    ...Object.fromEntries(
      SERVICE_NAMES.map((name) => [serviceLabel(name), target.urls[name] ?? "no URL is given: not tested"]),
    ),
    Level: `${level}, seed ${seed}`,
  };
  const own = embedded === true ? ": testing the embedded reference, not a service of yours" : "";
  return [
    `ledger-conformance ${packageInfo().version}${own}`,
    ...Object.entries(lines).map(([label, text]) => `  ${label.padEnd(16)} ${text}`),
    `  ${paceText(settings)}`,
    "",
  ].join("\n");
}

/** The clauses that are to be checked, and all that there are: a part of them is expected to need that part of the requests. */
export interface PlannedRun {
  readonly clauses: readonly ClauseInfo[];
  readonly all: readonly ClauseInfo[];
}

/** The clauses of an endpoint. */
const ofEndpoint = (clauses: readonly ClauseInfo[], endpoint: Endpoint): number =>
  clauses.filter((clause) => clause.endpoint === endpoint).length;

/** About how many requests a run sends: what it sends to the reference, for that part of the clauses. */
export const plannedRequests = (plan: PlannedRun, settings: Settings): number =>
  ENDPOINT_NAMES.reduce((sum, endpoint) => sum + requestsTo(endpoint, plan, settings), 0);

function requestsTo(
  endpoint: Endpoint,
  { clauses, all }: PlannedRun,
  { target, level }: Pick<Settings, "target" | "level">,
): number {
  const part = ofEndpoint(clauses, endpoint) / ofEndpoint(all, endpoint);
  const isGiven = target.urls[serviceOf(endpoint)] !== undefined;
  return isGiven ? Math.ceil(usualRequests(endpoint, level) * part) : 0;
}

/** How much a run does, and about how long it takes, in one line. */
export function extentText(plan: PlannedRun, settings: Settings): string {
  const all = plannedRequests(plan, settings);
  const found = plan.clauses.length < plan.all.length ? ", and requests that find their prerequisites" : "";
  const { embedded = false, mostRequests } = settings;
  const more = embedded || mostRequests === undefined ? "" : `; at most ${countText(mostRequests)}`;
  return `  ${countOf(plan.clauses.length, "clause")}, about ${countOf(all, "request")}${found}, ${timeText(all, settings)}${more}\n`;
}

/** The plan of a run: clauses and requests of each endpoint that is tested. */
export function planText(plan: PlannedRun, settings: Settings): string {
  const rows = ENDPOINT_NAMES.flatMap((endpoint) => {
    const size = ofEndpoint(plan.clauses, endpoint);
    const isGiven = settings.target.urls[serviceOf(endpoint)] !== undefined;
    const requests = isGiven ? countText(requestsTo(endpoint, plan, settings)) : "not tested";
    return size === 0 ? [] : [[endpoint, countText(size), requests] as const];
  });
  const lines = [["Plan", "clauses", "requests"] as const, ...rows].map(
    ([name, clauses, requests]) => `  ${name.padEnd(20)} ${clauses.padStart(9)} ${requests.padStart(12)}`,
  );
  return ["", ...lines, ""].join("\n");
}

/** How long at least: the rate, or as fast as the target answers. */
function timeText(requests: number, { rps }: Settings): string {
  return rps === undefined
    ? "without a rate limit"
    : `at least ${duration((requests / rps) * 1_000)} at ${rateOf(rps)} per second`;
}

const paceText = ({ concurrency, rps }: Settings): string =>
  `Concurrency ${concurrency}, ${rps === undefined ? "no rate limit" : `${rateOf(rps)} requests per second`}.`;

/** A rate with no more digits than a reader needs. */
const rateOf = (rps: number): string => String(Number(rps.toPrecision(3)));
