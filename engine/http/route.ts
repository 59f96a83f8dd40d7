import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { connect as connectTls, createSecureContext, rootCertificates } from "node:tls";
import { buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { isTls, noProxy, refusedByProxy } from "../message/errors.ts";
import type { Reach, Tls } from "../model/settings.ts";

/** What a connection said when it broke, beside what undici tells. */
export interface BrokenConnection {
  /** What the other side said of our certificate: undici tells only that the connection was closed. */
  alert?: Error;
}

interface Opening {
  readonly connections: number;
  readonly maxHeaderSize: number;
  readonly connectMs: number;
  readonly broken: BrokenConnection;
}

/** Opens a way to an origin, straight or through a proxy; no connection is made yet. */
export function openRoute(origin: string, { tls, proxy }: Reach, opening: Opening): Dispatcher {
  const { connectMs: timeout, broken, ...limits } = opening;
  const secure = { timeout, ...(tls === undefined ? {} : { secureContext: secureContextOf(tls) }) };
  const open = (end: string | URL, connect: Pool.Options["connect"] = {}): Pool =>
    new Pool(end, {
      ...limits,
      pipelining: 1,
      // One deadline for the whole exchange stands for both.
      headersTimeout: 0,
      bodyTimeout: 0,
      // A function of undici's connects to the proxy, or through it.
      connect:
        typeof connect === "function"
          ? withConnectionErrors(broken, connect, proxy && new URL(proxy.url).host)
          : withConnectionErrors(broken, buildConnector(connect)),
    });
  if (proxy === undefined) {
    return open(origin, secure);
  }
  return new EnvHttpProxyAgent({
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    noProxy: bracketIpv6(proxy.except),
    // Of http a proxy takes requests whose path is the whole URL; to https it lays a tunnel.
    proxyTunnel: false,
    connect: secure,
    requestTls: secure,
    proxyTls: { timeout },
    factory: (end: string | URL, { connect }: Pool.Options) => open(end, connect),
    clientFactory: (end, options) => new Pool(end, { ...options, headersTimeout: timeout }),
  });
}

/** The hosts that NO_PROXY lists, IPv6 addresses in brackets and in their shortest form: undici knows no other form. */
function bracketIpv6(except: string): string {
  return except
    .split(/[,\s]+/)
    .map((entry) => {
      const [, inner, port = ""] = /^\[([^\]]+)\](:\d+)?$/.exec(entry) ?? [undefined, entry];
      return inner !== undefined && isIPv6(inner) ? `${new URL(`http://[${inner}]`).hostname}${port}` : entry;
    })
    .join(",");
}

/** Whether the port of a URL completes a TLS handshake within so many milliseconds, whatever its certificate; nothing is sent. */
export function speaksTls({ hostname, port }: URL, timeout: number): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const finish = (isTlsPort: boolean): void => {
      socket.destroy();
      resolve(isTlsPort);
    };
    // No request follows: the certificate only shows that the port speaks TLS.
    const socket = connectTls({ host, port: Number(port || 80), rejectUnauthorized: false, timeout }, () =>
      finish(true),
    );
    socket.once("error", () => finish(false));
    socket.once("timeout", () => finish(false));
  });
}

/** Certificates are read once for all connections. Throws where certificate, key and passphrase do not fit. */
export function secureContextOf({ ca, cert, key, passphrase }: Tls) {
  const read = (path: string): string => readFileSync(path, "utf8");
  return createSecureContext({
    ...(ca === undefined ? {} : { ca: [...rootCertificates, read(ca)] }),
    ...(cert === undefined ? {} : { cert: read(cert) }),
    ...(key === undefined ? {} : { key: read(key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  });
}

/** No connection to an address: of what lies behind a proxy nobody here knows the address. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

function withConnectionErrors(
  broken: BrokenConnection,
  connector: buildConnector.connector,
  proxy?: string,
): buildConnector.connector {
  return (options, done) =>
    connector(options, (...came: Parameters<buildConnector.Callback>) => {
      const [error, socket] = came;
      if (error !== null) {
        const code = "code" in error ? String(error.code) : "";
        const isOfProxy = proxy !== undefined && NO_CONNECTION.test(code);
        // A proxy hung up: by this code undici would ask it again, and for ever.
        done(code === "UND_ERR_SOCKET" ? refusedByProxy() : isOfProxy ? noProxy(proxy, error) : error, null);
        return;
      }
      socket.on("error", (reason: Error) => {
        if ("code" in reason && isTls(String(reason.code))) {
          broken.alert = reason;
        }
      });
      done(null, socket);
    });
}
