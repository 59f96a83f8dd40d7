import type { Io } from "../terminal/io.ts";
import { terminationSignal } from "../running/interruption.ts";
import {
  describedNames,
  faults,
  openReference,
  variants,
  type ReferenceFlags,
} from "../running/reference.ts";

interface MockFlags extends ReferenceFlags {
  readonly listFaults: boolean;
  readonly listVariants: boolean;
}

/** `mock`: serves the embedded reference until it is told to end. */
export async function mock(flags: MockFlags, io: Io): Promise<number> {
  if (flags.listFaults || flags.listVariants) {
    const lines = describedNames(flags.listFaults ? faults : variants);
    io.out(lines.map((line) => `${line}\n`).join(""));
    return 0;
  }
  const ended = terminationSignal();
  const reference = await openReference(flags);
  const { statusUrl, baseUrl, verifyUrl } = reference;
  io.out(`${JSON.stringify({ statusUrl, baseUrl, verifyUrl })}\n`);
  await ended;
  await reference.close();
  return 0;
}
