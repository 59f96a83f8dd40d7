import type { Ask } from "../model/exchange.ts";
import type { Endpoint, Limits, Service } from "../model/settings.ts";
import type { Failure } from "../message/errors.ts";
import { LostTime } from "./lost-time.ts";

type Where = Pick<Ask, "service" | "endpoint">;
type Wanted = Where & Pick<Ask, "expects">;

/** Failed attempts that show more than an accident. */
const ACCIDENTS = 2;
/** Failed attempts out of all, from which on they are no loss on the way: a service that loses one in twenty is judged. */
const MANY = { least: 8, oneIn: 6 };
/** Silences out of all attempts, from which on an answer is waited for by what was slowest so far, a part of the full time at least. */
const SILENT = { oneIn: 25, timesSlowest: 4, leastPart: 1 / 5 };
/** Milliseconds of pauses for each answer, beyond which a run would not come to its end. */
const PAUSED_PER_ANSWER = 1_000;
/** Milliseconds without anybody who wants an answer, after which what was before counts no more. */
const IDLE_MS = 5_000;

/** A web page in place of JSON, or what holds no member that is known: an answer, and nothing to go on with. */
interface Nothing {
  readonly kind: "nothing";
  readonly message: string;
}

interface Waiting {
  readonly endpoint: Endpoint;
  readonly go: () => void;
}

/** What is known of one service. */
class State {
  wanted = 0;
  readonly alive = new Set<Endpoint>();
  /** Endpoints that failed since the last usable answer. */
  readonly failing = new Set<Endpoint>();
  readonly trying = new Set<Endpoint>();
  readonly waiting: Waiting[] = [];
  underWay = 0;
  /** When the last one who wanted an answer left. */
  idleSince = 0;
  failures = 0;
  /** Attempts of the whole run that came to nothing, at which endpoints, and those that were answered. */
  lostInAll = 0;
  readonly losing = new Set<Endpoint>();
  answeredInAll = 0;
  silentInAll = 0;
  /** Milliseconds that its slowest usable answer took. */
  slowest = 0;
  /** Endpoints that answered what must succeed. */
  readonly succeeded = new Set<Endpoint>();
  /** Milliseconds of the pauses that it asked for. */
  paused = 0;
  /** Attempts that began before this, and were asked for patience, have been counted together. */
  countedUntil = 0;
  /** When it was first asked since its last usable answer. */
  since?: number | undefined;
  last?: Failure | Nothing;
}

/** Knows for how long each service has been asked without one usable answer, and what unusable ones cost the run. */
export class Patience {
  readonly #milliseconds: number;
  readonly #requestMs: number;
  readonly #clock: () => number;
  readonly #states = new Map<Service, State>();
  readonly #lostTime: LostTime;

  /**
   * A service that is asked has the time for a request, and half of that for an outage, for one usable answer; and as
   * much may be lost in the whole run, before a service is given up whose answers in between are few.
   */
  constructor(
    { requestMs, outageMs }: Pick<Limits, "requestMs" | "outageMs">,
    clock: () => number = () => performance.now(),
  ) {
    this.#milliseconds = requestMs + outageMs / 2;
    this.#requestMs = requestMs;
    this.#clock = clock;
    this.#lostTime = new LostTime(clock);
  }

  #stateOf(service: Service): State {
    const state = this.#states.get(service) ?? new State();
    this.#states.set(service, state);
    return state;
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

  /** A run may wait long for one service, if the others answer. */
  #pausesOf(state: State): string | undefined {
    const all = [...this.#states.values()];
    const paused = all.reduce((sum, other) => sum + other.paused, 0);
    const answered = all.reduce((sum, other) => sum + other.answeredInAll, 0);
    const isMuch = [paused / answered, state.paused / state.answeredInAll].every(
      (each) => each >= PAUSED_PER_ANSWER,
    );
    return isMuch && paused >= 2 * this.#requestMs
      ? `but ${state.answeredInAll}, and required pauses of ${seconds(state.paused)} s: ${state.last?.message ?? ""}`
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

  /**
   * Milliseconds that an answer is waited for: the full time, also for the first success of an endpoint. Where silence is
   * more than an accident, a multiple of the slowest answer: waiting longer never brought one.
   */
  waitFor({ service, endpoint, expects }: Wanted): number {
    const { silentInAll, answeredInAll, slowest, succeeded } = this.#stateOf(service);
    const isMuch = silentInAll >= ACCIDENTS && silentInAll * SILENT.oneIn >= silentInAll + answeredInAll;
    if (!isMuch || (expects === "success" && !succeeded.has(endpoint))) {
      return this.#requestMs;
    }
    const least = this.#requestMs * SILENT.leastPart;
    return Math.round(Math.min(Math.max(slowest * SILENT.timesSlowest, least), this.#requestMs));
  }

  /** Whether a service ever gave a usable answer. */
  isAlive(service: Service): boolean {
    return this.#stateOf(service).alive.size > 0;
  }

  /** Whether an endpoint once answered what must succeed: who did may write a refusal in any way. */
  hasSucceeded({ service, endpoint }: Where): boolean {
    return this.#stateOf(service).succeeded.has(endpoint);
  }

  /** A request goes out. Gives what is called with what became of it: nothing of use, or else an answer. */
  asked(ask: Wanted): (failure?: Failure | Nothing) => void {
    const state = this.#stateOf(ask.service);
    const end = this.#lostTime.begin();
    const began = this.#clock();
    state.underWay += 1;
    state.since ??= began;
    return (failure) => {
      state.underWay -= 1;
      end(failure !== undefined && failure.kind !== "busy" && failure.kind !== "nothing");
      if (failure === undefined) {
        state.slowest = Math.max(state.slowest, this.#clock() - began);
        if (ask.expects === "success") {
          state.succeeded.add(ask.endpoint);
        }
        this.#answered(state, ask.endpoint);
      } else {
        this.#failed(state, ask.endpoint, failure, began);
      }
    };
  }

  #failed(state: State, endpoint: Endpoint, failure: Failure | Nothing, began: number): void {
    state.failing.add(endpoint);
    state.failures += 1;
    state.last = failure;
    if (failure.kind === "nothing") {
      return;
    }
    if (failure.kind === "busy") {
      // A burst that has to wait is asked for one pause; to come at once costs nothing.
      if (failure.waitMs === 0 || began < state.countedUntil) {
        return;
      }
      state.countedUntil = this.#clock();
      if (!isOutage(failure)) {
        state.paused += failure.waitMs;
        return;
      }
      this.#lostTime.lose(failure.waitMs);
    }
    state.silentInAll += failure.kind === "silent" ? 1 : 0;
    state.lostInAll += 1;
    state.losing.add(endpoint);
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
    const why =
      state.wanted === 0
        ? undefined
        : (this.#silentFor(state) ?? this.#lossOf(state) ?? this.#pausesOf(state));
    return why === undefined ? undefined : `the ${service} service gave no usable response ${why}`;
  }
}

/** Who asks for a slower pace is judged at that pace: that loses no request. Who is unavailable now and then is not. */
function isOutage({ reply }: Failure): boolean {
  return reply?.status === 503;
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000);
}
