import { present } from "../model/model.ts";
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { connect as connectTls, createSecureContext, rootCertificates } from "node:tls";
import { buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { isTls, noProxy, refusedByProxy } from "../message/errors.ts";
import type { Reach, Tls } from "../model/settings.ts";

export interface BrokenConnection {
  /** The TLS alert of the server about our certificate: undici reports only that the connection was closed. */
  alert?: Error;
}

interface Opening {
  readonly connections: number;
  readonly maxHeaderSize: number;
  readonly connectMs: number;
  readonly broken: BrokenConnection;
}

/** Creates the dispatcher for an origin, direct or through a proxy. It makes no connection yet. */
export function openRoute(origin: string, { tls, proxy }: Reach, opening: Opening): Dispatcher {
  const { connectMs: timeout, broken, ...limits } = opening;
  const secure = { timeout, ...(tls === undefined ? {} : { secureContext: secureContextOf(tls) }) };
  const open = (end: string | URL, connect: Pool.Options["connect"] = {}): Pool =>
    new Pool(end, {
      ...limits,
      pipelining: 1,
      // The whole exchange has one time limit, in connection.ts.
      headersTimeout: 0,
      bodyTimeout: 0,
      // For a proxy, undici passes a function that connects to it or through it.
      connect:
        typeof connect === "function"
          ? withConnectionErrors(broken, connect, proxy && new URL(proxy.url).host)
          : withConnectionErrors(broken, buildConnector(connect)),
    });
  if (proxy === undefined) return open(origin, secure);
  return new EnvHttpProxyAgent({
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    noProxy: bracketIpv6(proxy.except),
    // Plain HTTP is forwarded by the proxy (absolute URLs); HTTPS uses a CONNECT tunnel.
    proxyTunnel: false,
    connect: secure,
    requestTls: secure,
    proxyTls: { timeout },
    factory: (end: string | URL, { connect }: Pool.Options) => open(end, connect),
    clientFactory: (end, options) => new Pool(end, { ...options, headersTimeout: timeout }),
  });
}

/** Rewrites the hosts of NO_PROXY for undici, which recognises IPv6 addresses only in brackets and in their shortest form. */
const bracketIpv6 = (except: string): string =>
  except
    .split(/[,\s]+/)
    .map((entry) => {
      const [, inner, port = ""] = /^\[([^\]]+)\](:\d+)?$/.exec(entry) ?? [undefined, entry];
      return inner !== undefined && isIPv6(inner) ? `${new URL(`http://[${inner}]`).hostname}${port}` : entry;
    })
    .join(",");

/** Whether a port completes a TLS handshake within `timeout` milliseconds, whatever its certificate. Sends no request. */
export function speaksTls({ hostname, port }: URL, timeout: number): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const finish = (isTlsPort: boolean): void => {
      socket.destroy();
      resolve(isTlsPort);
    };
    // Safe without verification: no request follows the handshake.
    const options = { host, port: Number(port || 80), rejectUnauthorized: false, timeout };
    const socket = connectTls(options, () => finish(true));
    socket.once("error", () => finish(false));
    socket.once("timeout", () => finish(false));
  });
}

/** Reads certificates and key once for all connections. Throws if a file cannot be read, or if the key is not that of the certificate. */
export function secureContextOf({ ca, cert, key, passphrase }: Tls) {
  const readText = (path: string): string => readFileSync(path, "utf8");
  const authorities = ca === undefined ? undefined : [...rootCertificates, readText(ca)];
  const [certText, keyText] = [cert, key].map((path) => (path === undefined ? undefined : readText(path)));
  return createSecureContext(present({ ca: authorities, cert: certText, key: keyText, passphrase }));
}

/** Errors at which no connection to an address is established: with a proxy, to the proxy. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** Wraps a connector: a proxy that cannot be reached or refuses causes a `Failure` that says so; TLS alerts are kept in `broken`. */
const withConnectionErrors =
  (broken: BrokenConnection, connector: buildConnector.connector, proxy?: string): buildConnector.connector =>
  (options, done) =>
    connector(options, (...result: Parameters<buildConnector.Callback>) => {
      const [error, socket] = result;
      if (error !== null) {
        const code = "code" in error ? String(error.code) : "";
        const isOfProxy = proxy !== undefined && NO_CONNECTION.test(code);
        // UND_ERR_SOCKET: the proxy closed the connection. undici would connect again without end after an error with this code.
        done(code === "UND_ERR_SOCKET" ? refusedByProxy() : isOfProxy ? noProxy(proxy, error) : error, null);
        return;
      }
      socket.on("error", (reason: Error) => {
        if ("code" in reason && isTls(String(reason.code))) broken.alert = reason;
      });
      done(null, socket);
    });
