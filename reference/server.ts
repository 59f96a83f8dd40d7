import { once } from "node:events";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { appFor } from "./carrier.ts";
import { usualDataset } from "./dataset.ts";
import { withFault } from "./fault.ts";
import { faults } from "./faults.ts";
import { honest } from "./service/honest.ts";
import { setInMotion } from "./motion.ts";
import type { Service } from "../schemas/operations.ts";
import { PREFIX, USUAL_SETTINGS } from "./service/parameters.ts";
import { targetOf, type TargetFile, type Urls } from "./target.ts";
import { servable } from "./variants.ts";

export type ReferenceOptions = {
  /** A free port is taken when none is given. */
  readonly port?: number;
  /** The name of the fault to serve with, or of several. */
  readonly fault?: string | readonly string[];
  /** The name of the variant to serve as: a legal one, or one that deviates as a real implementation does. */
  readonly variant?: string;
  /** Called with each exchange when it is over. */
  readonly onExchange?: (exchange: Exchanged) => void;
};

/** What a client asked the reference for, and the status that it got. */
export interface Exchanged {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  readonly status: number;
}

/** A reference that listens. */
export type Reference = Urls & {
  readonly target: TargetFile;
  /** How many requests have come in. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
};

const HOST = "127.0.0.1";

/** Each service has a path of its own under the one port. */
const PREFIXES: Readonly<Record<Service, string>> = { status: "/status", base: PREFIX, verify: "/verify" };

function named<T>(kind: string, all: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  if (name === undefined) return undefined;
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined) throw new Error(`no ${kind} is named "${name}"`);
  return found;
}

function urlsOf(server: ServerType): Urls {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  const urlOf = (service: Service) => `http://${HOST}:${address.port}${PREFIXES[service]}`;
  return { statusUrl: urlOf("status"), baseUrl: urlOf("base"), verifyUrl: urlOf("verify") };
}

async function close(server: ServerType): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

/** Serves the reference on loopback until it is closed. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const variant = named("variant", servable, options.variant);
  const broken = [options.fault ?? []].flat().flatMap((name) => named("fault", faults, name) ?? []);
  const data = variant?.dataset?.(usualDataset()) ?? usualDataset();
  const settings = { ...USUAL_SETTINGS, ...variant?.settings };
  const living = setInMotion(data, variant?.motion);
  const legal = honest(living.ledger, settings);
  const plain = variant?.service?.(legal) ?? legal;
  const handler = broken.reduce(withFault, plain);
  const urls = () => urlsOf(server);
  const carriers = variant?.carriers?.() ?? [];
  const app = appFor(variant?.answers?.(handler, urls) ?? handler, PREFIXES, carriers, variant?.moved);
  const server = createAdaptorServer({ fetch: app.fetch });
  let requests = 0;
  server.on("request", ({ method = "", url = "" }, response) => {
    requests += 1;
    response.once("close", () => options.onExchange?.({ method, url, status: response.statusCode }));
  });
  try {
    server.listen(options.port ?? 0, HOST);
    await once(server, "listening");
  } catch (error) {
    living.stop();
    throw error;
  }
  const target = targetOf(urls(), data, settings.names);
  return {
    ...urls(),
    target: variant?.target?.(target) ?? target,
    requests: () => requests,
    close: async () => {
      living.stop();
      await close(server);
    },
  };
}
