import type { Reach, Service, Settings } from "../model/settings.ts";
import { Tokens, withTokens } from "./tokens.ts";
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
export function networkWay(settings: Pick<Settings, "concurrency" | "limits" | "target" | "secrets">): Way {
  const { concurrency, limits, target, secrets } = settings;
  const wires = new Map<string, Wire>();
  const withToken = (wire: Wire, { token }: Reach = {}): Wire =>
    token === undefined ? wire : withTokens(wire, new Tokens(token, (value) => secrets.push(value)));
  return {
    // Services behind one origin share its connections: no more are open than requests may be in flight.
    openWire: (service, origin) => {
      const reach = target.reach?.[service];
      const key = `${origin} ${JSON.stringify(reach)}`;
      const wire = wires.get(key) ?? withToken(openNetwork(origin, concurrency, limits, reach), reach);
      wires.set(key, wire);
      return wire;
    },
    failure: () => undefined,
    close: () => undefined,
  };
}
