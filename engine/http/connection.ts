import type { buildConnector, Dispatcher } from "undici";
import type { Ask } from "../model/exchange.ts";
import { endsEarly } from "../message/bounds.ts";
import {
  endedWithin,
  excess,
  failureOf,
  isTls,
  Misunderstood,
  silent,
  type Progress,
} from "../message/errors.ts";
import type { Limits, Reach, Service } from "../model/settings.ts";
import { present } from "../model/model.ts";
import { openRoute, type Route } from "./route.ts";

/** A request as it goes out. */
export interface Outgoing {
  readonly ask: Ask;
  readonly path: string;
  readonly method: "GET" | "POST";
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body?: string;
  /** Milliseconds that the whole of the answer is waited for; absent: the time for a request. */
  readonly waitMs?: number;
  /** Called once: when the request goes out, or when it is clear that it never will. */
  readonly onSent: () => void;
}

/** An answer as it came, not yet decoded. */
export interface Incoming {
  readonly status: number;
  /** Lower-case names; repeated fields joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** It came over HTTP/2. */
  readonly http2?: true;
  /** The content coding is taken off already, whatever the header fields say. */
  readonly decoded?: true;
}

/** Sends requests to one origin and reads the answers, within the limits of time and size. */
export interface Wire {
  /** Throws a `Failure` where no complete answer came. */
  send(request: Outgoing): Promise<Incoming>;
  /** Ends what is under way; to one service alone where it is named. */
  stop(reason: Error, service?: Service): void;
  close(): Promise<void>;
}

/** A connection that does not come about in this time never will. */
const CONNECT_MS = 10_000;

/** Opens the connections to an origin, at most so many. */
export function openWire(origin: string, connections: number, limits: Limits, reach: Reach = {}): Wire {
  const broken: BrokenConnection = {};
  const route = openRoute(origin, reach, {
    connections,
    maxHeaderSize: limits.headerBytes,
    connectMs: Math.min(limits.requestMs, CONNECT_MS),
    http2: true,
    around: (connector) => noting(broken, connector),
  });
  const underWay = new Set<Exchange>();
  const send = async (request: Outgoing): Promise<Incoming> => {
    const exchange = new Exchange(request, limits, broken, route);
    const timer = setTimeout(() => exchange.expire(), exchange.waitMs);
    underWay.add(exchange);
    try {
      const { path, method, headers, body = null } = request;
      route.dispatch({ path, method, headers, body }, exchange);
      return await exchange.answer;
    } finally {
      clearTimeout(timer);
      underWay.delete(exchange);
    }
  };
  return {
    send: async (request) => {
      const { offersHttp2 } = route.agreement;
      try {
        return await send(request);
      } catch (error) {
        // What came in another protocol than was agreed on was no answer to the request.
        if (offersHttp2 || !(error instanceof Misunderstood)) {
          throw error;
        }
        route.agreement.offersHttp2 = true;
        return await send({ ...request, onSent: () => undefined });
      }
    },
    stop: (reason, service) => {
      for (const exchange of underWay) {
        if (service === undefined || exchange.service === service) {
          exchange.fail(reason);
        }
      }
    },
    close: () => route.close(),
  };
}

/** The error of a connection, while it is told of: undici takes what came before it for the whole of the answer. */
export interface BrokenConnection {
  error?: Error | undefined;
  /** What the other side said of our certificate: undici tells only that the connection was closed. */
  alert?: Error;
}

/** Notes the errors of connections. */
export function noting(
  broken: BrokenConnection,
  connector: buildConnector.connector,
): buildConnector.connector {
  return (options, done) =>
    connector(options, (...came: Parameters<buildConnector.Callback>) => {
      came[1]?.on("error", (error: Error) => {
        broken.error = error;
        if ("code" in error && isTls(String(error.code))) {
          broken.alert = error;
        }
        queueMicrotask(() => {
          broken.error = undefined;
        });
      });
      done(...came);
    });
}

/** One request and its answer: the handler that undici calls back. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Incoming>;
  readonly #request: Outgoing;
  readonly #limits: Limits;
  readonly #broken: BrokenConnection;
  readonly #route: Route;
  #resolve: (incoming: Incoming) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  #sent = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #bytes: Uint8Array = EMPTY;
  #size = 0;
  /** Bytes that the head of the answer promises. */
  #announced = 0;

  constructor(request: Outgoing, limits: Limits, broken: BrokenConnection, route: Route) {
    this.#request = request;
    this.#route = route;
    this.#limits = limits;
    this.#broken = broken;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get waitMs(): number {
    return this.#request.waitMs ?? this.#limits.requestMs;
  }

  get service(): Service {
    return this.#request.ask.service;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#markSent();
    if (this.#over) {
      controller.abort(new Error("the time for the request was used up before it was sent"));
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      return; // only the announcement of an answer
    }
    this.#status = status;
    this.#headers = flatten(headers);
    const announced = Number(this.#headers["content-length"] ?? 0) || 0;
    this.#announced = announced;
    if (announced > this.#limits.answerBytes) {
      this.fail(
        excess(`the answer is ${announced} bytes long, ${this.#limits.answerBytes} are read at most`),
      );
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#limits.answerBytes) {
      this.fail(excess(`the answer is longer than ${this.#limits.answerBytes} bytes`));
      return;
    }
    if (this.#size === 0) {
      this.#bytes = chunk;
    } else {
      if (size > this.#bytes.length) {
        // Many small pieces must not become many objects.
        const larger = Buffer.allocUnsafe(
          Math.min(Math.max(size * 2, this.#announced, LEAST_BUFFER), this.#limits.answerBytes),
        );
        larger.set(this.#bytes.subarray(0, this.#size));
        this.#bytes = larger;
      }
      this.#bytes.set(chunk, this.#size);
    }
    this.#size = size;
  }

  onResponseEnd(): void {
    if (this.#broken.error !== undefined) {
      this.onResponseError(null, this.#broken.error);
    }
    const refusal = this.#route.refusal(this.#status);
    if (refusal !== undefined) {
      this.fail(refusal);
    }
    const { speaksHttp2 } = this.#route.agreement;
    // Of HTTP/2 undici takes a stream that was given up for one that came to its end.
    if (speaksHttp2 && this.#announced > this.#size && this.#hasBody()) {
      this.fail(endedWithin(this.#progress(), this.#limits.retries));
    }
    const bytes = this.#bytes.length === this.#size ? this.#bytes : this.#bytes.subarray(0, this.#size);
    // A reset that comes together with the last bytes looks like an end: the system tells of the end alone.
    if (this.#endsWithConnection() && endsEarly(Buffer.from(bytes).toString("latin1"))) {
      this.fail(endedWithin(this.#progress(), this.#limits.retries));
    }
    if (!this.#over) {
      this.#over = true;
      const http2 = speaksHttp2 || undefined;
      this.#resolve({ status: this.#status, headers: this.#headers, bytes, ...present({ http2 }) });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const cause = this.#status === 0 ? (this.#broken.alert ?? error) : error;
    this.fail(failureOf(cause, this.#progress(), this.#limits.retries));
  }

  /** The time is used up. */
  expire(): void {
    this.fail(silent(this.waitMs, this.#progress(), this.#limits.retries));
  }

  /** Ends the exchange, the connection included. */
  fail(error: Error): void {
    if (this.#over) {
      return;
    }
    this.#over = true;
    this.#markSent();
    this.#bytes = EMPTY;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** Nothing else says where the body ends, and nothing hides it. */
  #endsWithConnection(): boolean {
    const fields = ["content-length", "transfer-encoding", "content-encoding"];
    return this.#hasBody() && !fields.some((name) => name in this.#headers);
  }

  #hasBody(): boolean {
    return this.#status !== 204 && this.#status !== 304;
  }

  #progress(): Progress {
    return { sent: this.#controller !== undefined, head: this.#status > 0, bytes: this.#size };
  }

  #markSent(): void {
    if (!this.#sent) {
      this.#sent = true;
      this.#request.onSent();
    }
  }
}

const EMPTY = new Uint8Array(0);
const LEAST_BUFFER = 16_384;

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const fields = Object.entries(headers);
  return Object.fromEntries(fields.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}
