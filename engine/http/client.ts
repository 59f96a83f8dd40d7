import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { openBase, type Base } from "./connection.ts";
import { type ApiRequest, endedBy, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { Exchanges } from "./exchanges.ts";
import { CircuitBreaker } from "../pacing/circuit-breaker.ts";
import { RequestScheduler } from "../pacing/limiter.ts";
import { Traffic } from "./traffic.ts";
import type { Endpoint, Service, Settings } from "../model/settings.ts";
import { isBarred } from "../message/classify.ts";
import { Failure, isOwn } from "../message/errors.ts";

/** Between two looks at whether answers come again, and at how long none has come. */
const PROBE_EVERY_MS = 500;
/** Before the first repetition of what broke; each further one waits twice as long, up to the longest. */
const REPEAT_AFTER_MS = { first: 100, longest: 2_000 };
/** Repetitions where the target says 429, or cannot be reached for a moment. */
const MANY_RETRIES = 8;

/** How often what failed is worth repeating; `retries`: the usual number, where there is any. */
function retriesAfter({ kind, isFinal, response }: Failure, retries: number): number {
  if (isFinal || retries === 0) {
    return 0;
  }
  return kind === "silent" ? 1 : kind === "unreachable" || response?.status === 429 ? MANY_RETRIES : retries;
}

/** Who is asked to come back at once is asked at once, the first time. */
function retryDelayMs({ kind, waitMs }: Failure, repeated: number): number {
  return kind === "busy" && waitMs === 0 && repeated === 0
    ? 0
    : Math.min(REPEAT_AFTER_MS.first * 2 ** repeated, REPEAT_AFTER_MS.longest);
}

/** A service that requests patience will serve the request later. */
const isBusy = ({ kind }: Failure): boolean => kind === "busy";

/** An error of a gateway, and not one of the service itself. */
const isAtGateway = (error: unknown): boolean =>
  error instanceof Failure && (error.response?.status ?? 0) >= 500 && !isOwn(error);

const UNAUTHORIZED = 401;

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/**
 * One client over the three services, and one way to send for all: rate, retries, time and size limits, decoding. The
 * signal ends everything; `onRequest` is called with the endpoint of each request when it is sent.
 */
export class HttpClient {
  readonly #signal: AbortSignal;
  readonly #limits: Settings["limits"];
  readonly #limiter: RequestScheduler;
  readonly #bases = new Map<Service, Base>();
  /** The services whose gateway turned a request down that was served later: such an error tells nothing of its request. */
  readonly #shedding = new Set<Service>();
  readonly #health: CircuitBreaker;
  readonly #exchanges: Exchanges;
  /** What the attempts of the run received. */
  readonly traffic = new Traffic();
  readonly #impatience: NodeJS.Timeout;
  readonly #mostRequests: number;
  #isBounded = false;

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
    this.#health = new CircuitBreaker(this.#limits, {
      probe: (request, failure) => this.#recover(request, failure),
      pause: (milliseconds, service) => pause(milliseconds, this.#baseOf(service).over),
      changed: () => this.#limiter.look(),
    });
    const parts = { limiter: this.#limiter, health: this.#health, traffic: this.traffic };
    this.#exchanges = new Exchanges(settings, parts, onRequest);
    this.#impatience = setInterval(() => this.#lookAtPatience(), PROBE_EVERY_MS);
    this.#signal.addEventListener("abort", this.#stop, { once: true });
    this.#impatience.unref();
  }

  readonly #stop = (): void => {
    const ended = endedBy(this.#signal);
    this.#bases.forEach(({ end }) => end(ended));
    this.#limiter.look();
  };

  /** Gives up what is asked and gives nothing: also what is under way there ends. */
  #lookAtPatience(): void {
    for (const [service, { over, end }] of this.#bases) {
      const reason = over.aborted ? undefined : this.#health.spent(service);
      if (reason !== undefined) {
        end(new UnusableResponse(reason, "run"));
        this.#limiter.look();
      }
    }
  }

  #refuse(request: ApiRequest): void {
    if (this.#exchanges.requests >= this.#mostRequests) {
      this.#isBounded = true;
      throw new UnusableResponse(this.#boundText(), "run", { obstacle: "service" });
    }
    const lost = this.#health.lost(request);
    if (lost !== undefined) {
      throw new UnusableResponse(lost.reason, "run", { obstacle: lost.obstacle });
    }
    if (this.#isOver(request)) {
      throw endedBy(this.#signal);
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

  /** Waits for the turn of a request, and for the end of doubts about where it goes. */
  async #enter(request: ApiRequest): Promise<void> {
    const isCancelled = (): boolean =>
      this.#isOver(request) ||
      this.#health.held(request) !== undefined ||
      this.#health.lost(request) !== undefined;
    // Verifications go one by one, or two: their turns must not be lost, or all others would be done long before them.
    const urgent = request.priority === true || request.fromOrigin === true || request.service === "verify";
    for (let started = false; !started; started = await this.#limiter.enter({ urgent, isCancelled })) {
      await this.#health.held(request);
      this.#refuse(request);
    }
  }

  /** One attempt; if the response is 401 and the configured headers are renewed, one more with those. */
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
    const leave = await this.#health.enter(request);
    try {
      await this.#enter(request);
      return await this.#exchanges.send(request, this.#baseOf(request.service));
    } finally {
      leave();
    }
  }

  /** The response of a gateway, to a request that wants to hear of it, or an error of the service that stays. */
  async #told(request: ApiRequest, error: unknown): Promise<ApiResponse> {
    const response = error instanceof UnusableResponse ? error.response : undefined;
    const isTold = request.gateways === "told" && response !== undefined && response.status >= 500;
    const isPassing = isAtGateway(error) && this.#shedding.has(request.service);
    if (
      response === undefined ||
      isPassing ||
      !(isTold || (await this.#responsesOthers(request, response, error)))
    ) {
      throw error;
    }
    const told = (): ApiResponse => {
      this.#exchanges.received.add(response);
      return response;
    };
    if (isTold || this.traffic.isHopeless(request)) {
      return told();
    }
    // Once more: a service that has too much to do turns down now this request, now that one.
    return await this.#attempt(request).catch(told);
  }

  /** Whether a service answers what it answered before, while it has an error for this request. */
  async #responsesOthers(request: ApiRequest, response: ApiResponse, error: unknown): Promise<boolean> {
    const isWanted = request.gateways === "steady" || isOwn(error);
    const isPatienceAsked = error instanceof Failure && error.waitMs > 0;
    const isError = (response.status >= 500 && !isPatienceAsked) || isBarred(response);
    const other = isWanted && isError ? this.#health.lastResponded(request) : undefined;
    return (
      other !== undefined &&
      (await this.#attempt(other).then(
        () => true,
        () => false,
      ))
    );
  }

  /** Asks one request again and again, for as long as an outage may last; gives the last failure where it stays. */
  async #recover(probe: ApiRequest, first: Failure): Promise<Failure | undefined> {
    const until = performance.now() + this.#limits.outageMs;
    const base = this.#baseOf(probe.service);
    for (let failure = first; ;) {
      this.traffic.again(probe, failure);
      await pause(Math.max(PROBE_EVERY_MS, failure.waitMs), base.over);
      const started = await this.#limiter.enter({ urgent: true, isCancelled: () => this.#isOver(probe) });
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

  /** The response, requested again as often as what failed is worth it. */
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
        this.traffic.again(request, error);
        await pause(retryDelayMs(error, repeated), this.#baseOf(request.service).over);
      }
    }
  }

  /** The response, whatever its status; throws {@link Trouble} where none is usable. */
  readonly send = (request: ApiRequest): Promise<ApiResponse> =>
    this.#send(request).catch((error: unknown) => this.#told(request, error));

  /** Sends what was answered before again, where all that was sent of late was turned away: a limit, or credentials that ran out. */
  async lookBack(): Promise<void> {
    for (const request of this.#health.turningAway) {
      const error = await this.#attempt(request).catch((thrown: unknown) => thrown);
      if (error instanceof UnusableResponse && error.response !== undefined && !(error instanceof Failure)) {
        this.#health.shut(request, error.response.status);
      }
    }
  }

  #boundText(): string {
    return `the run stopped sending after ${this.#mostRequests} requests, the bound of its level`;
  }

  /** Why requests were not sent any more; undefined if every request was. */
  readonly bounded = (): string | undefined => (this.#isBounded ? this.#boundText() : undefined);

  /** Makes a connection, and sends nothing; throws a `Failure` where none comes about. */
  readonly connect = (service: Service): Promise<void> => this.#baseOf(service).connect();
  readonly requests = () => this.#exchanges.requests;
  readonly hasReceived = (response: ApiResponse): boolean => this.#exchanges.received.has(response);
  /** Why a service is given up; undefined while all that is requested answers come. */
  readonly broken = () => this.#health.broken();

  readonly close = async (): Promise<void> => {
    this.#signal.removeEventListener("abort", this.#stop);
    this.#stop();
    clearInterval(this.#impatience);
    this.#limiter.close();
    await Promise.all([...this.#bases.values()].map(({ close }) => close()));
  };
}
