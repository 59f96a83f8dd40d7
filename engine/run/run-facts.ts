import { endReason, type ApiRequest, queryOf } from "../model/exchange.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { type RunFacts, sentAgainText, type Warning, type ResponseCounts } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import { redactRecord } from "../secrets/redact.ts";
import type { RunParts } from "./run-parts.ts";
import { missingCounts, type Withdrawn } from "./withdrawn.ts";
import { countOf } from "../model/model.ts";
import { operations } from "../../schemas/operations.ts";
import { isSampled, SAMPLED, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { malformedLists, malformedReason } from "../discovery/list-problems.ts";
import { missingRecords } from "../discovery/missing-records.ts";
import { hasSuccessBody, looksMissing } from "../message/classify.ts";
import type { Reason } from "../model/reason.ts";

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

/** Maximum number of requests that are shown with one warning. */
const MOST_CURLS = 2;

/** The status with which a service limits the rate of requests. A service may do so. */
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

/** Requests that are shown with one warning. */
const MOST_SAMPLE_CURLS = 2;

type SampleProvider = RunParts["provider"];
type SampleParts = Pick<RunParts, "provider" | "recipeReader" | "formatter"> & {
  /** Endpoints of which a clause failed: by successes without a record they were tested. */
  readonly failed: ReadonlySet<Endpoint>;
};

/** The warnings about samples, and the endpoints of which no sample returned anything. */
export interface SampleWarnings {
  readonly warnings: readonly Warning[];
  readonly silent: ResponseCounts;
}

/** Checks which samples exist. Samples that were not requested yet are requested here. */
export async function checkSamples(
  endpoints: ReadonlySet<Endpoint>,
  parts: SampleParts,
): Promise<SampleWarnings> {
  const warnings: Warning[] = [];
  const silent: Record<string, ResponseCounts[string]> = {};
  for (const endpoint of [...endpoints].filter(isSampled)) {
    const checked = await checkEndpointSamples(endpoint, parts);
    warnings.push(...checked.warnings);
    Object.assign(silent, checked.silent);
  }
  const problems = parts.recipeReader.problems().filter(({ endpoint }) => endpoints.has(endpoint));
  const ofLists = problems.map(({ kind: id, endpoint, target: about, message, response }): Warning => {
    return {
      id,
      endpoint,
      about,
      message,
      curls: response === undefined ? [] : [parts.formatter.curl(response)],
    };
  });
  return { warnings: [...warnings, ...ofLists], silent };
}

/** Why an endpoint has no record; undefined if it has one, or if neither the user nor a list says that it should. */
export async function missingRecordsReason(
  endpoint: Endpoint,
  provider: SampleProvider,
): Promise<Reason | undefined> {
  const { isFound, gone } = isSampled(endpoint)
    ? await resolveSamples(endpoint, provider)
    : { isFound: true, gone: [] };
  return isFound ? undefined : gone[0]?.why;
}

async function resolveSamples(endpoint: SampledEndpoint, provider: SampleProvider) {
  const { samples = [] } = await resolvedOrNone(provider.resolve({ samples: SAMPLED[endpoint].samples }));
  const isFound = samples.some(({ response }) => hasSuccessBody(response));
  const gone = missingRecords(endpoint, samples).filter(({ isAll }) => isAll !== isFound);
  return { samples, isFound, gone };
}

async function checkEndpointSamples(
  endpoint: SampledEndpoint,
  { provider, recipeReader, formatter, failed }: SampleParts,
): Promise<SampleWarnings> {
  const { samples, isFound, gone } = await resolveSamples(endpoint, provider);
  const malformed = malformedLists(recipeReader.problems(), endpoint);
  const unusable = gone.reduce((sum, { responses }) => sum + responses.length, 0) + malformed.length;
  const isTested = failed.has(endpoint) && gone.some(({ responses }) => !responses.some(looksMissing));
  const reasons = [...gone.map(({ why }) => why), ...malformed.map(malformedReason)];
  const isUnsure = samples.every(({ fromUser, listed }) => !fromUser && listed === undefined);
  const isSilent = !isFound && !isTested && (gone.length > 0 || (malformed.length > 0 && isUnsure));
  const reason = reasons.map((why) => why.reason).join("; ");
  return {
    warnings: gone.map(({ text, responses, about }) => ({
      id: "samples-missing",
      endpoint,
      about,
      message: text,
      curls: responses.slice(0, MOST_SAMPLE_CURLS).map((response) => formatter.curl(response)),
    })),
    silent: isSilent ? { [endpoint]: { usable: 0, unusable, reason } } : {},
  };
}

/** The clauses that need a missing prerequisite report it themselves. */
const resolvedOrNone = <T extends object>(coming: Promise<T>): Promise<Partial<T>> =>
  coming.catch(() => ({}));
