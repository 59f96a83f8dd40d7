import { endReason, type ApiRequest, queryOf } from "../model/exchange.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import {
  type RunFacts,
  sentAgainText,
  type ResponseCounts,
  type SentAgain,
  type Warning,
} from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import { redactRecord } from "../secrets/redact.ts";
import type { RunParts } from "./run-parts.ts";
import type { SampleWarnings } from "./sample-warnings.ts";
import { missingCounts, type Withdrawn } from "./withdrawn.ts";
import { countOf } from "../model/model.ts";
import { operations } from "../../schemas/operations.ts";

/** Collects the facts of a run. `signal` shows whether the run was ended early, and why. */
export function runFacts(
  work: RunParts,
  clauses: readonly ClauseResult[],
  { warnings, silent, withdrawn }: SampleWarnings & { readonly withdrawn: Withdrawn },
  signal: AbortSignal,
): RunFacts {
  const { settings, client, observations, recipeReader, usable, redact, formatter, timedOut, passingErrors } =
    work;
  const curl = (request: ApiRequest): string => formatter.curlOfRequest(request);
  const { requestMs } = settings.limits;
  const traffic = {
    responded: usable.responded(),
    sentAgain: client.traffic.sentAgain(),
    requests: client.requests(),
    bounded: client.bounded(),
  };
  const incomplete = client.incompleteReason();
  const endedEarly = signal.aborted ? endReason(signal) : undefined;
  const facts: Omit<RunFacts, "clauses"> = {
    unspecified: observations?.entries(withdrawn.unreached) ?? [],
    requests: client.requests(),
    warnings: [
      ...warnings.filter(({ endpoint }) => endpoint === undefined || !withdrawn.unreached.has(endpoint)),
      ...passingErrors.warnings(curl),
      ...trafficWarnings({ ...traffic, timedOut, requestMs, curl }),
    ],
    sentAgain: traffic.sentAgain,
    durations: client.traffic.timeline.durations(),
    timeline: client.traffic.timeline.entries(),
    responses: {
      ...usable.responded(),
      ...silent,
      ...usable.unanswered(),
      ...missingCounts(withdrawn, usable.responded()),
    },
    recipes: recipeReader.outcomes(),
    bounded: client.bounded(),
    stopped: incomplete === undefined ? endedEarly : { code: "notReached", reason: incomplete },
  };
  return { ...redactRecord(facts, redact), clauses };
}

/** Requests that are shown with one warning. */
const MOST_CURLS = 2;

/** Statuses by which a service limits the rate of requests, which is its right. */
const RATE_LIMIT = "429";

/** The inputs of the warnings of a run. */
export interface RunTraffic {
  /** The requests that got no complete response in time, at any attempt. */
  readonly timedOut: readonly ApiRequest[];
  readonly responded: ResponseCounts;
  readonly sentAgain: readonly SentAgain[];
  /** Why the run sent no more requests, if it reached its bound. */
  readonly bounded: string | undefined;
  /** Requests of the whole run. */
  readonly requests: number;
  /** Milliseconds that a response may take. */
  readonly requestMs: number;
  readonly curl: (request: ApiRequest) => string;
}

/** The warnings about requests that got no response in time, and about requests that were sent again. */
export function trafficWarnings(traffic: RunTraffic): readonly Warning[] {
  const { bounded } = traffic;
  return [
    ...(bounded === undefined ? [] : [{ id: "request-bound", message: bounded, curls: [] }]),
    ...timeOutWarnings(traffic),
    ...sentAgainWarning(traffic),
  ];
}

/** One warning for each endpoint that serves some requests and gives no response to others. */
function timeOutWarnings({ timedOut, responded, requestMs, curl }: RunTraffic): readonly Warning[] {
  const endpoints = [...new Set(timedOut.map(({ endpoint }) => endpoint))];
  return endpoints.flatMap((endpoint): readonly Warning[] => {
    const own = [
      ...new Map(timedOut.filter((request) => request.endpoint === endpoint).map(byTarget)).values(),
    ];
    const { usable = 0 } = responded[endpoint] ?? {};
    const common = commonParameters(own);
    const each = common === "" ? "" : `, each with ${common}`;
    const message =
      `no complete response within ${requestMs} ms to ${countOf(own.length, "different request")} ` +
      `for ${warningLabel(endpoint)}, at any attempt${each}; ${countOf(usable, "other request")} got a response`;
    return usable === 0
      ? []
      : [{ id: "no-response", endpoint, about: common, message, curls: own.slice(0, MOST_CURLS).map(curl) }];
  });
}

const byTarget = (request: ApiRequest): readonly [string, ApiRequest] => [request.target, request];
const warningLabel = (endpoint: Endpoint): string =>
  `${operations[endpoint].method} ${operations[endpoint].path}`;

/** The parameters that all requests contain, with equal values. */
function commonParameters(apiRequests: readonly ApiRequest[]): string {
  const queries = apiRequests.map(({ target }) =>
    [...queryOf(target)].map(([name, value]) => `${name}=${value}`),
  );
  const [first = [], ...others] = queries;
  return first.filter((pair) => others.every((other) => other.includes(pair))).join(" and ");
}

/** Requests that were sent again, but for those that a rate limit turned down. */
function sentAgainWarning({ sentAgain, requests }: RunTraffic): readonly Warning[] {
  const failed = sentAgain.filter(({ after }) => after !== RATE_LIMIT);
  const all = failed.reduce((sum, one) => sum + one.requests, 0);
  return all === 0
    ? []
    : [
        {
          id: "sent-again",
          message: `${all} of ${countOf(requests, "request")} were retries: ${sentAgainText(failed)}`,
          curls: [],
        },
      ];
}
