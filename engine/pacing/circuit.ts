// The state that the circuit breaker keeps of each endpoint and service.
import type { Failure } from "../message/errors.ts";
import type { ApiRequest, Why } from "../model/exchange.ts";
import type { Endpoint } from "../model/settings.ts";

/** Why a circuit stays open: no further request is sent. */
export interface OpenCircuit {
  readonly reason: string;
  /** The obstacle, and the remedy that the last failure shows, if it shows one. */
  readonly why: Why;
}

/** The circuit of one endpoint. It is closed unless `pause` (half-open) or `open` is set. */
export class EndpointCircuit {
  /** Whether the endpoint ever responded, if only with a refusal. */
  hasResponded = false;
  /** The weight of the failures since the last response. */
  failureWeight = 0;
  /** The last request that got a usable response: the probe that shows whether the endpoint responds again. */
  lastResponded: ApiRequest | undefined;
  /** Redirects and demands for credentials since the last usable response. */
  refusals = 0;
  /** Pending while the circuit is half-open, or while the endpoint asked for a pause. */
  pause: Promise<void> | undefined;
  isProbing = false;
  open?: OpenCircuit;
  /** Whether the circuit opened although the endpoint had responded before. */
  stoppedResponding = false;
  /** The attempt that is under way while the endpoint has not responded yet. */
  trial: Promise<void> | undefined;
}

/** The circuit of one service: the circuits of its endpoints, and the failures of all of them since the last response. */
export class ServiceCircuit {
  readonly endpoints = new Map<Endpoint, EndpointCircuit>();
  inFlight = 0;
  /** When the last exchange ended, in milliseconds of the clock. */
  endedAt = 0;
  /** When the first request since the last response was sent; undefined if none was. */
  since: number | undefined;
  failures = 0;
  readonly failingEndpoints = new Set<Endpoint>();
  lastFailure: Failure | undefined;
  /** Of the requests that began before this time, one response 429 was counted already. */
  busyUntil = 0;
  open?: OpenCircuit;

  /** The endpoints that returned a usable response. */
  get responding(): readonly EndpointCircuit[] {
    return [...this.endpoints.values()].filter(({ lastResponded }) => lastResponded !== undefined);
  }
}
