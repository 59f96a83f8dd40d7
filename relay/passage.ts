import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import type { Dispatcher } from "undici";
import type { BrokenConnection } from "../engine/http/connection.ts";
import type { Route } from "../engine/http/route.ts";
import { Failure, failureOf } from "../engine/message/errors.ts";
import { readFields } from "./fields.ts";
import type { Copy } from "./copy.ts";

const NO_BYTES = Buffer.alloc(0);

/** Where requests go on to. */
export interface Onward {
  readonly route: Route;
  readonly broken: BrokenConnection;
}

/** Takes one request on with these fields, and its answer back, as they come; `copy` is what is judged of it. */
export function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { route, broken }: Onward,
  fields: string[],
  copy: Copy,
): void {
  const passage = new Passage(response, broken, copy);
  const { method = "GET", headers } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody) {
    request.on("data", (chunk: Buffer) => copy.posted(chunk));
  }
  const path = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*(?=[/?])/i, "");
  // A stream of its own: what ends it must not end the connection that the answer goes back on.
  const body = hasBody ? request.pipe(new PassThrough()) : null;
  route.dispatch({ path, method, headers: fields, body }, passage);
}

/** One exchange on its way: what undici calls back. */
class Passage implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  readonly #broken: BrokenConnection;
  readonly #copy: Copy;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;

  constructor(response: ServerResponse, broken: BrokenConnection, copy: Copy) {
    this.#response = response;
    this.#broken = broken;
    this.#copy = copy;
    response.sendDate = false;
    response.on("drain", () => this.#controller?.resume());
    response.on("error", () => undefined); // "close" tells it too
    response.on("close", () => this.#end("the connection to the client ended before the answer was whole"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) {
      controller.abort(new Error("the client went away"));
    }
  }

  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    reason = "",
  ): void {
    if (status < 200) {
      if (status === 103) {
        this.#response.writeEarlyHints({ link: [], ...headers });
      }
      return;
    }
    const { joined, passed } = readFields(Array.isArray(rawHeaders) ? rawHeaders : [], "answer");
    this.#copy.began(status, joined);
    this.#response.writeHead(status, reason, passed);
    if (status === 204 || status === 304 || this.#response.req.method === "HEAD") {
      // Whatever length is told, nothing follows: undici takes one that is told for a body that is cut.
      this.#finish({});
    } else {
      // At once, and as bytes: `flushHeaders` would write them in UTF-8.
      this.#response.write(NO_BYTES);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#copy.came(chunk);
    if (!this.#response.write(chunk)) {
      controller.pause();
    }
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Record<string, string | string[]>,
  ): void {
    // undici takes what came before an error of the connection for the whole of the answer.
    if (this.#broken.error !== undefined) {
      this.onResponseError(controller, this.#broken.error);
    }
    if (!this.#over) {
      this.#finish(trailers);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#over) {
      return;
    }
    const response = this.#response;
    const cause = response.headersSent ? error : (this.#broken.alert ?? error);
    const progress = {
      sent: this.#controller !== undefined,
      head: response.headersSent,
      bytes: this.#copy.size,
    };
    const failure = failureOf(cause, progress, 0);
    this.#over = true;
    this.#copy.broke(failure.message);
    if (response.headersSent) {
      response.destroy();
    } else {
      answerInstead(response, failure);
    }
  }

  #finish(trailers: Record<string, string | string[]>): void {
    this.#over = true;
    this.#response.addTrailers(trailers);
    this.#response.end();
    this.#copy.ended();
  }

  #end(why: string): void {
    if (!this.#over) {
      this.#over = true;
      this.#copy.broke(why);
      this.#controller?.abort(new Error(why));
    }
  }
}

/** Names of errors, as RFC 9209 registers them. */
const ERRORS: Readonly<Partial<Record<Failure["kind"], string>>> = {
  unreachable: "destination_unavailable",
  cut: "connection_terminated",
};

/** No answer came of the service: the relay's own says so in its fields too (RFC 9209). */
function answerInstead(response: ServerResponse, error: Error): void {
  const kind = error instanceof Failure ? ERRORS[error.kind] : undefined;
  const body = JSON.stringify({
    proxy: "ledger-conformance",
    message: `no answer of the service: ${error.message}`,
  });
  response.writeHead(502, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "proxy-status": `ledger-conformance; error=${kind ?? "proxy_internal_error"}`,
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
