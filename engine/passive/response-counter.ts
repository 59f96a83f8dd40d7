import { isDocumentedError, webPageIn, BLOCKED, describeResponse } from "../message/classify.ts";
import { documentedMessages, isAccessDenied, isBlocked, isObject } from "../message/classify.ts";
import { hasSuccessBody, hasSuccessStatus, lacksSignatures } from "../message/classify.ts";
import { UnusableResponse, type ApiRequest, type ApiResponse } from "../model/exchange.ts";
import { operations, type Endpoint, type Service } from "../../schemas/operations.ts";
import type { ResponseCounts } from "../model/results.ts";
import { type Remedy, remedyOf } from "../model/reason.ts";
import { present, getOrInsert, groupBy } from "../model/model.ts";

export type ResponseCounter = ReturnType<typeof createResponseCounter>;

/**
 * Counts the usable and unusable responses to requests that should get a usable one ({@link isCounted}). An endpoint without a usable
 * response was not tested, and makes the run incomplete; a service without any success most likely has another URL (interpretation 22).
 */
export function createResponseCounter() {
  const services = new Map<Service, ServiceState>();
  const tallies = new Map<Endpoint, ReturnType<typeof emptyCounts>>();
  const stateOf = (service: Service): ServiceState => services.get(service) ?? emptyState();

  function note(request: ApiRequest, received: ApiResponse | UnusableResponse): void {
    noteState(getOrInsert(services, request.service, emptyState), request, received);
    if (!isCounted(request, received)) return;
    const tally = getOrInsert(tallies, request.endpoint, emptyCounts);
    const isUnusable = received instanceof UnusableResponse;
    const reason = isUnusable ? received.message : (webPageIn(received) ?? missingPathReason(received));
    if (reason === undefined) {
      tally.usable += 1;
    } else {
      tally.unusable += 1;
      tally.reason ??= reason;
    }
  }

  return {
    note,
    hasServed: (endpoint: Endpoint): boolean => stateOf(operations[endpoint].service).served.has(endpoint),
    /** Whether a response showed that the endpoint exists or, for the only endpoint of a service, that the service does: results are final. */
    isCertain: (endpoint: Endpoint): boolean => {
      const { service } = operations[endpoint];
      const { served, isPlausible } = stateOf(service);
      const isOnly = Object.values(operations).filter((other) => other.service === service).length === 1;
      return served.has(endpoint) || (isOnly && isPlausible);
    },
    /** Whether `unreached` may contain the service: no request succeeded. A request for the token list shows whether the URL is wrong. */
    mayBeUnreached: (service: Service): boolean => {
      const state = stateOf(service);
      return lacksSuccess(state) && !(state.requested.size === 1 && state.isPlausible);
    },
    /**
     * The services to which no request succeeded: their URLs are most likely wrong. A service whose requests all went to one endpoint is
     * omitted if the endpoint needs a sample, which may be wrong, or if a response is plausible, so that the service exists.
     */
    unreached: (): ReadonlyMap<Service, UnreachedService> => {
      const lacking = [...services].filter(([, state]) => isUnreached(state));
      return new Map(
        lacking.flatMap(([service, state]) => mostFrequent(state).map((one) => [service, one] as const)),
      );
    },
    responded: (): ResponseCounts => Object.fromEntries(tallies),
    /** The counts of the endpoints with unusable responses only. */
    unanswered: (): ResponseCounts =>
      Object.fromEntries([...tallies].filter(([, { usable }]) => usable === 0)),
  };
}

/** Why a 404 at a path without a record name is unusable unless it has a documented error: another server responded. */
const missingPathReason = (response: ApiResponse): string | undefined =>
  hasFixedPath(response.request.endpoint) && response.status === 404 && !isDocumentedError(response)
    ? "status 404 with a body that the contract does not document"
    : undefined;

/** Whether a response counts: for a record, `origin` states where it was found; for one that may be missing, it is no web page. */
function isCounted(
  { endpoint, expects, origin }: ApiRequest,
  received: ApiResponse | UnusableResponse,
): boolean {
  const isCertain = operations[endpoint].list !== undefined || hasFixedPath(endpoint);
  if (origin === undefined) return expects === "success" && isCertain;
  const isPage = !(received instanceof UnusableResponse) && webPageIn(received) !== undefined;
  return expects === "success" || isCertain || !isPage;
}

interface ServiceState {
  readonly served: Set<Endpoint>;
  readonly requested: Set<Endpoint>;
  /** At least one response with a success status was neither a web page nor an error. */
  isPlausible: boolean;
  /** At least one request had to succeed, or needs no sample. */
  isSuccessExpected: boolean;
  /** The responses and failures before the first success. */
  readonly unsuccessful: Unsuccessful[];
}

interface Unsuccessful extends Omit<UnreachedService, "received"> {
  /** The status of the response, or the message of a failure without a response. */
  readonly status: number | string;
  readonly text: string;
}

/** A service to which no request succeeded, with its most frequent response and the remedy that it shows. */
export interface UnreachedService {
  readonly received: string;
  /** Whether the response is an error in JSON other than 404: the URL may be right, and the service refuses every request. */
  readonly isRefusal: boolean;
  readonly remedy?: Remedy | undefined;
}

const emptyCounts = (): { usable: number; unusable: number; reason?: string } => ({ usable: 0, unusable: 0 });

const emptyState = (): ServiceState => ({
  served: new Set(),
  requested: new Set(),
  isPlausible: false,
  isSuccessExpected: false,
  unsuccessful: [],
});

function noteState(
  state: ServiceState,
  { service, endpoint, expects }: ApiRequest,
  received: ApiResponse | UnusableResponse,
): void {
  state.requested.add(endpoint);
  state.isSuccessExpected ||= expects === "success" || needsNoSample(endpoint);
  const isUnusable = received instanceof UnusableResponse;
  if (!isUnusable) {
    const isJson = webPageIn(received) === undefined && documentedMessages(received) === undefined;
    state.isPlausible ||= hasSuccessStatus(received) && isJson;
    // The status service declares no security requirement (§5). If it demands credentials, it exists, and fails a clause.
    const demandsCredentials = service === "status" && isAccessDenied(received) && !isBlocked(received);
    if (showsService(received) || lacksSignatures(received) || demandsCredentials) {
      state.served.add(endpoint);
      return;
    }
  }
  if (state.served.size === 0) {
    const text = isUnusable ? received.message : describeResponse(received);
    const status = isUnusable ? (received.response?.status ?? text) : received.status;
    const isRefusal =
      !isUnusable && received.status >= 400 && received.status !== 404 && isObject(received.body.value);
    state.unsuccessful.push({ status, text, isRefusal, remedy: remedyShown(received) });
  }
}

const JSON_BEGINS = /^\s*[[{]/;

/** Whether a response shows that the service exists: a 2xx with a success body or malformed JSON, but no record with a single member. */
function showsService(response: ApiResponse): boolean {
  const { list, pathParameter } = operations[response.request.endpoint];
  const { value, fault, text } = response.body;
  if (hasSuccessStatus(response) && fault !== undefined && JSON_BEGINS.test(text)) return true;
  const isRecord = list === undefined && pathParameter !== undefined;
  return hasSuccessBody(response) && (!isRecord || (isObject(value) && Object.keys(value).length > 1));
}

function isUnreached(state: ServiceState): boolean {
  const { requested, isPlausible } = state;
  const isOne = requested.size === 1;
  return lacksSuccess(state) && !(isOne && (isPlausible || ![...requested].some(needsNoSample)));
}

const lacksSuccess = ({ served, isSuccessExpected }: ServiceState): boolean =>
  served.size === 0 && isSuccessExpected;

const needsNoSample = (endpoint: Endpoint): boolean =>
  hasFixedPath(endpoint) && operations[endpoint].requestBody === undefined;

/** The remedy that a response or failure shows, such as another URL, credentials or a firewall to pass. */
function remedyShown(received: ApiResponse | UnusableResponse): Remedy | undefined {
  const why = received instanceof UnusableResponse ? received.why : isBlocked(received) ? BLOCKED : undefined;
  return why && remedyOf(why);
}

function mostFrequent({ unsuccessful }: ServiceState): readonly UnreachedService[] {
  const byStatus = groupBy(unsuccessful, ({ status }) => status);
  const groups = byStatus.toSorted(([, a], [, b]) => b.length - a.length);
  return groups.slice(0, 1).map(([status, own]) => {
    const [{ text, isRefusal }] = own;
    const share = `${own.length} of ${unsuccessful.length} times`;
    const received = own.every((one) => one.text === text)
      ? `${text}, ${share}`
      : `status ${status}, ${share}; for example: ${text}`;
    return { received, isRefusal, ...present({ remedy: own.flatMap(({ remedy }) => remedy ?? [])[0] }) };
  });
}

const hasFixedPath = (endpoint: Endpoint): boolean => !operations[endpoint].path.includes("{");
