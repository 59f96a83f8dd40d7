import { faults } from "../../reference/faults.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { variants } from "../../reference/variants.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { targetOfFile, type Chosen } from "../../engine/target/choose-target.ts";
import { secretsOf } from "../../engine/target/files/secrets.ts";
import { didYouMean } from "../../engine/target/nearest.ts";
import { messageOf } from "../../engine/model/file-trouble.ts";

export interface ReferenceFlags {
  readonly port?: number;
  readonly fault?: string;
  readonly variant?: string;
}

export async function openReference(flags: ReferenceFlags): Promise<Reference> {
  demandName("fault", flags.fault, faults);
  demandName("variant", flags.variant, variants);
  try {
    return await startReference(flags);
  } catch (error) {
    throw new CannotRun(`the embedded reference does not start: ${messageOf(error)}`);
  }
}

/** Does something with the embedded reference, and ends it. */
export async function withReference<T>(flags: ReferenceFlags, act: (own: Chosen) => Promise<T>): Promise<T> {
  const reference = await openReference(flags);
  try {
    return await act(targetOfFile({ file: reference.target, secrets: secretsOf(reference.target) }));
  } finally {
    await reference.close();
  }
}

function demandName(kind: string, name: string | undefined, all: Readonly<Record<string, unknown>>): void {
  if (name !== undefined && !Object.hasOwn(all, name)) {
    throw new CannotRun(
      `no ${kind} is named ${JSON.stringify(name)}${didYouMean(name, Object.keys(all))}; see mock --list-${kind}s`,
    );
  }
}
