import { resolve } from "node:path";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { commandLine } from "../../engine/target/options.ts";
import { safeJson, writeOwnFile } from "../../reports/files/writing.ts";
import { type Io, terminationSignal, tableText } from "../io.ts";
import { openReference, type ReferenceFlags } from "../reference.ts";
import { faults } from "../../reference/faults.ts";
import { deviating, variants } from "../../reference/variants.ts";

export interface MockFlags extends ReferenceFlags {
  /** Lists the faults and variants in place of serving the reference: all of them, or those whose line contains a text. */
  readonly list?: true | string;
  readonly targetFile?: string;
}

/** Without samples, a run cannot notice the faults of most endpoints. */
const WITHOUT_SAMPLES =
  "Without samples, many clauses are not tested: start with --target-file target.json, and run with --target target.json.";

/** `mock`: serves the embedded reference until a signal ends it. */
export async function mock(flags: MockFlags, io: Io): Promise<number> {
  if (flags.list !== undefined) {
    io.out(listsText(flags.list === true ? "" : flags.list));
    return 0;
  }
  const ended = terminationSignal();
  const reference = await openReference(flags);
  const { statusUrl, baseUrl, verifyUrl, target } = reference;
  try {
    if (flags.targetFile !== undefined) {
      // An existing file is overwritten only if it contains this sample, which no other target file has.
      const { contractResult } = target.samples.missing;
      const isOurs = (text: string): boolean => text.includes(contractResult);
      const json = `${safeJson(target, 2)}\n`;
      writeOwnFile(resolve(flags.targetFile), json, isOurs, "a target file of the reference");
    }
    const urls = { statusUrl, baseUrl, verifyUrl };
    io.out(`${JSON.stringify(urls)}\n`);
    // Instructions for people, on stderr; scripts read the URLs from stdout.
    const options = flags.targetFile === undefined ? urls : { target: flags.targetFile };
    const command = commandLine("npx ledger-conformance run", options);
    const hint = flags.targetFile === undefined ? `${WITHOUT_SAMPLES}\n` : "";
    io.err(`\nTo test it, in another terminal:\n  ${command}\n${hint}Ctrl-C stops it.\n`);
    await ended;
    return 0;
  } finally {
    await reference.close();
  }
}

type FaultsOrVariants = Readonly<
  Record<string, { readonly description: string } | { readonly clause: string }>
>;

/** The faults and variants whose line contains a word, each with the clause that it fails or with its description. */
function listsText(word: string): string {
  const lists = [
    ["Faults", faults],
    ["Variants", variants],
    ["Real implementations, with their deviations", deviating],
  ] as const;
  const texts = lists.flatMap(([title, all]: readonly [string, FaultsOrVariants]) => {
    const rows = Object.entries(all)
      .map(([name, one]) => [name, "clause" in one ? `fails ${one.clause}` : one.description])
      .filter((row) => row.join(" ").toLowerCase().includes(word.toLowerCase()));
    return rows.length === 0 ? [] : [`${title}\n${tableText(rows)}`];
  });
  if (texts.length === 0) throw new CannotRun(`no fault or variant contains ${JSON.stringify(word)}`);
  return texts.join("\n");
}
