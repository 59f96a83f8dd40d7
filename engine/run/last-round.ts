// The last round of requests of a run: most of them repeat earlier requests, in another order and at the same time
import { candidateRequest, ignoreUnusable, keyedParameters, SAMPLE_KINDS } from "../clauses/prerequisites.ts";
import { SUCCESS_PREREQUISITES } from "../clauses/prerequisites.ts";
import { listCandidate } from "../discovery/listings.ts";
import { namesIn, readRequest } from "../clauses/read-request.ts";
import * as classify from "../message/classify.ts";
import { isInconclusive, type ApiRequest, type ApiResponse } from "../model/exchange.ts";
import { countOf, spread } from "../model/model.ts";
import type { ResponseCounts, Warning } from "../model/results.ts";
import type { Level, ParameterNames } from "../model/settings.ts";
import { checkRecorded } from "../passive/observer.ts";
import { differences } from "../schema/agreement.ts";
import type { RunParts } from "./run-parts.ts";
import { findEndedEndpoints, isContractOfPast, type ResentRequest } from "./early-requests.ts";
import { warningWith } from "./unsteady-responses.ts";
import { isOverload, successClause, type LateViolation } from "./simultaneous.ts";

export interface LastRound {
  /** Violations in the responses to repeated early requests, of any clause. */
  readonly violations: readonly LateViolation[];
  readonly warnings: readonly Warning[];
  readonly ended: ResponseCounts;
}

/** Sends the last requests at the same time. Repeated early ones reveal responses that depend on a cache, a shared cursor or a counter. */
export async function runLastRound(parts: RunParts): Promise<LastRound> {
  const { watch, sending } = parts;
  const [resent, names, encodedWarnings] = await Promise.all([
    resendEarlyRequests(parts),
    listNamesInUse(parts),
    encodedOperatorWarnings(parts),
    rereadPastRecords(parts),
    readFurtherSamples(parts),
  ]);
  const responses = resent.flatMap(({ response }) => response ?? []);
  // A 5xx may be accidental, because the request succeeded before.
  const certain = responses.filter(({ status }) => status < 500);
  const recordedViolations = certain.flatMap((response): readonly LateViolation[] => {
    const request = readRequest(response.request, names);
    return checkRecorded(sending, response, request).flatMap(({ clauseId, checkResult }) => {
      const violations = isInconclusive(checkResult) ? [] : checkResult;
      return violations.map((violation) => ({ clauseId, caseViolation: { violation, response, path: "" } }));
    });
  });
  const changed = responses.filter(
    (response) => isContractOfPast(response.request) && differs(response, watch.earlier(response)),
  );
  const ended = await findEndedEndpoints(resent, parts);
  const violations = [...recordedViolations, ...refusedAgain(parts, responses)];
  const warnings = [...changedContracts(changed, parts), ...encodedWarnings];
  return { violations, warnings, ended };
}

/** Sends early requests again. A request that gets an error is sent once more, because the error may be accidental. */
async function resendEarlyRequests(parts: RunParts): Promise<readonly ResentRequest[]> {
  const { earlyRequests, sendAgain, signal } = parts;
  const requests = signal.aborted ? [] : earlyRequests.select();
  const resend = async (apiRequest: ApiRequest) => {
    const response = await sendAgain(apiRequest);
    return classify.hasSuccessBody(response) ? response : await sendAgain(apiRequest);
  };
  return await Promise.all(
    requests.map(async (early) => {
      return { ...early, response: await resend(early.request).catch(ignoreUnusable) };
    }),
  );
}

/** Maximum numbers of topic messages and of contract results that are requested again, by level. */
const RECORDS_REREAD: Readonly<Record<Level, number>> = { smoke: 4, standard: 16, thorough: 40 };

/** Requests records of past events again, to compare them. One that differs is requested twice more: a single response may be wrong. */
async function rereadPastRecords(parts: RunParts): Promise<void> {
  const { provider, sendAgain, signal, settings, watch, endpoints } = parts;
  const endpointsOfPast = (["topicMessage", "contractResult"] as const).filter((name) => endpoints.has(name));
  const samplesOf = (name: (typeof endpointsOfPast)[number]) =>
    provider.resolve({ samples: SUCCESS_PREREQUISITES[name] }).catch(ignoreUnusable);
  const prerequisites = await Promise.all(endpointsOfPast.map(samplesOf));
  const requests = prerequisites.flatMap((resolved) =>
    spread(resolved?.samples ?? [], RECORDS_REREAD[settings.level]).map(({ response }) => response.request),
  );
  const readAgain = (sent: readonly ApiRequest[]) =>
    Promise.all(signal.aborted ? [] : sent.map((request) => sendAgain(request).catch(ignoreUnusable)));
  const responses = await readAgain(requests);
  const changed = responses.flatMap((response) =>
    response && differs(response, watch.earlier(response)) ? response.request : [],
  );
  await readAgain(changed);
  await readAgain(changed);
}

/** Maximum number of samples of each kind that are requested at smoke, where discovery requests only a few. */
const FURTHER_SAMPLES = 8;

/** At smoke, requests samples of the target file, so that `fields` and `passive` clauses check more records. */
async function readFurtherSamples({ send, signal, settings, endpoints }: RunParts): Promise<void> {
  if (settings.level !== "smoke" || signal.aborted) return;
  const requests = (["topicMessage", "contractResult", "contract"] as const).flatMap((endpoint) => {
    const { member } = SAMPLE_KINDS[endpoint];
    const names = endpoints.has(endpoint) ? (settings.target.samples[member] ?? []) : [];
    const candidates = spread(names, FURTHER_SAMPLES).map((name) => listCandidate(name, member));
    return candidates.map((candidate) => candidateRequest(endpoint, candidate));
  });
  await Promise.all(requests.map((apiRequest) => send(apiRequest).catch(ignoreUnusable)));
}

/** Names in the target file and those that discovery found. Only for tested endpoints: for any other one, discovery would send requests. */
async function listNamesInUse({ provider, settings, endpoints }: RunParts): Promise<ParameterNames> {
  const keys = [...endpoints].flatMap(keyedParameters).map(({ key }) => key);
  const resolved = keys.map(async (key) => {
    const prerequisites = await provider.resolve({ name: key }).catch(ignoreUnusable);
    return [key, prerequisites?.name] as const;
  });
  const { tokens, tokenBalances, networkFees } = namesIn(Object.fromEntries(await Promise.all(resolved)));
  const { parameters } = settings.target;
  return {
    tokens: { ...parameters.tokens, ...tokens },
    tokenBalances: { ...parameters.tokenBalances, ...tokenBalances },
    networkFees: { ...parameters.networkFees, ...networkFees },
  };
}

const differs = (response: ApiResponse, earlier: ApiResponse | undefined): boolean =>
  earlier !== undefined && classify.isSuccess(response) && differences(response, earlier, "").length > 0;

/** A warning about the contracts in `changed`, if any: it is unspecified what can change in a contract (interpretation 24). */
function changedContracts(changed: readonly ApiResponse[], { formatter }: RunParts): readonly Warning[] {
  const message = `${countOf(changed.length, "request")} for a contract at a past time returned other values than the first time`;
  const warning = {
    id: "contract-changed",
    endpoint: "contract",
    about: "a time in the past",
    message,
  } as const;
  const requests = changed.map(({ request }) => request);
  return changed.length === 0 ? [] : [warningWith(warning, requests, formatter.curlOfRequest)];
}

/** The prerequisites for a filter by id: a list, whose first row provides the id, and the name of the filter. */
const ID_FILTERS = [
  { endpoint: "tokens", needs: { list: "tokens", name: "tokens.tokenId" } },
  { endpoint: "tokenBalances", needs: { list: "balances", name: "tokenBalances.accountId" } },
] as const;

/** Sends filters with a percent-encoded colon (`gte%3A0.0.5`), as most client libraries do. A refusal is only a warning (§2.1). */
async function encodedOperatorWarnings(parts: RunParts): Promise<readonly Warning[]> {
  const { provider, sendAgain, signal, formatter, endpoints } = parts;
  const warnings = await Promise.all(
    ID_FILTERS.map(async ({ endpoint, needs }): Promise<readonly Warning[]> => {
      const isNeeded = endpoints.has(endpoint) && !signal.aborted;
      const resolved = isNeeded ? await provider.resolve(needs).catch(ignoreUnusable) : undefined;
      const id = resolved?.list.rows[0]?.[resolved.list.identity];
      if (resolved === undefined || typeof id !== "string") return [];
      const { list, name } = resolved;
      const plain = list.request([[name, `gte:${id}`]], "open");
      const response = await sendAgain(encoded(plain)).catch(ignoreUnusable);
      const isAccepted = response === undefined || !classify.isClientError(response);
      // A service may refuse this filter however the colon is written.
      const isRefused = !isAccepted && !(await sendAgain(plain).then(classify.isClientError, () => true));
      const message = `${name} with a percent-encoded colon (gte%3A…), as most client libraries send it, was refused`;
      return isRefused
        ? [{ id: "encoded-operators", endpoint, about: "%3A", message, curls: [formatter.curl(response)] }]
        : [];
    }),
  );
  return warnings.flat();
}

const encoded = (request: ApiRequest): ApiRequest => ({
  ...request,
  target: request.target.replace(/\?.*/s, (query) => query.replaceAll(":", "%3A")),
});

const EXPIRED = new Set([401, 403]);

/**
 * Early requests that are refused twice at the end of the run, with a 4xx or, although no request has a condition, with a 304. No
 * violations are an overload, expired credentials, a missing record (interpretation 7), and a verification that is not repeated.
 */
const refusedAgain = (parts: RunParts, responses: readonly ApiResponse[]): readonly LateViolation[] =>
  responses.flatMap((response) => {
    const { status, request } = response;
    const clause = successClause(parts, request.endpoint);
    const isOfState = isOverload(response) || EXPIRED.has(status) || classify.looksMissing(response);
    const mayDiffer = status < 300 || isOfState || request.service === "verify";
    if (clause === undefined || mayDiffer) return [];
    const message = "a request that succeeded before is refused when it is repeated";
    const violation = classify.wholeResponse(response, message, "a success with status 200, as before");
    const caseViolation = { violation, response, path: request.target, reproducible: true };
    return [{ clauseId: clause.id, caseViolation }];
  });
