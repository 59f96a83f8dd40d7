import { endReason, type ApiRequest, queryOf } from "../model/exchange.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { type RunFacts, sentAgainText, type Warning, type ResponseCounts } from "../model/results.ts";
import { redactRecord } from "../secrets/redact.ts";
import type { RunParts } from "./run-parts.ts";
import { missingCounts, type Withdrawn } from "./withdrawn.ts";
import { countOf, groupBy } from "../model/model.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { isSampled, SAMPLED, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { CURLS_PER_WARNING } from "../passive/passing-errors.ts";
import { malformedLists, malformedReason } from "../discovery/list-problems.ts";
import { missingRecords } from "../discovery/missing-records.ts";
import { hasSuccessBody, looksMissing } from "../message/classify.ts";
import type { Reason } from "../model/reason.ts";

/** Collects the facts of a run. `signal` shows whether the run was ended early, and why. */
export function runFacts(
  parts: RunParts,
  clauses: readonly ClauseResult[],
  { warnings, silent, withdrawn }: SampleWarnings & { readonly withdrawn: Withdrawn },
  signal: AbortSignal,
): RunFacts {
  const { client, observations, recipeReader, usable, redact, formatter, passingErrors } = parts;
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
      ...timeOutWarnings(parts),
      ...sentAgainWarnings(parts),
    ],
    sentAgain: client.traffic.sentAgain(),
    durations: client.traffic.timeline.durations(),
    timeline: client.traffic.timeline.entries(),
    responses: { ...responded, ...silent, ...usable.unanswered(), ...missingCounts(withdrawn, responded) },
    recipes: recipeReader.outcomes(),
    bounded,
    stopped: incomplete === undefined ? endedEarly : { code: "notReached", reason: incomplete },
  };
  return { ...redactRecord(facts, redact), clauses };
}

/** A service may limit the rate of requests: retries after this status are no warning. */
const RATE_LIMIT = "429";

/** One warning for each endpoint that serves some requests and returns no complete response to others in time, at any attempt. */
function timeOutWarnings({ timedOut, usable, settings, formatter }: RunParts): readonly Warning[] {
  const byEndpoint = groupBy(timedOut, ({ endpoint }) => endpoint);
  return byEndpoint.flatMap(([endpoint, timeOuts]): readonly Warning[] => {
    const requests = [...new Map(timeOuts.map((request) => [request.target, request])).values()];
    const served = usable.responded()[endpoint]?.usable ?? 0;
    const common = commonParameters(requests);
    const each = common === "" ? "" : `, each with ${common}`;
    const { method, path } = operations[endpoint];
    const message =
      `no complete response within ${settings.limits.requestMs} ms to ${countOf(requests.length, "different request")} ` +
      `for ${method} ${path}, at any attempt${each}; ${countOf(served, "other request")} got a response`;
    const curls = requests.slice(0, CURLS_PER_WARNING).map((request) => formatter.curlOfRequest(request));
    return served === 0 ? [] : [{ id: "no-response", endpoint, about: common, message, curls }];
  });
}

/** The parameters that all requests contain, with equal values. */
function commonParameters(apiRequests: readonly ApiRequest[]): string {
  const queries = apiRequests.map(({ target }) =>
    [...queryOf(target)].map(([name, value]) => `${name}=${value}`),
  );
  const [first = [], ...others] = queries;
  return first.filter((pair) => others.every((other) => other.includes(pair))).join(" and ");
}

/** A warning if requests were retried after a failure other than a rate limit. */
function sentAgainWarnings({ client }: RunParts): readonly Warning[] {
  const failed = client.traffic.sentAgain().filter(({ after }) => after !== RATE_LIMIT);
  const retries = failed.reduce((sum, entry) => sum + entry.requests, 0);
  const message = `${retries} of ${countOf(client.requests(), "request")} were retries: ${sentAgainText(failed)}`;
  return retries === 0 ? [] : [{ id: "sent-again", message, curls: [] }];
}

type SampleProvider = RunParts["provider"];
type SampleParts = Pick<RunParts, "provider" | "recipeReader" | "formatter"> & {
  /** Endpoints with a failed clause: these were tested, even if no sample returned a record. */
  readonly failed: ReadonlySet<Endpoint>;
};

/** The warnings about samples, and the response counts of endpoints none of whose samples returned a record. */
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
    const sampleWarnings = await checkEndpointSamples(endpoint, parts);
    warnings.push(...sampleWarnings.warnings);
    Object.assign(silent, sampleWarnings.silent);
  }
  const problems = parts.recipeReader.problems().filter(({ endpoint }) => endpoints.has(endpoint));
  const listWarnings = problems.map(({ kind: id, endpoint, target: about, message, response }): Warning => {
    const curls = response === undefined ? [] : [parts.formatter.curl(response)];
    return { id, endpoint, about, message, curls };
  });
  return { warnings: [...warnings, ...listWarnings], silent };
}

/** Why an endpoint has no record; undefined if it has one, or if neither the user nor a list says that it should. */
export async function missingRecordsReason(
  endpoint: Endpoint,
  provider: SampleProvider,
): Promise<Reason | undefined> {
  const { isFound, missing } = isSampled(endpoint)
    ? await resolveSamples(endpoint, provider)
    : { isFound: true, missing: [] };
  return isFound ? undefined : missing[0]?.why;
}

async function resolveSamples(endpoint: SampledEndpoint, provider: SampleProvider) {
  // The clauses that need a missing prerequisite report it themselves.
  const resolved = provider.resolve({ samples: SAMPLED[endpoint].samples });
  const { samples } = await resolved.catch(() => ({ samples: [] }));
  const isFound = samples.some(({ response }) => hasSuccessBody(response));
  const missing = missingRecords(endpoint, samples).filter(({ isAll }) => isAll !== isFound);
  return { samples, isFound, missing };
}

async function checkEndpointSamples(
  endpoint: SampledEndpoint,
  { provider, recipeReader, formatter, failed }: SampleParts,
): Promise<SampleWarnings> {
  const { samples, isFound, missing } = await resolveSamples(endpoint, provider);
  const malformed = malformedLists(recipeReader.problems(), endpoint);
  const unusable = missing.reduce((sum, { responses }) => sum + responses.length, 0) + malformed.length;
  const isTested = failed.has(endpoint) && missing.some(({ responses }) => !responses.some(looksMissing));
  const reasons = [...missing.map(({ why }) => why), ...malformed.map(malformedReason)];
  const isUnsure = samples.every(({ fromUser, listed }) => !fromUser && listed === undefined);
  const isSilent = !isFound && !isTested && (missing.length > 0 || (malformed.length > 0 && isUnsure));
  const reason = reasons.map((why) => why.reason).join("; ");
  return {
    warnings: missing.map(({ text, responses, about }) => ({
      id: "samples-missing",
      endpoint,
      about,
      message: text,
      curls: responses.slice(0, CURLS_PER_WARNING).map((response) => formatter.curl(response)),
    })),
    silent: isSilent ? { [endpoint]: { usable: 0, unusable, reason } } : {},
  };
}
