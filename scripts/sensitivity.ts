// Judges the reference once with each named fault: what was found goes to docs/sensitivity.md, and what each breaks to diagnoses.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { integer } from "../cli/options/options.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import { LEVELS, type Level } from "../engine/model/settings.ts";
import { allFaults } from "../reference/faults.ts";
import { hasCurl } from "./sensitivity/evidence.ts";
import type { Measured } from "./sensitivity/measure.ts";
import { sensitivityPage } from "./sensitivity/page.ts";
import { startMeasuring } from "./sensitivity/pool.ts";
import { tableOf } from "./sensitivity/table.ts";
import { complaints } from "./sensitivity/verdict.ts";

interface Flags {
  readonly level: Level;
  readonly only: RegExp;
  readonly seed: number;
  readonly workers: number;
  readonly out: string;
  readonly table?: string;
}

const EVERY = 25;
/** The endpoints without the fault are judged at a glance, and now and then. */
const OTHERS_EVERY = 64;

/** Measures as the arguments say; 1 where a fault is not found as it has to be, 2 where nothing can be measured. */
export async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  const { root, version } = packageInfo();
  const { level, only, seed, workers, out, table } = flagsOf(args, join(root, "docs", "sensitivity.md"));
  const names = allFaults.map(({ name }) => name).filter((name) => only.test(name));
  if (names.length === 0) {
    process.stderr.write(`no name of a fault matches ${String(only)}\n`);
    return 2;
  }
  const script = new URL("./sensitivity/worker.js", import.meta.url);
  const measurements = startMeasuring(
    names,
    { own: [{ level }], others: "smoke", othersEvery: OTHERS_EVERY, seed, curl: hasCurl() },
    workers,
    script,
  );
  const all: Measured[] = [];
  for (const name of names) {
    all.push(await measurements.of(name));
    if (all.length % EVERY === 0 || all.length === names.length) {
      process.stderr.write(`${all.length} of ${names.length} faults judged\n`);
    }
  }
  measurements.close();
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(out, sensitivityPage(all, { date, version, level, seed }));
  if (table !== undefined && names.length === allFaults.length) {
    writeFileSync(table, `${JSON.stringify(tableOf(all))}\n`);
  }
  const wrong = all.flatMap((measured) => [
    ...complaints(measured),
    // What a report said of the fault and its curl lines did not show.
    ...measured.untrue.map((text) => `${measured.fault}: ${text}`),
  ]);
  process.stdout.write(
    [...wrong, `${all.length} faults, ${wrong.length} complaints: see ${out}`, ""].join("\n"),
  );
  return wrong.length === 0 ? 0 : 1;
}

function flagsOf(args: readonly string[], page: string): Flags {
  return new Command("sensitivity")
    .addOption(new Option("--level <level>", "how much is asked").choices(LEVELS).default("standard"))
    .option("--only <regex>", "only faults whose name matches", pattern, /(?:)/)
    .option("--seed <n>", "the seed of the generated cases", integer(1, 999_999_999), 1)
    .option("--workers <n>", "faults judged at once", integer(1, 99), availableParallelism())
    .option("--out <file>", "the page to write", page)
    .option(
      "--table <file>",
      "the table of what each fault breaks, for diagnoses; written where all are judged",
    )
    .parse([...args], { from: "user" })
    .opts<Flags>();
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new InvalidArgumentError("It has to be a regular expression.");
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
