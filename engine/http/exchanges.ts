import { setImmediate as round } from "node:timers/promises";
import { createMemoryCheck, readBody } from "../message/body.ts";
import { decodeReceived } from "../message/decode.ts";
import { isFailure } from "../message/errors.ts";
import { type Coverage, createCoverage, excuseStatus } from "../message/known-deviations.ts";
import { messageOf } from "../model/cannot-run.ts";
import type { ApiRequest, ApiResponse, SentExchange } from "../model/exchange.ts";
import { runEndedError, UnusableResponse } from "../model/exchange.ts";
import { getOrInsert, present } from "../model/model.ts";
import type { Endpoint, Service } from "../../schemas/operations.ts";
import type { Settings } from "../model/settings.ts";
import { type Concurrency, createSemaphore } from "../pacing/semaphore.ts";
import { TokenBucket } from "../pacing/token-bucket.ts";
import type { CircuitBreaker } from "../pacing/circuit-breaker.ts";
import type { Base } from "./connection.ts";
import type { Traffic } from "./traffic.ts";
import { requestFields } from "./curl.ts";
import { unusableReason } from "./upstream.ts";

/** Maximum number of header fields that are kept besides {@link IMPORTANT_FIELDS}: a target may send thousands. */
const MOST_FIELDS = 200;
const IMPORTANT_FIELDS = new Set(["content-type", "location", "retry-after", "www-authenticate"]);

/** Size in bytes from which parsing a response takes long. */
const LARGE_RESPONSE = 8 * 1024;

const keptFields = (fields: ApiResponse["headers"]): ApiResponse["headers"] =>
  Object.fromEntries(
    Object.entries(fields).filter(([name], index) => index < MOST_FIELDS || IMPORTANT_FIELDS.has(name)),
  );

type ClientState = Readonly<{ circuits: CircuitBreaker; traffic: Traffic; concurrency: Concurrency }>;

/** Sends requests, one attempt each, and reads the responses within the limits of size. */
export class Exchanges {
  readonly #settings: Settings;
  readonly bucket: TokenBucket;
  readonly #state: ClientState;
  readonly #coverage: Coverage;
  readonly #checkMemory = createMemoryCheck();
  /** Requests that were sent, retries included. */
  requests = 0;
  readonly #onRequest: (endpoint: Endpoint) => void;
  /** At most one large response is parsed in each round of the event loop, so that signals and timers are handled in between. */
  readonly #oneByOne = createSemaphore(1);
  readonly renewal: ReturnType<typeof createHeaderRenewal>;

  constructor(settings: Settings, state: ClientState, onRequest: (endpoint: Endpoint) => void) {
    this.#state = state;
    this.#onRequest = onRequest;
    this.#settings = settings;
    this.bucket = new TokenBucket(settings.rps);
    this.#coverage = createCoverage(settings.known);
    this.renewal = createHeaderRenewal(settings);
  }

  /** Sends a request once. Throws an `UnusableResponse` if no response comes, or none that can be checked. */
  async send(request: ApiRequest, base: Base, signal: AbortSignal): Promise<ApiResponse> {
    this.requests += 1;
    this.#onRequest(request.endpoint);
    const path = request.fromOrigin === true ? request.target : base.prefix + request.target;
    const counted = this.#state.traffic.timeline.countRequest(request.endpoint);
    const settle = this.#state.circuits.startRequest(request);
    const url = base.origin + path;
    const [startedAt, startedMs] = [Date.now(), performance.now()];
    let recorded: Pick<SentExchange, "response" | "bytes" | "error"> = {};
    try {
      const onSent = (): void => {
        counted.sent();
        this.bucket.countSent(performance.now());
      };
      const { method, body: sentBody } = request;
      const outgoing = { path, method, headers: this.#fieldsOf(request), ...present({ body: sentBody }) };
      const received = await base.send({ ...outgoing, onSent, signal });
      counted.received(received.status);
      recorded = { response: { status: received.status, headers: received.headers } };
      if (received.bytes.length > LARGE_RESPONSE) {
        await this.#oneByOne(round);
        if (signal.aborted) throw runEndedError(signal);
      }
      const { bytes, ...decoded } = decodeReceived(received, this.#settings.limits.responseBytes);
      recorded = { ...recorded, bytes };
      const body = { ...readBody(bytes), ...decoded };
      this.#checkMemory(body);
      const { status } = received;
      const headers = keptFields(received.headers);
      const response: ApiResponse = { request, url, prefix: base.prefix, status, headers, body };
      const accepted = this.#accept(excuseStatus(response, this.#coverage), startedMs);
      settle("response");
      this.#state.traffic.note(request, accepted);
      return accepted;
    } catch (error) {
      recorded = recorded.bytes === undefined ? { ...recorded, error: messageOf(error) } : recorded;
      if (error instanceof UnusableResponse) this.#state.traffic.note(request, error);
      settle(isFailure(error) ? error : "refused");
      throw error;
    } finally {
      const milliseconds = performance.now() - startedMs;
      this.#settings.onExchange?.({ request, url, startedAt, milliseconds, ...recorded });
    }
  }

  #fieldsOf(request: ApiRequest): string[] {
    const target = { ...this.#settings.target, headers: this.renewal.headers() };
    return requestFields(request, { ...this.#settings, target }).flatMap(([name, value]) => [name, value]);
  }

  /** Adjusts concurrency and rate to a response. Throws an `UnusableResponse` if it is not usable. `sentAt`: time of the clock `performance`. */
  #accept(response: ApiResponse, sentAt: number): ApiResponse {
    const { limits, target } = this.#settings;
    const { service, withoutUserHeaders } = response.request;
    const objection = unusableReason(response, limits.retryAfterMs, {
      otherResponded: this.#state.circuits.lastResponded(response.request) !== undefined,
      hasUserHeaders: withoutUserHeaders !== true && Object.keys(target.headers[service]).length > 0,
    });
    const now = performance.now();
    if (isFailure(objection) && (response.status === 429 || response.status === 503)) {
      this.#state.concurrency.countRejected(sentAt, now);
    } else {
      this.#state.concurrency.countServed();
    }
    if (response.status === 429 && isFailure(objection)) {
      this.bucket.backOff(now, objection.waitMs);
    } else {
      this.bucket.countServed();
    }
    if (objection !== undefined) {
      objection.response = response;
      throw objection;
    }
    return response;
  }
}

/** Maximum number of renewals for one service: one that returns 401 to every request would cause calls without end. */
const MOST_RENEWALS = 30;

/** Renews the configured header fields with a function of the caller when a response is 401. */
function createHeaderRenewal({ target, renewHeaders }: Settings) {
  let { headers } = target;
  const pending = new Map<Service, Promise<boolean>>();
  const calls = new Map<Service, number>();

  async function renew(service: Service): Promise<boolean> {
    const count = (calls.get(service) ?? 0) + 1;
    calls.set(service, count);
    const fields = count > MOST_RENEWALS ? undefined : await renewHeaders?.(service);
    const isNew = fields !== undefined && JSON.stringify(fields) !== JSON.stringify(headers[service]);
    headers = isNew ? { ...headers, [service]: fields } : headers;
    return isNew;
  }

  return {
    /** The configured header fields of all services, as they are now. */
    headers: () => headers,
    /** Whether the fields of a service, renewed after a 401, differ from those sent. Simultaneous calls share a renewal. */
    renewed: async ({ service, withoutUserHeaders }: ApiRequest, sentFields: object): Promise<boolean> => {
      if (withoutUserHeaders === true || renewHeaders === undefined) return false;
      if (headers[service] !== sentFields) return true;
      const call = getOrInsert(pending, service, () => renew(service));
      return await call.finally(() => pending.delete(service));
    },
  };
}
