import { documentedMessages } from "../message/classify.ts";
import { Failure, type FailureKind } from "../message/errors.ts";
import {
  type ApiRequest,
  beforeQuery,
  decoded,
  type ApiResponse,
  UnusableResponse,
} from "../model/exchange.ts";
import type { SentAgain } from "../model/results.ts";
import { OPERATORS } from "../../schemas/grammars.ts";
import { operations } from "../../schemas/operations.ts";
import { inQuotes } from "../secrets/escape.ts";

/** What the attempts to send one value received. */
interface Attempts {
  served: number;
  /** How many attempts failed, by what came in place of a success. */
  readonly failed: Map<string, number>;
}

/** A value of a parameter as a request contains it; the path of a record has no name. */
interface SentValue {
  readonly name: string;
  /** Empty for a value without an operator. */
  readonly operator: string;
  readonly value: string;
}

/** After so many failed attempts without a success in between, a further request with the value is not repeated. */
const HOPELESS_FROM = 8;

const OPERATOR_PREFIX = new RegExp(`^(${OPERATORS.join("|")}):`);

/** In words: what came in place of a response. */
const FAILURES: Readonly<Record<FailureKind, string>> = {
  silent: "a time-out",
  cut: "a broken connection",
  unreachable: "no connection",
  excess: "a response beyond the limits",
  busy: "429",
};

/** Counts the attempts of a run: which requests were sent again, and which values never get a response. */
export class Traffic {
  readonly #sentAgain = new Map<string, SentAgain>();
  /** By endpoint and name of the parameter, then by operator and value. */
  readonly #values = new Map<string, Map<string, Attempts>>();

  /** A request is about to be sent again because of a failed attempt. */
  again({ endpoint }: ApiRequest, failure: Failure): void {
    const after = String(failure.response?.status ?? FAILURES[failure.kind]);
    const key = `${endpoint} ${after}`;
    this.#sentAgain.set(key, {
      endpoint,
      after,
      requests: (this.#sentAgain.get(key)?.requests ?? 0) + 1,
    });
  }

  sentAgain(): readonly SentAgain[] {
    return [...this.#sentAgain.values()].toSorted((a, b) => b.requests - a.requests);
  }

  /** Notes what an attempt received. Requests that have to be refused, and links, say nothing about a value. */
  note(request: ApiRequest, came: ApiResponse | UnusableResponse): void {
    if (request.fromOrigin === true || request.expects === "refusal" || request.expects === "open") {
      return;
    }
    const isServed = !(came instanceof UnusableResponse) && came.status >= 200 && came.status <= 299;
    for (const sent of sentValues(request)) {
      const attempts = this.#attemptsOf(request, sent);
      if (isServed) {
        attempts.served += 1;
      } else {
        const label = failureLabel(came);
        attempts.failed.set(label, (attempts.failed.get(label) ?? 0) + 1);
      }
    }
  }

  #attemptsOf({ endpoint }: ApiRequest, { name, operator, value }: SentValue): Attempts {
    const place = `${endpoint} ${name}`;
    const all = this.#values.get(place) ?? new Map<string, Attempts>();
    const key = `${operator}:${value}`;
    const attempts = all.get(key) ?? { served: 0, failed: new Map() };
    this.#values.set(place, all.set(key, attempts));
    return attempts;
  }

  /** All attempts with one operator of a parameter together, or with one value. */
  #sum({ endpoint }: ApiRequest, name: string, isMeant: (key: string) => boolean) {
    const all = [...(this.#values.get(`${endpoint} ${name}`) ?? [])].filter(([key]) => isMeant(key));
    const failed = new Map<string, number>();
    all.forEach(([, attempts]) =>
      attempts.failed.forEach((times, label) => failed.set(label, (failed.get(label) ?? 0) + times)),
    );
    return {
      served: all.reduce((sum, [, { served }]) => sum + served, 0),
      failed,
      tries: [...failed.values()].reduce((sum, times) => sum + times, 0),
    };
  }

  /**
   * The parameter of a request that never gets a success: with its operator at all, or with its value. Of several, the one with
   * most attempts is to blame: the others were only sent beside it.
   */
  #unserved(request: ApiRequest) {
    const all = sentValues(request).flatMap((sent) => this.#unservedBy(request, sent) ?? []);
    return all.toSorted((a, b) => b.tries - a.tries)[0];
  }

  #unservedBy(request: ApiRequest, { name, operator, value }: SentValue) {
    const own = `${operator}:`;
    const byOperator = this.#sum(request, name, (key) => key.startsWith(own));
    if (operator !== "" && byOperator.served === 0 && byOperator.tries > 0) {
      return { ...byOperator, name, operator, subject: `${name}=${operator}:…` };
    }
    const byValue = this.#sum(request, name, (key) => key === own + value);
    const text = operator === "" ? value : `${operator}:${value}`;
    return byValue.served === 0 && byValue.tries > 0
      ? { ...byValue, name, operator, subject: name === "" ? value : `${name}=${text}` }
      : undefined;
  }

  /** Whether no request with one of the values of a request got a success. */
  isUnserved(request: ApiRequest, name: string): boolean {
    return sentValues(request).some(
      (sent) => sent.name === name && this.#unservedBy(request, sent) !== undefined,
    );
  }

  /** Whether a value got so many errors, and no success, that a further request with it need not be repeated. */
  isHopeless = (request: ApiRequest): boolean => (this.#unserved(request)?.tries ?? 0) >= HOPELESS_FROM;

  /**
   * Says of an error with a status from 500 which value gets it at every attempt, and which values are served (interpretation
   * 22); undefined if the error belongs to no single value.
   */
  persistentError(response: ApiResponse): string | undefined {
    const { request, status } = response;
    const unserved = status < 500 ? undefined : this.#unserved(request);
    if (unserved === undefined) {
      return undefined;
    }
    const { name, operator, subject, failed, tries } = unserved;
    const label = failureLabel(response);
    const served = ["", ...OPERATORS].filter(
      (other) =>
        other !== operator && this.#sum(request, name, (key) => key.startsWith(`${other}:`)).served > 0,
    );
    const others = served.map((one) => (one === "" ? "values without an operator" : one));
    const also =
      others.length === 0
        ? "other requests of this endpoint are served"
        : `${listedValues(others)} ${others.length === 1 && others[0] !== "values without an operator" ? "is" : "are"} served`;
    return `every request with ${inQuotes(subject, 120).slice(1, -1)} gets ${label}, ${failed.get(label) ?? 0} of ${tries}; ${also}`;
  }
}

const listedValues = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** The values that a request contains: those of its query, or else the path of a record. */
function sentValues({ endpoint, target }: ApiRequest): readonly SentValue[] {
  const at = target.indexOf("?");
  if (at === -1) {
    const isOfRecord = operations[endpoint].pathParameter !== undefined;
    return isOfRecord ? [{ name: "", operator: "", value: beforeQuery(target) }] : [];
  }
  return target
    .slice(at + 1)
    .split("&")
    .map((pair) => {
      const [name = "", sent = ""] = pair.split(/=(.*)/s);
      const text = decoded(sent) ?? sent;
      const operator = OPERATOR_PREFIX.exec(text)?.[1] ?? "";
      return { name, operator, value: operator === "" ? text : text.slice(operator.length + 1) };
    });
}

/** What came, in a few words: its status, and who speaks. */
function failureLabel(came: ApiResponse | UnusableResponse): string {
  const response = came instanceof UnusableResponse ? came.response : came;
  if (response === undefined) {
    return came instanceof Failure ? FAILURES[came.kind] : "no response";
  }
  const [message] = documentedMessages(response) ?? [];
  const isGateway = message === undefined && (response.status === 408 || response.status >= 502);
  return isGateway
    ? `${response.status} from a gateway`
    : `${response.status}${message === undefined ? "" : ` (${inQuotes(message, 80)})`}`;
}
