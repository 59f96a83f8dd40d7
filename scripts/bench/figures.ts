import type { Level } from "../../engine/settings.ts";

/** What one repetition measured; times in milliseconds. */
export interface Figures {
  readonly requests: number;
  readonly wholeMs: number;
  readonly embeddedMs: number;
  readonly firstRequestMs: number;
  readonly judgingMs: number;
  readonly targetCpuMs: number;
  readonly bareMs: number;
  readonly judgingCpuMs: number;
  readonly bareCpuMs: number;
  /** The same under the settings of V8 that the suite's own process has. */
  readonly alikeBareCpuMs: number;
  /** The same two in processes that have done the same once before. */
  readonly warmJudgingCpuMs: number;
  readonly warmBareCpuMs: number;
  readonly wholeCpuMs: number;
  readonly peakMb: number;
}

/** The figures of a level: the median of each over all repetitions. */
export interface LevelFigures {
  readonly level: Level;
  readonly figures: Figures;
}

/** What the figures depend on. */
export interface Circumstances {
  readonly date: string;
  readonly version: string;
  readonly node: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly repeats: number;
  readonly concurrency: number;
  /** Processes that wanted to run in the minute before the measuring began. */
  readonly load: number;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) {
    throw new Error("there is no middle of no values");
  }
  return (low + high) / 2;
}

/** Each figure's median. */
export function medians(all: readonly Figures[]): Figures {
  const of = (key: keyof Figures): number => median(all.map((figures) => figures[key]));
  return {
    requests: of("requests"),
    wholeMs: of("wholeMs"),
    embeddedMs: of("embeddedMs"),
    firstRequestMs: of("firstRequestMs"),
    judgingMs: of("judgingMs"),
    targetCpuMs: of("targetCpuMs"),
    bareMs: of("bareMs"),
    judgingCpuMs: of("judgingCpuMs"),
    bareCpuMs: of("bareCpuMs"),
    alikeBareCpuMs: of("alikeBareCpuMs"),
    warmJudgingCpuMs: of("warmJudgingCpuMs"),
    warmBareCpuMs: of("warmBareCpuMs"),
    wholeCpuMs: of("wholeCpuMs"),
    peakMb: of("peakMb"),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
const perRequest = (ms: number, requests: number): string => `${((ms / requests) * 1_000).toFixed(0)} µs`;

const ROWS: readonly (readonly [name: string, show: (figures: Figures) => string])[] = [
  ["requests", ({ requests }) => String(requests)],
  ["whole run, reference in another process", ({ wholeMs }) => seconds(wholeMs)],
  ["whole run, embedded reference", ({ embeddedMs }) => seconds(embeddedMs)],
  ["from start to first request", ({ firstRequestMs }) => seconds(firstRequestMs)],
  ["judging alone", ({ judgingMs }) => seconds(judgingMs)],
  ["CPU of the target meanwhile", ({ targetCpuMs }) => seconds(targetCpuMs)],
  ["the same requests sent by undici alone", ({ bareMs }) => seconds(bareMs)],
  ["our CPU per request, judging", ({ judgingCpuMs, requests }) => perRequest(judgingCpuMs, requests)],
  ["undici alone, CPU per request", ({ bareCpuMs, requests }) => perRequest(bareCpuMs, requests)],
  ["ratio of the two", ({ judgingCpuMs, bareCpuMs }) => (judgingCpuMs / bareCpuMs).toFixed(1)],
  [
    "undici alone under our settings of V8",
    ({ alikeBareCpuMs, requests }) => perRequest(alikeBareCpuMs, requests),
  ],
  [
    "our CPU per request, done again",
    ({ warmJudgingCpuMs, requests }) => perRequest(warmJudgingCpuMs, requests),
  ],
  [
    "undici alone, CPU per request, done again",
    ({ warmBareCpuMs, requests }) => perRequest(warmBareCpuMs, requests),
  ],
  [
    "ratio of the two, done again",
    ({ warmJudgingCpuMs, warmBareCpuMs }) => (warmJudgingCpuMs / warmBareCpuMs).toFixed(1),
  ],
  ["CPU of the whole run, start included", ({ wholeCpuMs }) => seconds(wholeCpuMs)],
  ["peak memory of the whole run", ({ peakMb }) => `${peakMb.toFixed(0)} MB`],
];

/** One column for each level. */
export function tableOf(levels: readonly LevelFigures[]): string {
  const head = ["", ...levels.map(({ level }) => level)];
  return drawn(
    head,
    ROWS.map(([name, show]) => [name, ...levels.map(({ figures }) => show(figures))]),
  );
}

/** A table in Markdown, all cells of a column as wide. */
export function drawn(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** Names to the left, figures to the right. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** The table with what it depends on, as docs/benchmarks.md has it; `more` are further sections. */
export function benchmarkPage(
  levels: readonly LevelFigures[],
  at: Circumstances,
  more: readonly string[] = [],
): string {
  return `# Benchmarks

What a run costs on the loopback reference. Written by \`npm run bench\`; not edited by hand.

- Date: ${at.date}
- Suite: version ${at.version}
- Machine: Node ${at.node}, ${at.cores} cores, ${at.memoryGb} GB of memory
- Each figure is the median of ${at.repeats} repetitions; ${at.concurrency} requests are in flight.
- Meanwhile the machine was ${at.load < 1 ? "idle" : `busy with other work (load ${at.load.toFixed(1)} on ${at.cores} cores): seconds and CPU are more than they would be`}.

${tableOf(levels)}

## What is measured

- **Whole run**: the command line from the start of its process to its end, reports included; nothing else runs.
- **Judging alone**: the clauses without command line, test runner and reports, in a process that has been loaded.
- **CPU of the target**: of the process that serves the reference, while the clauses are judged.
- **undici alone**: the very same requests, recorded from the run before, sent by a bare pool at the same concurrency,
  with \`JSON.parse\` on every answer. CPU is that of the process that sends, without the server, in both cases.
- **Done again**: a second time in the same process, whose code is compiled by then: what one request more costs.
- **Ratio**: at most 2 is promised for a run. The suite has Node 20 compile as late as its successors do
  (\`engine/tiering.ts\`), since a clause runs a few times in a whole run and compiling it costs more than it gains;
  undici alone runs as Node comes, and once more under the suite's settings.
${more.map((section) => `\n${section}\n`).join("")}`;
}
