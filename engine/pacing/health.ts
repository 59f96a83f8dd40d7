import type { Obstacle } from "../model/clause-results.ts";
import type { Ask } from "../model/exchange.ts";
import type { Endpoint, Limits, Service } from "../model/settings.ts";
import { Failure, type FailureKind } from "../message/errors.ts";

/** What came of a request; `refused`: a redirect, or a demand for credentials. */
export type Came = Failure | "answer" | "refused";

type Where = Pick<Ask, "service" | "endpoint">;

/** What is done while nothing is sent to a service or an endpoint. */
export interface Recovery {
  /** Asks until answers come again; gives the last failure where none come. */
  readonly probe: (ask: Ask, failure: Failure) => Promise<Failure | undefined>;
  readonly pause: (milliseconds: number, service: Service) => Promise<void>;
  /** Something is held back, or goes on, or is given up. */
  readonly changed: () => void;
}

/** What failures in a row weigh, and from which weight on an endpoint is doubted, or a service whose endpoints all break. */
const WEIGHT: Readonly<Record<FailureKind, number>> = {
  silent: 2,
  excess: 2,
  busy: 2,
  cut: 1,
  unreachable: 1,
};
export const DOUBTED = 12;
/** Attempts at an endpoint that costs the full time for each, and never answered. */
const SILENT_FROM_THE_START = 3;
/** Endpoints that answered, and then no more, after which their service is given up. */
const FALLEN = 2;
/** Failed attempts that show more than an accident. */
const ACCIDENTS = 2;
/** Milliseconds without a request, after which nobody wants an answer, and what was before counts no more: pauses are shorter. */
const IDLE_MS = 15_000;

/** Why nothing more is sent to a service or an endpoint. */
interface Lost {
  readonly reason: string;
  readonly obstacle: Obstacle;
}

/** What may be doubted, held back and given up: an endpoint, or a service. */
class Scope {
  /** Failures since the last answer, by their weight. */
  trouble = 0;
  /** It tells whether answers come again. */
  lastAnswered: Ask | undefined;
  /** Nothing is sent there until then. */
  held: Promise<void> | undefined;
  isDoubted = false;
  lost?: Lost;
}

class OneEndpoint extends Scope {
  isAlive = false;
  /** It was given up although it answered before. */
  fell = false;
  trying: Promise<void> | undefined;
}

/** A service, with what failed since its last answer. */
class OneService extends Scope {
  readonly endpoints = new Map<Endpoint, OneEndpoint>();
  underWay = 0;
  endedAt = 0;
  /** When it was first asked since its last answer, what failed since then, and where. */
  since: number | undefined;
  failures = 0;
  readonly failing = new Set<Endpoint>();
  last: Failure | undefined;
  /** What began before that time was asked to wait together. */
  askedUntil = 0;
}

/** Knows which services and endpoints are alive, and what is to be given up. */
export class Health {
  readonly #services = new Map<Service, OneService>();
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

  #at({ service: name, endpoint: path }: Where): { service: OneService; endpoint: OneEndpoint } {
    const service = this.#services.get(name) ?? new OneService();
    const endpoint = service.endpoints.get(path) ?? new OneEndpoint();
    this.#services.set(name, service);
    service.endpoints.set(path, endpoint);
    return { service, endpoint };
  }

  /**
   * Waits for the turn of an attempt; gives what ends it. Until an endpoint has answered anything, it is tried once at a
   * time: one that is silent must not keep the others from being asked.
   */
  async enter(where: Where): Promise<() => void> {
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
  asked(ask: Ask): (came: Came) => void {
    const { service } = this.#at(ask);
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
        this.#failed(ask, came, began);
      } else {
        this.#answered(ask, came);
      }
    };
  }

  #isIdle({ underWay, endedAt }: OneService): boolean {
    return underWay === 0 && this.#clock() - endedAt > IDLE_MS;
  }

  #answered(ask: Ask, came: "answer" | "refused"): void {
    const { service, endpoint } = this.#at(ask);
    for (const scope of [service, endpoint]) {
      scope.trouble = 0;
      scope.lastAnswered = came === "refused" ? scope.lastAnswered : ask;
    }
    endpoint.isAlive = true;
    service.failures = 0;
    service.failing.clear();
    service.since = service.underWay > 0 ? this.#clock() : undefined;
  }

  #failed(ask: Ask, failure: Failure, began: number): void {
    const { service, endpoint } = this.#at(ask);
    service.failures += 1;
    service.failing.add(ask.endpoint);
    service.last = failure;
    if (failure.kind === "busy") {
      // A burst that is told to wait is told once.
      if (began < service.askedUntil) {
        return;
      }
      service.askedUntil = this.#clock();
    }
    this.#weigh(ask, failure);
    if (failure.waitMs > 0 && this.held(ask) === undefined && this.lost(ask) === undefined) {
      this.#holdBack(endpoint, this.#recovery.pause(failure.waitMs, ask.service));
    }
  }

  /** Doubts, or gives up, where there were too many failures in a row. */
  #weigh(ask: Ask, failure: Failure): void {
    const { service, endpoint } = this.#at(ask);
    const isSilent =
      endpoint.lastAnswered === undefined && (failure.kind === "silent" || failure.kind === "excess");
    endpoint.trouble += isSilent ? DOUBTED / SILENT_FROM_THE_START : WEIGHT[failure.kind];
    // Clauses that share what they need send few requests to each endpoint of a service that is gone.
    service.trouble += service.lastAnswered !== undefined && failure.kind === "cut" ? 1 : 0;
    const isGone = service.trouble >= DOUBTED && service.failing.size >= FALLEN;
    const isDown = failure.kind === "unreachable" || isGone;
    const scope = isDown ? service : endpoint;
    if ((!isDown && endpoint.trouble < DOUBTED) || scope.isDoubted || scope.lost !== undefined) {
      return;
    }
    if (!isDown && isSilent) {
      this.#lose(ask, failure);
      return;
    }
    scope.isDoubted = true;
    const probe = scope.lastAnswered ?? ask;
    const settled = this.#recovery.probe(probe, failure).then((last) => {
      scope.isDoubted = false;
      scope.trouble = 0;
      service.trouble = 0;
      if (last !== undefined && isDown) {
        this.#giveUp(probe.service, `stopped responding: ${last.message}`, last.why.obstacle);
      } else if (last !== undefined) {
        this.#lose(probe, last);
      }
    });
    this.#holdBack(scope, settled);
  }

  /** Sends nothing there for a time. */
  #holdBack(scope: Scope, time: Promise<void>): void {
    const held = time.then(() => {
      scope.held = scope.held === held ? undefined : scope.held;
      this.#recovery.changed();
    });
    scope.held = held;
    this.#recovery.changed();
  }

  /** An endpoint is given up, and with it its service where it answered before and others fell like it. */
  #lose(ask: Ask, failure: Failure): void {
    const { service, endpoint } = this.#at(ask);
    const { kind, message, why } = failure;
    const reason = `given up after many responses of ${ask.endpoint} in a row were not usable: ${message}`;
    endpoint.lost = { reason, obstacle: why.obstacle };
    // Answers that are too long are answers.
    endpoint.fell = endpoint.lastAnswered !== undefined && kind !== "excess";
    const answered = [...service.endpoints.values()].filter(({ lastAnswered }) => lastAnswered !== undefined);
    if (endpoint.fell && answered.filter(({ fell }) => fell).length >= Math.min(FALLEN, answered.length)) {
      this.#giveUp(ask.service, `stopped responding: ${message}`, why.obstacle);
    }
    this.#recovery.changed();
  }

  #giveUp(name: Service, why: string, obstacle: Obstacle): string {
    const reason = `the ${name} service ${why}`;
    const service = this.#services.get(name) ?? new OneService();
    service.lost ??= { reason, obstacle };
    this.#broken ??= reason;
    return reason;
  }

  /**
   * Gives a service up that had the time for a request, and half of that for an outage, for one usable answer, and tells
   * why. One endpoint alone says nothing of the others; who answered before, and now asks for patience, may mean it.
   */
  spent(name: Service): string | undefined {
    const service = this.#services.get(name);
    if (service === undefined || this.#isIdle(service)) {
      return undefined;
    }
    const now = this.#clock();
    const { since = now, failures, failing, last, lastAnswered } = service;
    const { requestMs, outageMs } = this.#limits;
    const isOne = lastAnswered !== undefined && (failing.size < 2 || last?.kind === "busy");
    if (failures < ACCIDENTS || isOne || now - since < requestMs + outageMs / 2) {
      return undefined;
    }
    const time = Math.round((now - since) / 1_000);
    return this.#giveUp(name, `gave no usable response for ${time} s: ${last?.message ?? ""}`, "network");
  }

  /** Why a request would come to nothing; undefined while it may be answered. */
  lost(where: Where): Lost | undefined {
    const { service, endpoint } = this.#at(where);
    return service.lost ?? endpoint.lost;
  }

  /** Until when nothing is sent there; undefined where a request may go. */
  held(where: Where): Promise<void> | undefined {
    const { service, endpoint } = this.#at(where);
    return service.held ?? endpoint.held;
  }

  lastAnswered = (where: Where): Ask | undefined => this.#at(where).endpoint.lastAnswered;

  /** Why the run is incomplete: a service, or much of one, that stopped answering. */
  broken = (): string | undefined => this.#broken;
}
