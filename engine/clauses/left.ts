import type { Endpoint } from "../../schemas/operations.ts";
import type { Ask } from "../model/exchange.ts";
import type { Cites, ClauseId, Have, Needs, OpenMatter, Probe } from "./clause.ts";
import { shown, type Sighting } from "./sighting.ts";

/** How one value of a success is told, and where it stands; undefined: not at all. */
export type View = (value: unknown, path: string, seen: Sighting) => string | undefined;

type Observe = NonNullable<OpenMatter["observe"]>;
type Endpoints = Endpoint | readonly Endpoint[] | "any";

/** An open matter, of which can be added how it is seen. */
export interface LeftOpen extends OpenMatter {
  /** By the values at some paths of a success, with spaces between these. */
  readonly shows: (endpoints: Endpoints, view: View, paths: string) => LeftOpen;
  /** By anything else that a response tells. */
  readonly told: (endpoints: Endpoints, observe: Observe) => LeftOpen;
  /** By what becomes of values in a query of which the document says nothing. */
  readonly tried: (
    endpoints: Endpoints,
    isSought: (value: string, name: string, seen: Sighting) => boolean,
    tell?: (seen: Sighting) => string,
  ) => LeftOpen;
  /** By what is sent to see it. */
  readonly sends: <const N extends Needs>(needs: N, asks: (have: Have<N>) => readonly Ask[]) => LeftOpen;
  /** Seldom meant. */
  readonly seldom: () => LeftOpen;
}

/** Declares what the document leaves open, the places that this is about, and what a run takes for granted of it. */
export const left = (id: ClauseId, statement: string) => ({
  cites: (...cites: Cites) => ({
    assumes: (assumes: OpenMatter["assumes"]) => leftOpen({ kind: "open", id, statement, cites, assumes }),
  }),
});

function leftOpen(matter: OpenMatter): LeftOpen {
  const told: LeftOpen["told"] = (endpoints, observe) =>
    leftOpen({ ...matter, ...(endpoints === "any" ? {} : { endpoints: [endpoints].flat() }), observe });
  return {
    ...matter,
    told,
    shows: (endpoints, view, paths) => {
      const at = paths.split(" ");
      const tell = (seen: Sighting) =>
        seen.succeeds && at.flatMap((path) => Array.from(seen.at(path), (value) => view(value, path, seen)));
      return leftOpen({ ...told(endpoints, tell), at });
    },
    tried: (endpoints, isSought, tell) =>
      told(endpoints, (seen) =>
        seen.query
          .filter(([name, value]) => seen.expects === "open" && isSought(value, name, seen))
          .map(
            ([name, value]) => tell?.(seen) ?? `${seen.endpoint} ${name}=${shown(value)}: ${seen.outcome}`,
          ),
      ),
    // As with clauses: the engine hands over only what `needs` names.
    sends: (needs, asks) => leftOpen({ ...matter, probe: { needs, asks } as unknown as Probe }),
    seldom: () => leftOpen({ ...matter, odd: true }),
  };
}
