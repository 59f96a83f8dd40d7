import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { openBase, type Base } from "./connection.ts";
import { type ApiRequest, runEndedError, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { Exchanges } from "./exchanges.ts";
import { CircuitBreaker } from "../pacing/circuit-breaker.ts";
import { RequestScheduler } from "../pacing/request-scheduler.ts";
import { Traffic } from "./traffic.ts";
import type { Endpoint, Service, Settings } from "../model/settings.ts";
import { isBarred } from "../message/classify.ts";
import { Failure, isErrorOfService } from "../message/errors.ts";
import { isAtGateway, isBusy, retriesAfter, retryDelayMs } from "./retries.ts";

/** Milliseconds between two probes of an endpoint, and between two looks for services that stopped responding. */
const PROBE_EVERY_MS = 500;
const UNAUTHORIZED = 401;

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/**
 * The HTTP client of a run, for all three services. Every request passes the same stages: circuit breaker, scheduler (concurrency
 * and rate), limits of time and size, decoding, and retries. `signal` ends the run and everything in flight; `onRequest` is
 * called with the endpoint of each request that is sent.
 *
 * An error with a status from 500 must repeat before it counts. A gateway that sheds load returns such errors at random, so one
 * error says nothing of the request that got it. It becomes a response that clauses check only in this order of proof:
 * the retries got the error again; another request of the endpoint, which got a response before, still gets one, so the service
 * is up; and then the request itself gets the error once more. If a gateway of the service ever turned a request down
 * that was served later, its errors never count. Everything else is an unusable response, and the clause is inconclusive.
 */
export class HttpClient {
  readonly #signal: AbortSignal;
  readonly #limits: Settings["limits"];
  readonly #limiter: RequestScheduler;
  readonly #bases = new Map<Service, Base>();
  /** The services whose gateway returned an error to a request that was served later: such errors never count. */
  readonly #shedding = new Set<Service>();
  readonly #circuits: CircuitBreaker;
  readonly #exchanges: Exchanges;
  /** The outcomes of all attempts of the run. */
  readonly traffic = new Traffic();
  readonly #patienceTimer: NodeJS.Timeout;
  readonly #mostRequests: number;
  #reachedLimit = false;

  constructor(
    settings: Settings,
    signal: AbortSignal,
    onRequest: (endpoint: Endpoint) => void = () => undefined,
  ) {
    this.#signal = signal;
    this.#limits = settings.limits;
    this.#mostRequests = settings.mostRequests ?? Number.POSITIVE_INFINITY;
    this.#limiter = new RequestScheduler(settings.concurrency, settings.rps);
    for (const service of SERVICE_NAMES) {
      const url = settings.target.urls[service];
      if (url !== undefined) {
        this.#bases.set(service, openBase(url, service, settings));
      }
    }
    this.#circuits = new CircuitBreaker(this.#limits, {
      probe: (request, failure) => this.#probe(request, failure),
      pause: (milliseconds, service) => pause(milliseconds, this.#baseOf(service).over),
      changed: () => this.#limiter.startWaiting(),
    });
    const parts = { limiter: this.#limiter, circuits: this.#circuits, traffic: this.traffic };
    this.#exchanges = new Exchanges(settings, parts, onRequest);
    this.#patienceTimer = setInterval(() => this.#endUnresponsive(), PROBE_EVERY_MS);
    this.#signal.addEventListener("abort", this.#stop, { once: true });
    this.#patienceTimer.unref();
  }

  readonly #stop = (): void => {
    const ended = runEndedError(this.#signal);
    this.#bases.forEach(({ end }) => end(ended));
    this.#limiter.startWaiting();
  };

  /** Gives up services that stopped responding, and ends their requests in flight. */
  #endUnresponsive(): void {
    for (const [service, { over, end }] of this.#bases) {
      const reason = over.aborted ? undefined : this.#circuits.openUnresponsive(service);
      if (reason !== undefined) {
        end(new UnusableResponse(reason, "run"));
        this.#limiter.startWaiting();
      }
    }
  }

  /** Throws an `UnusableResponse` if a request must not be sent any more. */
  #throwIfStopped(request: ApiRequest): void {
    if (this.#exchanges.requests >= this.#mostRequests) {
      this.#reachedLimit = true;
      throw new UnusableResponse(this.#requestLimitText(), "run", { obstacle: "service" });
    }
    const open = this.#circuits.openReason(request);
    if (open !== undefined) {
      throw new UnusableResponse(open.reason, "run", open.why);
    }
    if (this.#isOver(request)) {
      throw runEndedError(this.#signal);
    }
  }

  #isOver({ service }: ApiRequest): boolean {
    return this.#baseOf(service).over.aborted;
  }

  #baseOf(service: Service): Base {
    const base = this.#bases.get(service);
    if (base === undefined) {
      throw new Error(`no URL was given for the ${service} service`);
    }
    return base;
  }

  /** Waits until the scheduler starts a request and its circuit is closed. */
  async #enter(request: ApiRequest): Promise<void> {
    const isCancelled = (): boolean =>
      this.#isOver(request) ||
      this.#circuits.pauseOf(request) !== undefined ||
      this.#circuits.openReason(request) !== undefined;
    // Verifications run one or two at a time. If they waited behind all other requests, they would still run when these are done.
    const urgent = request.priority === true || request.fromOrigin === true || request.service === "verify";
    for (let started = false; !started; started = await this.#limiter.waitForTurn({ urgent, isCancelled })) {
      await this.#circuits.pauseOf(request);
      this.#throwIfStopped(request);
    }
  }

  /** One attempt; if the response is 401 and the caller renews the configured headers, one more with the new headers. */
  async #attempt(request: ApiRequest): Promise<ApiResponse> {
    const sent = this.#exchanges.headersOf(request.service);
    const attempt = this.#attemptOnce(request);
    const response = await attempt.catch((error: unknown) =>
      error instanceof UnusableResponse ? error.response : undefined,
    );
    const isExpired = response?.status === UNAUTHORIZED && (await this.#exchanges.renewed(request, sent));
    return await (isExpired ? this.#attemptOnce(request) : attempt);
  }

  async #attemptOnce(request: ApiRequest): Promise<ApiResponse> {
    const leave = await this.#circuits.waitForTrial(request);
    try {
      await this.#enter(request);
      return await this.#exchanges.send(request, this.#baseOf(request.service));
    } finally {
      leave();
    }
  }

  /**
   * Returns the response of a failed request if it is an error that repeats, or if the request accepts errors of gateways; throws
   * the failure otherwise. The comment on the class says how an error is confirmed.
   */
  async #confirmError(request: ApiRequest, error: unknown): Promise<ApiResponse> {
    const response = error instanceof UnusableResponse ? error.response : undefined;
    const isAccepted = request.gateways === "told" && response !== undefined && response.status >= 500;
    const isShedLoad = isAtGateway(error) && this.#shedding.has(request.service);
    if (
      response === undefined ||
      isShedLoad ||
      !(isAccepted || (await this.#servesOtherRequest(request, response, error)))
    ) {
      throw error;
    }
    const accept = (): ApiResponse => {
      this.#exchanges.received.add(response);
      return response;
    };
    if (isAccepted || this.traffic.isHopeless(request)) {
      return accept();
    }
    // Once more: an overloaded service turns down requests at random, and may serve this one now.
    return await this.#attempt(request).catch(accept);
  }

  /** Whether a request of the endpoint that got a response before still gets one, so that the service is up. */
  async #servesOtherRequest(request: ApiRequest, response: ApiResponse, error: unknown): Promise<boolean> {
    const isWanted = request.gateways === "steady" || isErrorOfService(error);
    const wantsPause = error instanceof Failure && error.waitMs > 0;
    const isError = (response.status >= 500 && !wantsPause) || isBarred(response);
    const other = isWanted && isError ? this.#circuits.lastResponded(request) : undefined;
    return (
      other !== undefined &&
      (await this.#attempt(other).then(
        () => true,
        () => false,
      ))
    );
  }

  /** Repeats a request until it gets a response (undefined), or until the time of an outage is over (the last failure). */
  async #probe(probe: ApiRequest, first: Failure): Promise<Failure | undefined> {
    const until = performance.now() + this.#limits.outageMs;
    const base = this.#baseOf(probe.service);
    for (let failure = first; ;) {
      this.traffic.countRetry(probe, failure);
      await pause(Math.max(PROBE_EVERY_MS, failure.waitMs), base.over);
      const started = await this.#limiter.waitForTurn({
        urgent: true,
        isCancelled: () => this.#isOver(probe),
      });
      const next = started
        ? await this.#exchanges.send(probe, base).catch((error: unknown) => error)
        : undefined;
      const isReached = first.kind === "unreachable" && next instanceof Failure && next.kind !== first.kind;
      if (!(next instanceof Failure) || isReached) {
        return undefined;
      }
      failure = next;
      if (performance.now() >= until) {
        return failure;
      }
    }
  }

  /** Sends a request, with as many retries as each failure is worth. */
  async #send(request: ApiRequest): Promise<ApiResponse> {
    let isShed = false;
    for (let repeated = 0; ; repeated += 1) {
      try {
        const response = await this.#attempt(request);
        if (isShed) {
          this.#shedding.add(request.service);
        }
        return response;
      } catch (error) {
        isShed ||= isAtGateway(error);
        const isFailure = error instanceof Failure;
        const isOver =
          this.#isOver(request) || (isFailure && !isBusy(error) && this.traffic.isHopeless(request));
        if (!isFailure || isOver || repeated >= retriesAfter(error, this.#limits.retries)) {
          throw error;
        }
        this.traffic.countRetry(request, error);
        await pause(retryDelayMs(error, repeated), this.#baseOf(request.service).over);
      }
    }
  }

  /** Sends a request and returns its response, whatever its status. Throws an {@link UnusableResponse} if none is usable. */
  readonly send = (request: ApiRequest): Promise<ApiResponse> =>
    this.#send(request).catch((error: unknown) => this.#confirmError(request, error));

  /**
   * Looks for services that began to refuse everything, because of a limit or expired credentials: of each endpoint that refused
   * all its recent requests, repeats one that got a response before, and gives the service up if that is refused too.
   */
  async repeatRefused(): Promise<void> {
    for (const request of this.#circuits.refusingAll) {
      const error = await this.#attempt(request).catch((thrown: unknown) => thrown);
      if (error instanceof UnusableResponse && error.response !== undefined && !(error instanceof Failure)) {
        this.#circuits.openRefusing(request, error.response.status);
      }
    }
  }

  #requestLimitText(): string {
    return `the run stopped sending after ${this.#mostRequests} requests, the limit of its level`;
  }

  /** Why the run stopped sending requests; undefined if every request was sent. */
  readonly bounded = (): string | undefined => (this.#reachedLimit ? this.#requestLimitText() : undefined);

  /** Connects to a service without sending a request. Throws a `Failure` if no connection comes about. */
  readonly connect = (service: Service): Promise<void> => this.#baseOf(service).connect();
  /** The number of requests sent so far. */
  readonly requests = () => this.#exchanges.requests;
  /** Whether this client received a response from the target. */
  readonly hasReceived = (response: ApiResponse): boolean => this.#exchanges.received.has(response);
  /** Why a service was given up, which makes the run incomplete; undefined if none was. */
  readonly incompleteReason = () => this.#circuits.incompleteReason();

  readonly close = async (): Promise<void> => {
    this.#signal.removeEventListener("abort", this.#stop);
    this.#stop();
    clearInterval(this.#patienceTimer);
    this.#limiter.close();
    await Promise.all([...this.#bases.values()].map(({ close }) => close()));
  };
}
