import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import { endsEarly } from "../message/body.ts";
import { bytesText, excess, Failure, failureOf, HTTP_ON_TLS_PORT, otherProtocol } from "../message/errors.ts";
import { silent, whereItBroke, type Progress } from "../message/errors.ts";
import { headerFields } from "../message/decode.ts";
import type { Limits, Service, Settings } from "../model/settings.ts";
import { openRoute, speaksTls, type BrokenConnection } from "./route.ts";

interface Outgoing {
  readonly path: string;
  readonly method: "GET" | "POST";
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body?: string;
  /** Called once: when the request goes out, or when it is clear that it never will. */
  readonly onSent: () => void;
}

/** A response as it came, not yet decoded. */
interface Incoming {
  readonly status: number;
  /** Lower-case names; repeated fields joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A connection that does not come about in this time never will. */
const CONNECT_MS = 10_000;

/** Connections for each request in flight: one rests for a moment behind its response, and another takes its place. */
const BYTES_PER_FIELD = 2;

export type Base = ReturnType<typeof openBase>;

/** A service: sends requests to its origin and reads the responses, within the limits of time and size. */
export function openBase(url: string, service: Service, { target, limits, concurrency }: Settings) {
  const parsed = new URL(url);
  const { origin, pathname } = parsed;
  const broken: BrokenConnection = {};
  const { requestMs, headerBytes: maxHeaderSize } = limits;
  const connectMs = Math.min(requestMs, CONNECT_MS);
  const connections = BYTES_PER_FIELD * concurrency;
  const reach = target.reach?.[service] ?? {};
  const route = openRoute(origin, reach, { connections, maxHeaderSize, connectMs, broken });
  const underWay = new Set<Exchange>();
  const over = new AbortController();
  const signal: AbortSignal = over.signal;
  // Every request that waits listens.
  setMaxListeners(0, signal);
  const mayBeTls = parsed.protocol === "http:" && reach.proxy === undefined;
  let hasResponded = false;
  let tlsLook: Promise<boolean> | undefined;
  /** A port that speaks TLS may close a plain connection without a word: one handshake shows whether it does. */
  const explained = async (error: unknown): Promise<unknown> => {
    const isClosed = error instanceof Failure && error.kind === "cut" && !hasResponded && mayBeTls;
    return isClosed && (await (tlsLook ??= speaksTls(parsed, connectMs)))
      ? otherProtocol(HTTP_ON_TLS_PORT)
      : error;
  };
  return {
    origin,
    prefix: pathname.replace(/\/+$/, ""),
    /** Aborted by the signal of the run, because the client is closed, or because the service is given up. */
    over: signal,
    /** Throws a `Failure` where no complete answer came. */
    send: async (request: Outgoing): Promise<Incoming> => {
      const exchange = new Exchange(request, limits, broken);
      const timer = setTimeout(() => exchange.expire(), requestMs);
      underWay.add(exchange);
      try {
        const { path, method, headers, body = null } = request;
        route.dispatch({ origin, path, method, headers, body }, exchange);
        const incoming = await exchange.response;
        hasResponded = true;
        return incoming;
      } catch (error) {
        throw await explained(error);
      } finally {
        clearTimeout(timer);
        underWay.delete(exchange);
      }
    },
    /** Makes a connection, a secure one with its certificates, and sends nothing; throws a `Failure` where none comes about. */
    connect: (): Promise<void> => connected(route, origin, connectMs, maxHeaderSize),
    /** Also what is under way ends. */
    end: (reason: Error): void => {
      over.abort(reason);
      underWay.forEach((exchange) => exchange.fail(reason));
    },
    close: (): Promise<void> => route.destroy(),
  };
}

const NO_PROGRESS: Progress = { sent: false, head: false, bytes: 0 };

/** Begins a request, and ends it when its connection is there: before anything is written. */
async function connected(
  route: Dispatcher,
  origin: string,
  waitMs: number,
  headerBytes: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const connection = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(silent(waitMs, NO_PROGRESS)), waitMs);
    route.dispatch(
      { origin, path: "/", method: "GET" },
      {
        onRequestStart: (controller) => {
          resolve();
          controller.abort(new Error("only the connection was needed"));
        },
        onResponseError: (_controller, error) => reject(failureOf(error, NO_PROGRESS, headerBytes)),
      },
    );
  });
  await connection.finally(() => clearTimeout(timer));
}

/** One request and its response: the handler that undici calls back. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<Incoming>;
  readonly #request: Outgoing;
  readonly #limits: Limits;
  readonly #broken: BrokenConnection;
  #resolve: (incoming: Incoming) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  #sent = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #bytes: Uint8Array = EMPTY_BYTES;
  #size = 0;

  constructor(request: Outgoing, limits: Limits, broken: BrokenConnection) {
    this.#request = request;
    this.#limits = limits;
    this.#broken = broken;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
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
      return; // only the announcement of a response
    }
    this.#status = status;
    this.#headers = headerFields(Object.entries(headers));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#limits.responseBytes) {
      this.fail(
        excess(
          `the response is longer than ${bytesText(this.#limits.responseBytes)}, the most that is read of one`,
        ),
      );
      return;
    }
    if (size > this.#bytes.length) {
      // Many small pieces must not become many objects, nor hold all that came with them.
      const larger = Buffer.allocUnsafeSlow(2 * size);
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = size;
  }

  onResponseEnd(): void {
    const bytes = this.#bytes.subarray(0, this.#size);
    // A connection that breaks looks like an end.
    if (this.#endsWithConnection() && endsEarly(Buffer.from(bytes).toString("latin1"))) {
      this.fail(new Failure("cut", `the connection ended ${whereItBroke(this.#progress())}`));
    }
    if (!this.#over) {
      this.#over = true;
      this.#resolve({ status: this.#status, headers: this.#headers, bytes });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const cause = this.#status === 0 ? (this.#broken.alert ?? error) : error;
    this.fail(failureOf(cause, this.#progress(), this.#limits.headerBytes));
  }

  expire(): void {
    this.fail(silent(this.#limits.requestMs, this.#progress()));
  }

  /** Ends the exchange, the connection included. */
  fail(error: Error): void {
    if (this.#over) {
      return;
    }
    this.#over = true;
    this.#markSent();
    this.#bytes = EMPTY_BYTES;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** Nothing else says where the body ends, and nothing hides it. A refusal may have none: its status says enough. */
  #endsWithConnection(): boolean {
    const fields = ["content-length", "transfer-encoding", "content-encoding"];
    const hasBody = this.#status < 300 ? this.#status !== 204 : this.#size > 0;
    return hasBody && !fields.some((name) => name in this.#headers);
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

const EMPTY_BYTES = new Uint8Array(0);
