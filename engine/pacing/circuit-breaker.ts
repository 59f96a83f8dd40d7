import type { Obstacle } from "../model/clause-results.ts";
import type { ApiRequest } from "../model/exchange.ts";
import type { Endpoint, Limits, Service } from "../model/settings.ts";
import { Failure, type FailureKind } from "../message/errors.ts";

/** What came of a request; `refused`: a redirect, or a demand for credentials. */
export type RequestOutcome = Failure | "response" | "refused";

type EndpointState = Pick<ApiRequest, "service" | "endpoint">;

/** What is done while nothing is sent to a service or an endpoint. */
export interface Recovery {
  /** Asks until answers come again; gives the last failure where none come. */
  readonly probe: (request: ApiRequest, failure: Failure) => Promise<Failure | undefined>;
  readonly pause: (milliseconds: number, service: Service) => Promise<void>;
  /** Something is held back, or goes on, or is given up. */
  readonly changed: () => void;
}

/** From which weight on an endpoint is doubted, and what failures in a row weigh. */
export const OPEN_AT = 12;
const WEIGHT: Readonly<Record<FailureKind, number>> = {
  silent: 2,
  excess: 2,
  busy: 2,
  cut: 1,
  unreachable: OPEN_AT,
};
/** Attempts at an endpoint that costs the full time for each, and never answered. */
const SILENT_FROM_THE_START = 3;
/** Endpoints that answered, and then no more, after which their service is given up. */
const MOST_ENDPOINTS_LOST = 2;
/** Failed attempts that show more than an accident. */
const CHANCE_FAILURES = 2;
/** Milliseconds without a request, after which nobody wants a response, and what was before counts no more: pauses are shorter. */
const IDLE_MS = 15_000;

/** Why nothing more is sent to a service or an endpoint. */
interface PermanentlyOpen {
  readonly reason: string;
  readonly obstacle: Obstacle;
}

/** An endpoint, which may be doubted, held back and given up. */
class EndpointCircuit {
  isAlive = false;
  /** Failures since the last response, by their weight. */
  unusable = 0;
  /** It tells whether answers come again. */
  lastResponded: ApiRequest | undefined;
  /** Redirects and demands for credentials since then. */
  turnedAway = 0;
  /** Nothing is sent there until then. */
  held: Promise<void> | undefined;
  isFailing = false;
  lost?: PermanentlyOpen;
  /** It was given up although it answered before. */
  fell = false;
  trying: Promise<void> | undefined;
}

/** A service, with what failed since its last response. */
class ServiceCircuit {
  readonly endpoints = new Map<Endpoint, EndpointCircuit>();
  underWay = 0;
  endedAt = 0;
  /** When it was first asked since its last response, what failed since then, and where. */
  since: number | undefined;
  failures = 0;
  readonly failing = new Set<Endpoint>();
  last: Failure | undefined;
  /** What began before that time was asked to wait together. */
  askedUntil = 0;
  lost?: PermanentlyOpen;

  /** The endpoints that answered before. */
  get answering(): readonly EndpointCircuit[] {
    return [...this.endpoints.values()].filter(({ lastResponded }) => lastResponded !== undefined);
  }
}

/** Knows which services and endpoints are alive, and what is to be given up. */
export class CircuitBreaker {
  readonly #services = new Map<Service, ServiceCircuit>();
  readonly #limits: Pick<Limits, "requestMs" | "outageMs">;
  readonly #recovery: Recovery;
  readonly #clock: () => number;
  #broken: string | undefined;

  constructor(
    limits: Pick<Limits, "requestMs" | "outageMs">,
    recovery: Recovery,
    clock: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#recovery = recovery;
    this.#clock = clock;
  }

  #at({ service: name, endpoint: path }: EndpointState): {
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
   * Waits for the turn of an attempt; gives what ends it. Until an endpoint has answered anything, it is tried once at a
   * time: one that is silent must not keep the others from being asked.
   */
  async enter(where: EndpointState): Promise<() => void> {
    const { endpoint } = this.#at(where);
    while (!endpoint.isAlive && endpoint.trying !== undefined) {
      await endpoint.trying;
    }
    let leave = (): void => undefined;
    endpoint.trying = new Promise((resolve) => {
      leave = resolve;
    });
    return () => {
      endpoint.trying = undefined;
      leave();
    };
  }

  /** A request goes out; gives what is called with what comes of it. */
  asked(request: ApiRequest): (came: RequestOutcome) => void {
    const { service } = this.#at(request);
    const began = this.#clock();
    if (this.#isIdle(service)) {
      service.since = undefined;
      service.failures = 0;
    }
    service.underWay += 1;
    service.since ??= began;
    return (came) => {
      service.underWay -= 1;
      service.endedAt = this.#clock();
      if (came instanceof Failure) {
        this.#failed(request, came, began);
      } else {
        this.#responded(request, came);
      }
    };
  }

  #isIdle({ underWay, endedAt }: ServiceCircuit): boolean {
    return underWay === 0 && this.#clock() - endedAt > IDLE_MS;
  }

  #responded(request: ApiRequest, came: "response" | "refused"): void {
    const { service, endpoint } = this.#at(request);
    endpoint.unusable = 0;
    endpoint.turnedAway = came === "refused" ? endpoint.turnedAway + 1 : 0;
    endpoint.lastResponded = came === "refused" ? endpoint.lastResponded : request;
    endpoint.isAlive = true;
    service.failures = 0;
    service.failing.clear();
    service.since = service.underWay > 0 ? this.#clock() : undefined;
  }

  #failed(request: ApiRequest, failure: Failure, began: number): void {
    const { service, endpoint } = this.#at(request);
    service.failures += 1;
    service.failing.add(request.endpoint);
    service.last = failure;
    if (failure.kind === "busy") {
      // A burst that is told to wait is told once.
      if (began < service.askedUntil) {
        return;
      }
      service.askedUntil = this.#clock();
    }
    this.#weigh(request, failure);
    if (failure.waitMs > 0 && this.held(request) === undefined && this.lost(request) === undefined) {
      this.#holdBack(endpoint, this.#recovery.pause(failure.waitMs, request.service));
    }
  }

  /** Doubts, or gives up, where there were too many failures in a row. */
  #weigh(request: ApiRequest, failure: Failure): void {
    const { endpoint } = this.#at(request);
    const isSilent =
      endpoint.lastResponded === undefined && (failure.kind === "silent" || failure.kind === "excess");
    endpoint.unusable += isSilent ? OPEN_AT / SILENT_FROM_THE_START : WEIGHT[failure.kind];
    if (endpoint.unusable < OPEN_AT || endpoint.isFailing || endpoint.lost !== undefined) {
      return;
    }
    if (isSilent) {
      this.#lose(request, failure);
      return;
    }
    endpoint.isFailing = true;
    const settled = this.#recovery.probe(endpoint.lastResponded ?? request, failure).then((last) => {
      endpoint.isFailing = false;
      endpoint.unusable = 0;
      if (last !== undefined) {
        this.#lose(request, last);
      }
    });
    this.#holdBack(endpoint, settled);
  }

  /** Sends nothing there for a time. */
  #holdBack(endpoint: EndpointCircuit, time: Promise<void>): void {
    const held = time.then(() => {
      endpoint.held = endpoint.held === held ? undefined : endpoint.held;
      this.#recovery.changed();
    });
    endpoint.held = held;
    this.#recovery.changed();
  }

  /** An endpoint is given up, and its service with it where that cannot be reached, or others fell that answered before. */
  #lose(request: ApiRequest, failure: Failure): void {
    const { service, endpoint } = this.#at(request);
    const { kind, message, why } = failure;
    const reason = `given up after many responses of ${request.endpoint} in a row were not usable: ${message}`;
    endpoint.lost = { reason, obstacle: why.obstacle };
    // Answers that are too long are answers.
    endpoint.fell = endpoint.lastResponded !== undefined && kind !== "excess";
    const { answering } = service;
    const fallen = answering.filter(({ fell }) => fell);
    const isDown = endpoint.fell && fallen.length >= Math.min(MOST_ENDPOINTS_LOST, answering.length);
    if (isDown || kind === "unreachable") {
      const how = kind === "busy" ? "wants a lower --rps, or to be left alone" : "stopped responding";
      this.#giveUp(request.service, `${how}: ${message}`, why.obstacle);
    }
    this.#recovery.changed();
  }

  #giveUp(name: Service, why: string, obstacle: Obstacle): string {
    const reason = `the ${name} service ${why}`;
    const service = this.#services.get(name) ?? new ServiceCircuit();
    service.lost ??= { reason, obstacle };
    this.#broken ??= reason;
    return reason;
  }

  /**
   * Gives a service up that had the time for a request, and half of that for an outage, for one usable response, and tells
   * why. One endpoint alone says nothing of the others; who answered before, and now requests patience, may mean it.
   */
  spent(name: Service): string | undefined {
    const service = this.#services.get(name);
    if (service === undefined || this.#isIdle(service)) {
      return undefined;
    }
    const now = this.#clock();
    const { since = now, failures, failing, last, answering } = service;
    const { requestMs, outageMs } = this.#limits;
    const isOne = answering.length > 0 && (failing.size < 2 || last?.kind === "busy");
    if (failures < CHANCE_FAILURES || isOne || now - since < requestMs + outageMs / 2) {
      return undefined;
    }
    const time = Math.round((now - since) / 1_000);
    return this.#giveUp(name, `gave no usable response for ${time} s: ${last?.message ?? ""}`, "network");
  }

  /** Why a request would come to nothing; undefined while it may be answered. */
  lost(where: EndpointState): PermanentlyOpen | undefined {
    const { service, endpoint } = this.#at(where);
    return service.lost ?? endpoint.lost;
  }

  /** Until when nothing is sent there; undefined where a request may go. */
  held(where: EndpointState): Promise<void> | undefined {
    return this.#at(where).endpoint.held;
  }

  /** What was answered before, of the endpoints where all that was asked of late was turned away. */
  get turningAway(): readonly ApiRequest[] {
    const endpoints = [...this.#services.values()].flatMap(({ answering }) => answering);
    return endpoints.flatMap(({ turnedAway, lastResponded }) =>
      lastResponded !== undefined && turnedAway >= OPEN_AT ? [lastResponded] : [],
    );
  }

  /** What was answered before is turned away itself. */
  shut({ service, endpoint }: EndpointState, status: number): void {
    const why = `turns away with status ${status} what it answered before (${endpoint})`;
    this.#giveUp(service, why, "service");
  }

  lastResponded = (where: EndpointState): ApiRequest | undefined => this.#at(where).endpoint.lastResponded;

  /** Why the run is incomplete: a service, or much of one, that stopped answering. */
  broken = (): string | undefined => this.#broken;
}
