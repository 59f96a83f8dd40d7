import { request } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type SecureServerOptions,
  type ServerHttp2Session,
} from "node:http2";
import { createServer, type TLSSocket, type TlsOptions } from "node:tls";

/** A gateway that speaks HTTP/2, in front of a service or of nothing. */
export interface Http2Front {
  readonly port: number;
  /** Versions of HTTP that requests came in, each once. */
  readonly versions: ReadonlySet<string>;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** `tearDown` ends all connections without a word. */
export type Answering = (
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
  tearDown: () => void,
) => void;

/** Fields that HTTP/1.1 has for a connection, and HTTP/2 must not have. */
const OF_CONNECTIONS = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** Passes on what it gets to a service that speaks plain HTTP/1.1. */
export function passingOnTo(
  url: string,
): (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => void {
  const { hostname, port } = new URL(url);
  return (incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":")),
    );
    const onwards = request({ hostname, port, method, path, headers }, (answer) => {
      const fields = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTIONS.has(name));
      outgoing.writeHead(answer.statusCode ?? 500, Object.fromEntries(fields));
      answer.pipe(outgoing);
    });
    onwards.on("error", () => outgoing.destroy());
    incoming.pipe(onwards);
  };
}

/** Serves over TLS, HTTP/2 alone unless it is said otherwise. */
export async function openHttp2Front(
  options: SecureServerOptions,
  answering: Answering,
): Promise<Http2Front> {
  const versions = new Set<string>();
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<TLSSocket>();
  const tearDown = (): void => sockets.forEach((socket) => socket.destroy());
  let requests = 0;
  const server: Http2SecureServer = createSecureServer(options, (incoming, outgoing) => {
    versions.add(incoming.httpVersion);
    requests += 1;
    answering(incoming, outgoing, tearDown);
  });
  server.on("session", (session) => sessions.add(session));
  server.on("secureConnection", (socket: TLSSocket) => sockets.add(socket));
  server.on("error", () => undefined);
  server.on("sessionError", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    versions,
    requests: () => requests,
    close: async () => {
      sessions.forEach((session) => session.destroy());
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Serves over TLS whatever it is told to say. */
export async function openTls(
  options: TlsOptions,
  talk: (socket: TLSSocket) => void,
): Promise<Pick<Http2Front, "port" | "close">> {
  const sockets = new Set<TLSSocket>();
  const server = createServer(options, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    talk(socket);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
