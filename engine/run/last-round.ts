// The last round of requests of a run repeats earlier requests, in another order and at the same time
import { ignoreUnusable, keyedParameters } from "../clauses/prerequisites.ts";
import { namesIn, readRequest } from "../clauses/read-request.ts";
import * as classify from "../message/classify.ts";
import { isInconclusive, type ApiRequest, type ApiResponse } from "../model/exchange.ts";
import type { ResponseCounts } from "../model/results.ts";
import type { ParameterNames } from "../model/settings.ts";
import { checkRecorded } from "../passive/observer.ts";
import type { RunParts } from "./run-parts.ts";
import { findEndedEndpoints, type ResentRequest } from "./early-requests.ts";
import { isOverload, successClause, type LateViolation } from "./simultaneous.ts";

export interface LastRound {
  /** Violations in the responses to repeated early requests, of any clause. */
  readonly violations: readonly LateViolation[];
  readonly ended: ResponseCounts;
}

/** Sends the last requests at the same time. Repeated early ones reveal responses that depend on a cache, a shared cursor or a counter. */
export async function runLastRound(parts: RunParts): Promise<LastRound> {
  const { sending } = parts;
  const [resent, names] = await Promise.all([resendEarlyRequests(parts), listNamesInUse(parts)]);
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
  const ended = await findEndedEndpoints(resent, parts);
  const violations = [...recordedViolations, ...refusedAgain(parts, responses)];
  return { violations, ended };
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
