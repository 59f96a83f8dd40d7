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
  readonly machine: string;
  readonly repeats: number;
  /** Processes that wanted to run in the minute before the measuring began. */
  readonly load: number;
}

/** The value in the middle; of an even number of them the higher one of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

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

export const isKept = ({ measured, most }: Promised): boolean => measured <= most;

const written = (value: number, unit: Promised["unit"]): string =>
  unit === "" ? String(value) : `${value.toFixed(unit === "s" ? 2 : 0)} ${unit}`;

/** The page as docs/benchmarks.md has it, but for its width: the formatter sees to that. */
export function benchmarkPage(all: readonly Promised[], at: Circumstances): string {
  const rows = all.map((promised) => {
    const most = `at most ${written(promised.most, promised.unit)}${isKept(promised) ? "" : ", not kept"}`;
    return `| ${promised.what} | ${written(promised.measured, promised.unit)} | ${most} |`;
  });
  return `# Benchmarks

What is promised of a run, measured on the reference in another process. Written by \`npm run bench\`; not edited by hand.

- Date: ${at.date}
- Suite: version ${at.version}
- Machine: ${at.machine}
- Times are the median of ${at.repeats} runs.
- Load of the machine before: ${at.load.toFixed(1)} processes; other work makes times longer than they would be.

${["| | measured | promised |", "| --- | ---: | ---: |", ...rows].join("\n")}

Every run is one of the command line, with seed 1. A whole run is from the start of its process to its end, reports
included. With latency, the time is by the clock on the wall from the first request to the last, as the target sees them:
1.15 times what each request lane waits, and 1.5 s. Memory is the most that the process held. The rate is counted where
the requests arrive.
`;
}
