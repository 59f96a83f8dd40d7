/** Something that is promised of a run, and what was measured of it. */
export interface Promised {
  readonly what: string;
  readonly measured: number;
  readonly most: number;
  readonly unit: "" | "s" | "MB";
}

/** What the figures depend on. */
export interface Circumstances {
  readonly date: string;
  readonly version: string;
  readonly node: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly repeats: number;
  /** Processes that wanted to run in the minute before the measuring began. */
  readonly load: number;
}

/** The value in the middle; of an even number of them the higher one of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The most moments within any second. */
export function mostInASecond(times: readonly number[]): number {
  let first = 0;
  return times.reduce((most, time, last) => {
    while (time - (times[first] ?? time) >= 1_000) {
      first += 1;
    }
    return Math.max(most, last - first + 1);
  }, 0);
}

export function isKept({ measured, most }: Promised): boolean {
  return measured <= most;
}

function written(value: number, unit: Promised["unit"]): string {
  return unit === "" ? String(value) : `${value.toFixed(unit === "s" ? 2 : 0)} ${unit}`;
}

/** The page as docs/benchmarks.md has it. */
export function benchmarkPage(all: readonly Promised[], at: Circumstances): string {
  const rows = all.map((promised) => [
    promised.what,
    written(promised.measured, promised.unit),
    `at most ${written(promised.most, promised.unit)}${isKept(promised) ? "" : ", not kept"}`,
  ]);
  const table = [["", "measured", "promised"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return `# Benchmarks

What is promised of a run, measured on the reference in another process. Written by \`npm run bench\`; not edited by hand.

- Date: ${at.date}
- Suite: version ${at.version}
- Machine: Node ${at.node}, ${at.cores} cores, ${at.memoryGb} GB of memory
- Times are the median of ${at.repeats} runs.
- Load of the machine before: ${at.load.toFixed(1)} on ${at.cores} cores; other work makes times longer than they would be.

${[line(table[0] ?? []), line(rule), ...rows.map(line)].join("\n")}

Every run is one of the command line, with seed 1. A whole run is from the start of its process to its end, reports
included. With latency, the time is by the clock on the wall from the first request to the last, as the target sees them:
1.15 times what each request lane waits, and 1.5 s. Memory is the most that the process held. The rate is counted where
the requests arrive.
`;
}
