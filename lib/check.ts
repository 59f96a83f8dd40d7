import { hideable } from "../engine/target/files/target-file.ts";
import { checkKnown, clauseIdsOf, readProfiles } from "../engine/target/files/profile.ts";
import { applyProfiles } from "../engine/target/resolve.ts";
import { type Catalogue, loadCatalogue } from "../engine/clauses/catalogue.ts";
import { asKnown, newViolations } from "../engine/message/known-deviations.ts";
import type { ClauseResult, ReportedViolation } from "../engine/model/clause-results.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import type { ParameterNames } from "../engine/model/settings.ts";
import { present } from "../engine/model/model.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { aligned, placeLines, more } from "../reports/words/explain.ts";
import { type Operation, operations, type Endpoint } from "../schemas/operations.ts";
import type { RecordedExchange, RecordedResponse } from "../engine/offline/recorded-exchange.ts";
import { createMatcher } from "../engine/offline/matching.ts";
import { OfflineChecker, type OfflineOptions } from "../engine/offline/offline.ts";
import { bodyTextOf } from "./client-values.ts";
import { type RequestDescription, headersOf, readClientResponse } from "./client-response.ts";

export interface CheckOptions {
  /** Names of query parameters, as in a target file. Clauses on a parameter without a name in the contract are tested only if it is here. */
  readonly parameters?: ParameterNames;
  /** Known deviations, as an array or as the content of a known file. A violation that one of them covers is not returned. */
  readonly known?: readonly KnownDeviation[] | { readonly deviations: readonly KnownDeviation[] };
  /** Names of bundled profiles, or paths of profile files. Their known deviations and names of parameters apply too. */
  readonly profile?: string | readonly string[];
}

const CHECK_OPTIONS: ReadonlySet<string> = new Set<keyof CheckOptions>(["parameters", "known", "profile"]);

export interface ContractViolation extends Pick<
  ReportedViolation,
  "message" | "pointer" | "expected" | "actual" | "faultAt"
> {
  readonly clause: string;
  readonly statement: string;
}

export interface CheckedResponse {
  readonly endpoint: Endpoint;
  /** `notTested`: no clause passed or failed, because the contract does not cover the response, or its body is missing. */
  readonly outcome: "passed" | "failed" | "notTested";
  /** The clauses that passed or failed; for the outcome `notTested`, the inconclusive ones. */
  readonly clauses: readonly ClauseResult[];
  readonly violations: readonly ContractViolation[];
  /** The outcome in words, with all violations, or with the reason why nothing was checked. */
  readonly message: string;
}

/**
 * Checks one exchange offline and returns its violations of the contract (§2, §4 and §7); an empty array if there are none.
 * `response` is the response object of a client (`fetch`, undici, axios, supertest, Playwright, got, needle, request, inject), an
 * error of a client that contains a response, or a description `{ status, headers, body }`. `request` is the URL that was requested, or a
 * description of the request. It is optional for clients whose response contains the request. Without a request, the response is
 * checked only by clauses that need no request.
 * Throws an `Error` with the reason if no clause could check the response: an empty array would claim that it conforms.
 * Throws a `TypeError` if `response` is not a response of a known client, if `request` is not a request of `endpoint`, and for an
 * unknown endpoint or option.
 */
export async function check(
  response: unknown,
  endpoint: Endpoint,
  request?: string | URL | RequestDescription,
  options: CheckOptions = {},
): Promise<readonly ContractViolation[]> {
  const { outcome, violations, message } = await checkResponse(response, endpoint, request, options);
  if (outcome === "notTested") throw new Error(message);
  return violations;
}

/** As {@link check}, but returns the results of all clauses, also if none of them could check the response. */
export async function checkResponse(
  response: unknown,
  endpoint: Endpoint,
  request?: string | URL | RequestDescription,
  options: CheckOptions = {},
): Promise<CheckedResponse> {
  const operation = operationByName(endpoint);
  const unknownOption = Object.keys(options).find((name) => !CHECK_OPTIONS.has(name));
  if (unknownOption !== undefined) {
    throw new TypeError(
      `there is no option ${unknownOption}; the options of check are ${[...CHECK_OPTIONS].join(", ")}`,
    );
  }
  const own = typeof request === "string" || request instanceof URL ? { url: request } : request;
  const described = own && matchedRequest(operation, own, false);
  const [catalogue, client] = await Promise.all([loadCatalogue(), readClientResponse(response)]);
  const offline = offlineOptions(catalogue, operation, options);
  const ownRequest = described ?? (client.request && matchedRequest(operation, client.request, true));
  const { response: received } = client;
  const checkAlone = (): CheckedResponse =>
    checkExchange(endpoint, "missing" in received ? received : { endpoint, response: received }, offline);
  if (ownRequest === undefined || "missing" in received) return checkAlone();
  const withRequest = checkExchange(endpoint, describeExchange(operation, ownRequest, received), offline);
  if (withRequest.outcome !== "notTested" || withRequest.clauses.length > 0) return withRequest;
  // No clause is about such a request, for example for a later page. The body is still checked as a body of the endpoint.
  const alone = checkAlone();
  return alone.outcome === "notTested" ? withRequest : alone;
}

/** Throws a `TypeError` for an unknown endpoint, which a test in JavaScript may pass. */
function operationByName(endpoint: Endpoint): Operation {
  if (!Object.hasOwn(operations, endpoint)) {
    const names = Object.keys(operations).join(", ");
    throw new TypeError(`there is no endpoint ${JSON.stringify(endpoint)}; the endpoints are ${names}`);
  }
  return operations[endpoint];
}

const matcher = createMatcher({ urls: {} });

/**
 * Returns the request if it is one of the operation, and throws a `TypeError` if it is one of another endpoint. For a request that
 * is not in the contract, throws if the caller described it, but returns undefined if the response object of a client contains it
 * (`isKept`): a mock server may have other paths.
 */
function matchedRequest(
  { endpoint, method: usual }: Operation,
  request: RequestDescription,
  isKept: boolean,
): RequestDescription | undefined {
  const { method = usual, url } = request;
  const matched = matcher(method, String(url));
  if ("operation" in matched && matched.operation.endpoint === endpoint) return request;
  if (isKept && "ignored" in matched) return undefined;
  const what =
    "ignored" in matched
      ? `is not a request of ${endpoint}: ${matched.ignored}`
      : `is a request of ${matched.operation.endpoint}, not of ${endpoint}`;
  throw new TypeError(`${method} ${String(url)} ${what}`);
}

function describeExchange(operation: Operation, request: RequestDescription, response: RecordedResponse) {
  const { url, method = operation.method, headers, body } = request;
  const posted = operation.method === "POST" && body !== undefined ? { body: bodyTextOf(body) } : {};
  return { place: "", method, url: String(url), headers: headersOf(headers), ...posted, response };
}

function checkExchange(
  endpoint: Endpoint,
  exchange: RecordedExchange,
  options: OfflineOptions,
): CheckedResponse {
  const offline = new OfflineChecker(options);
  offline.take("the response", exchange);
  const { clauses: all, files, redact } = offline.finish();
  const relevant = all.map(asKnown).filter(({ outcome }) => outcome !== "notTested");
  const clauses = relevant.filter(({ outcome }) => outcome !== "inconclusive");
  const failed = clauses.filter(({ outcome }) => outcome === "failed");
  const violations = failed.flatMap(violationsOf);
  if (clauses.length > 0) {
    const outcome = violations.length === 0 ? "passed" : "failed";
    return { endpoint, outcome, clauses, violations, message: checkMessage(endpoint, failed) };
  }
  const [why = "it contains no request of the contract"] = Object.keys(files[0]?.notChecked ?? {});
  const subject = "missing" in exchange ? "no clause could check" : "the contract does not cover";
  const message = `${subject} this response of ${endpoint}: ${oneLine(redact(why))}`;
  return { endpoint, outcome: "notTested", clauses: relevant, violations, message };
}

function offlineOptions(
  catalogue: Catalogue,
  { endpoint, service }: Operation,
  { known = [], profile = [], parameters = {} }: CheckOptions,
): OfflineOptions {
  const clauseIds = clauseIdsOf(catalogue);
  const content = "deviations" in known ? known : { deviations: known };
  const knownDeviations = checkKnown(content, "known", clauseIds);
  const profiles = readProfiles(typeof profile === "string" ? [profile] : profile, clauseIds);
  const urls = { [service]: "https://checked.invalid" };
  const headers = { status: {}, base: {}, verify: {} };
  const applied = applyProfiles({ urls, headers, parameters, samples: {} }, profiles);
  return {
    catalogue,
    selected: new Set(catalogue.clauses.filter((one) => one.endpoint === endpoint).map(({ id }) => id)),
    parameters: applied.target.parameters,
    known: [...knownDeviations, ...applied.known],
    succeeded: [endpoint],
    secrets: [],
    hideable: hideable(catalogue),
    urls: {},
  };
}

const violationsOf = (clause: ClauseResult): readonly ContractViolation[] =>
  newViolations(clause).map(({ message, pointer, expected, actual, faultAt }) => {
    const { id, statement } = clause;
    return { clause: id, statement, message, pointer, expected, actual, ...present({ faultAt }) };
  });

/** Maximum number of violations of one clause in a message; the others are counted. */
const MOST_MESSAGE_PLACES = 12;

function checkMessage(endpoint: Endpoint, failed: readonly ClauseResult[]): string {
  const paragraphs = failed.map((clause) => {
    const places = newViolations(clause).map((one) => aligned(placeLines(clause, one)).join("\n"));
    const rest = more(places.length - MOST_MESSAGE_PLACES, "place");
    return [`${clause.id}: ${clause.statement}`, ...places.slice(0, MOST_MESSAGE_PLACES), ...rest].join("\n");
  });
  const verdict = failed.length === 0 ? "meets" : "does not meet";
  return [`the response of ${endpoint} ${verdict} the contract`, ...paragraphs].join("\n\n");
}
