// Interpretation 22: withdraws the results of a service that is not found at its URL, and of an endpoint whose path does not exist
import { ignoreUnusable, isSampled, SAMPLE_KINDS } from "../clauses/prerequisites.ts";
import { documentedMessages, isClientError } from "../message/classify.ts";
import { beforeQuery, bodySummary, requestTo, type ApiResponse } from "../model/exchange.ts";
import { nameOfParameter } from "../clauses/read-request.ts";
import type { Draft } from "../clauses/dependencies.ts";
import { type Reason, asResult } from "../model/reason.ts";
import type { ResponseCounts } from "../model/results.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import type { Settings } from "../model/settings.ts";
import type { ResponseCounter, UnreachedService } from "../passive/response-counter.ts";
import type { Redact } from "../secrets/redact.ts";
import type { RunParts } from "./run-parts.ts";
import { operations, type Endpoint, type Service } from "../../schemas/operations.ts";

export type Withdrawn = ReadonlyMap<Endpoint, Reason>;

/** Finds the withdrawn endpoints at the end of a run; if the run ended early, only those of services that never responded. */
export async function findWithdrawn(parts: RunParts): Promise<Withdrawn> {
  const { settings, usable, send, provider, redact, client, signal, endpoints } = parts;
  const tested = [...endpoints];
  const endpointsWith = (whyOf: (service: Service) => Reason | undefined): readonly [Endpoint, Reason][] =>
    tested.flatMap((endpoint) => {
      const why = whyOf(operations[endpoint].service);
      return why === undefined ? [] : [[endpoint, why]];
    });
  if (signal.aborted || client.incompleteReason() !== undefined) {
    const silent = client.neverResponded();
    return new Map(endpointsWith((service) => silent.get(service)));
  }
  if (usable.mayBeUnreached("base") && !tested.includes("tokens")) {
    // The tested endpoints may have no records: the token list shows whether the service exists.
    await send(requestTo("tokens")).catch(ignoreUnusable);
  }
  const services = usable.unreached();
  const unreached = endpointsWith((service) => {
    const unreachedService = services.get(service);
    return unreachedService && wrongUrl(service, settings, unreachedService, redact);
  });
  const isUnserved = (endpoint: Endpoint): boolean =>
    !services.has(operations[endpoint].service) && !usable.hasServed(endpoint);
  const unserved = tested.filter(isUnserved);
  const missing = await Promise.all(
    unserved.map((endpoint) => isPathMissing(endpoint, { send, provider, settings }).catch(ignoreUnusable)),
  );
  const reason = "the service does not have this path: a path that no service has gets the same error";
  const why = { code: "endpointNotFound", reason } as const;
  const absent = unserved.filter((_endpoint, index) => missing[index] === true);
  return new Map<Endpoint, Reason>([...unreached, ...absent.map((endpoint) => [endpoint, why] as const)]);
}

function wrongUrl(
  service: Service,
  { target }: Settings,
  { received, isRefusal, remedy }: UnreachedService,
  redact: Redact,
): Reason {
  const reason = redact(`${target.urls[service]}: no request below this URL succeeded (${received})`);
  // A remedy that a response shows helps more than the guess that the URL is wrong.
  if (remedy !== undefined) return { code: "serviceNotFound", reason, remedy };
  const named = "correct the problem that this response names, or check the URL";
  const advice = isRefusal ? named : "check the URL and its path prefix";
  const ownRemedy = { kind: isRefusal ? "fixEndpoint" : "correctUrl", of: service } as const;
  return { code: "serviceNotFound", reason: `${reason}: ${advice}`, remedy: ownRemedy };
}

/** Whether valid requests, a malformed one and one with a longer path get the same 4xx: an endpoint has another error for malformed values. */
async function isPathMissing(
  endpoint: Endpoint,
  { send, provider, settings }: Pick<RunParts, "send" | "provider" | "settings">,
): Promise<boolean> {
  const { query, requestBody } = operations[endpoint];
  const nameOf = (parameter: (typeof query)[number]): string =>
    nameOfParameter(endpoint, parameter, settings.target.parameters);
  const valid = isSampled(endpoint)
    ? (await provider.resolve({ samples: SAMPLE_KINDS[endpoint].samples })).samples
    : [{ response: await send(requestTo(endpoint)) }];
  const malformed = requestTo(endpoint, {
    path: "none",
    query: query.map((parameter) => [nameOf(parameter), "none"] as const),
    expects: "open",
    ...(requestBody === undefined ? {} : { body: "{}" }),
  });
  const others = [malformed, { ...malformed, target: `${beforeQuery(malformed.target)}/none/such` }];
  const responses = [...valid.map(({ response }) => response), ...(await Promise.all(others.map(send)))];
  return valid.length > 0 && responses.every(isClientError) && new Set(responses.map(errorText)).size === 1;
}

/** The status and the messages of an error; without messages, its body without paths and numbers. */
function errorText(response: ApiResponse): string {
  const withoutPaths = bodySummary(response.body).replaceAll(/[^\s"]*[\d/][^\s"]*/g, "#");
  return JSON.stringify([response.status, documentedMessages(response) ?? withoutPaths]);
}

/** Withdrawn results lose their cases and violations, and get the outcome of the reason. */
export const withoutWithdrawn = (results: readonly Draft[], withdrawn: Withdrawn): readonly Draft[] =>
  results.map((result) => {
    const { id, section, endpoint, statement } = result;
    const why = withdrawn.get(endpoint);
    const emptyResult = { id, section, endpoint, statement, cases: 0, violations: [] };
    return why === undefined ? result : { ...emptyResult, ...asResult(why) };
  });

/** Of endpoints whose path does not exist, all responses count as unusable. */
export const missingCounts = (withdrawn: Withdrawn, responded: ResponseCounts): ResponseCounts =>
  Object.fromEntries(
    [...withdrawn].flatMap(([endpoint, { code, reason }]) => {
      const { usable = 0, unusable = 0 } = responded[endpoint] ?? {};
      const all = { usable: 0, unusable: Math.max(usable + unusable, 1), reason };
      return code === "endpointNotFound" ? [[endpoint, all]] : [];
    }),
  );

/** Reports a result as soon as it is certain that the service and the endpoint exist, which may be never. */
export function createCertainReporter(usable: ResponseCounter, report: (result: ClauseResult) => void) {
  let waiting: readonly ClauseResult[] = [];
  const isCertain = ({ endpoint }: ClauseResult): boolean => usable.isCertain(endpoint);
  return ({ dependsOn: _dependsOn, ...result }: Draft): void => {
    const results = [...waiting, result];
    waiting = results.filter((clauseResult) => !isCertain(clauseResult));
    results.filter(isCertain).forEach(report);
  };
}
