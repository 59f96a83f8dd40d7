import { once } from "node:events";
import { createAdaptorServer, type HttpBindings, type ServerType } from "@hono/node-server";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { operations, type Operation, type Service } from "../schemas/operations.ts";
import { usualDataset, type Dataset } from "./dataset.ts";
import { notFound, jsonText, type Handler, type ServerRequest, type ServerResponse } from "./exchange.ts";
import { withFault } from "./fault.ts";
import { faults } from "./faults.ts";
import { conformingHandler } from "./service/conforming.ts";
import { openLedger } from "./service/ledger.ts";
import { LEDGER_PREFIX, USUAL_SETTINGS } from "./service/parameters.ts";
import { targetOf, type TargetFile, type ReferenceUrls } from "./target.ts";
import { variedHandler, type Variant } from "./variant.ts";
import { servable } from "./variants.ts";

export type ReferenceOptions = {
  /** The port to listen on, by default a free one. */
  readonly port?: number;
  /** The address to listen on, by default 127.0.0.1. With `0.0.0.0` and `::` the URLs of the reference use loopback. */
  readonly host?: string;
  readonly fault?: string | readonly string[];
  /** The name of the variant to serve: a conforming one, or one that deviates like a real implementation. */
  readonly variant?: string;
  /** Middleware in front of the service, which can record and edit exchanges. */
  readonly middleware?: Middleware;
};

export type Reference = ReferenceUrls & {
  readonly target: TargetFile;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
};

const HOST = "127.0.0.1";
/** Addresses that mean every interface: a client cannot connect to them, so URLs use loopback. */
const REACHED: Readonly<Record<string, string>> = { "0.0.0.0": HOST, "::": "[::1]" };

const SERVICE_PREFIXES: Readonly<Record<Service, string>> = {
  status: "/status",
  base: LEDGER_PREFIX,
  verify: "/verify",
};

const PLACE = /\{\w+\}/;

type Bound = { Bindings: HttpBindings };
export type Middleware = MiddlewareHandler<Bound>;

async function toServerRequest(
  context: Context<Bound>,
  { endpoint, method, path }: Operation,
): Promise<ServerRequest> {
  const param = context.req.param("value") ?? "";
  return {
    endpoint,
    method,
    path: path.replace(PLACE, () => encodeURIComponent(param)),
    param,
    query: [...new URL(context.req.url).searchParams],
    headers: context.env.incoming.headers,
    body: method === "POST" ? await context.req.text() : "",
  };
}

function toHttpResponse(serverResponse: ServerResponse): Response {
  const body = "raw" in serverResponse ? serverResponse.raw : jsonText(serverResponse.body);
  return new Response(body, { status: serverResponse.status, headers: serverResponse.headers });
}

function appFor(handler: Handler, middlewares: readonly Middleware[]): Hono<Bound> {
  const app = new Hono<Bound>();
  for (const middleware of middlewares) app.use("*", middleware);
  for (const operation of Object.values(operations)) {
    const path = SERVICE_PREFIXES[operation.service] + operation.path.replace(PLACE, ":value");
    app.on(operation.method, path, async (context) =>
      toHttpResponse(handler(await toServerRequest(context, operation))),
    );
  }
  return app.notFound(() => toHttpResponse(notFound()));
}

function byNameOrThrow<T>(kind: string, all: Readonly<Record<string, T>>, name: string): T {
  const value = Object.hasOwn(all, name) ? all[name] : undefined;
  if (value === undefined) throw new Error(`no ${kind} is named "${name}"`);
  return value;
}

function serverUrls(server: ServerType, host: string): ReferenceUrls {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  const name = REACHED[host] ?? (host.includes(":") ? `[${host}]` : host);
  const urlOf = (service: Service) => `http://${name}:${address.port}${SERVICE_PREFIXES[service]}`;
  return { statusUrl: urlOf("status"), baseUrl: urlOf("base"), verifyUrl: urlOf("verify") };
}

/** `ledger` returns the current data. If the variant has `dataChanges`, the data change until `stop` is called. */
function startDataChanges(data: Dataset, { dataChanges: motion }: Variant) {
  let current = data;
  let steps = 0;
  const timer =
    motion &&
    setInterval(() => {
      steps += 1;
      current = motion.step(current, steps);
    }, motion.everyMs);
  return { ledger: () => openLedger(current), stop: () => clearInterval(timer) };
}

const USUAL: Variant = { description: "as it is" };

/**
 * Serves the reference until it is closed; on loopback unless a host is given.
 * @throws Error if no fault or variant has a given name, or if the server cannot listen
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { host = HOST, port = 0 } = options;
  const urls = () => serverUrls(server, host);
  const variant: Variant =
    options.variant === undefined ? USUAL : byNameOrThrow("variant", servable, options.variant);
  const broken = [options.fault ?? []].flat().map((name) => byNameOrThrow("fault", faults, name));
  const data = variant.dataset?.(usualDataset()) ?? usualDataset();
  const settings = { ...USUAL_SETTINGS, ...variant.settings };
  const changingData = startDataChanges(data, variant);
  const conforming = conformingHandler(changingData.ledger, settings);
  const handler = broken.reduce(withFault, variant.service?.(conforming) ?? conforming);
  const middlewares = [options.middleware, variant.carrier?.()].filter((one) => one !== undefined);
  const app = appFor(variedHandler(variant, urls)(handler), middlewares);
  const server = createAdaptorServer({ fetch: app.fetch });
  let requests = 0;
  server.on("request", () => (requests += 1));
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    changingData.stop();
    throw error;
  }
  const target = targetOf(urls(), data, settings.names);
  return {
    ...urls(),
    target: variant.target?.(target) ?? target,
    requests: () => requests,
    close: () =>
      new Promise((resolve, reject) => {
        changingData.stop();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
