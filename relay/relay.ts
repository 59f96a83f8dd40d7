import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { noting, type BrokenConnection } from "../engine/http/connection.ts";
import { openRoute } from "../engine/http/route.ts";
import type { Target } from "../engine/model/settings.ts";
import type { Service } from "../schemas/operations.ts";
import { createMatcher, type Narrowing } from "../engine/offline/matching.ts";
import { Copy } from "./copy.ts";
import { readFields } from "./fields.ts";
import type { Judging } from "./judging.ts";
import { passOn } from "./passage.ts";

/** Where a relay listens, and what it passes on to. */
export interface RelayOptions {
  readonly host: string;
  readonly port: number;
  readonly target: Pick<Target, "urls" | "reach">;
  readonly paths: Narrowing["paths"];
  readonly judging: Judging;
}

/** Stands between clients and services. */
export interface Relay {
  /** Where it listens. */
  readonly origin: string;
  /** Takes no more requests, and gives those on their way a moment. */
  stop(): Promise<void>;
}

/** A service, and the paths that lead to it. */
export interface ServiceRoute {
  readonly service: Service;
  readonly url: string;
  /** Beginnings of its paths. */
  readonly starts: readonly string[];
}

/** Beginnings of the paths of each service (§4, §9), in the order in which one takes what belongs to none. */
const STARTS: readonly (readonly [Service, readonly string[]])[] = [
  ["base", ["/api/v1/"]],
  ["verify", ["/session/", "/verify/"]],
  ["status", ["/api/v2/"]],
];

/** Bytes of the header fields of a request or an answer. */
const MOST_FIELDS = 128 * 1024;
const CONNECT_MS = 10_000;
/** Longer than clients keep connections that they do not use: they close them, not we. */
const IDLE_MS = 120_000;
const LAST_MOMENT_MS = 2_000;
const CONNECTIONS = 10_000;

/** The services of a target; the first one takes whatever belongs to none. */
export function waysOf(urls: Target["urls"]): readonly ServiceRoute[] {
  return STARTS.flatMap(([service, starts]) => {
    const url = urls[service];
    return url === undefined ? [] : [{ service, url, starts: starts.map((start) => prefixOf(url) + start) }];
  });
}

/** Listens, and passes on what comes. */
export async function openRelay({ host, port, target, paths, judging }: RelayOptions): Promise<Relay> {
  const onwards = openOnwards(target);
  const match = createMatcher({ urls: target.urls, paths });
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { url: path = "/", method = "GET", rawHeaders } = request;
    const { onward, origin } = onwardFor(path, onwards);
    const { joined: headers, passed } = readFields(rawHeaders, "request");
    const asked = { method, url: origin + path, headers };
    const matched = match(method, asked.url);
    const left = "ignored" in matched ? matched.ignored : undefined;
    passOn(request, response, onward, passed, new Copy(judging, asked, left));
  };
  const server = createServer(
    { maxHeaderSize: MOST_FIELDS, requestTimeout: 0, keepAliveTimeout: IDLE_MS },
    pass,
  );
  await new Promise<void>((resolve, reject) => {
    // It stays: once the relay listens, a connection that cannot be accepted must not end it.
    server.on("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    origin: originOf(server.address()),
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      const last = setTimeout(() => server.closeAllConnections(), LAST_MOMENT_MS);
      await closed;
      clearTimeout(last);
      await Promise.all(onwards.map(({ onward }) => onward.route.close()));
    },
  };
}

function originOf(address: ReturnType<Server["address"]>): string {
  if (address === null || typeof address === "string") {
    throw new Error("the relay does not listen");
  }
  const { address: host, family, port } = address;
  return `http://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}

type OpenWay = ReturnType<typeof openOnwards>[number];

function openOnwards({ urls, reach }: RelayOptions["target"]) {
  return waysOf(urls).map((way) => {
    const { origin } = new URL(way.url);
    const broken: BrokenConnection = {};
    const route = openRoute(origin, reach?.[way.service] ?? {}, {
      connections: CONNECTIONS,
      maxHeaderSize: MOST_FIELDS,
      connectMs: CONNECT_MS,
      around: (connector) => noting(broken, connector),
    });
    return { ...way, origin, onward: { route, broken } };
  });
}

/** The way whose paths begin so, the longest beginning first; else the first one. */
function onwardFor(path: string, ways: readonly OpenWay[]): OpenWay {
  const fitting = ways.flatMap((way) =>
    way.starts.filter((start) => path.startsWith(start)).map((start) => ({ way, start })),
  );
  const [best] = fitting.toSorted((a, b) => b.start.length - a.start.length);
  const way = best?.way ?? ways[0];
  if (way === undefined) {
    throw new Error("a relay needs a service");
  }
  return way;
}

function prefixOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, "");
}
