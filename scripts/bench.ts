// Measures what is promised of a run on the loopback reference, and keeps the figures in docs/benchmarks.md.
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { format } from "prettier";
import { packageInfo } from "../engine/target/package-info.ts";
import { integer } from "../cli/options/options.ts";
import { benchmarkPage, isKept, median, mostInASecond, type Promised } from "./bench/page.ts";

const LATENCY_MS = 20;
const LANES = 16;
const RATE = 20;

/** Loaded into a run: the last thing on stderr is the memory that it took. */
const TELL_MEMORY = `data:text/javascript,${encodeURIComponent(
  `import { isMainThread } from "node:worker_threads";
  if (isMainThread) process.on("exit", () => process.stderr.write("\\n" + process.resourceUsage().maxRSS));`,
)}`;

/** A run of the command line, and what its target saw of it. */
interface Run {
  readonly seconds: number;
  readonly peakMb: number;
  /** Seconds from the start of the process, in order. */
  readonly arrivals: readonly number[];
}

/** Runs the command line once against a reference of its own. */
async function measure(options: readonly string[], latencyMs = 0): Promise<Run> {
  process.stderr.write(`run ${options.join(" ")}\n`);
  const folder = mkdtempSync(join(tmpdir(), "ledger-conformance-bench-"));
  const server = fork(new URL("./bench/server.js", import.meta.url), [String(latencyMs)]);
  try {
    const { target } = await nextMessage(server);
    writeFileSync(join(folder, "target.json"), JSON.stringify(target));
    const program = join(packageInfo().root, "bin", "ledger-conformance.js");
    const words = ["--seed", "1", "--target", join(folder, "target.json"), "--out", join(folder, "out")];
    const started = performance.timeOrigin + performance.now();
    const child = spawn(process.execPath, ["--import", TELL_MEMORY, program, "run", ...words, ...options], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let told = "";
    child.stderr.on("data", (chunk: Buffer) => (told = (told + chunk.toString()).slice(-2_000)));
    const [code] = await once(child, "close");
    const ended = performance.timeOrigin + performance.now();
    if (code !== 0) {
      throw new Error(`the run that was to be measured ended with code ${String(code)}: ${told}`);
    }
    const answer = nextMessage(server);
    server.send("tell");
    const { arrivals } = await answer;
    return {
      seconds: (ended - started) / 1_000,
      peakMb: Number(told.split("\n").at(-1)) / 1_024,
      arrivals: (arrivals ?? []).map((time) => (time - started) / 1_000),
    };
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Message {
  readonly target?: object;
  readonly arrivals?: readonly number[];
}

async function nextMessage(server: ChildProcess): Promise<Message> {
  const [message]: Message[] = await once(server, "message");
  return message ?? {};
}

async function several(times: number, options: readonly string[], latencyMs = 0): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let left = times; left > 0; left -= 1) {
    runs.push(await measure(options, latencyMs));
  }
  return runs;
}

const first = ({ arrivals }: Run): number => arrivals[0] ?? Number.NaN;
const span = (run: Run): number => (run.arrivals.at(-1) ?? Number.NaN) - first(run);

/** Requests and times of a level. */
async function ofLevel(level: string, repeats: number, most: number, seconds: number): Promise<Promised[]> {
  const runs = await several(repeats, ["--level", level]);
  const requests = Math.max(...runs.map((run) => run.arrivals.length));
  return [
    { what: `requests, \`--level ${level}\``, measured: requests, most, unit: "" },
    { what: "from start to first request", measured: median(runs.map(first)), most: 1, unit: "s" },
    { what: "whole run", measured: median(runs.map((run) => run.seconds)), most: seconds, unit: "s" },
  ];
}

async function withLatency(repeats: number): Promise<Promised> {
  const runs = await several(repeats, [], LATENCY_MS);
  const requests = median(runs.map(({ arrivals }) => arrivals.length));
  const most = ((requests * LATENCY_MS) / LANES / 1_000) * 1.15 + 1.5;
  const what = `first request to last, ${LATENCY_MS} ms latency, ${LANES} in flight, ${requests} requests`;
  return { what, measured: median(runs.map(span)), most, unit: "s" };
}

async function ofMemory(options: readonly string[]): Promise<Promised> {
  const { peakMb, arrivals } = await measure(options);
  const what = `memory, \`${options.join(" ")}\`, ${arrivals.length} requests`;
  return { what, measured: peakMb, most: 350, unit: "MB" };
}

async function ofRate(): Promise<Promised> {
  const options = ["--only", "4.5", "--rps", String(RATE)];
  const { arrivals } = await measure(options);
  const measured = mostInASecond(arrivals.map((time) => time * 1_000));
  return { what: `requests in any second, \`${options.join(" ")}\``, measured, most: RATE, unit: "" };
}

const { root, version } = packageInfo();
const load = loadavg()[0] ?? 0;
const { repeats, out } = new Command("bench")
  .option("--repeats <n>", "runs, whose median counts", integer(1, 99), 3)
  .option("--out <file>", "the page to write", join(root, "docs", "benchmarks.md"))
  .parse()
  .opts<{ readonly repeats: number; readonly out: string }>();
const all = [
  ...(await ofLevel("smoke", repeats, 300, 3)),
  ...(await ofLevel("standard", repeats, 1_500, 5)),
  await withLatency(repeats),
  await ofMemory(["--only", "4.6-time-refused", "--cases", "100000"]),
  await ofRate(),
];
const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB of memory`;
const date = new Date().toISOString().slice(0, 10);
const page = await format(benchmarkPage(all, { date, version, machine, repeats, load }), {
  parser: "markdown",
});
writeFileSync(out, page);
process.stdout.write(page);
process.exitCode = all.every(isKept) ? 0 : 1;
