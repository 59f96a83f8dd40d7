import { setImmediate as round } from "node:timers/promises";
import { clausesOf, type Catalogue } from "../clauses/catalogue.ts";
import { ignoreUnusable, requireUrl } from "../clauses/prerequisites.ts";
import { SIZES } from "../clauses/size.ts";
import { createProvider } from "../discovery/provider.ts";
import { createRecipeReader } from "../discovery/recipes.ts";
import { createExchangeFormatter } from "../evidence/exchange-formatter.ts";
import { HttpClient } from "../http/client.ts";
import { isCacheable } from "../message/body.ts";
import { isSuccess } from "../message/classify.ts";
import { createCoverage } from "../message/known-deviations.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { type ApiRequest, type ApiResponse, type Send, UnusableResponse } from "../model/exchange.ts";
import { withRequestName } from "../clauses/dependencies.ts";
import type { MovedPath, Settings } from "../model/settings.ts";
import { createSemaphore, createSemaphores } from "../pacing/semaphore.ts";
import { createObserver } from "../passive/observer.ts";
import { createObservations } from "../passive/unspecified.ts";
import { createRefusedValues, type UnansweredRequest } from "../passive/refused-values.ts";
import { createUnsteadyResponses } from "./unsteady-responses.ts";
import { createResponseCounter } from "../passive/response-counter.ts";
import { createGrowingRedact } from "../secrets/redact.ts";
import { createEarlyRequests } from "./early-requests.ts";
import type { CheckContext } from "./check-clauses.ts";

/** The client, the caches, the observers of responses, and the lists of failing cases that the clauses of a run share. */
export type RunParts = ReturnType<typeof createRunParts>;

/** Creates the parts of a run, and sends no request. Once `signal` is aborted, no part sends any. */
export function createRunParts(
  settings: Settings,
  catalogue: Catalogue,
  signal: AbortSignal,
  onRequest?: (endpoint: Endpoint) => void,
) {
  const { target, seed } = settings;
  const client = new HttpClient(settings, signal, onRequest);
  const redact = createGrowingRedact(() => settings.secrets);
  const selected: ReadonlySet<string> = new Set(settings.clauseIds);
  const sending = catalogue.sending.filter(({ id }) => selected.has(id));
  const endpoints: ReadonlySet<Endpoint> = new Set(
    catalogue.clauses.flatMap(({ id, endpoint }) => (selected.has(id) ? [endpoint] : [])),
  );
  const formatter = createExchangeFormatter(settings, redact);
  const coverage = createCoverage(settings.known);
  const observers = createObservers(settings, catalogue, { formatter, coverage, selected, endpoints });
  // Permits per endpoint, more than connections: a case between two requests occupies no connection.
  const cases = createSemaphores(2 * settings.concurrency);
  // Without observers: the responses to recipes are not in the contract, and no clause checks them.
  const recipeReader = createRecipeReader(target.recipes ?? [], client.send);
  const sends = createSends(settings, client, observers.observe);
  // Prioritised, because clauses wait for their prerequisites.
  const sendFirst: Send = (request) => sends.send({ ...request, priority: true });
  const provider = createProvider(settings, sendFirst, recipeReader);
  const failures: Pick<CheckContext, "unsteady" | "confirmed"> = { unsteady: [], confirmed: [] };
  const context: CheckContext = { ...sends, ...failures, provider, cases, seed, signal, coverage };
  const shared = {
    selected,
    sending,
    endpoints,
    settings,
    catalogue,
    client,
    redact,
    formatter,
    recipeReader,
  };
  return { ...context, ...observers, ...shared };
}

/** Whether a request got a time-out, a broken connection or a redirect: none is a response of the service to the request. */
function isUnanswered({ kind, response }: UnusableResponse): boolean {
  if (kind === "silent" || response === undefined) return kind === "silent" || kind === "cut";
  return response.status >= 300 && response.status < 400;
}

interface ObserverParts extends Pick<CheckContext, "coverage"> {
  readonly formatter: ReturnType<typeof createExchangeFormatter>;
  readonly selected: ReadonlySet<string>;
  readonly endpoints: ReadonlySet<Endpoint>;
}

function createObservers(
  { target, level }: Settings,
  catalogue: Catalogue,
  { formatter, coverage, selected, endpoints }: ObserverParts,
) {
  const areAllSelected = clausesOf(catalogue, target.urls).every(({ id }) => selected.has(id));
  const unanswered: UnansweredRequest[] = [];
  const observers = {
    watch: createObserver(catalogue, selected, formatter, { coverage, names: target.parameters }),
    observations: areAllSelected ? createObservations(catalogue.unspecified, formatter.curl) : undefined,
    usable: createResponseCounter(),
    unsteadyResponses: createUnsteadyResponses(),
    refused: createRefusedValues(target.parameters),
    earlyRequests: createEarlyRequests(level, endpoints),
  };

  function observe(request: ApiRequest, received: ApiResponse | UnusableResponse): void {
    observers.usable.note(request, received);
    if (!(received instanceof UnusableResponse)) {
      observers.refused.note(received);
      observers.unsteadyResponses.note(received);
      observers.earlyRequests.note(received);
      observers.watch.observe(received);
      observers.observations?.observe(received);
      return;
    }
    if (received.response !== undefined) observers.refused.note(received.response);
    if (isUnanswered(received)) {
      unanswered.push({ request, why: received.why, isTimeOut: received.kind === "silent" });
    }
  }

  return { ...observers, unanswered, observe };
}

/**
 * Bounds the links that a run follows, each of which may lead to a new one. A service with long lists needs the pages of 12 to 30 lists.
 */
const PAGED_LISTS = 60;

/** Makes `send`, which uses the cache of responses, and `sendAgain`, which does not. `observe` gets each response and failure. */
function createSends(
  { target, level }: Settings,
  client: HttpClient,
  observe: (request: ApiRequest, received: ApiResponse | UnusableResponse) => void,
) {
  const mostLinks = SIZES[level].pages * PAGED_LISTS;
  let followed = 0;
  /** One verification is in flight at a time, because each costs the target a compiler run; of malformed ones, two. */
  const singlePermit = createSemaphore(1);
  const twoPermits = createSemaphore(2);
  /** One response is observed and checked per turn of the event loop, so that further requests are sent in between. */
  const oneByOne = createSemaphore(1);

  function sendInTurn(request: ApiRequest): Promise<ApiResponse> {
    const withPermit = request.expects === "refusal" ? twoPermits : singlePermit;
    return request.service === "verify" ? withPermit(() => client.send(request)) : client.send(request);
  }

  async function sendUncached(request: ApiRequest): Promise<ApiResponse> {
    requireUrl(target, request.service);
    if (request.fromOrigin === true) {
      followed += 1;
      if (followed > mostLinks) {
        const reason = `${mostLinks} links to next pages were followed in this run, and there are more`;
        throw new UnusableResponse("ended", { code: "pageLimit", reason });
      }
    }
    try {
      const response = await sendInTurn(request);
      await oneByOne(round);
      observe(request, response);
      return response;
    } catch (error) {
      if (!(error instanceof UnusableResponse)) throw error;
      observe(request, error);
      throw withRequestName(request, error);
    }
  }

  const sendCached = sendOnce(sendUncached);
  const inRounds =
    (sendRequest: Send): Send =>
    async (request) => {
      const response = await sendRequest(withMovedPath(request, target.paths));
      await oneByOne(round);
      return response;
    };
  const sendAgain = inRounds(sendUncached);
  const send = inRounds((request) => (request.fresh === true ? sendUncached : sendCached)(request));
  return { send, sendAgain };
}

/** Replaces the path of the contract by the path that a profile states for the operation, unless the request has `ownPath`. */
function withMovedPath(
  request: ApiRequest,
  paths: Readonly<Partial<Record<Endpoint, MovedPath>>> = {},
): ApiRequest {
  const { endpoint, target, ownPath } = request;
  const { path } = operations[endpoint];
  const moved = ownPath === true ? undefined : paths[endpoint];
  return moved === undefined ? request : { ...request, target: target.replace(path, moved.path) };
}

const MOST_CACHED = 2_000;

/**
 * Sends equal requests once: later ones get the cached response, or wait for the request in flight. A success serves every equal request,
 * any other response only requests with the same expectation. Failures are not cached.
 */
export function sendOnce(send: Send): Send {
  /** The cached responses, the least recently used first. */
  const entries = new Map<string, Promise<ApiResponse>>();
  /** The requests in flight, by their {@link keyOfSuccess}. */
  const inFlight = new Map<string, Promise<ApiResponse>>();

  function remember(key: string, response: Promise<ApiResponse>): void {
    entries.delete(key);
    entries.set(key, response);
    const [oldest = key] = entries.keys();
    if (entries.size > MOST_CACHED) entries.delete(oldest);
  }

  function sendNow(request: ApiRequest, key: string): Promise<ApiResponse> {
    const pending = send(request);
    const successKey = keyOfSuccess(request);
    remember(key, pending);
    inFlight.set(successKey, pending);
    const keep = (response: ApiResponse): void => {
      entries.delete(key);
      if (isCacheable(response.body)) remember(isSuccess(response) ? successKey : key, pending);
    };
    pending.then(keep, () => entries.delete(key)).finally(() => inFlight.delete(successKey));
    return pending;
  }

  /** Waits for an equal request in flight that expects something else: if it succeeds, its response serves this request too. */
  async function sendAfter(other: Promise<ApiResponse>, request: ApiRequest): Promise<ApiResponse> {
    await other.catch(ignoreUnusable);
    return await sendShared(request);
  }

  function sendShared(request: ApiRequest): Promise<ApiResponse> {
    const successKey = keyOfSuccess(request);
    const plainKey = `${successKey} ${request.expects} `;
    const key = `${plainKey}${request.gateways ?? ""}`;
    const cachedKey = [successKey, plainKey].find((one) => entries.has(one)) ?? key;
    const cached = entries.get(cachedKey);
    if (cached === undefined) {
      const other = inFlight.get(successKey);
      return other === undefined ? sendNow(request, key) : sendAfter(other, request);
    }
    remember(cachedKey, cached);
    // The earlier request may have failed with an error of a gateway that this request accepts as a response (`gateways`).
    return request.gateways === undefined ? cached : cached.catch(() => sendNow(request, key));
  }

  return sendShared;
}

/** The key under which a success is cached: it lacks the expectation, so that the success serves every equal request. */
const keyOfSuccess = ({ service, method, target, body = "", withoutUserHeaders }: ApiRequest): string =>
  `${service} ${method} ${target} ${withoutUserHeaders ?? ""} ${body}`;
