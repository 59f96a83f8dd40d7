import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { Endpoint, Level, Service, Settings } from "../engine/model/settings.ts";
import { isLocal } from "../engine/target/resolve.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../schemas/operations.ts";
import { endpointLabel, serviceLabel, serviceOf } from "../reports/words/labels.ts";
import { count, countOf, duration } from "../reports/words/numbers.ts";
import { table } from "../reports/terminal/table.ts";

/** Requests that a run over all clauses sends to the embedded reference, by level: smoke, standard, thorough. */
export const USUAL_REQUESTS: Readonly<
  Record<Endpoint, readonly [smoke: number, standard: number, thorough: number]>
> = {
  statusSummary: [1, 1, 1],
  tokenBalances: [122, 463, 2_354],
  tokens: [119, 466, 2_006],
  networkFees: [15, 68, 509],
  topicMessage: [11, 64, 433],
  contractResult: [32, 165, 718],
  contract: [31, 164, 606],
  sessionVerify: [8, 51, 51],
  verify: [8, 51, 51],
};
const COLUMN: Readonly<Record<Level, 0 | 1 | 2>> = { smoke: 0, standard: 1, thorough: 2 };
/** Clauses of each endpoint in the catalogue: a part of them is expected to need that part of the requests. */
const CLAUSES: Readonly<Record<Endpoint, number>> = {
  statusSummary: 60,
  tokenBalances: 76,
  tokens: 84,
  networkFees: 21,
  topicMessage: 26,
  contractResult: 72,
  contract: 42,
  sessionVerify: 24,
  verify: 17,
};

/** What a run says first: its targets, how much is asked, how fast. */
export function introText(settings: Settings): string {
  const { target, seed, level, embedded } = settings;
  const lines = {
    ...Object.fromEntries(
      SERVICE_NAMES.map((name) => [serviceLabel(name), target.urls[name] ?? "not given: not tested"]),
    ),
    Level: `${level}, seed ${seed}`,
    Pace: paceText(settings),
  };
  const own = embedded === true ? ": tests its own embedded reference, and no service of yours" : "";
  return [
    `ledger-conformance ${packageInfo().version}${own}`,
    ...Object.entries(lines).map(([label, text]) => `  ${label.padEnd(16)} ${text}`),
    "",
    "",
  ].join("\n");
}

/** About how many requests a run sends: what it sends to the reference, for that part of the clauses. */
export const plannedRequests = (plan: readonly ClauseInfo[], settings: Settings): number =>
  ENDPOINT_NAMES.reduce((sum, endpoint) => sum + requestsTo(endpoint, plan, settings), 0);

function requestsTo(
  endpoint: Endpoint,
  plan: readonly ClauseInfo[],
  { target, level }: Pick<Settings, "target" | "level">,
): number {
  const own = plan.filter((clause) => clause.endpoint === endpoint).length;
  const isGiven = target.urls[serviceOf(endpoint)] !== undefined;
  return isGiven ? Math.round((USUAL_REQUESTS[endpoint][COLUMN[level]] * own) / CLAUSES[endpoint]) : 0;
}

/** The plan of a run: clauses and requests per endpoint, and about how long they take. */
export function planText(plan: readonly ClauseInfo[], settings: Settings): string {
  const rows = SERVICE_NAMES.flatMap((service) => serviceRows(service, plan, settings));
  const all = plannedRequests(plan, settings);
  return [
    ...table([["Plan", "clauses", "requests"], ...rows]),
    "",
    `  ${countOf(plan.length, "clause")}, about ${countOf(all, "request")}, ${timeText(all, settings)}`,
    "",
    "",
  ].join("\n");
}

/** A row for each endpoint that is judged. */
function serviceRows(
  service: Service,
  plan: readonly ClauseInfo[],
  settings: Settings,
): readonly (readonly string[])[] {
  return ENDPOINT_NAMES.filter((endpoint) => serviceOf(endpoint) === service)
    .map((endpoint) => ({
      endpoint,
      clauses: plan.filter((clause) => clause.endpoint === endpoint).length,
      requests: requestsTo(endpoint, plan, settings),
    }))
    .filter(({ clauses }) => clauses > 0)
    .map(({ endpoint, clauses, requests }) => [
      endpointLabel(endpoint),
      count(clauses),
      settings.target.urls[service] === undefined ? "not tested" : count(requests),
    ]);
}

/** How long at least: the rate, or as fast as the target answers. */
function timeText(requests: number, { rps }: Settings): string {
  return rps === undefined
    ? "as fast as they are answered"
    : `at least ${duration((requests / rps) * 1_000)} at ${rateOf(rps)} a second`;
}

function paceText({ target, concurrency, rps }: Settings): string {
  const where = isLocal(target) ? "this machine" : "a machine that others share";
  const rate = rps === undefined ? "no rate limit" : `${rateOf(rps)} requests a second`;
  return `concurrency ${concurrency}, ${rate} (the target is ${where})`;
}

/** A rate with no more digits than a reader needs. */
const rateOf = (rps: number): string => String(Number(rps.toPrecision(3)));
