import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_NAMES, SERVICE_WORDS, type Endpoint, type Service } from "../../schemas/operations.ts";
import { openBase, type Base } from "./connection.ts";
import { type ApiRequest, runEndedError, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { Exchanges } from "./exchanges.ts";
import { CircuitBreaker } from "../pacing/circuit-breaker.ts";
import { Concurrency } from "../pacing/semaphore.ts";
import { Traffic } from "./traffic.ts";
import type { Settings } from "../model/settings.ts";
import { isAccessDenied } from "../message/classify.ts";
import { type Failure, isErrorOfService, isFailure } from "../message/errors.ts";
import { isAtGateway, retriesAfter, retryDelayMs } from "./upstream.ts";

const PROBE_EVERY_MS = 500;

/**
 * The HTTP client of a run, for all three services. Every attempt passes circuit breaker, semaphore and token bucket, so that retries
 * count against the rate too. `signal` ends the run and everything in flight; `onRequest` is called for each request that is sent. The
 * retries are not those of undici: they would begin before the body shows whether an error comes from the service or from a gateway in
 * front of it, and would resume a broken body with a Range field, which the contract does not have.
 *
 * An error that a gateway may have returned proves nothing about its request, because a gateway that sheds load returns errors at
 * random. It counts as a response only after three steps: the retries get it again; another request to the endpoint, which got a response
 * before, gets one again, so that the service is up; and then the request itself gets the error again. `ApiRequest.gateways` states which
 * errors qualify, and whether the first step is enough. No error of a gateway counts once it refused a request that was served later.
 */
export class HttpClient {
  readonly #closing = new AbortController();
  /** Aborted when the run ends, or when the client is closed. */
  readonly #over: AbortSignal;
  readonly #limits: Settings["limits"];
  readonly #concurrency: Concurrency;
  readonly #bases = new Map<Service, Base>();
  /** The services whose gateway returned an error to a request that was served later. */
  readonly #shedding = new Set<Service>();
  readonly #circuits: CircuitBreaker;
  readonly #exchanges: Exchanges;
  readonly traffic = new Traffic();
  readonly #mostRequests: number;
  #reachedLimit = false;

  constructor(
    settings: Settings,
    signal: AbortSignal,
    onRequest: (endpoint: Endpoint) => void = () => undefined,
  ) {
    this.#over = AbortSignal.any([signal, this.#closing.signal]);
    // Every waiting request adds a listener.
    setMaxListeners(0, this.#over);
    this.#limits = settings.limits;
    this.#mostRequests = settings.mostRequests ?? Number.POSITIVE_INFINITY;
    this.#concurrency = new Concurrency(settings.concurrency);
    for (const service of SERVICE_NAMES) {
      const url = settings.target.urls[service];
      if (url !== undefined) this.#bases.set(service, openBase(url, service, settings));
    }
    this.#circuits = new CircuitBreaker({
      probe: (request, failure) => this.#probe(request, failure),
      pause: (milliseconds) => this.#pause(milliseconds),
    });
    const state = { circuits: this.#circuits, traffic: this.traffic, concurrency: this.#concurrency };
    this.#exchanges = new Exchanges(settings, state, onRequest);
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#over }).catch(() => undefined);
  }

  #throwIfStopped(request: ApiRequest): void {
    if (this.#isAtLimit) {
      this.#reachedLimit = true;
      throw new UnusableResponse("ended", { code: "requestLimit", reason: this.#requestLimitText() });
    }
    const open = this.#circuits.openReason(request);
    if (open !== undefined) throw new UnusableResponse("ended", open);
    if (this.#over.aborted) throw runEndedError(this.#over);
  }

  get #isAtLimit(): boolean {
    return this.#exchanges.requests >= this.#mostRequests;
  }

  #isEnded(request: ApiRequest): boolean {
    return this.#over.aborted || this.#circuits.openReason(request) !== undefined;
  }

  #baseOf(service: Service): Base {
    const base = this.#bases.get(service);
    if (base === undefined) throw new Error(`no URL was given for the ${SERVICE_WORDS[service]} service`);
    return base;
  }

  readonly #attempt = (request: ApiRequest): Promise<ApiResponse> =>
    this.#renewHeaders(request, () => this.#attemptOnce(request));

  /** Sends a request, and once more after a 401 if the caller renews the configured headers. */
  async #renewHeaders<T extends ApiResponse | undefined>(
    request: ApiRequest,
    send: () => Promise<T>,
  ): Promise<T> {
    const sentHeaders = this.#exchanges.renewal.headers()[request.service];
    const attempt = send();
    const response = await attempt.catch((error: unknown) => responseOfError(error));
    const isUnauthorized = response?.status === 401;
    const isExpired = isUnauthorized && (await this.#exchanges.renewal.renewed(request, sentHeaders));
    return await (isExpired ? send() : attempt);
  }

  async #attemptOnce(request: ApiRequest): Promise<ApiResponse> {
    const isCancelled = (): boolean =>
      this.#isAtLimit || this.#isEnded(request) || this.#circuits.pauseOf(request) !== undefined;
    return await this.#circuits.attempt(request, async () => {
      for (;;) {
        await this.#circuits.pauseOf(request);
        this.#throwIfStopped(request);
        const response = await this.#transmit(request, isCancelled);
        if (response !== undefined) return response;
      }
    });
  }

  /** Waits for the semaphore and the token bucket; undefined if the request was cancelled meanwhile. */
  async #transmit(request: ApiRequest, isCancelled: () => boolean): Promise<ApiResponse | undefined> {
    // Verifications run one or two at a time. If they waited behind all other requests, the run would last longer.
    const isUrgent = request.priority === true || request.fromOrigin === true || request.service === "verify";
    const priority = Number(isUrgent);
    return await this.#concurrency.run(
      async () =>
        (await this.#exchanges.bucket.take({ priority, isCancelled }))
          ? await this.#exchanges.send(request, this.#baseOf(request.service), this.#over)
          : undefined,
      priority,
    );
  }

  /** Returns the error that a request got at all attempts if it counts as a response (see the class), or else throws `error`. */
  async #confirmError(request: ApiRequest, error: unknown): Promise<ApiResponse> {
    const response = responseOfError(error);
    const isAccepted = request.gateways === "always" && response !== undefined && response.status >= 500;
    const isShedLoad = isAtGateway(error) && this.#shedding.has(request.service);
    if (response === undefined || isShedLoad) throw error;
    if (!isAccepted && !(await this.#servesOtherRequest(request, response, error))) throw error;
    if (isAccepted || this.traffic.isPersistentlyUnserved(request)) return response;
    // An overloaded service refuses requests at random, and may serve the request now.
    return await this.#attempt(request).catch(() => response);
  }

  /** Whether an error may count, and another request to the endpoint gets a response again, so that the service is up. */
  async #servesOtherRequest(request: ApiRequest, response: ApiResponse, error: unknown): Promise<boolean> {
    const isWanted = request.gateways === "steady" || isErrorOfService(error);
    const wantsPause = isFailure(error) && error.waitMs > 0;
    const isError = (response.status >= 500 && !wantsPause) || isAccessDenied(response);
    const other = isWanted && isError ? this.#circuits.lastResponded(request) : undefined;
    if (other === undefined) return false;
    return await this.#attempt(other).then(
      () => true,
      () => false,
    );
  }

  /**
   * Repeats a request until it gets a response or a refusal, or is cancelled, and returns undefined; or, after the maximum duration of an
   * outage, the last failure. After `first` of kind `unreachable`, a failure of another kind counts as a response. Without `first`,
   * refusals led to the probe: then a further refusal is returned.
   */
  async #probe(request: ApiRequest, first?: Failure): Promise<UnusableResponse | undefined> {
    const until = performance.now() + this.#limits.outageMs;
    const isCancelled = (): boolean => this.#isEnded(request);
    for (let failure = first; ;) {
      await this.#pause(Math.max(PROBE_EVERY_MS, failure?.waitMs ?? 0));
      const again: ApiRequest = { ...request, priority: true };
      const send = () => this.#transmit(again, isCancelled);
      const next = await this.#renewHeaders(request, send).catch((error: unknown) => error);
      // `next` is undefined if the request was cancelled before it was sent.
      if (failure !== undefined && next !== undefined) this.traffic.countRetry(request, failure);
      const isReached = first?.kind === "unreachable" && isFailure(next) && next.kind !== first.kind;
      if (!isFailure(next) || isReached) {
        return first === undefined && next instanceof UnusableResponse ? next : undefined;
      }
      failure = next;
      if (performance.now() >= until) return failure;
    }
  }

  /** Sends a request; after each failure, {@link retriesAfter} gives the maximum number of retries. */
  async #send(request: ApiRequest): Promise<ApiResponse> {
    let isShed = false;
    let previous: Failure | undefined;
    const countAttempt = (): void => {
      if (previous !== undefined) this.traffic.countRetry(request, previous);
    };
    for (let retries = 0; ; retries += 1) {
      try {
        const response = await this.#attempt(request);
        countAttempt();
        if (isShed) this.#shedding.add(request.service);
        return response;
      } catch (error) {
        if (!(error instanceof UnusableResponse && error.kind === "ended")) countAttempt();
        isShed ||= isAtGateway(error);
        if (!isFailure(error)) throw error;
        const isHopeless = error.kind !== "busy" && this.traffic.isPersistentlyUnserved(request);
        const isOver =
          this.#over.aborted || isHopeless || retries >= retriesAfter(error, this.#limits.retries);
        if (isOver) throw error;
        previous = error;
        await this.#pause(retryDelayMs(error, retries));
      }
    }
  }

  /** Returns a success or an error. Throws an {@link UnusableResponse} if no attempt gets a usable response. */
  readonly send = (request: ApiRequest): Promise<ApiResponse> =>
    this.#send(request).catch((error: unknown) => this.#confirmError(request, error));

  #requestLimitText(): string {
    return `the run stopped sending after ${this.#mostRequests} requests, the maximum for its level and endpoints`;
  }

  /** Why the run stopped sending requests; undefined if it did not reach its maximum number. */
  readonly bounded = (): string | undefined => (this.#reachedLimit ? this.#requestLimitText() : undefined);

  /** Connects to a service without sending a request. Throws a `Failure` if no connection can be established. */
  readonly connect = (service: Service): Promise<void> => this.#baseOf(service).connect(this.#over);
  readonly requests = () => this.#exchanges.requests;
  readonly neverResponded = () => this.#circuits.neverResponded();
  /** Why the client stopped sending to a service, which makes the run incomplete; undefined if it did not. */
  readonly incompleteReason = () => this.#circuits.incompleteReason();

  readonly close = async (): Promise<void> => {
    this.#closing.abort();
    await Promise.all([...this.#bases.values()].map(({ close }) => close()));
  };
}

const responseOfError = (error: unknown): ApiResponse | undefined =>
  error instanceof UnusableResponse ? error.response : undefined;
