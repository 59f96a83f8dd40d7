import type { Service, Settings } from "../model/settings.ts";
import { openWire as openNetwork, type Wire } from "./connection.ts";

/** Opens what carries the requests to a service, whose URL has this origin. */
export type OpenWire = (service: Service, origin: string) => Wire;

/** How requests get to a target: the network, the network and a recorder, or a recording alone. */
export interface Way {
  readonly openWire: OpenWire;
  /** Requests that a recording could not answer; absent where the network answers. */
  readonly unrecorded?: () => number;
  /** Why the way itself failed; undefined while it did not. */
  readonly failure: () => string | undefined;
  readonly close: () => void;
}

/** The network alone. */
export function networkWay({ concurrency, limits }: Pick<Settings, "concurrency" | "limits">): Way {
  const wires = new Map<string, Wire>();
  return {
    // Services behind one origin share its connections: no more are open than requests may be in flight.
    openWire: (_service, origin) => {
      const wire = wires.get(origin) ?? openNetwork(origin, concurrency, limits);
      wires.set(origin, wire);
      return wire;
    },
    failure: () => undefined,
    close: () => undefined,
  };
}
