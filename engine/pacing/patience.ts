import type { Ask } from "../model/exchange.ts";
import type { Endpoint, Service } from "../model/settings.ts";
import type { Failure } from "../message/errors.ts";
import { createLostTime } from "./lost-time.ts";

type Where = Pick<Ask, "service" | "endpoint">;

/** Failed attempts that show more than an accident. */
const ACCIDENTS = 2;
/** Failed attempts out of all, from which on they are no loss on the way: a service that loses one in twenty is judged. */
const MANY = { least: 8, oneIn: 6 };
/** Milliseconds without anybody who wants an answer, after which what was before counts no more. */
const IDLE_MS = 5_000;

interface Waiting {
  readonly endpoint: Endpoint;
  readonly go: () => void;
}

interface State {
  wanted: number;
  readonly alive: Set<Endpoint>;
  /** Endpoints that failed since the last usable answer. */
  readonly failing: Set<Endpoint>;
  readonly trying: Set<Endpoint>;
  readonly waiting: Waiting[];
  underWay: number;
  /** When the last one who wanted an answer left. */
  idleSince: number;
  failures: number;
  /** Attempts of the whole run that came to nothing, at which endpoints, and those that were answered. */
  lostInAll: number;
  readonly losing: Set<Endpoint>;
  answeredInAll: number;
  /** When it was first asked since its last usable answer. */
  since?: number | undefined;
  last?: Failure;
}

/** Knows for how long each service has been asked without one usable answer, and what unusable ones cost the run. */
export class Patience {
  readonly #milliseconds: number;
  readonly #clock: () => number;
  readonly #states = new Map<Service, State>();
  readonly #lostTime: ReturnType<typeof createLostTime>;

  /**
   * A service that is asked has so many milliseconds for one usable answer; and so many may be lost in the whole run,
   * before a service is given up whose answers in between are few.
   */
  constructor(milliseconds: number, clock: () => number = () => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#clock = clock;
    this.#lostTime = createLostTime(clock);
  }

  #stateOf(service: Service): State {
    const known = this.#states.get(service);
    if (known !== undefined) {
      return known;
    }
    const fresh: State = {
      wanted: 0,
      alive: new Set(),
      failing: new Set(),
      trying: new Set(),
      waiting: [],
      underWay: 0,
      idleSince: 0,
      failures: 0,
      lostInAll: 0,
      losing: new Set(),
      answeredInAll: 0,
    };
    this.#states.set(service, fresh);
    return fresh;
  }

  #admit(state: State): void {
    for (const { endpoint, go } of state.waiting.splice(0)) {
      if (state.alive.has(endpoint) || !state.trying.has(endpoint)) {
        state.trying.add(endpoint);
        go();
      } else {
        state.waiting.push({ endpoint, go });
      }
    }
  }

  #answered(state: State, endpoint: Endpoint): void {
    state.failures = 0;
    state.answeredInAll += 1;
    state.alive.add(endpoint);
    state.failing.clear();
    this.#admit(state);
    state.since = state.underWay > 0 ? this.#clock() : undefined;
  }

  #silentFor({ since, failures, last, alive, failing }: State): string | undefined {
    if (since === undefined || last === undefined || failures < ACCIDENTS) {
      return undefined;
    }
    // One endpoint alone says nothing of the others.
    const isOne = alive.size > 0 && failing.size < 2;
    // Who answered before, and now asks for patience, may mean it: that is counted by endpoint.
    const isAsked = last.kind === "busy" && alive.size > 0;
    return isOne || isAsked || this.#clock() - since < this.#milliseconds
      ? undefined
      : `for ${seconds(this.#clock() - since)} s: ${last.message}`;
  }

  #lossOf({ lostInAll, losing, answeredInAll, last }: State): string | undefined {
    const attempts = lostInAll + answeredInAll;
    const isMuch = losing.size > 1 && lostInAll >= MANY.least && lostInAll * MANY.oneIn >= attempts;
    return isMuch && this.#lostTime.milliseconds() >= this.#milliseconds
      ? `to ${lostInAll} of ${attempts} requests, and ${seconds(this.#lostTime.milliseconds())} s were lost: ${last?.message ?? ""}`
      : undefined;
  }

  /** Somebody wants an answer; `left`: nobody waits for that one any more. */
  wanted(service: Service): void {
    const state = this.#stateOf(service);
    if (state.wanted === 0 && this.#clock() - state.idleSince > IDLE_MS) {
      state.since = undefined;
      state.failures = 0;
    }
    state.wanted += 1;
  }

  left(service: Service): void {
    const state = this.#stateOf(service);
    state.wanted -= 1;
    state.idleSince = this.#clock();
  }

  /** A request goes out. Gives what is called with what became of it: a failure, or else an answer. */
  asked(ask: Where): (failure?: Failure) => void {
    const state = this.#stateOf(ask.service);
    const end = this.#lostTime.begin();
    state.underWay += 1;
    state.since ??= this.#clock();
    return (failure) => {
      state.underWay -= 1;
      // Who asks for patience gets it, and is asked more slowly: that costs time, and loses none.
      const isLost = failure !== undefined && failure.kind !== "busy";
      end(isLost);
      if (isLost) {
        state.lostInAll += 1;
        state.losing.add(ask.endpoint);
      }
      if (failure === undefined) {
        this.#answered(state, ask.endpoint);
      } else {
        failed(state, ask.endpoint, failure);
      }
    };
  }

  /**
   * Waits for the turn of an attempt. Until an endpoint has answered anything, it is tried once at a time: one that is
   * silent must not keep the others from being asked.
   */
  enter({ service, endpoint }: Where): Promise<void> | undefined {
    const state = this.#stateOf(service);
    if (!state.alive.has(endpoint) && state.trying.has(endpoint)) {
      return new Promise((go) => {
        state.waiting.push({ endpoint, go });
      });
    }
    state.trying.add(endpoint);
    return undefined;
  }

  /** That attempt is over. */
  leave({ service, endpoint }: Where): void {
    const state = this.#stateOf(service);
    state.trying.delete(endpoint);
    this.#admit(state);
  }

  /** Why the patience with a service is at its end; undefined while it is not. */
  spent(service: Service): string | undefined {
    const state = this.#stateOf(service);
    const why = state.wanted === 0 ? undefined : (this.#silentFor(state) ?? this.#lossOf(state));
    return why === undefined ? undefined : `the ${service} service gave no usable answer ${why}`;
  }
}

function failed(state: State, endpoint: Endpoint, failure: Failure): void {
  state.failing.add(endpoint);
  state.failures += 1;
  state.last = failure;
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000);
}
