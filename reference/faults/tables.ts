import type { Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { edit } from "../rewriting/answer.ts";
import { when, type Rewriting } from "../rewriting/ask.ts";
import type { Ask } from "../exchange.ts";
import type { Kind } from "./kinds.ts";

/** A fault without its endpoint. */
export type Entry = readonly [
  name: string,
  clause: string,
  description: string,
  breaks: Rewriting,
  unsteady?: "unsteady",
];

/** The faults of one endpoint; `prefix` goes before their names. */
export function faultsOf(endpoint: Endpoint, prefix: string, entries: readonly Entry[]): readonly Fault[] {
  return entries.map(([name, clause, description, breaks, unsteady]) => ({
    name: `${prefix}-${name}`,
    description,
    endpoint,
    clause,
    ...(unsteady === undefined ? {} : { unsteady: true }),
    breaks,
  }));
}

/** A spoilt cell of a table: the clause, the place in the body, and how it is spoilt. */
export type Cell = readonly [clause: string, path: string, kind: Kind, only?: (ask: Ask) => boolean];

function nameOf(prefix: string, path: string, kind: Kind): string {
  const steps = path.split("/").slice(1);
  const words = steps.flatMap((step) => (step === "*" ? [] : [step === "-1" ? "last" : step]));
  const own = words[0] === prefix ? words.slice(1) : words;
  return [...own, kind.name].join("-").replaceAll("_", "-").replaceAll(/-+/g, "-").toLowerCase();
}

/** One fault for each spoilt cell. */
export function cellFaults(endpoint: Endpoint, prefix: string, cells: readonly Cell[]): readonly Fault[] {
  const entries = cells.map(([clause, path, kind, only]): Entry => {
    const breaks = edit(path, kind.change);
    const told = `${path.slice(1)} ${kind.says}`;
    return [nameOf(prefix, path, kind), clause, told, only === undefined ? breaks : when(only, breaks)];
  });
  return faultsOf(endpoint, prefix, entries);
}
