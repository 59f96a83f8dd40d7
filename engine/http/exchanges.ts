import { setImmediate as round } from "node:timers/promises";
import { createFill, readBody } from "../message/body.ts";
import { decode } from "../message/decode.ts";
import { Failure } from "../message/errors.ts";
import { type Coverage, createCoverage, standing } from "../message/known-deviations.ts";
import { messageOf } from "../model/cannot-run.ts";
import { type Ask, type Reply, type SentExchange, Trouble } from "../model/exchange.ts";
import { Renewal } from "./renewal.ts";
import { present } from "../model/model.ts";
import type { Endpoint, Service, Settings } from "../model/settings.ts";
import type { Limiter } from "../pacing/limiter.ts";
import { createGate } from "../pacing/turns.ts";
import type { Health } from "../pacing/health.ts";
import type { Base } from "./connection.ts";
import type { Traffic } from "./traffic.ts";
import { fieldsFor } from "./curl.ts";
import { objectionTo } from "./upstream.ts";

/** Header fields of an answer that are kept, beside those that something goes by: a target may send thousands. */
const MOST_FIELDS = 200;
const TELLING = new Set(["content-type", "location", "retry-after"]);

/** Bytes from which a response is large: what becomes of one takes long. */
const LARGE = 8 * 1024;

/** What is known of an exchange until it ends. */
interface Recorded {
  response?: SentExchange["response"];
  bytes?: Uint8Array;
  error?: string | undefined;
}

/** Exchanges with the target, one attempt each: what is sent is counted, and what comes is read within limits. */
export class Exchanges {
  readonly #settings: Settings;
  readonly #limiter: Limiter;
  readonly #health: Health;
  readonly #coverage: Coverage;
  readonly #traffic: Traffic;
  readonly #allow = createFill();
  /** Answers that came from the target, by this client. */
  readonly given = new WeakSet<Reply>();
  /** Repetitions included. */
  requests = 0;
  readonly #onRequest: (endpoint: Endpoint) => void;
  /** One large response is looked at in each round of the event loop: between two of them a signal is heard. */
  readonly #oneByOne = createGate(1);
  readonly #renewal: Renewal;

  constructor(
    settings: Settings,
    { limiter, health, traffic }: { limiter: Limiter; health: Health; traffic: Traffic },
    onRequest: (endpoint: Endpoint) => void,
  ) {
    this.#traffic = traffic;
    this.#onRequest = onRequest;
    this.#settings = settings;
    this.#limiter = limiter;
    this.#health = health;
    this.#coverage = createCoverage(settings.known);
    this.#renewal = new Renewal(settings);
  }

  /** The configured header fields of a service, as the next request gets them. */
  headersOf(service: Service): Readonly<Record<string, string>> {
    return this.#renewal.headers[service];
  }

  /** Whether a request that got 401 with the fields `sent` is worth sending again, with other ones. */
  async renewed(ask: Ask, sent: Readonly<Record<string, string>>): Promise<boolean> {
    return await this.#renewal.renewed(ask, sent);
  }

  /** Sends a request whose turn has come, and ends its turn. */
  async send(ask: Ask, base: Base): Promise<Reply> {
    this.requests += 1;
    this.#onRequest(ask.endpoint);
    const path = ask.rooted === true ? ask.target : base.prefix + ask.target;
    const { method } = ask;
    const { target } = this.#settings;
    const ended = this.#health.asked(ask);
    const recorded = this.#record({ ask, url: base.origin + path });
    try {
      const answer = await base.send({
        path,
        method,
        headers: fieldsFor(ask, {
          ...this.#settings,
          target: { ...target, headers: this.#renewal.headers },
        }).flatMap(([name, value]) => [name, value]),
        ...present({ body: ask.body }),
        onSent: () => this.#limiter.sent(),
      });
      recorded.response = { status: answer.status, headers: answer.headers };
      if (answer.bytes.length > LARGE) {
        await this.#oneByOne(round);
        base.over.throwIfAborted();
      }
      const coding = answer.headers["content-encoding"];
      const bytes = decode(answer.bytes, coding, this.#settings.limits.answerBytes);
      recorded.bytes = bytes;
      const body = readBody(bytes);
      this.#allow(body);
      const reply: Reply = {
        ask,
        url: base.origin + path,
        prefix: base.prefix,
        status: answer.status,
        headers: Object.fromEntries(
          Object.entries(answer.headers).filter(([name], index) => index < MOST_FIELDS || TELLING.has(name)),
        ),
        body,
      };
      const accepted = this.#accept(standing(reply, this.#coverage));
      ended("answer");
      this.#traffic.note(ask, accepted);
      return accepted;
    } catch (error) {
      recorded.error = recorded.bytes === undefined ? messageOf(error) : undefined;
      if (error instanceof Trouble) {
        this.#traffic.note(ask, error);
      }
      ended(error instanceof Failure ? error : "refused");
      throw error;
    } finally {
      this.#limiter.leave();
      recorded.end();
    }
  }

  /** What comes of a request, for the recording of the run. */
  #record(sent: Pick<SentExchange, "ask" | "url">) {
    const [startedAt, started] = [Date.now(), performance.now()];
    const recorded: Recorded = {};
    const end = (): void =>
      this.#settings.onExchange?.({
        ...sent,
        startedAt,
        milliseconds: performance.now() - started,
        ...present({ response: recorded.response, bytes: recorded.bytes, error: recorded.error }),
      });
    return Object.assign(recorded, { end });
  }

  #accept(reply: Reply): Reply {
    const { limits, target } = this.#settings;
    const { service, bare } = reply.ask;
    const objection = objectionTo(reply, limits.retryAfterMs, {
      others: this.#health.lastAnswered(reply.ask) !== undefined,
      given: bare !== true && Object.keys(target.headers[service]).length > 0,
    });
    if (reply.status === 429 && objection instanceof Failure) {
      this.#limiter.rate.backOff(performance.now(), objection.waitMs);
    } else {
      this.#limiter.rate.served();
    }
    if (objection !== undefined) {
      objection.reply = reply;
      throw objection;
    }
    this.given.add(reply);
    return reply;
  }
}
