import { ENDPOINT_NAMES, operations, type Endpoint } from "../../schemas/operations.ts";
import { LEVELS, type Level, type Target } from "./settings.ts";

/** Requests that a run over all clauses sends to the embedded reference, by level: smoke, standard, thorough. */
const USUAL_REQUESTS: Readonly<
  Record<Endpoint, readonly [smoke: number, standard: number, thorough: number]>
> = {
  statusSummary: [2, 5, 5],
  tokenBalances: [126, 1_178, 5_019],
  tokens: [149, 868, 3_786],
  networkFees: [47, 128, 574],
  topicMessage: [27, 99, 303],
  contractResult: [67, 287, 865],
  contract: [59, 293, 1_022],
  sessionVerify: [8, 55, 55],
  verify: [8, 55, 55],
};

/** Requests by which discovery finds the lists, names and samples of an endpoint, by level: smoke, standard, thorough. */
const DISCOVERY_REQUESTS: typeof USUAL_REQUESTS = {
  statusSummary: [1, 2, 2],
  tokenBalances: [17, 198, 400],
  tokens: [17, 198, 400],
  networkFees: [2, 2, 2],
  topicMessage: [11, 32, 44],
  contractResult: [14, 97, 121],
  contract: [11, 96, 96],
  sessionVerify: [2, 5, 5],
  verify: [2, 5, 5],
};

/**
 * Requests that a run sends to an endpoint of the embedded reference. `part`: the share of its clauses that are tested;
 * discovery takes as many requests for one clause as for all.
 */
export function usualRequests(endpoint: Endpoint, level: Level, part = 1): number {
  const at = LEVELS.indexOf(level);
  const all = USUAL_REQUESTS[endpoint][at] ?? 0;
  const discovery = DISCOVERY_REQUESTS[endpoint][at] ?? 0;
  return part === 0 ? 0 : Math.min(all, Math.ceil(all * part) + discovery);
}

/** Maximum number of requests that a level sends to the reference: smoke, standard, thorough. */
const LEVEL_LIMITS = [500, 3_000, 30_000] as const;

/** Factor between the maximum number of requests of a run and the requests that its level allows. */
const BOUND = 2;

/**
 * Factor between the requests that a level allows and those that the reference needs. A service with more records or longer
 * lists needs more.
 */
function allowance(level: Level): number {
  const usual = ENDPOINT_NAMES.reduce((sum, endpoint) => sum + usualRequests(endpoint, level), 0);
  return Math.max(1, (LEVEL_LIMITS[LEVELS.indexOf(level)] ?? usual) / usual);
}

/**
 * Maximum number of requests of a run: twice the requests that its level allows for the endpoints of the selected clauses, and
 * that discovery sends to the other endpoints of the tested services. Without the bound, an endpoint that returns 503 to every
 * request would cost several times the plan.
 */
export function requestBound(
  clauses: readonly { readonly endpoint: Endpoint }[],
  urls: Target["urls"],
  level: Level,
): number {
  const tested = new Set(clauses.map(({ endpoint }) => endpoint));
  const endpoints = ENDPOINT_NAMES.filter((endpoint) => urls[operations[endpoint].service] !== undefined);
  const planned = endpoints.map((endpoint) =>
    usualRequests(endpoint, tested.has(endpoint) ? level : "smoke"),
  );
  return Math.ceil(BOUND * allowance(level) * planned.reduce((sum, requests) => sum + requests, 0));
}
