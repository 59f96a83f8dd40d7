import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { chooseTarget } from "../../engine/target/choose-target.ts";
import { describedTarget } from "../../engine/target/files/described-target.ts";
import { readJson, validated } from "../../engine/target/files/json-file.ts";
import { targetSchema } from "../../engine/target/files/target-schema.ts";
import { RUN_DEFAULTS } from "../../engine/target/options.ts";
import { preflight } from "../../engine/target/preflight.ts";
import { prepareRun } from "../../engine/target/prepare.ts";
import { recognisedOrder } from "../../engine/target/recognise.ts";
import { discoverSamples, type Discovered } from "../../engine/discovery/sample-report.ts";
import type { Redact } from "../../engine/secrets/redact.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { reasonOf } from "../../engine/model/file-trouble.ts";
import { makeFolder, safeJson, writeWhole } from "../../reports/files/writing.ts";
import { countOf } from "../../reports/words/numbers.ts";
import type { DiscoverFlags } from "../options/options.ts";
import { redacted, warn, type Io } from "../terminal/io.ts";

const SCHEMA = "target.schema.json";

/** `discover`: asks a target for sample ids, and writes a target file to check and keep. Gives the exit code. */
export async function discover(flags: DiscoverFlags, io: Io): Promise<number> {
  if (existsSync(flags.out) && !flags.force) {
    throw new CannotRun(`${flags.out} is there already: give another --out, or --force to replace it`);
  }
  const chosen = chooseTarget(flags, io.env);
  if (chosen === undefined) {
    throw new CannotRun("discover needs a target: give its URL, with --base-url or another, or --target");
  }
  const recognised = await recognisedOrder({ ...RUN_DEFAULTS, ...flags }, chosen);
  const { order, chosen: given, told: takenFor } = recognised;
  const { settings, redact, warnings } = prepareRun(order, recognised.flags, given);
  warn(redacted(io, redact), warnings);
  io.out(takenFor.map((line) => `${line}\n`).join(""));
  await preflight(settings);
  const found = await discoverSamples(settings);
  const path = given.options.target;
  const raw = path === undefined ? {} : readJson(path, "target file");
  const { target } = settings;
  const { content, variables } = describedTarget(raw, { ...given, target }, found, redact);
  write(flags.out, { $schema: `./${SCHEMA}`, ...content });
  io.out(redact(told(found, recognised.flags, variables, redact)));
  return 0;
}

function write(out: string, content: object): void {
  // Variables stand where URLs and formats are checked only once they are filled in.
  if (!JSON.stringify(content).includes("${")) {
    validated(content, targetSchema, "the target file that was found");
  }
  try {
    const folder = dirname(resolve(out));
    makeFolder(folder);
    writeWhole(resolve(out), `${safeJson(content, 2)}\n`);
    if (!existsSync(join(folder, SCHEMA))) {
      writeFileSync(join(folder, SCHEMA), `${JSON.stringify(targetSchema, null, 2)}\n`);
    }
  } catch (error) {
    throw new CannotRun(`${out}: the target file cannot be written: ${reasonOf(error)}`);
  }
}

function told(found: Discovered, flags: DiscoverFlags, variables: readonly string[], redact: Redact): string {
  const kinds = found.samples.flatMap(({ kind, found: samples, reason = "" }) =>
    samples.length === 0
      ? [`  ${kind}: none`, `    ${oneLine(reason, 300)}`]
      : [
          `  ${kind}: ${samples.length}`,
          ...samples.map(({ asked, origin }) => `    ${oneLine(redact(asked), 80)}  ${oneLine(origin, 200)}`),
        ],
  );
  const profiles = flags.profile.map((name) => ` --profile ${name}`).join("");
  return [
    "Samples",
    ...kinds,
    "",
    ...variables.map((name) => `Set ${name}: its value is a secret, and is not written.`),
    `${countOf(found.requests, "request")} sent. Check ${basename(flags.out)}, add what is missing (verifications cannot be`,
    `found), and keep it: ledger-conformance run --target ${flags.out}${profiles}`,
    "",
  ].join("\n");
}
