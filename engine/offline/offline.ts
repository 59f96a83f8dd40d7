import { getOrInsert, present } from "../model/model.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { nextIn } from "../clauses/pagination.ts";
import type { RecordedPart } from "../clauses/declare.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";
import { unusableReason } from "../http/upstream.ts";
import { describeKind, documentedMessages, isObject, hasSuccessStatus } from "../message/classify.ts";
import { isForPassiveClauses } from "../message/classify.ts";
import { createCoverage } from "../message/known-deviations.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { type ApiRequest, queryOf, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { withConsequences } from "../clauses/dependencies.ts";
import type { ResponseCounts, CheckedFile } from "../model/results.ts";
import type { ParameterNames } from "../model/settings.ts";
import { createObserver, type ObservedOutcome } from "../passive/observer.ts";
import { createResponseCounter } from "../passive/response-counter.ts";
import { recordedResults, passiveResults } from "../passive/verdicts.ts";
import type { Redact } from "../secrets/redact.ts";
import { createEvidence, type EvidenceOptions } from "./evidence.ts";
import type { BodyWithoutRequest, RecordedExchange, RecordedRequest } from "./recorded-exchange.ts";
import { createMatcher, type RequestScope } from "./matching.ts";
import { hasEncodedOperator, readRequest, type ReadRequest } from "../clauses/read-request.ts";
import { createUntestedReasons } from "./untested.ts";

export interface OfflineOptions extends RequestScope, EvidenceOptions {
  readonly catalogue: Catalogue;
  readonly selected: ReadonlySet<string>;
  readonly parameters: ParameterNames;
  /** Endpoints that are known to return successes, even if none is recorded. */
  readonly succeeded?: readonly Endpoint[];
}

interface OfflineResult {
  readonly clauses: readonly ClauseResult[];
  readonly files: readonly CheckedFile[];
  readonly responses: number;
  /** The URL of each service all of whose recorded requests were below one URL. */
  readonly bases: ReadonlyMap<string, string>;
  readonly responded: ResponseCounts;
  /** Removes the secrets of the settings and of the recordings. */
  readonly redact: Redact;
}

/** The classification of a request that follows a link in a recorded response. */
const FOLLOWED: ReadRequest = { query: [], expects: "missing" };
/** The classification of a request with a percent-encoded colon (`gte%3A1`) that got no success. */
const ENCODED_REQUEST: ReadRequest = {
  query: [],
  expects: "open",
  openReason: "the colon after the operator of a filter is percent-encoded, which a service may refuse",
};
/** The classification of the unknown request of a body that was recorded alone. */
const PLAIN_REQUEST: ReadRequest = { query: [], expects: "success" };

/** Parts that an exchange lacks if the body is not JSON. Clauses that read the request compare it with the record, so they need both. */
const NO_JSON: readonly RecordedPart[] = ["request", "record"];

/** The counts of a file: its exchanges, the checked ones and, by reason, those that were not checked or only in part. */
const emptyFile = () => {
  const counts = (): Map<string, number> => new Map();
  return { exchanges: 0, checked: 0, notChecked: counts(), checkedInPart: counts() };
};

/** Checks recorded exchanges with the clauses that need no request of their own. */
export class OfflineChecker {
  readonly #files = new Map<string, ReturnType<typeof emptyFile>>();
  readonly #options: OfflineOptions;
  readonly #match: ReturnType<typeof createMatcher>;
  readonly #evidence: ReturnType<typeof createEvidence>;
  readonly #watch: ReturnType<typeof createObserver>;
  readonly #usable = createResponseCounter();
  /** The links to further pages, each as its endpoint and its query. */
  readonly #links = new Set<string>();
  #responses = 0;
  readonly #bases = new Map<string, Set<string>>();
  readonly #untested: ReturnType<typeof createUntestedReasons>;

  constructor(options: OfflineOptions) {
    const { catalogue, selected, known } = options;
    this.#untested = createUntestedReasons(catalogue, options.parameters);
    const coverage = createCoverage(known);
    this.#options = options;
    this.#match = createMatcher(options);
    this.#evidence = createEvidence(options, coverage);
    const { formatter } = this.#evidence;
    this.#watch = createObserver(catalogue, selected, formatter, { coverage, names: options.parameters });
  }

  take(file: string, exchange: RecordedExchange): void {
    const tally = getOrInsert(this.#files, file, emptyFile);
    tally.exchanges += 1;
    const reason = this.#checkExchange(file, exchange);
    if (reason === undefined) {
      tally.checked += 1;
      increment(tally.checkedInPart, "place" in exchange ? missingBody(exchange) : undefined);
    } else {
      increment(tally.notChecked, reason);
    }
  }

  finish(): OfflineResult {
    const { catalogue, selected, parameters, succeeded = [] } = this.#options;
    const { redact } = this.#evidence.formatter;
    const tallies = this.#watch.tallies();
    const sending = catalogue.sending.filter(({ id }) => selected.has(id));
    const { ofEndpoint, ofParameter } = this.#untested;
    const passive = passiveResults(catalogue, selected, tallies, ofEndpoint, ofParameter);
    const recorded = recordedResults(sending, tallies, new Set([...succeeded, ...this.#untested.succeeded]));
    const sharedBases = [...this.#bases].flatMap(([service, [first = "", ...more]]) =>
      more.length === 0 && first !== "" ? [[service, first] as const] : [],
    );
    return {
      clauses: withConsequences([...passive, ...recorded], catalogue, parameters),
      files: [...this.#files].map(([file, tally]) => ({
        file,
        ...tally,
        notChecked: countsOf(tally.notChecked, redact),
        checkedInPart: countsOf(tally.checkedInPart, redact),
      })),
      responses: this.#responses,
      bases: new Map(sharedBases),
      responded: this.#usable.responded(),
      redact,
    };
  }

  /** Checks one exchange. Returns the reason if it is not checked, for instance that its response is beyond a limit. */
  #checkExchange(file: string, exchange: RecordedExchange): string | undefined {
    if ("missing" in exchange) return exchange.missing;
    try {
      return "endpoint" in exchange ? this.#takeBody(file, exchange) : this.#takeRequest(file, exchange);
    } catch (error) {
      if (error instanceof UnusableResponse) return error.message;
      throw error;
    }
  }

  #takeRequest(file: string, exchange: RecordedRequest): string | undefined {
    const { place, method, url, headers: fields, body, bodyMissing, response } = exchange;
    const matched = this.#match(method, url);
    if ("ignored" in matched) return matched.ignored;
    if ("missing" in response && response.status === undefined) return response.missing;
    const { operation, target, base } = matched;
    const { endpoint, service } = operation;
    const recorded = { endpoint, target, ...present({ body }) };
    const classified = readRequest(recorded, this.#options.parameters);
    // A link that the service returned is a valid request.
    const isValid = classified.expects === "success" || classified.expects === "missing";
    const isFollowed = !isValid && this.#links.has(`${endpoint} ${queryText(target)}`);
    const isEncoded = (response.status ?? 200) >= 300 && hasEncodedOperator(target);
    const readAs = isFollowed ? FOLLOWED : isEncoded ? ENCODED_REQUEST : classified;
    if (!isFollowed) this.#untested.noteRequest(endpoint, classified);
    const { expects } = readAs;
    const origin = place === "" ? file : `${file}, ${place}`;
    const apiRequest: ApiRequest = { ...recorded, service, method: operation.method, expects, origin };
    const content = { bytes: new Uint8Array(), ...response };
    const apiResponse = this.#evidence.responseTo(apiRequest, url, base, fields, content);
    const lacks: readonly RecordedPart[] = response.headers === undefined ? ["headers"] : [];
    if ("missing" in response) return this.#checkHead(apiResponse, response.missing, lacks);
    this.#bases.set(service, (this.#bases.get(service) ?? new Set()).add(base));
    const untested = this.#check(apiResponse, readAs, lacks);
    return untested === undefined ? undefined : (bodyMissing ?? untested);
  }

  /** Checks a response without its body. A 2xx response is certainly a success only if its request must succeed. */
  #checkHead(apiResponse: ApiResponse, missing: string, lacks: readonly RecordedPart[]): string | undefined {
    const { endpoint, expects } = apiResponse.request;
    if (!hasSuccessStatus(apiResponse)) return missing;
    this.#untested.noteMissingBody(endpoint, missing);
    if (expects !== "success") return missing;
    this.#responses += 1;
    this.#watch.observe(apiResponse, [...NO_JSON, "body", ...lacks]);
    return undefined;
  }

  #check(apiResponse: ApiResponse, readAs: ReadRequest, lacks: readonly RecordedPart[]): string | undefined {
    const objection = unusableReason(apiResponse, 0);
    this.#usable.note(apiResponse.request, objection ?? apiResponse);
    if (objection !== undefined)
      return `status ${apiResponse.status}: a gateway, a rate limit, a redirect or missing credentials`;
    const next = nextIn(apiResponse);
    const query = typeof next === "string" ? queryText(next) : "";
    if (query !== "") this.#links.add(`${apiResponse.request.endpoint} ${query}`);
    const outcome = this.#observe(apiResponse, lacks, readAs);
    if (outcome === "tested") return undefined;
    return outcome.inconclusive ?? readAs.openReason ?? `no clause applies: ${describeKind(apiResponse)}`;
  }

  #takeBody(file: string, { endpoint, response }: BodyWithoutRequest): string | undefined {
    const { service, method, path } = operations[endpoint];
    const sent: ApiRequest = { endpoint, service, method, target: path, expects: "success", origin: file };
    const apiResponse = this.#evidence.responseTo(sent, file, "", {}, response);
    if (documentedMessages(apiResponse) !== undefined || !hasSuccessStatus(apiResponse)) {
      return "only a success can be checked without its request";
    }
    const { value, fault } = apiResponse.body;
    const isNoObject = value !== undefined && !isObject(value);
    // At a path with a parameter, no clause over one exchange checks a body that is not an object.
    if (!isForPassiveClauses(apiResponse) || (isNoObject && path.includes("{"))) {
      return fault ?? `the body has too few of the members of a ${endpoint} response`;
    }
    const request = isNoObject ? PLAIN_REQUEST : undefined;
    const missingParts = (["status", "headers"] as const).filter((part) => response[part] === undefined);
    this.#observe(apiResponse, ["request", ...missingParts], request);
    return undefined;
  }

  #observe(apiResponse: ApiResponse, lacks: readonly RecordedPart[], request?: ReadRequest): ObservedOutcome {
    this.#responses += 1;
    if (isForPassiveClauses(apiResponse)) this.#untested.noteSuccess(apiResponse);
    const isJson = apiResponse.body.value !== undefined;
    return this.#watch.observe(apiResponse, isJson ? lacks : [...NO_JSON, ...lacks], request);
  }
}

/** Why the body of the request or of the response is missing; undefined if both are there. */
const missingBody = ({ bodyMissing, response }: RecordedRequest): string | undefined =>
  bodyMissing ?? ("missing" in response ? response.missing : undefined);

function increment(counts: Map<string, number>, reason: string | undefined): void {
  if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

const countsOf = (counts: ReadonlyMap<string, number>, redact: Redact): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].map(([reason, times]) => [redact(reason), times]));

/** The decoded query of a link, for comparison: links differ in host, prefix and percent-encoding. */
const queryText = (link: string): string => Array.from(queryOf(link), (pair) => pair.join("=")).join("&");
