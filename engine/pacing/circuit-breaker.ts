import { getOrInsert } from "../model/model.ts";
import { SERVICE_WORDS, type Endpoint, type Service } from "../../schemas/operations.ts";
import { type Failure, isFailure } from "../message/errors.ts";
import type { ApiRequest, UnusableResponse } from "../model/exchange.ts";
import type { Reason } from "../model/reason.ts";
import { createSemaphore } from "./semaphore.ts";

/** The outcome of an attempt: a failure, a usable response, or a refusal (a redirect, or a status that denies access). */
export type RequestOutcome = Failure | "response" | "refused";

type EndpointOfService = Pick<ApiRequest, "service" | "endpoint">;

export interface Recovery {
  /** Repeats a request until it gets a response. Returns the failure of a longer outage. Without `failure`, refusals led to the probe. */
  readonly probe: (request: ApiRequest, failure?: Failure) => Promise<UnusableResponse | undefined>;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The circuit of one endpoint: half-open if `isProbing`, open if `open` is set, or else closed. */
class Circuit {
  readonly service: Service;
  /** Whether the endpoint ever responded, even if only with a refusal. */
  hasResponded = false;
  /** The last request that got a usable response: the probe that shows whether the endpoint responds again. */
  lastResponded: ApiRequest | undefined;
  /** The weight of the failures since the last response. */
  failureWeight = 0;
  /** The number of refusals since the last usable response. */
  refusals = 0;
  /** Pending while the circuit is half-open, or while the endpoint asked for a pause. */
  pause: Promise<void> | undefined;
  isProbing = false;
  /** Why the circuit stays open: no further request is sent. */
  open?: Reason;
  /** Whether the circuit opened because usable responses stopped, and not because responses exceeded a limit. */
  stoppedResponding = false;
  /** Runs one attempt at a time as long as the endpoint has not responded. */
  readonly oneByOne = createSemaphore(1);
  /** A failure `busy` of an attempt that began before this time is not counted, because one was counted already. */
  busyUntil = 0;

  constructor(service: Service) {
    this.service = service;
  }
}

/** The weight of consecutive failures, or the number of refusals, at which the circuit of an endpoint becomes half-open. */
export const OPEN_AT = 12;
/** A time-out costs more time than a reset; if no connection can be established, one failure is enough. */
const WEIGHT = { silent: 2, excess: 2, busy: 2, cut: 1, unreachable: OPEN_AT } as const;
/** Number of attempts after which the circuit of an endpoint that never responded opens: each takes the whole time-out. */
const MOST_SILENT_ATTEMPTS = 3;
/** Number of endpoints that have to stop responding before the circuits of the whole service open, unless fewer ever responded. */
const ENDPOINTS_OF_OUTAGE = 2;

/**
 * Stops sending to endpoints that no longer respond. Without it, a run against a dead service would wait for the time-out of
 * every request and last for hours. Every endpoint has a circuit in one of three states:
 * - closed: requests are sent. Failures in a row add up by their weight; any response resets the sum.
 * - half-open, from the weight {@link OPEN_AT} or this number of refusals on: requests wait, and only the last request that got a usable
 *   response is repeated. If it gets one again, the circuit closes: the other requests caused the failures. Otherwise it opens.
 * - open: nothing more is sent; the clauses that need the endpoint are inconclusive.
 *
 * An endpoint that never gave a usable response has no such request: its circuit opens after {@link MOST_SILENT_ATTEMPTS} time-outs, and
 * after other failures the failed request is repeated. The circuits of all endpoints of a service open together if no connection can be
 * established, if an endpoint refuses the repeated request, or if {@link ENDPOINTS_OF_OUTAGE} endpoints that responded before no longer
 * do. One is enough if only one ever responded; if none did, any two are.
 */
export class CircuitBreaker {
  readonly #circuits = new Map<Endpoint, Circuit>();
  readonly #down = new Map<Service, Reason>();
  readonly #recovery: Recovery;

  constructor(recovery: Recovery) {
    this.#recovery = recovery;
  }

  #circuitOf({ service, endpoint }: EndpointOfService): Circuit {
    return getOrInsert(this.#circuits, endpoint, () => new Circuit(service));
  }

  /** Makes an attempt. An endpoint that never responded gets one attempt at a time: it must not occupy all connections. */
  async attempt<T>(where: EndpointOfService, send: () => Promise<T>): Promise<T> {
    const circuit = this.#circuitOf(where);
    const sendFirst = async () => (circuit.hasResponded ? undefined : { result: await send() });
    const first = circuit.hasResponded ? undefined : await circuit.oneByOne(sendFirst);
    return first === undefined ? await send() : first.result;
  }

  /** Counts an attempt that is about to be sent; call the returned function with its outcome. */
  startRequest(request: ApiRequest): (outcome: RequestOutcome) => void {
    const startedAt = performance.now();
    return (outcome) => {
      if (isFailure(outcome)) {
        this.#countFailure(request, outcome, startedAt);
      } else {
        this.#countResponse(request, outcome);
      }
    };
  }

  #countResponse(request: ApiRequest, outcome: "response" | "refused"): void {
    const circuit = this.#circuitOf(request);
    circuit.failureWeight = 0;
    circuit.hasResponded = true;
    if (outcome === "response") {
      circuit.refusals = 0;
      circuit.lastResponded = request;
      return;
    }
    circuit.refusals += 1;
    if (circuit.refusals >= OPEN_AT && circuit.lastResponded !== undefined) {
      this.#probe(circuit, circuit.lastResponded);
    }
  }

  #countFailure(request: ApiRequest, failure: Failure, startedAt: number): void {
    const circuit = this.#circuitOf(request);
    if (failure.kind === "busy") {
      // Demands for a pause in response to simultaneous requests count once.
      if (startedAt < circuit.busyUntil) return;
      circuit.busyUntil = performance.now();
    }
    this.#weigh(request, failure);
    if (failure.waitMs > 0 && circuit.pause === undefined && this.openReason(request) === undefined) {
      this.#pause(circuit, this.#recovery.pause(failure.waitMs));
    }
  }

  /** Adds a failure. At {@link OPEN_AT}, the circuit opens if a probe would fail in the same way, or else becomes half-open. */
  #weigh(request: ApiRequest, failure: Failure): void {
    const circuit = this.#circuitOf(request);
    const { kind, isFinal } = failure;
    const hasResponded = circuit.lastResponded !== undefined;
    const isSilent = !hasResponded && (kind === "silent" || kind === "excess");
    circuit.failureWeight += isSilent ? OPEN_AT / MOST_SILENT_ATTEMPTS : WEIGHT[kind];
    if (circuit.failureWeight < OPEN_AT || circuit.open !== undefined) return;
    // Final failures occur again until the user has corrected the connection.
    if (isSilent || (!hasResponded && kind === "unreachable" && isFinal)) {
      this.#open(request, failure);
    } else {
      this.#probe(circuit, circuit.lastResponded ?? request, failure);
    }
  }

  /** Makes a circuit half-open: its requests wait until `request` was repeated, which decides whether it closes or opens. */
  #probe(circuit: Circuit, request: ApiRequest, failure?: Failure): void {
    if (circuit.isProbing) return;
    circuit.isProbing = true;
    const probed = this.#recovery.probe(request, failure).then((last) => {
      circuit.isProbing = false;
      circuit.failureWeight = 0;
      circuit.refusals = 0;
      if (isFailure(last)) {
        this.#open(request, last);
      } else if (last?.response !== undefined) {
        const { status } = last.response;
        const words = `returned status ${status} for a request to ${request.endpoint} that had got a usable response before`;
        this.#openService(request.service, { code: "serviceError", reason: words });
      }
    });
    this.#pause(circuit, probed);
  }

  #pause(circuit: Circuit, until: Promise<void>): void {
    const pause = until.then(() => {
      circuit.pause = circuit.pause === pause ? undefined : circuit.pause;
    });
    circuit.pause = pause;
  }

  /** Opens the circuit of an endpoint, and those of its service if the service is down. */
  #open(request: ApiRequest, failure: Failure): void {
    const circuit = this.#circuitOf(request);
    const { kind, message, why } = failure;
    const reason = `no further request to ${request.endpoint} was sent, because several in a row got no usable response: ${message}`;
    circuit.open = { ...why, reason };
    // A response beyond a limit is a response: the endpoint did not stop responding.
    circuit.stoppedResponding = kind !== "excess";
    const endpoints = [...this.#circuits.values()].filter(({ service }) => service === request.service);
    const responding = endpoints.filter(({ lastResponded }) => lastResponded !== undefined);
    const counted = responding.length === 0 ? endpoints : responding;
    const stopped = counted.filter(({ stoppedResponding }) => stoppedResponding);
    const needed = Math.min(ENDPOINTS_OF_OUTAGE, responding.length || ENDPOINTS_OF_OUTAGE);
    const isDown = counted.includes(circuit) && stopped.length >= needed;
    if (isDown || kind === "unreachable") {
      const hasResponded = endpoints.some((one) => one.hasResponded);
      const silence = hasResponded ? "stopped responding" : "never responded";
      const state = kind === "busy" ? "limits the request rate: use a lower --rps" : silence;
      this.#openService(request.service, { ...why, reason: `${state}: ${message}` });
    }
  }

  #openService(service: Service, { reason, ...why }: Reason): void {
    if (!this.#down.has(service)) {
      this.#down.set(service, { ...why, reason: `the ${SERVICE_WORDS[service]} service ${reason}` });
    }
  }

  /** Why nothing is sent to an endpoint any more; undefined unless its circuit is open. */
  openReason(where: EndpointOfService): Reason | undefined {
    return this.#down.get(where.service) ?? this.#circuitOf(where).open;
  }

  /** Settles when requests may be sent to an endpoint again; undefined if they may be sent now. */
  pauseOf(where: EndpointOfService): Promise<void> | undefined {
    return this.#circuitOf(where).pause;
  }

  lastResponded = (where: EndpointOfService): ApiRequest | undefined => this.#circuitOf(where).lastResponded;

  /** The services that never responded and to which nothing more is sent, each with the reason. */
  neverResponded(): ReadonlyMap<Service, Reason> {
    const responding = [...this.#circuits.values()].filter(({ hasResponded }) => hasResponded);
    return new Map([...this.#down].filter(([down]) => !responding.some(({ service }) => service === down)));
  }

  /** Why the run is incomplete; undefined while requests are sent to every service. */
  incompleteReason = (): string | undefined => [...this.#down.values()][0]?.reason;
}
