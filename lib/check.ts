import { hideable } from "../engine/target/files/target-file.ts";
import { checkKnown, clauseIdsOf, readProfiles } from "../engine/target/files/profile.ts";
import { applyProfiles } from "../engine/target/resolve.ts";
import { type Catalogue, loadCatalogue } from "../engine/clauses/catalogue.ts";
import { asKnown } from "../engine/message/known-deviations.ts";
import type { ClauseResult, ReportedViolation } from "../engine/model/clause-results.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import type { Endpoint, ParameterNames } from "../engine/model/settings.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { aligned, explainPlace, more } from "../reports/words/explain.ts";
import { type Operation, operations } from "../schemas/operations.ts";
import type { SeenExchange, SeenRequest, SeenResponse } from "../engine/offline/seen.ts";
import { createMatcher } from "../engine/offline/matching.ts";
import { OfflineChecker, type OfflineOptions } from "../engine/offline/offline.ts";
import { bodyTextOf } from "./client-body.ts";
import { type RequestDescription, headersOf, readClientResponse } from "./client-response.ts";

/** What is known of the service beside its response. */
export interface CheckOptions {
  /** Names of parameters, as in a target file: what they do is promised then. */
  readonly parameters?: ParameterNames;
  /** Known deviations: they break nothing. */
  readonly known?: readonly KnownDeviation[] | { readonly deviations: readonly KnownDeviation[] };
  /** Bundled profiles of implementations, or paths of files of them. */
  readonly profile?: string | readonly string[];
}

const CHECK_OPTIONS: ReadonlySet<string> = new Set<keyof CheckOptions>(["parameters", "known", "profile"]);

/** A place at which a response breaks a clause. */
export interface Violation extends Pick<ReportedViolation, "message" | "pointer" | "expected" | "actual"> {
  /** Id of the clause. */
  readonly clause: string;
  readonly statement: string;
}

/** What one response shows. */
export interface CheckResult {
  readonly endpoint: Endpoint;
  /** `notChecked`: the contract says nothing of such a response, or too little of it is there. */
  readonly verdict: "passed" | "failed" | "notChecked";
  /** The clauses that speak of the response, with what became of each; those that cannot decide only where none can. */
  readonly clauses: readonly ClauseResult[];
  readonly violations: readonly Violation[];
  /** All of it in words: clause, pointer, expected, actual; or why it is not checked. */
  readonly message: string;
}

/**
 * Checks one response offline with the clauses of a run: §2, §4 and §7 as far as one exchange shows them.
 * `request` is the URL that was requested, or more of the request; without it, only what the response shows by itself is
 * checked. `response` is the response object of a client (`fetch`, undici, axios, supertest, Playwright, got, needle,
 * request, inject), an error of a client that carries one, or `{ status, headers, body }`. Throws `TypeError` for any
 * other value, a body alone included, and for a request that is not one of the endpoint.
 */
export async function check(
  response: unknown,
  endpoint: Endpoint,
  request?: string | URL | RequestDescription,
  options: CheckOptions = {},
): Promise<CheckResult> {
  const operation = operationByName(endpoint);
  const unknown = Object.keys(options).find((name) => !CHECK_OPTIONS.has(name));
  if (unknown !== undefined) {
    throw new TypeError(`there is no option ${unknown}: there are ${[...CHECK_OPTIONS].join(", ")}`);
  }
  const named = request === undefined ? undefined : matchedRequest(operation, request);
  const [catalogue, client] = await Promise.all([loadCatalogue(), readClientResponse(response)]);
  const told = offlineOptions(catalogue, operation, options);
  const asked = named ?? matchedOwnRequest(operation, client.request);
  const { response: received } = client;
  const alone = (): CheckResult =>
    checkExchange(endpoint, "missing" in received ? received : { endpoint, response: received }, told);
  if (asked === undefined || "missing" in received) {
    return alone();
  }
  const whole = checkExchange(endpoint, describedExchange(operation, asked, received), told);
  if (whole.verdict !== "notChecked" || whole.clauses.length > 0) {
    return whole;
  }
  // The request is open, as that for a further page is. The test says whose response it is, so its body is checked alone.
  const body = alone();
  return body.verdict === "notChecked" ? whole : body;
}

/** Names of endpoints come from tests that need not be typed. */
function operationByName(endpoint: Endpoint): Operation {
  if (!Object.hasOwn(operations, endpoint)) {
    const names = Object.keys(operations).join(", ");
    throw new TypeError(`there is no endpoint ${JSON.stringify(endpoint)}: there are ${names}`);
  }
  return operations[endpoint];
}

const matcher = createMatcher({ urls: {}, paths: [] });

/** A request that the test names has to be one of the endpoint. */
function matchedRequest(
  { endpoint, method: usual }: Operation,
  given: string | URL | RequestDescription,
): RequestDescription {
  const request = typeof given === "string" || given instanceof URL ? { url: given } : given;
  const { method = usual, url } = request;
  const matched = matcher(method, String(url));
  if ("ignored" in matched) {
    throw new TypeError(`${method} ${String(url)} is no request of ${endpoint}: ${matched.ignored}`);
  }
  const { endpoint: found } = matched.operation;
  if (found !== endpoint) {
    throw new TypeError(`${method} ${String(url)} is a request of ${found}, not of ${endpoint}`);
  }
  return request;
}

/** A request that the response tells of may have gone to a stand-in with paths of its own: then it tells nothing. */
function matchedOwnRequest(
  operation: Operation,
  request: RequestDescription | undefined,
): RequestDescription | undefined {
  const matched = request && matcher(request.method ?? operation.method, String(request.url));
  return request === undefined || matched === undefined || "ignored" in matched
    ? undefined
    : matchedRequest(operation, request);
}

function describedExchange(
  operation: Operation,
  request: RequestDescription,
  response: SeenResponse,
): SeenRequest {
  const { url, method = operation.method, headers, body } = request;
  const posted = operation.method === "POST" && body !== undefined ? { body: bodyTextOf(body) } : {};
  return { place: "", method, url: String(url), headers: headersOf(headers), ...posted, response };
}

function checkExchange(endpoint: Endpoint, exchange: SeenExchange, options: OfflineOptions): CheckResult {
  const offline = new OfflineChecker(options);
  offline.take("the response", exchange);
  const { clauses: all, files, redact } = offline.finish();
  const about = all.map(asKnown).filter(({ outcome }) => outcome !== "notTested");
  const clauses = about.filter(({ outcome }) => outcome !== "inconclusive");
  const failed = clauses.filter(({ outcome }) => outcome === "failed");
  const violations = failed.flatMap(violationsOf);
  if (clauses.length > 0) {
    const verdict = violations.length === 0 ? "passed" : "failed";
    return { endpoint, verdict, clauses, violations, message: checkMessage(endpoint, failed) };
  }
  const [why = "no request of the contract was found in it"] = Object.keys(files[0]?.notChecked ?? {});
  const subject = "missing" in exchange ? "nothing was checked" : "the contract says nothing";
  const message = `${subject} of this response of ${endpoint}: ${oneLine(redact(why))}`;
  return { endpoint, verdict: "notChecked", clauses: about, violations, message };
}

/** What the options say, checked as a run checks it. */
function offlineOptions(
  catalogue: Catalogue,
  { endpoint, service }: Operation,
  { known = [], profile = [], parameters = {} }: CheckOptions,
): OfflineOptions {
  const endpoints = clauseIdsOf(catalogue);
  const own = checkKnown("deviations" in known ? known : { deviations: known }, "known", endpoints);
  const profiles = readProfiles(typeof profile === "string" ? [profile] : profile, endpoints);
  const urls = { [service]: "https://judged.invalid" };
  const headers = { status: {}, base: {}, verify: {} };
  const applied = applyProfiles({ urls, headers, parameters, samples: {} }, profiles);
  return {
    catalogue,
    selected: new Set(catalogue.clauses.filter((one) => one.endpoint === endpoint).map(({ id }) => id)),
    parameters: applied.target.parameters,
    known: [...own, ...applied.known],
    succeeded: [endpoint],
    secrets: [],
    hideable: hideable(catalogue),
    urls: {},
    paths: [],
  };
}

function violationsOf({ id, statement, violations }: ClauseResult): readonly Violation[] {
  return violations
    .filter(({ known }) => known === undefined)
    .map(({ message, pointer, expected, actual }) => {
      return { clause: id, statement, message, pointer, expected, actual };
    });
}

/** Places of one clause that a message shows; the others are counted. */
const MOST_MESSAGE_PLACES = 12;

function checkMessage(endpoint: Endpoint, failed: readonly ClauseResult[]): string {
  const told = failed.flatMap((clause) => {
    const own = clause.violations.filter(({ known }) => known === undefined);
    const places = own
      .slice(0, MOST_MESSAGE_PLACES)
      .map((one) => aligned(explainPlace(clause, one)).join("\n"));
    return [
      `${clause.id}: ${clause.statement}`,
      ...places,
      ...more(own.length - MOST_MESSAGE_PLACES, "place"),
    ].join("\n");
  });
  return [
    `the response of ${endpoint} ${failed.length === 0 ? "meets" : "does not meet"} the contract`,
    ...told,
  ].join("\n\n");
}
