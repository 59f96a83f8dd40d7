import { setMaxListeners } from "node:events";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { configuresRequestId } from "./headers.ts";
import type { Service, Settings } from "../model/settings.ts";
import type { OpenWire } from "./transport.ts";
import type { Wire } from "./connection.ts";

/** A service as the client sees it. */
export interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly wire: Wire;
  readonly sendsId: boolean;
  /** Ended by the signal, because the client is closed, or because the service is given up. */
  readonly over: AbortController;
}

/** Opens the wires to the services whose URLs were given. */
export function openBases(settings: Settings, openWire: OpenWire): ReadonlyMap<Service, Base> {
  const bases = new Map<Service, Base>();
  for (const service of SERVICE_NAMES) {
    const url = settings.target.urls[service];
    if (url !== undefined) {
      const over = new AbortController();
      // Every request that waits listens.
      setMaxListeners(0, over.signal);
      const { origin, pathname } = new URL(url);
      bases.set(service, {
        origin,
        prefix: pathname.replace(/\/+$/, ""),
        wire: openWire(service, origin),
        sendsId: settings.runId !== undefined && !configuresRequestId(service, settings),
        over,
      });
    }
  }
  return bases;
}
