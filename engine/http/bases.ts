import { setMaxListeners } from "node:events";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { configuresRequestId } from "./headers.ts";
import type { Service, Settings } from "../model/settings.ts";
import { openWire, type Wire } from "./connection.ts";

/** Opens connections. Services behind one origin share them: no more are open than requests may be in flight. */
function network({ concurrency, limits, target }: Settings): (service: Service, origin: string) => Wire {
  const wires = new Map<string, Wire>();
  return (service, origin) => {
    const reach = target.reach?.[service];
    const key = `${origin} ${JSON.stringify(reach)}`;
    const wire = wires.get(key) ?? openWire(origin, concurrency, limits, reach);
    wires.set(key, wire);
    return wire;
  };
}

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
export function openBases(settings: Settings): ReadonlyMap<Service, Base> {
  const open = network(settings);
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
        wire: open(service, origin),
        sendsId: settings.runId !== undefined && !configuresRequestId(service, settings),
        over,
      });
    }
  }
  return bases;
}
