import { endReason, type ApiRequest, queryOf } from "../model/exchange.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { type RunFacts, sentAgainText, type Warning } from "../model/results.ts";
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
  const { client, observations, recipeReader, usable, redact, formatter, passingErrors } = work;
  const responded = usable.responded();
  const incomplete = client.incompleteReason();
  const bounded = client.bounded();
  const endedEarly = signal.aborted ? endReason(signal) : undefined;
  const facts: Omit<RunFacts, "clauses"> = {
    unspecified: observations?.entries(withdrawn.unreached) ?? [],
    requests: client.requests(),
    warnings: [
      ...warnings.filter(({ endpoint }) => endpoint === undefined || !withdrawn.unreached.has(endpoint)),
      ...passingErrors.warnings((request) => formatter.curlOfRequest(request)),
      ...(bounded === undefined ? [] : [{ id: "request-bound", message: bounded, curls: [] }]),
      ...timeOutWarnings(work),
      ...sentAgainWarnings(work),
    ],
    sentAgain: client.traffic.sentAgain(),
    durations: client.traffic.timeline.durations(),
    timeline: client.traffic.timeline.entries(),
    responses: {
      ...responded,
      ...silent,
      ...usable.unanswered(),
      ...missingCounts(withdrawn, responded),
    },
    recipes: recipeReader.outcomes(),
    bounded,
    stopped: incomplete === undefined ? endedEarly : { code: "notReached", reason: incomplete },
  };
  return { ...redactRecord(facts, redact), clauses };
}

/** Requests that are shown with one warning. */
const MOST_CURLS = 2;

/** Statuses by which a service limits the rate of requests, which is its right. */
const RATE_LIMIT = "429";

/** One warning for each endpoint that serves some requests and returns no complete response to others in time, at any attempt. */
function timeOutWarnings({ timedOut, usable, settings, formatter }: RunParts): readonly Warning[] {
  const endpoints = [...new Set(timedOut.map(({ endpoint }) => endpoint))];
  return endpoints.flatMap((endpoint): readonly Warning[] => {
    const own = [
      ...new Map(timedOut.filter((request) => request.endpoint === endpoint).map(byTarget)).values(),
    ];
    const served = usable.responded()[endpoint]?.usable ?? 0;
    const common = commonParameters(own);
    const each = common === "" ? "" : `, each with ${common}`;
    const message =
      `no complete response within ${settings.limits.requestMs} ms to ${countOf(own.length, "different request")} ` +
      `for ${warningLabel(endpoint)}, at any attempt${each}; ${countOf(served, "other request")} got a response`;
    const curls = own.slice(0, MOST_CURLS).map((request) => formatter.curlOfRequest(request));
    return served === 0 ? [] : [{ id: "no-response", endpoint, about: common, message, curls }];
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
function sentAgainWarnings({ client }: RunParts): readonly Warning[] {
  const failed = client.traffic.sentAgain().filter(({ after }) => after !== RATE_LIMIT);
  const all = failed.reduce((sum, one) => sum + one.requests, 0);
  const message = `${all} of ${countOf(client.requests(), "request")} were retries: ${sentAgainText(failed)}`;
  return all === 0 ? [] : [{ id: "sent-again", message, curls: [] }];
}
