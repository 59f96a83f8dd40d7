import { request, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer, type ServerOptions } from "node:https";

/** A gateway with TLS in front of a service. */
export interface Front {
  readonly port: number;
  readonly seen: readonly IncomingMessage[];
  readonly close: () => Promise<void>;
}

/** Passes on what it gets to a service that speaks plain HTTP. */
export function passingOn(url: string, seen: IncomingMessage[]): RequestListener {
  const { hostname, port } = new URL(url);
  return (incoming, outgoing) => {
    seen.push(incoming);
    const { method, url: path, headers } = incoming;
    const onwards = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on("error", () => outgoing.destroy());
    incoming.pipe(onwards);
  };
}

/** Serves over TLS what a service at `url` answers. */
export async function openFront(options: ServerOptions, url: string, host = "127.0.0.1"): Promise<Front> {
  const seen: IncomingMessage[] = [];
  const server = createServer(options, passingOn(url, seen));
  return { ...(await listening(server, host)), seen };
}

/** Has a server listen on a free port. */
export async function listening(server: Server, host = "127.0.0.1"): Promise<Omit<Front, "seen">> {
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
