import { documentedMessages, hasSuccessStatus, isAccessDenied } from "../message/classify.ts";
import { looksMissing, webPageIn } from "../message/classify.ts";
import type { Failure } from "../message/errors.ts";
import { sentText, sentValues, type SentValue } from "../message/sent-values.ts";
import type { ApiRequest, FailureKind, ApiResponse } from "../model/exchange.ts";
import { UnusableResponse } from "../model/exchange.ts";
import { getOrInsert } from "../model/model.ts";
import type { SentAgain } from "../model/results.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { inQuotes, oneLine } from "../secrets/escape.ts";
import { Timeline } from "./timeline.ts";

interface Attempt extends SentValue {
  /** Whether the service accepted the value, with a success or the error for a missing record. */
  readonly isServed: boolean;
}

/** A request is no longer retried if this number of attempts with one of its values failed, and none was accepted. */
const MOST_FAILED_ATTEMPTS = 8;

/** The words for failures without a response, in reports of retries. */
const FAILURES: Readonly<Record<FailureKind, string>> = {
  silent: "a time-out",
  cut: "a broken connection",
  unreachable: "no connection",
  excess: "a response beyond the limits",
  busy: "429",
};

/** Counts the attempts of a run: which requests were retried, and which values the service never accepts. */
export class Traffic {
  readonly timeline = new Timeline();
  readonly #sentAgain = new Map<string, SentAgain>();
  /** The attempts, by endpoint and name of a parameter; the name of a path is empty. */
  readonly #attempts = new Map<string, Attempt[]>();
  readonly #accepting = new Set<Endpoint>();

  countRetry({ endpoint }: ApiRequest, failure: Failure): void {
    const after = String(failure.response?.status ?? FAILURES[failure.kind]);
    this.timeline.countRetry();
    const key = `${endpoint} ${after}`;
    this.#sentAgain.set(key, { endpoint, after, requests: (this.#sentAgain.get(key)?.requests ?? 0) + 1 });
  }

  sentAgain(): readonly SentAgain[] {
    return [...this.#sentAgain.values()].toSorted((a, b) => b.requests - a.requests);
  }

  /** Counts an attempt for each value in its request, but not of followed links, nor of requests that may be refused. */
  note(request: ApiRequest, received: ApiResponse | UnusableResponse): void {
    if (request.fromOrigin === true || request.expects === "refusal" || request.expects === "open") return;
    // An error for a missing record shows that the service accepts the value.
    const isServed =
      !(received instanceof UnusableResponse) && (hasSuccessStatus(received) || looksMissing(received));
    if (isServed) this.#accepting.add(request.endpoint);
    for (const sentValue of sentValues(request)) {
      const attempts = getOrInsert(this.#attempts, `${request.endpoint} ${sentValue.name}`, () => []);
      attempts.push({ ...sentValue, isServed });
    }
  }

  /** The value or operator in a request that was never accepted; of several, the one with most attempts. Undefined if there is none. */
  #unserved(request: ApiRequest) {
    const all = sentValues(request).flatMap((sentValue) => this.#unservedBy(request, sentValue) ?? []);
    return all.toSorted((a, b) => b.failures - a.failures)[0];
  }

  #unservedBy(request: ApiRequest, { name, operator, value }: SentValue) {
    const ofParameter = this.#attempts.get(`${request.endpoint} ${name}`) ?? [];
    const sameOperator = ofParameter.filter((attempt) => attempt.operator === operator);
    const isOperator = operator !== "" && !sameOperator.some(({ isServed }) => isServed);
    const attempts = isOperator ? sameOperator : sameOperator.filter((attempt) => attempt.value === value);
    if (attempts.length === 0 || attempts.some(({ isServed }) => isServed)) return undefined;
    const unserved: SentValue = { name, operator, value: isOperator ? "…" : value };
    return { unserved, failures: attempts.length };
  }

  /** Whether the value of the named parameter in a request, or its operator, was never accepted. */
  isUnserved(request: ApiRequest, name: string): boolean {
    return sentValues(request).some(
      (sentValue) => sentValue.name === name && this.#unservedBy(request, sentValue) !== undefined,
    );
  }

  /** The value of a request that was never accepted, such as `limit=5`; or `…` with its operator, if no value with it was accepted. */
  unservedValue = (request: ApiRequest): SentValue | undefined => this.#unserved(request)?.unserved;

  /** Whether retries are pointless: {@link MOST_FAILED_ATTEMPTS} attempts with a value, or its operator, failed and none was accepted. */
  isPersistentlyUnserved = (request: ApiRequest): boolean =>
    (this.#unserved(request)?.failures ?? 0) >= MOST_FAILED_ATTEMPTS;

  /** Describes a status from 500, or a denial of access, that every request with one value gets, unlike others (interpretation 22). */
  persistentError(response: ApiResponse) {
    const { request, status } = response;
    const isOfValue = (status >= 500 || isAccessDenied(response)) && this.#accepting.has(request.endpoint);
    const unserved = isOfValue ? this.unservedValue(request) : undefined;
    if (unserved === undefined) return undefined;
    const subject = sentText(unserved);
    const message = `every request with ${oneLine(subject, 120)} gets ${errorLabel(response)}; other requests to this endpoint are accepted`;
    return { subject, message };
  }
}

function errorLabel(response: ApiResponse): string {
  const [message] = documentedMessages(response) ?? [];
  const isDenial = isAccessDenied(response) && webPageIn(response) !== undefined;
  const isGateway = message === undefined && (response.status === 408 || response.status >= 502 || isDenial);
  return isGateway
    ? `${response.status} from a gateway`
    : `${response.status}${message === undefined ? "" : ` (${inQuotes(message, 80)})`}`;
}
