import { resolve } from "node:path";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { mapValues } from "../../engine/model/model.ts";
import { commandLine } from "../../engine/target/options.ts";
import { safeJson, writeOwnFile } from "../../reports/files/writing.ts";
import { type Io, terminationSignal, tableText } from "../io.ts";
import { openReference, type ReferenceFlags } from "../reference.ts";
import { faults } from "../../reference/faults.ts";
import { deviating, variants } from "../../reference/variants.ts";

export interface MockFlags extends ReferenceFlags {
  /** Lists the faults and variants and ends: with `true` all of them, with a text those whose line contains it. */
  readonly list?: true | string;
  readonly targetFile?: string;
}

const WITHOUT_SAMPLES =
  "Without samples, many clauses are not tested: start with --target-file target.json, and run with --target target.json.";

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

function listsText(word: string): string {
  const lists = {
    Faults: mapValues(faults, ({ clause }) => `fails ${clause}`),
    Variants: mapValues(variants, ({ description }) => description),
    "Real implementations, with their deviations": mapValues(deviating, ({ description }) => description),
  };
  const texts = Object.entries(lists).flatMap(([title, all]) => {
    const rows = Object.entries(all).filter((row) =>
      row.join(" ").toLowerCase().includes(word.toLowerCase()),
    );
    return rows.length === 0 ? [] : [`${title}\n${tableText(rows)}`];
  });
  if (texts.length === 0) throw new CannotRun(`no fault or variant contains ${JSON.stringify(word)}`);
  return texts.join("\n");
}
