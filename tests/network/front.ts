import { request, type IncomingMessage, type RequestListener } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { listening, type Listening } from "../tools/listening.ts";

/** A gateway with TLS in front of a service. */
export interface Front extends Listening {
  readonly seen: readonly IncomingMessage[];
}

/** Forwards requests to a service with plain HTTP. */
export function passingOn(url: string, seen: IncomingMessage[]): RequestListener {
  const { hostname, port } = new URL(url);
  return (incoming, outgoing) => {
    seen.push(incoming);
    const { method, url: path, headers } = incoming;
    const onwards = request({ hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    onwards.on("error", () => outgoing.destroy());
    incoming.pipe(onwards);
  };
}

/** Serves the responses of a service at `url` over TLS. */
export async function openFront(options: ServerOptions, url: string, host = "127.0.0.1"): Promise<Front> {
  const seen: IncomingMessage[] = [];
  const server = createServer(options, passingOn(url, seen));
  return { ...(await listening(server, host)), seen };
}
