import { setMaxListeners } from "node:events";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import type { Service, Settings } from "../model/settings.ts";
import { openWire, type Wire } from "./connection.ts";

export interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly wire: Wire;
  /** Ended by the signal, because the client is closed, or because the service is given up. */
  readonly over: AbortController;
}

/** Connections for each request in flight: one rests for a moment behind its answer, and another takes its place. */
const EACH = 2;

export function openBases({ target, limits, concurrency }: Settings): ReadonlyMap<Service, Base> {
  const bases = SERVICE_NAMES.flatMap((service): readonly (readonly [Service, Base])[] => {
    const url = target.urls[service];
    if (url === undefined) {
      return [];
    }
    const { origin, pathname } = new URL(url);
    const over = new AbortController();
    // Every request that waits listens.
    setMaxListeners(0, over.signal);
    const wire = openWire(origin, EACH * concurrency, limits, target.reach?.[service]);
    return [[service, { origin, prefix: pathname.replace(/\/+$/, ""), wire, over }]];
  });
  return new Map(bases);
}
