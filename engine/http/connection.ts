import type { Dispatcher } from "undici";
import { endsEarly } from "../message/body.ts";
import * as errors from "../message/errors.ts";
import { headerFields } from "../message/decode.ts";
import { runEndedError } from "../model/exchange.ts";
import type { Service } from "../../schemas/operations.ts";
import type { Limits, Settings } from "../model/settings.ts";
import { openRoute, speaksTls, type BrokenConnection } from "./route.ts";

interface Outgoing {
  readonly path: string;
  readonly method: "GET" | "POST";
  /** The header fields as alternating names and values: name, value, name, value. */
  readonly headers: string[];
  readonly body?: string;
  /** Called once: when the request is sent, or when it is certain that it will not be sent. `end` ends the exchange. */
  readonly onSent: (end: (error: Error) => void) => void;
  readonly signal: AbortSignal;
}

/** A response before its content coding is removed. */
interface Incoming {
  readonly status: number;
  /** The header fields, with names in lower case; repeated fields are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

const CONNECT_MS = 10_000;

/** Number of connections for each request in flight: a connection is not free immediately after its response. */
const CONNECTIONS_PER_REQUEST = 2;

export type Base = ReturnType<typeof openBase>;

/** Creates the connection pool of a service. `url`: with the path prefix. Throws if a certificate cannot be read. */
export function openBase(url: string, service: Service, { target, limits, concurrency }: Settings) {
  const parsed = new URL(url);
  const { origin, pathname } = parsed;
  const broken: BrokenConnection = {};
  const { requestMs, headerBytes: maxHeaderSize } = limits;
  const connectMs = Math.min(requestMs, CONNECT_MS);
  const connections = CONNECTIONS_PER_REQUEST * concurrency;
  const reach = target.reach?.[service] ?? {};
  const route = openRoute(origin, reach, { connections, maxHeaderSize, connectMs, broken });
  const mayBeTls = parsed.protocol === "http:" && reach.proxy === undefined;
  let hasResponded = false;
  let tlsProbe: Promise<boolean> | undefined;
  /** A TLS port may close a plain connection without a response. One handshake shows whether it is a TLS port. */
  const explainError = async (error: unknown): Promise<unknown> => {
    const isClosed = errors.isFailure(error) && error.kind === "cut" && !hasResponded && mayBeTls;
    return isClosed && (await (tlsProbe ??= speaksTls(parsed, connectMs)))
      ? errors.otherProtocol(errors.HTTP_ON_TLS_PORT)
      : error;
  };
  /** Sends a request. Throws a `Failure` if no complete response arrives within the limits, and `runEndedError` if the run ends. */
  const send = async (request: Outgoing, waitMs = requestMs): Promise<Incoming> => {
    const exchange = new Exchange(request, { ...limits, requestMs: waitMs }, broken);
    const timer = setTimeout(() => exchange.expire(), waitMs);
    const { signal } = request;
    const stop = (): void => exchange.fail(runEndedError(signal));
    signal.addEventListener("abort", stop, { once: true });
    try {
      const { path, method, headers, body = null } = request;
      route.dispatch({ origin, path, method, headers, body }, exchange);
      const incoming = await exchange.response;
      hasResponded = true;
      return incoming;
    } catch (error) {
      throw await explainError(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  };
  return {
    origin,
    prefix: pathname.replace(/\/+$/, ""),
    send,
    /** Connects by beginning a request and aborting it before anything is written. Throws a `Failure` if that is impossible. */
    connect: async (signal: AbortSignal): Promise<void> => {
      const connected = new Error("only the connection was tested");
      const request = { path: "/", method: "GET", signal } as const;
      await send({ ...request, headers: [], onSent: (end) => end(connected) }, connectMs).catch((error) => {
        if (error !== connected) throw error;
      });
    },
    close: (): Promise<void> => route.destroy(),
  };
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
    if (this.#over) controller.abort(new Error("the request timed out before it was sent"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return; // An informational response (RFC 9110, section 15.2) precedes the final one.
    this.#status = status;
    this.#headers = headerFields(Object.entries(headers));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const size = this.#size + chunk.length;
    const { responseBytes } = this.#limits;
    if (size > responseBytes) {
      const limit = `${errors.bytesText(responseBytes)}, the limit for one response`;
      return this.fail(errors.beyondLimit(`the response is longer than ${limit}`));
    }
    if (size > this.#bytes.length) {
      // Each chunk is a view that keeps a larger buffer in memory, and is therefore copied.
      const larger = Buffer.allocUnsafeSlow(2 * size);
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = size;
  }

  onResponseEnd(): void {
    const bytes = this.#bytes.subarray(0, this.#size);
    // Without a length, a broken connection looks like the end of the body.
    if (this.#endsWithConnection() && endsEarly(Buffer.from(bytes).toString("latin1"))) {
      const where = errors.whereItBroke(this.#progress());
      this.fail(errors.failureOf("cut", `the connection was closed ${where}`));
    }
    if (this.#over) return;
    this.#over = true;
    this.#resolve({ status: this.#status, headers: this.#headers, bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const cause = this.#status === 0 ? (this.#broken.alert ?? error) : error;
    this.fail(errors.toFailure(cause, this.#progress(), this.#limits.headerBytes));
  }

  expire(): void {
    this.fail(errors.timeOut(this.#limits.requestMs, this.#progress()));
  }

  fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#markSent();
    this.#bytes = EMPTY_BYTES;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** Whether only the end of the connection marks the end of the body. Not for an encoded body, whose decoding fails if it is cut. */
  #endsWithConnection(): boolean {
    const fields = ["content-length", "transfer-encoding", "content-encoding"];
    const hasBody = this.#status < 300 ? this.#status !== 204 : this.#size > 0;
    return hasBody && !fields.some((name) => name in this.#headers);
  }

  #progress(): errors.Progress {
    return { sent: this.#controller !== undefined, head: this.#status > 0, bytes: this.#size };
  }

  #markSent(): void {
    if (this.#sent) return;
    this.#sent = true;
    this.#request.onSent((error) => this.fail(error));
  }
}

const EMPTY_BYTES = new Uint8Array(0);
