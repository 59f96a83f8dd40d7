import { startReference, type Reference } from "../reference/server.ts";
import { present } from "../engine/model/model.ts";
import { CannotRun, messageOf } from "../engine/model/cannot-run.ts";
import type { RunOptions } from "../engine/target/options.ts";

export interface ReferenceFlags {
  readonly port?: number;
  readonly fault?: string;
  readonly variant?: string;
}

/** Starts the embedded reference on loopback; throws `CannotRun` where there is no such fault or variant. */
export async function openReference({ port, fault, variant }: ReferenceFlags): Promise<Reference> {
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new CannotRun("--port must be a number from 0 to 65535");
  }
  try {
    return await startReference(present({ port, fault, variant }));
  } catch (error) {
    throw new CannotRun(`the embedded reference does not start: ${messageOf(error)}`);
  }
}

/** Does something with the embedded reference, and ends it. */
export async function withReference<T>(
  flags: ReferenceFlags,
  act: (target: RunOptions) => Promise<T>,
): Promise<T> {
  const reference = await openReference(flags);
  try {
    return await act(reference.target);
  } finally {
    await reference.close();
  }
}
