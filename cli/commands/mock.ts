import { type Io, terminationSignal } from "../io.ts";
import { openReference, type ReferenceFlags } from "../reference.ts";
import { faults } from "../../reference/faults.ts";
import { deviating, variants } from "../../reference/variants.ts";

export interface MockFlags extends ReferenceFlags {
  readonly list?: boolean;
}

/** `mock`: serves the embedded reference until it is told to end. */
export async function mock(flags: MockFlags, io: Io): Promise<number> {
  if (flags.list === true) {
    io.out(
      `Faults\n${lines(faults)}\nVariants\n${lines(variants)}\nReal implementations, with their deviations\n${lines(deviating)}`,
    );
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

function lines(
  all: Readonly<Record<string, { readonly description: string } | { readonly clause: string }>>,
): string {
  const width = Math.max(...Object.keys(all).map(({ length }) => length));
  return Object.entries(all)
    .map(([name, one]) => {
      const tells = "clause" in one ? `fails ${one.clause}` : one.description;
      return `  ${name.padEnd(width)}  ${tells}\n`;
    })
    .join("");
}
