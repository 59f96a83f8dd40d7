import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { createSecureContext, rootCertificates, TLSSocket } from "node:tls";
import { buildConnector, Client, Pool, type Dispatcher } from "undici";
import { refusedByProxy, type Failure } from "../message/errors.ts";
import { present } from "../model/model.ts";
import type { ProxyRoute, Reach, Tls } from "../model/settings.ts";

/** What a secure origin turned out to speak. */
export interface Agreement {
  /** HTTP/2 is offered too: the origin did not agree on HTTP/1.1. */
  offersHttp2: boolean;
  /** A connection speaks HTTP/2. */
  speaksHttp2: boolean;
}

/** Sends requests to an origin on the way that leads there: straight, or through a proxy. */
export interface Route {
  /** A status by which the proxy, and not the service, refuses. */
  refusal(status: number): Failure | undefined;
  dispatch(request: Request, handler: Dispatcher.DispatchHandler): void;
  /** What the origin turned out to speak. */
  readonly agreement: Agreement;
  /** Opens one connection, with its certificates, and ends it. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

interface Request {
  readonly path: string;
  readonly method: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | Readable | null;
}

/** What a route is opened with. */
export interface RouteOptions {
  readonly connections: number;
  readonly maxHeaderSize?: number;
  readonly connectMs: number;
  /** HTTP/2 is spoken with an origin that speaks nothing else. */
  readonly http2?: true;
  /** Put around what makes connections. */
  readonly around?: (connector: buildConnector.connector) => buildConnector.connector;
}

/** Only a proxy that reads the requests speaks for itself; the answer of a tunnel is the service's own. */
const PROXY_WANTS_CREDENTIALS = 407;

/** Opens a way to an origin; no connection is made yet. */
export function openRoute(origin: string, reach: Reach, opening: RouteOptions): Route {
  const { connections, maxHeaderSize, connectMs, http2, around } = opening;
  const { proxy } = reach;
  const secure = origin.startsWith("https:");
  // Of http a proxy takes requests whose path is the whole URL; to https it lays a tunnel.
  const forwarding = proxy !== undefined && !secure;
  const offering: Offering = (allowH2) => {
    const straight = straightTo(reach, connectMs, allowH2);
    return proxy === undefined ? straight : tunnelled(proxy, connectMs, straight);
  };
  const agreement: Agreement = { offersHttp2: false, speaksHttp2: false };
  const connector = forwarding
    ? buildConnector({ timeout: connectMs })
    : secure && http2
      ? agreeing(offering, agreement)
      : offering(false);
  const end = forwarding ? proxy.origin : origin;
  const pool = new Pool(end, {
    connections,
    pipelining: 1,
    // One deadline for the whole exchange stands for both.
    headersTimeout: 0,
    bodyTimeout: 0,
    ...present({ maxHeaderSize }),
    connect: around?.(connector) ?? connector,
  });
  const { host } = new URL(origin);
  return {
    agreement,
    refusal: (status) =>
      forwarding && status === PROXY_WANTS_CREDENTIALS ? refusedByProxy(status) : undefined,
    dispatch: ({ path, headers, ...request }, handler) => {
      if (!forwarding) {
        pool.dispatch({ ...request, path, headers }, handler);
        return;
      }
      const named = headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
      const added = [...(named ? [] : ["host", host]), ...credentials(proxy)];
      pool.dispatch({ ...request, path: origin + path, headers: [...headers, ...added] }, handler);
    },
    reach: () => connected(connector, end),
    close: () => pool.destroy(),
  };
}

/** Makes connections without a proxy, with the certificates and to the address that are given. */
export function straightTo(reach: Reach, connectMs: number, allowH2 = false): buildConnector.connector {
  const { tls, address } = reach;
  const connector = buildConnector({ timeout: connectMs, allowH2, ...tlsOptions(tls) });
  // The certificate has to be the host's, wherever that is.
  const instead = present({ hostname: address, servername: tls?.serverName });
  return (options, done) => connector({ ...options, ...instead }, done);
}

/** Options of a secure connection; certificates are read once for all connections. */
export function tlsOptions(tls: Tls | undefined): buildConnector.BuildOptions {
  return tls === undefined ? {} : { secureContext: secureContextOf(tls) };
}

/** Throws where certificate, key and passphrase do not fit. */
export function secureContextOf({ ca, cert, key, pfx, passphrase }: Tls) {
  return createSecureContext({
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx, "base64") }),
    ...present({ cert, key, passphrase }),
  });
}

/** Makes connections through a proxy, which carries what it cannot read. */
function tunnelled(
  proxy: ProxyRoute,
  timeout: number,
  straight: buildConnector.connector,
): buildConnector.connector {
  const open = async ({ hostname, port }: buildConnector.Options): Promise<Socket> => {
    const name = hostname.includes(":") ? `[${hostname}]` : hostname;
    const path = `${name}:${port === "" ? "443" : port}`;
    // Each tunnel takes a connection of its own.
    const client = new Client(proxy.origin, { connect: { timeout }, headersTimeout: timeout });
    try {
      const { statusCode, socket } = await client.connect({
        path,
        headers: ["host", path, ...credentials(proxy)],
      });
      if (statusCode === 200 && socket instanceof Socket) {
        return socket;
      }
      socket.destroy();
      throw refusedByProxy(statusCode);
    } finally {
      client.destroy().catch(() => undefined);
    }
  };
  return (options, done) => {
    open(options).then(
      (httpSocket) => straight({ ...options, httpSocket }, done),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

function credentials({ authorization }: ProxyRoute): string[] {
  return authorization === undefined ? [] : ["proxy-authorization", authorization];
}

async function connected(connector: buildConnector.connector, origin: string): Promise<void> {
  const { protocol, hostname, host, port } = new URL(origin);
  await new Promise<void>((resolve, reject) => {
    connector({ protocol, hostname: hostname.replace(/^\[|\]$/g, ""), host, port }, (...[error, socket]) => {
      socket?.destroy();
      if (error === null) {
        resolve();
      } else {
        reject(error);
      }
    });
  });
}

/** Makes connections that offer HTTP/1.1, and HTTP/2 beside it where that is wanted. */
type Offering = (allowH2: boolean) => buildConnector.connector;

const NO_PROTOCOL = "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL";

/**
 * Offers HTTP/1.1 alone, for as long as the other side takes it: who speaks both is asked as ever. Who agrees on no
 * protocol is offered HTTP/2 too, on another connection.
 */
function agreeing(offering: Offering, agreement: Agreement): buildConnector.connector {
  const [usual, wider] = [offering(false), offering(true)];
  return (options, done) => {
    const offerBoth = (): void => {
      wider(options, (...came) => {
        agreement.speaksHttp2 ||= came[1] instanceof TLSSocket && came[1].alpnProtocol === "h2";
        done(...came);
      });
    };
    if (agreement.offersHttp2) {
      offerBoth();
      return;
    }
    usual(options, (...came) => {
      const [error] = came;
      if (error !== null && "code" in error && error.code === NO_PROTOCOL) {
        agreement.offersHttp2 = true;
        offerBoth();
        return;
      }
      done(...came);
    });
  };
}
