import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { Ask } from "../model/exchange.ts";
import {
  sectionOf,
  type ClauseId,
  type Have,
  type Needs,
  type OpenMatter,
  type Places,
  type Probe,
} from "./clause.ts";
import { shown, type Sighting } from "./sighting.ts";

/** How one value of a success is told, and where it stands; undefined: not at all. */
export type View = (value: unknown, path: string, seen: Sighting) => string | undefined;

type Observe = NonNullable<OpenMatter["observe"]>;

/** An open matter, of which can be added how it is seen. */
export interface LeftOpen extends OpenMatter {
  /** By the values at some paths of a success, with spaces between these. */
  readonly shows: (view: View, paths: string) => LeftOpen;
  /** By anything else that a response tells. */
  readonly told: (observe: Observe) => LeftOpen;
  /** By what becomes of values in a query of which the document says nothing. */
  readonly tried: (
    isSought: (value: string, name: string, seen: Sighting) => boolean,
    tell?: (seen: Sighting) => string,
  ) => LeftOpen;
  /** By what is sent to see it. */
  readonly sends: <const N extends Needs>(needs: N, asks: (have: Have<N>) => readonly Ask[]) => LeftOpen;
  /** In responses of these endpoints; else of those of its section, or of all where it is of none. */
  readonly of: (...endpoints: readonly Endpoint[]) => LeftOpen;
  readonly seldom: () => LeftOpen;
}

/** Declares what the document leaves open, the places that this is about, and what a run takes for granted of it. */
export const left = (id: ClauseId, statement: string) => ({
  cites: (...cites: Places) => ({
    assumes: (assumes: OpenMatter["assumes"]) =>
      leftOpen({ kind: "open", id, statement, cites, assumes, endpoints: endpointsOf(sectionOf(id)) }),
  }),
});

function endpointsOf(part: string): readonly Endpoint[] {
  const all = Object.values(operations);
  const own = all.filter(({ section, recordSection }) => section === part || recordSection === part);
  return (own.length === 0 ? all : own).map(({ endpoint }) => endpoint);
}

function leftOpen(matter: OpenMatter): LeftOpen {
  const told: LeftOpen["told"] = (observe) => leftOpen({ ...matter, observe });
  return {
    ...matter,
    told,
    shows: (view, paths) => {
      const tell = (path: string, seen: Sighting) =>
        Array.from(seen.at(path), (value) => view(value, path, seen));
      const each = paths.split(" ");
      return told((seen) => seen.succeeds && each.flatMap((path) => tell(path, seen)));
    },
    tried: (isSought, tell) =>
      told((seen) =>
        seen.query
          .filter(([name, value]) => seen.expects === "open" && isSought(value, name, seen))
          .map(
            ([name, value]) => tell?.(seen) ?? `${seen.endpoint} ${name}=${shown(value)}: ${seen.outcome}`,
          ),
      ),
    // As with clauses: the engine hands over only what `needs` names.
    sends: (needs, asks) => leftOpen({ ...matter, probe: { needs, asks } as unknown as Probe }),
    of: (...endpoints) => leftOpen({ ...matter, endpoints }),
    seldom: () => leftOpen({ ...matter, odd: true }),
  };
}
