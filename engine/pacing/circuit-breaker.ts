import type { Obstacle } from "../model/clause-results.ts";
import type { Ask } from "../model/exchange.ts";
import type { Endpoint, Service } from "../model/settings.ts";
import type { Failure } from "../message/errors.ts";

/** What is doubtful: a whole service that cannot be reached, or one endpoint that gives no answers. */
export interface DoubtfulScope {
  readonly scope: Service | Endpoint;
  /** A request that was answered before, where there is one: it tells whether answers come again. */
  readonly probe: Ask;
}

/** When an attempt began and ended, by `performance.now()`. */
export interface AttemptTimes {
  readonly began: number;
  readonly ended: number;
}

/** Attempts in a row that end in silence, or beyond a limit, until an endpoint is doubted. */
export const SILENT_IN_A_ROW = 6;
/** The same where it never answered: it is tried once at a time. */
export const SILENT_FROM_THE_START = 3;
/** Silent attempts of a whole run, and how many of all, after which an endpoint is given up: each costs the full time. */
const SILENT_IN_ALL = { least: 32, oneIn: 6 };
/** Broken attempts in a row until an endpoint is doubted, or a service whose endpoints all break. */
export const CUT_IN_A_ROW = 12;
/** Times in a row that an endpoint asks for patience; what was under way together counts once. */
export const BUSY_IN_A_ROW = 6;
/** Endpoints that answered, and then no more, after which their service is given up. */
const LOST_ENDPOINTS = 2;

/** What is known of a service or an endpoint. */
class State {
  silent = 0;
  /** Silent attempts of the whole run, and those that were answered. */
  silentInAll = 0;
  answered = 0;
  cut = 0;
  busy = 0;
  /** Attempts that began before this have been counted together. */
  countedUntil = 0;
  lastAnswered?: Ask;
  doubted = false;
  /** Why it is given up, and what that shows of who is in the way. */
  lost?: string;
  obstacle: Obstacle = "network";
  /** It is given up although it answered before. */
  fell = false;

  /** Nothing failed lately. */
  calm(): void {
    this.silent = 0;
    this.cut = 0;
    this.busy = 0;
  }
}

/** What the endpoints of a service show together. */
interface Together {
  lastAnswered?: Ask;
  /** Broken attempts since then, and where. */
  cut: number;
  readonly breaking: Set<Endpoint>;
}

/** Knows which services and endpoints are alive, from what became of each attempt. */
export class Health {
  readonly #states = new Map<Service | Endpoint, State>();
  readonly #services = new Map<Service, Together>();
  #broken: string | undefined;

  #stateOf(scope: Service | Endpoint): State {
    const state = this.#states.get(scope) ?? new State();
    this.#states.set(scope, state);
    return state;
  }

  #togetherOf(service: Service): Together {
    const known = this.#services.get(service) ?? { cut: 0, breaking: new Set() };
    this.#services.set(service, known);
    return known;
  }

  /** A service is given up, and why. */
  giveUp(service: Service, reason: string, obstacle: Obstacle = "network"): void {
    const state = this.#stateOf(service);
    state.obstacle = state.lost === undefined ? obstacle : state.obstacle;
    state.lost ??= reason;
    this.#broken ??= reason;
  }

  /** An endpoint is given up, and with it its service where it answered before and others fell like it. */
  #loseEndpoint({ service, endpoint }: Ask, { kind, message, why: { obstacle } }: Failure): void {
    const state = this.#stateOf(endpoint);
    state.obstacle = obstacle;
    state.lost = `given up after many responses of ${endpoint} in a row were not usable: ${message}`;
    // Answers that are too long are answers.
    state.fell = state.lastAnswered !== undefined && kind !== "excess";
    const answered = [...this.#states.values()].filter(
      ({ lastAnswered }) => lastAnswered?.service === service,
    );
    const fallen = answered.filter(({ fell }) => fell);
    if (state.fell && fallen.length >= Math.min(LOST_ENDPOINTS, answered.length)) {
      this.giveUp(service, stopped(service, message), obstacle);
    }
  }

  /** Clauses that share what they need send few requests to each endpoint of a service that is gone. */
  #breaks({ service, endpoint }: Ask, { kind }: Failure): boolean {
    const together = this.#togetherOf(service);
    if (kind === "cut" && together.lastAnswered !== undefined) {
      together.cut += 1;
      together.breaking.add(endpoint);
    }
    return together.cut >= CUT_IN_A_ROW && together.breaking.size >= LOST_ENDPOINTS;
  }

  #renew(service: Service): void {
    const together = this.#togetherOf(service);
    together.cut = 0;
    together.breaking.clear();
  }

  /** Why a request would come to nothing; undefined while it may be answered. */
  lost({ service, endpoint }: Ask): string | undefined {
    return this.#states.get(service)?.lost ?? this.#states.get(endpoint)?.lost;
  }

  /** What is in the way of such a request. */
  obstacle({ service, endpoint }: Ask): Obstacle {
    const states = [service, endpoint].flatMap((scope) => this.#states.get(scope) ?? []);
    return states.find(({ lost }) => lost !== undefined)?.obstacle ?? "network";
  }

  answered(ask: Ask): void {
    const state = this.#stateOf(ask.endpoint);
    state.calm();
    state.answered += 1;
    state.lastAnswered = ask;
    this.#togetherOf(ask.service).lastAnswered = ask;
    this.#renew(ask.service);
  }

  /** A request of the same endpoint that was answered before. */
  lastAnswered({ endpoint }: Ask): Ask | undefined {
    return this.#stateOf(endpoint).lastAnswered;
  }

  /** Notes a failed attempt. Gives the doubt that it raises, once; it stands until it is settled. */
  failed(ask: Ask, failure: Failure, attempt: AttemptTimes): DoubtfulScope | undefined {
    const isDown = failure.kind === "unreachable" || this.#breaks(ask, failure);
    const scope = isDown ? ask.service : ask.endpoint;
    const state = this.#stateOf(scope);
    const isDoubtful = isDown || countFailure(state, failure, attempt);
    if (!isDoubtful || state.doubted || state.lost !== undefined) {
      return undefined;
    }
    const isSilent = state.silent >= SILENT_FROM_THE_START && state.lastAnswered === undefined;
    if (isSilent || isMostlySilent(state)) {
      this.#loseEndpoint(ask, failure);
      return undefined;
    }
    state.doubted = true;
    const { lastAnswered } = isDown ? this.#togetherOf(ask.service) : state;
    return { scope, probe: lastAnswered ?? ask };
  }

  /** Whether answers came again, or else what came in their place. */
  settle({ scope, probe }: DoubtfulScope, failure: Failure | undefined): void {
    const state = this.#stateOf(scope);
    state.doubted = false;
    state.calm();
    this.#renew(probe.service);
    if (failure === undefined) {
      return;
    }
    if (scope === probe.service) {
      this.giveUp(probe.service, stopped(probe.service, failure.message), failure.why.obstacle);
    } else {
      this.#loseEndpoint(probe, failure);
    }
  }

  /** Why the run is incomplete: a service, or much of one, that stopped answering. */
  broken(): string | undefined {
    return this.#broken;
  }
}

function stopped(service: Service, why: string): string {
  return `the ${service} service stopped responding: ${why}`;
}

/** Counts a failure, and tells whether there were too many in a row. */
function countFailure(state: State, { kind }: Failure, { began, ended }: AttemptTimes): boolean {
  switch (kind) {
    case "silent":
      state.silent += 1;
      state.silentInAll += 1;
      break;
    case "excess":
      state.silent += 1;
      break;
    case "busy":
      // A burst that is refused at once is one sign, not many.
      if (began >= state.countedUntil) {
        state.busy += 1;
        state.countedUntil = ended;
      }
      break;
    default:
      state.cut += 1;
  }
  return (
    state.silent >= (state.lastAnswered === undefined ? SILENT_FROM_THE_START : SILENT_IN_A_ROW) ||
    isMostlySilent(state) ||
    state.cut >= CUT_IN_A_ROW ||
    state.busy >= BUSY_IN_A_ROW
  );
}

function isMostlySilent({ silentInAll, answered }: State): boolean {
  const { least, oneIn } = SILENT_IN_ALL;
  return silentInAll >= least && silentInAll * oneIn >= silentInAll + answered;
}
