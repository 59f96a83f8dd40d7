import type { Io } from "../terminal/io.ts";
import { terminationSignal } from "../running/interruption.ts";
import { openReference, type ReferenceFlags } from "../running/reference.ts";
import { faults } from "../../reference/faults.ts";
import { variants } from "../../reference/variants.ts";

interface MockFlags extends ReferenceFlags {
  readonly listFaults: boolean;
  readonly listVariants: boolean;
}

/** `mock`: serves the embedded reference until it is told to end. */
export async function mock(flags: MockFlags, io: Io): Promise<number> {
  if (flags.listFaults || flags.listVariants) {
    const all: Readonly<Record<string, { readonly description: string; readonly clause?: string }>> =
      flags.listFaults ? faults : variants;
    const width = Math.max(...Object.keys(all).map(({ length }) => length));
    for (const [name, { description, clause }] of Object.entries(all)) {
      const breaks = clause === undefined ? "" : ` (breaks ${clause})`;
      io.out(`${name.padEnd(width)}  ${description}${breaks}\n`);
    }
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
