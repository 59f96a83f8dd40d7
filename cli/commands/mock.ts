import { dirname, resolve } from "node:path";
import { CannotRun, fileReason } from "../../engine/model/cannot-run.ts";
import type { Reference } from "../../reference/server.ts";
import { makeFolder, refuseForeign, safeJson, writeWhole } from "../../reports/files/writing.ts";
import { type Io, terminationSignal } from "../io.ts";
import { openReference, type ReferenceFlags } from "../reference.ts";
import { faults } from "../../reference/faults.ts";
import { deviating, variants } from "../../reference/variants.ts";
import { tableText } from "../table.ts";

export interface MockFlags extends ReferenceFlags {
  readonly list?: boolean;
  readonly targetFile?: string;
}

/** `mock`: serves the embedded reference until a signal ends it. */
export async function mock(flags: MockFlags, io: Io): Promise<number> {
  if (flags.list === true) {
    io.out(
      `Faults\n${listText(faults)}\nVariants\n${listText(variants)}\nReal implementations, with their deviations\n${listText(deviating)}`,
    );
    return 0;
  }
  const ended = terminationSignal();
  const reference = await openReference(flags);
  const { statusUrl, baseUrl, verifyUrl, target } = reference;
  try {
    if (flags.targetFile !== undefined) {
      writeTarget(flags.targetFile, target);
    }
    io.out(`${JSON.stringify({ statusUrl, baseUrl, verifyUrl })}\n`);
    await ended;
    return 0;
  } finally {
    await reference.close();
  }
}

/** Writes the target file of the reference. A file that another program wrote is not replaced. */
function writeTarget(path: string, target: Reference["target"]): void {
  // No other target file has this sample.
  const { contractResult } = target.samples.missing;
  try {
    refuseForeign(path, (text) => text.includes(contractResult), "a target file of the reference");
    makeFolder(dirname(resolve(path)));
    writeWhole(path, `${safeJson(target, 2)}\n`);
  } catch (error) {
    throw new CannotRun(`${path}: the target file cannot be written: ${fileReason(error)}`);
  }
}

/** The names of faults or variants, each with the clause that it fails or with its description. */
const listText = (
  all: Readonly<Record<string, { readonly description: string } | { readonly clause: string }>>,
): string =>
  tableText(
    Object.entries(all).map(([name, one]) => [
      name,
      "clause" in one ? `fails ${one.clause}` : one.description,
    ]),
  );
