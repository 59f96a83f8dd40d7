import { faults } from "../reference/faults.ts";
import { startReference, type Reference, type ReferenceOptions } from "../reference/server.ts";
import { servable } from "../reference/variants.ts";
import { present } from "../engine/model/model.ts";
import { CannotRun, messageOf } from "../engine/model/cannot-run.ts";
import { didYouMean } from "../engine/target/nearest.ts";

export type ReferenceFlags = Omit<ReferenceOptions, "middleware">;

/** Throws `CannotRun` for an unknown fault or variant, and for a port on which the reference cannot listen. */
export async function openReference({ port, host, fault, variant }: ReferenceFlags): Promise<Reference> {
  [fault ?? []].flat().forEach((name) => demandNamed("fault", name, faults));
  if (variant !== undefined) demandNamed("variant", variant, servable);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new CannotRun("--port must be a number from 0 to 65535");
  }
  try {
    return await startReference(present({ port, host, fault, variant }));
  } catch (error) {
    throw new CannotRun(`the embedded reference does not start: ${messageOf(error)}`);
  }
}

function demandNamed(kind: string, name: string, all: Readonly<Record<string, unknown>>): void {
  if (!Object.hasOwn(all, name)) {
    const hint = didYouMean(name, Object.keys(all)) || "; `mock --list` lists them";
    throw new CannotRun(`no ${kind} is named ${JSON.stringify(name)}${hint}`);
  }
}
