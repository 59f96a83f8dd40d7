import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { newAjv } from "../../engine/ajv.ts";
import { discoverSamples, type Discovered } from "../../engine/discover.ts";
import { loadCatalogue } from "../../engine/load.ts";
import { createRedact, type Redact } from "../../engine/redact.ts";
import { oneLine } from "../../reports/escape.ts";
import { reasonOf } from "../../reports/file-trouble.ts";
import { makeFolder, safeJson, writeWhole } from "../../reports/files.ts";
import { countOf } from "../../reports/numbers.ts";
import { applyProfiles } from "../../config/apply-profiles.ts";
import { CannotRun } from "../../config/cannot-run.ts";
import { chooseTarget, type Chosen } from "../../config/choose-target.ts";
import { describedTarget } from "../../config/files/described-target.ts";
import type { DiscoverFlags } from "../options/discover-flags.ts";
import { warningLines, type Io } from "../terminal/io.ts";
import { readJson, validated } from "../../config/files/json-file.ts";
import { packageInfo } from "../../config/package-info.ts";
import { preflight } from "../../config/preflight.ts";
import { readProfiles } from "../../config/files/profile.ts";
import { RUN_DEFAULTS } from "../../config/run-flags.ts";
import { guard } from "../../config/files/secrets.ts";
import { settingsFor } from "../../config/settings.ts";
import { targetSchema } from "../../config/files/target-schema.ts";

const SCHEMA = "target.schema.json";

/** `discover`: asks a target for sample ids, and writes a target file to check and keep. Gives the exit code. */
export async function discover(flags: DiscoverFlags, io: Io): Promise<number> {
  if (existsSync(flags.out) && !flags.force) {
    throw new CannotRun(`${flags.out} is there already: give another --out, or --force to replace it`);
  }
  const catalogue = await loadCatalogue();
  const given = chooseTarget(flags, io.env);
  if (given === undefined) {
    throw new CannotRun("discover needs a target: give its URL, with --base-url or another, or --target");
  }
  const { hidden: secrets, warnings } = guard(given.secrets, catalogue);
  const redact = createRedact(secrets);
  const endpoints = new Map(catalogue.clauses.map(({ id, endpoint }) => [id, endpoint]));
  const { chosen, warnings: idle } = applyProfiles(given, readProfiles(flags.profile, endpoints), []);
  io.err(redact(warningLines([...(given.warnings ?? []), ...warnings, ...idle])));
  const found = await ask(chosen, secrets, flags);
  const { content, variables } = describedTarget({
    raw: rawFile(flags, io.env),
    chosen,
    outside: outsideUrls(flags, io.env),
    found,
    redact,
  });
  write(flags.out, { $schema: `./${SCHEMA}`, ...content });
  io.out(redact(told(found, flags, variables, redact)));
  return 0;
}

async function ask(chosen: Chosen, secrets: readonly string[], flags: DiscoverFlags): Promise<Discovered> {
  const { name, version } = packageInfo();
  const settings = settingsFor(
    {
      ...RUN_DEFAULTS,
      only: [],
      skip: [],
      profile: [],
      strict: false,
      list: false,
      dryRun: false,
      userAgent: true,
      requestTimeout: flags.requestTimeout,
      ...(flags.rps === undefined ? {} : { rps: flags.rps }),
    },
    { chosen, clauseIds: [], known: [], secrets, userAgent: `${name}/${version}` },
  );
  await preflight(settings);
  return await discoverSamples(settings);
}

/** The target file as it was written, its variables not filled in. */
function rawFile({ target }: DiscoverFlags, env: Io["env"]): unknown {
  const path = target ?? env["CONFORMANCE_TARGET"] ?? "";
  return path === "" ? {} : readJson(path, "target file");
}

/** URLs that were given on the command line or in the environment. */
function outsideUrls(flags: DiscoverFlags, env: Io["env"]): Readonly<Record<string, boolean>> {
  const given = (url: string | undefined, name: string): boolean =>
    url !== undefined || (env[name] ?? "") !== "";
  return {
    status: given(flags.statusUrl, "STATUS_URL"),
    base: given(flags.baseUrl, "BASE_URL"),
    verify: given(flags.verifyUrl, "VERIFY_URL"),
  };
}

function write(out: string, content: object): void {
  // Variables stand where URLs and formats are checked only once they are filled in.
  if (!JSON.stringify(content).includes("${")) {
    validated(content, newAjv().compile(targetSchema), "the target file that was found");
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
