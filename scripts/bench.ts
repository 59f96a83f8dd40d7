// Measures what a run costs and finds on the loopback reference, and keeps the figures in docs/benchmarks.md.
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { packageInfo } from "../config/package-info.ts";
import type { Level } from "../engine/settings.ts";
import { allFaults } from "../reference/faults.ts";
import { askOnce, startChild, type Child } from "./bench/children.ts";
import { benchmarkPage, medians, tableOf, type Figures, type LevelFigures } from "./bench/figures.ts";
import { huntWithSuite, measureLatency, measureLong, measureMemory, measureRate } from "./bench/limits.ts";
import type { JudgingOrder, Recorded } from "./bench/messages.ts";
import { sampleOfFaults } from "./bench/sample.ts";
import { findSchemathesis, huntWithSchemathesis } from "./bench/schemathesis.ts";
import { promisesSection, rivalSection } from "./bench/sections.ts";
import { runWhole } from "./bench/whole.ts";
import { CONCURRENCY } from "./sensitivity/measure.ts";

interface Flags {
  readonly level: readonly Level[];
  readonly repeats: number;
  readonly faults: number;
  readonly out: string;
}

type Server = Child<"server">;

const LEVELS: readonly Level[] = ["smoke", "standard", "thorough"];
const SEED = 1;

/** Measures the levels that the arguments name, prints the table, and writes the page. */
export async function main(args: readonly string[]): Promise<void> {
  const { root, version } = packageInfo();
  const [load = 0] = loadavg();
  const { level: levels, repeats, faults, out } = flagsOf(args, join(root, "docs", "benchmarks.md"));
  const all: LevelFigures[] = [];
  for (const level of levels) {
    const server = startChild("server");
    try {
      all.push({ level, figures: await measureLevel(level, repeats, server) });
    } finally {
      server.stop();
    }
  }
  process.stdout.write(`${tableOf(all)}\n`);
  const sections: string[] = [];
  for (const measure of [promises, () => rivals(faults)]) {
    const section = await measure();
    process.stdout.write(`\n${section}\n`);
    sections.push(section);
  }
  const at = {
    date: new Date().toISOString().slice(0, 10),
    version,
    node: process.versions.node,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    repeats,
    concurrency: CONCURRENCY,
    load,
  };
  writeFileSync(out, benchmarkPage(all, at, sections));
}

function tell(text: string): void {
  process.stderr.write(text);
}

async function promises(): Promise<string> {
  tell("latency, memory, rate\n");
  return promisesSection(CONCURRENCY, {
    latency: await measureLatency("standard", SEED),
    memory: await measureMemory(SEED),
    gentle: await measureRate(SEED),
    long: await measureLong(SEED, CONCURRENCY),
  });
}

async function rivals(most: number): Promise<string> {
  const faults = sampleOfFaults(most);
  const ours = await huntWithSuite(faults, SEED, tell);
  const rival = await findSchemathesis();
  const theirs =
    rival === undefined
      ? undefined
      : { version: rival.version, hunt: await huntWithSchemathesis(rival.command, faults, tell) };
  return rivalSection(faults, allFaults.length, ours, theirs);
}

async function measureLevel(level: Level, repeats: number, server: Server): Promise<Figures> {
  const { target } = await server.ask({ order: "tell" });
  const order = { target, level, seed: SEED };
  const { recorded } = await askOnce("judging", { ...order, record: true });
  const all: Figures[] = [];
  for (let repetition = 1; repetition <= repeats; repetition += 1) {
    process.stderr.write(`${level}, repetition ${repetition} of ${repeats}\n`);
    all.push(await measureOnce(server, { ...order, record: false }, recorded));
  }
  return medians(all);
}

async function measureOnce(
  server: Server,
  order: JudgingOrder,
  recorded: readonly Recorded[],
): Promise<Figures> {
  await server.ask({ order: "count from now" });
  const whole = await runWhole(order.level, SEED, order.target);
  const { firstRequestAt = Number.NaN } = await server.ask({ order: "count from now" });
  const judges = startChild("judging");
  const judging = await judges.ask(order);
  if (judging.failed.length > 0) {
    throw new Error(`${judging.failed.length} clauses fail on the reference: there is nothing to measure`);
  }
  const { requests, cpuMs: targetCpuMs } = await server.ask({ order: "count from now" });
  const warmJudging = await judges.ask(order);
  judges.stop();
  const senders = startChild("bare");
  const bare = await senders.ask({ requests: recorded, concurrency: CONCURRENCY });
  const warmBare = await senders.ask({ requests: recorded, concurrency: CONCURRENCY });
  senders.stop();
  const alike = await askOnce("bare", {
    requests: recorded,
    concurrency: CONCURRENCY,
    compilesLater: true,
  });
  const embedded = await runWhole(order.level, SEED);
  return {
    requests,
    wholeMs: whole.wallMs,
    embeddedMs: embedded.wallMs,
    firstRequestMs: firstRequestAt - whole.startedAt,
    judgingMs: judging.wallMs,
    targetCpuMs,
    bareMs: bare.wallMs,
    judgingCpuMs: judging.cpuMs,
    bareCpuMs: bare.cpuMs,
    alikeBareCpuMs: alike.cpuMs,
    warmJudgingCpuMs: warmJudging.cpuMs,
    warmBareCpuMs: warmBare.cpuMs,
    wholeCpuMs: whole.cpuMs,
    peakMb: whole.peakMb,
  };
}

function flagsOf(args: readonly string[], page: string): Flags {
  const level = new Option("--level <level...>", "how much is asked").choices([
    "smoke",
    "standard",
    "thorough",
  ]);
  return new Command("bench")
    .addOption(level.default(LEVELS))
    .option("--repeats <n>", "repetitions, whose median counts", count, 3)
    .option("--faults <n>", "faults that are looked for", count, 40)
    .option("--out <file>", "the page to write", page)
    .parse([...args], { from: "user" })
    .opts<Flags>();
}

function count(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) {
    throw new InvalidArgumentError("It has to be a whole number from 1 to 99.");
  }
  return Number(text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2));
}
