import { Failure, type FailureKind } from "../message/errors.ts";
import type { ApiRequest, Why } from "../model/exchange.ts";
import type { Limits, Service } from "../model/settings.ts";
import { EndpointCircuit, type OpenCircuit, ServiceCircuit } from "./circuit.ts";

/** The outcome of an attempt: a failure, a usable response, or a refusal (a redirect or a demand for credentials). */
export type RequestOutcome = Failure | "response" | "refused";

type EndpointOfService = Pick<ApiRequest, "service" | "endpoint">;

/** The actions of the HTTP client that the circuit breaker needs. */
export interface Recovery {
  /** Repeats a request until it gets a response (undefined), or until the time of an outage is over (the last failure). */
  readonly probe: (request: ApiRequest, failure: Failure) => Promise<Failure | undefined>;
  readonly pause: (milliseconds: number, service: Service) => Promise<void>;
  /** Called whenever a circuit changes its state, so that waiting requests are looked at again. */
  readonly changed: () => void;
}

/** The weight of consecutive failures at which the circuit of an endpoint becomes half-open. */
export const OPEN_AT = 12;
/** How much one failure weighs. A time-out costs more time than a reset; without a connection, one failure is enough. */
const WEIGHT: Readonly<Record<FailureKind, number>> = {
  silent: 2,
  excess: 2,
  busy: 2,
  cut: 1,
  unreachable: OPEN_AT,
};
/** Attempts at an endpoint that never responded, after which its circuit opens: each costs the whole time-out. */
const MOST_SILENT_ATTEMPTS = 3;
/** Endpoints that have to stop responding before the circuit of their service opens. */
const ENDPOINTS_OF_OUTAGE = 2;
/** Failures of a service below which it is never given up: one or two may be chance. */
const CHANCE_FAILURES = 2;
/** Milliseconds without traffic after which earlier failures no longer count. Longer than any back-off of ours. */
const IDLE_MS = 15_000;

/**
 * Stops sending to endpoints and services that no longer respond. Without it, a run against a dead service would wait for the
 * time-out of every request and last for hours. Every endpoint has a circuit in one of three states:
 *
 * - closed: requests are sent. Failures in a row add up by their weight; any response resets the sum.
 * - half-open, from the weight {@link OPEN_AT} on: requests wait, and only the last request that got a response is repeated. If
 *   it gets one again, the circuit closes, and the failures belonged to the requests. Otherwise it opens.
 * - open: nothing more is sent; the clauses that need the endpoint are inconclusive.
 *
 * An endpoint that never responded has no such request, so it is tried once at a time, and its circuit opens after
 * {@link MOST_SILENT_ATTEMPTS} time-outs. The circuit of a whole service opens when no connection comes about, when
 * {@link ENDPOINTS_OF_OUTAGE} of its endpoints stopped responding, or when none of its endpoints gave a usable response for the
 * time of an outage ({@link openUnresponsive}). One endpoint alone never opens it: the others may be fine.
 */
export class CircuitBreaker {
  readonly #services = new Map<Service, ServiceCircuit>();
  readonly #limits: Pick<Limits, "requestMs" | "outageMs">;
  readonly #recovery: Recovery;
  readonly #clock: () => number;
  #incompleteReason: string | undefined;

  constructor(
    limits: Pick<Limits, "requestMs" | "outageMs">,
    recovery: Recovery,
    clock: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#recovery = recovery;
    this.#clock = clock;
  }

  #circuitsOf({ service: name, endpoint: path }: EndpointOfService): {
    service: ServiceCircuit;
    endpoint: EndpointCircuit;
  } {
    const service = this.#services.get(name) ?? new ServiceCircuit();
    const endpoint = service.endpoints.get(path) ?? new EndpointCircuit();
    this.#services.set(name, service);
    service.endpoints.set(path, endpoint);
    return { service, endpoint };
  }

  /**
   * Waits until an attempt at an endpoint may begin; call the returned function when the attempt is over. An endpoint that never
   * responded is tried once at a time, so that a silent one does not occupy all connections.
   */
  async waitForTrial(where: EndpointOfService): Promise<() => void> {
    const { endpoint } = this.#circuitsOf(where);
    while (!endpoint.hasResponded && endpoint.trial !== undefined) {
      await endpoint.trial;
    }
    let release = (): void => undefined;
    endpoint.trial = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      endpoint.trial = undefined;
      release();
    };
  }

  /** Counts a request that is being sent; call the returned function with its outcome. */
  startRequest(request: ApiRequest): (outcome: RequestOutcome) => void {
    const { service } = this.#circuitsOf(request);
    const startedAt = this.#clock();
    if (this.#isIdle(service)) {
      service.since = undefined;
      service.failures = 0;
    }
    service.inFlight += 1;
    service.since ??= startedAt;
    return (outcome) => {
      service.inFlight -= 1;
      service.endedAt = this.#clock();
      if (outcome instanceof Failure) {
        this.#countFailure(request, outcome, startedAt);
      } else {
        this.#countResponse(request, outcome);
      }
    };
  }

  #isIdle({ inFlight, endedAt }: ServiceCircuit): boolean {
    return inFlight === 0 && this.#clock() - endedAt > IDLE_MS;
  }

  #countResponse(request: ApiRequest, outcome: "response" | "refused"): void {
    const { service, endpoint } = this.#circuitsOf(request);
    endpoint.failureWeight = 0;
    endpoint.refusals = outcome === "refused" ? endpoint.refusals + 1 : 0;
    endpoint.lastResponded = outcome === "refused" ? endpoint.lastResponded : request;
    endpoint.hasResponded = true;
    service.failures = 0;
    service.failingEndpoints.clear();
    service.since = service.inFlight > 0 ? this.#clock() : undefined;
  }

  #countFailure(request: ApiRequest, failure: Failure, startedAt: number): void {
    const { service, endpoint } = this.#circuitsOf(request);
    service.failures += 1;
    service.failingEndpoints.add(request.endpoint);
    service.lastFailure = failure;
    if (failure.kind === "busy") {
      // Requests that were in flight together get 429 together: that counts once.
      if (startedAt < service.busyUntil) {
        return;
      }
      service.busyUntil = this.#clock();
    }
    this.#weigh(request, failure);
    if (failure.waitMs > 0 && this.pauseOf(request) === undefined && this.openReason(request) === undefined) {
      this.#pause(endpoint, this.#recovery.pause(failure.waitMs, request.service));
    }
  }

  /** Adds the weight of a failure; at {@link OPEN_AT} the circuit becomes half-open, or opens if the endpoint never responded. */
  #weigh(request: ApiRequest, failure: Failure): void {
    const { endpoint } = this.#circuitsOf(request);
    const isSilent =
      endpoint.lastResponded === undefined && (failure.kind === "silent" || failure.kind === "excess");
    endpoint.failureWeight += isSilent ? OPEN_AT / MOST_SILENT_ATTEMPTS : WEIGHT[failure.kind];
    if (endpoint.failureWeight < OPEN_AT || endpoint.isProbing || endpoint.open !== undefined) {
      return;
    }
    if (isSilent) {
      this.#open(request, failure);
      return;
    }
    endpoint.isProbing = true;
    const probed = this.#recovery.probe(endpoint.lastResponded ?? request, failure).then((last) => {
      endpoint.isProbing = false;
      endpoint.failureWeight = 0;
      if (last !== undefined) {
        this.#open(request, last);
      }
    });
    this.#pause(endpoint, probed);
  }

  /** Lets the requests of an endpoint wait until a promise settles. */
  #pause(endpoint: EndpointCircuit, until: Promise<void>): void {
    const pause = until.then(() => {
      endpoint.pause = endpoint.pause === pause ? undefined : endpoint.pause;
      this.#recovery.changed();
    });
    endpoint.pause = pause;
    this.#recovery.changed();
  }

  /** Opens the circuit of an endpoint, and that of its service if the service is down. */
  #open(request: ApiRequest, failure: Failure): void {
    const { service, endpoint } = this.#circuitsOf(request);
    const { kind, message, why } = failure;
    const reason = `given up after many responses of ${request.endpoint} in a row were not usable: ${message}`;
    endpoint.open = { reason, why };
    // A response beyond a limit is a response: the endpoint did not stop responding.
    endpoint.stoppedResponding = endpoint.lastResponded !== undefined && kind !== "excess";
    const { responding } = service;
    const stopped = responding.filter(({ stoppedResponding }) => stoppedResponding);
    const isDown =
      endpoint.stoppedResponding && stopped.length >= Math.min(ENDPOINTS_OF_OUTAGE, responding.length);
    if (isDown || kind === "unreachable") {
      const how = kind === "busy" ? "limits the rate of requests: use a lower --rps" : "stopped responding";
      this.#openService(request.service, `${how}: ${message}`, why);
    }
    this.#recovery.changed();
  }

  #openService(name: Service, words: string, why: Why): string {
    const reason = `the ${name} service ${words}`;
    const service = this.#services.get(name) ?? new ServiceCircuit();
    service.open ??= { reason, why };
    this.#incompleteReason ??= reason;
    return reason;
  }

  /**
   * Opens the circuit of a service that gave no usable response for `requestMs + outageMs / 2`, and returns the reason; undefined
   * if the service has time left. Failures of one endpoint alone do not count once another responded: the service may be fine.
   * Neither do responses 429 of a service that responded before: it asks for patience, and will respond again.
   */
  openUnresponsive(name: Service): string | undefined {
    const service = this.#services.get(name);
    if (service === undefined || this.#isIdle(service)) {
      return undefined;
    }
    const now = this.#clock();
    const { since = now, failures, failingEndpoints, lastFailure, responding } = service;
    const { requestMs, outageMs } = this.#limits;
    const mayRecover = responding.length > 0 && (failingEndpoints.size < 2 || lastFailure?.kind === "busy");
    if (failures < CHANCE_FAILURES || mayRecover || now - since < requestMs + outageMs / 2) {
      return undefined;
    }
    const seconds = Math.round((now - since) / 1_000);
    const words = `gave no usable response for ${seconds} s: ${lastFailure?.message ?? ""}`;
    return this.#openService(name, words, { obstacle: "network" });
  }

  /** Why nothing is sent to an endpoint any more; undefined unless its circuit, or that of its service, is open. */
  openReason(where: EndpointOfService): OpenCircuit | undefined {
    const { service, endpoint } = this.#circuitsOf(where);
    return service.open ?? endpoint.open;
  }

  /** Settles when requests may be sent to an endpoint again; undefined if they may be sent now. */
  pauseOf(where: EndpointOfService): Promise<void> | undefined {
    return this.#circuitsOf(where).endpoint.pause;
  }

  /** Of each endpoint that refused all its recent requests, the last request that got a response before. */
  get refusingAll(): readonly ApiRequest[] {
    const endpoints = [...this.#services.values()].flatMap(({ responding }) => responding);
    return endpoints.flatMap(({ refusals, lastResponded }) =>
      lastResponded !== undefined && refusals >= OPEN_AT ? [lastResponded] : [],
    );
  }

  /** Opens the circuit of a service that now refuses a request which got a response before: a limit, or expired credentials. */
  openRefusing({ service, endpoint }: EndpointOfService, status: number): void {
    const words = `refuses with status ${status} a request of ${endpoint} that got a response before`;
    this.#openService(service, words, { obstacle: "service" });
  }

  lastResponded = (where: EndpointOfService): ApiRequest | undefined =>
    this.#circuitsOf(where).endpoint.lastResponded;

  /** Why the run is incomplete; undefined while no circuit of a service is open. */
  incompleteReason = (): string | undefined => this.#incompleteReason;
}
