import { ENDPOINT_NAMES, operations, type Endpoint } from "../../schemas/operations.ts";
import { LEVELS, type Level, type Target } from "./settings.ts";

type ByLevel = readonly [smoke: number, standard: number, thorough: number];

/** Requests to each endpoint of the embedded reference: all in a run over all clauses, and those that discovery sends. */
const USUAL_REQUESTS: Readonly<Record<Endpoint, { readonly all: ByLevel; readonly discovery: ByLevel }>> = {
  statusSummary: { all: [2, 5, 5], discovery: [1, 2, 2] },
  tokenBalances: { all: [131, 1_181, 4_496], discovery: [17, 170, 400] },
  tokens: { all: [144, 882, 3_120], discovery: [17, 170, 400] },
  networkFees: { all: [47, 141, 576], discovery: [2, 2, 2] },
  topicMessage: { all: [27, 103, 289], discovery: [11, 32, 44] },
  contractResult: { all: [65, 295, 860], discovery: [14, 97, 121] },
  contract: { all: [60, 265, 931], discovery: [11, 96, 96] },
  sessionVerify: { all: [8, 58, 58], discovery: [2, 5, 5] },
  verify: { all: [8, 58, 58], discovery: [2, 5, 5] },
};

/** Estimates the requests to an endpoint. `part`: the share of its clauses that is selected. Discovery sends as many for one as for all. */
export function usualRequests(endpoint: Endpoint, level: Level, part = 1): number {
  const at = LEVELS.indexOf(level);
  const usual = USUAL_REQUESTS[endpoint];
  const [all = 0, discovery = 0] = [usual.all[at], usual.discovery[at]];
  return part === 0 ? 0 : Math.min(all, Math.ceil(all * part) + discovery);
}

/** Maximum number of requests that a level sends to the reference: smoke, standard, thorough. */
const LEVEL_LIMITS = [500, 3_000, 30_000] as const;

/** A run sends at most this many times the requests that its level allows: an endpoint may return 503 to every request. */
const BOUND = 2;

/** The maximum of a level divided by the requests that the reference gets, at least 1: a service with longer lists needs more requests. */
function allowance(level: Level): number {
  const usual = ENDPOINT_NAMES.reduce((sum, endpoint) => sum + usualRequests(endpoint, level), 0);
  return Math.max(1, (LEVEL_LIMITS[LEVELS.indexOf(level)] ?? usual) / usual);
}

/** Maximum number of requests of a run: those planned for the services with a URL, times {@link allowance} and {@link BOUND}. */
export function requestBound(
  clauses: readonly { readonly endpoint: Endpoint }[],
  urls: Target["urls"],
  level: Level,
): number {
  const tested = new Set(clauses.map(({ endpoint }) => endpoint));
  const endpoints = ENDPOINT_NAMES.filter((endpoint) => urls[operations[endpoint].service] !== undefined);
  // To an endpoint without a selected clause, only discovery sends requests.
  const levelOf = (endpoint: Endpoint): Level => (tested.has(endpoint) ? level : "smoke");
  const planned = endpoints.map((endpoint) => usualRequests(endpoint, levelOf(endpoint)));
  return Math.round(BOUND * allowance(level) * planned.reduce((sum, requests) => sum + requests, 0));
}
