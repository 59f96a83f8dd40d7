import { ENDPOINT_NAMES, operations, type Endpoint } from "../../schemas/operations.ts";
import { LEVELS, type Level, type Target } from "./settings.ts";

/** Requests that a run over all clauses sends to the embedded reference, by level: smoke, standard, thorough. */
export const USUAL_REQUESTS: Readonly<
  Record<Endpoint, readonly [smoke: number, standard: number, thorough: number]>
> = {
  statusSummary: [1, 5, 5],
  tokenBalances: [108, 817, 4_366],
  tokens: [130, 656, 3_400],
  networkFees: [24, 184, 557],
  topicMessage: [15, 83, 320],
  contractResult: [42, 311, 814],
  contract: [49, 421, 892],
  sessionVerify: [8, 72, 72],
  verify: [8, 72, 72],
};

/** Requests that a run sends to an endpoint of the embedded reference. */
export const usualRequests = (endpoint: Endpoint, level: Level): number =>
  USUAL_REQUESTS[endpoint][LEVELS.indexOf(level)] ?? 0;

/** A run sends at most so many times the requests of its plan. */
const BOUND = 2;

/**
 * The most requests that a run sends: twice its plan. The plan counts every endpoint of the selected clauses in full, and every
 * other endpoint of the given services as at level smoke, because discovery reads them.
 */
export function requestBound(
  clauses: readonly { readonly endpoint: Endpoint }[],
  urls: Target["urls"],
  level: Level,
): number {
  const tested = new Set(clauses.map(({ endpoint }) => endpoint));
  const given = ENDPOINT_NAMES.filter((endpoint) => urls[operations[endpoint].service] !== undefined);
  const planned = given.map((endpoint) => usualRequests(endpoint, tested.has(endpoint) ? level : "smoke"));
  return BOUND * planned.reduce((sum, requests) => sum + requests, 0);
}
