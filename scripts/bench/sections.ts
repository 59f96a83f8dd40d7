import { drawn } from "./figures.ts";
import { LATENCY_MS, LONG, RATE, type Gentle, type Latency, type Long, type Memory } from "./limits.ts";
import type { Hunt } from "./sample.ts";
import { EXAMPLES } from "./schemathesis.ts";

/** Times the share of the latency, and milliseconds beside it, that a run may take. */
const ALLOWED = { times: 1.15, beside: 1_500 };
const ALLOWED_MB = 350;

/** What is promised of latency, memory and rate, beside what was measured. */
export function promisesSection(
  concurrency: number,
  {
    latency,
    memory,
    gentle,
    long,
  }: { latency: Latency; memory: readonly Memory[]; gentle: Gentle; long: Long },
): string {
  const share = (latency.requests * LATENCY_MS) / concurrency;
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
  const micros = (ms: number): string => `${((ms / long.requests) * 1_000).toFixed(0)} µs`;
  const table = drawn(
    ["", "measured", "promised"],
    [
      [
        `standard level, ${LATENCY_MS} ms latency, ${latency.requests} requests`,
        seconds(latency.wallMs),
        `at most ${seconds(share * ALLOWED.times + ALLOWED.beside)}`,
      ],
      [
        "waiting for answers, and nothing else",
        seconds(latency.waitedMs),
        `at most ${seconds(share * ALLOWED.times)}`,
      ],
      ["our own CPU meanwhile", seconds(latency.cpuMs), ""],
      ...memory.map(({ only, cases, requests, peakMb }) => [
        `peak memory, \`--only ${only} --cases ${cases}\`, ${requests} requests`,
        `${peakMb.toFixed(0)} MB`,
        `under ${ALLOWED_MB} MB`,
      ]),
      [
        `most requests in any second, \`--only ${RATE.only} --rps ${RATE.rps}\`, ${gentle.requests} requests`,
        String(gentle.most),
        `at most ${RATE.rps}`,
      ],
      [
        `our CPU per request, \`--only ${LONG.only} --cases ${LONG.cases}\`, ${long.requests} requests`,
        micros(long.cpuMs),
        "",
      ],
      ["undici alone with the same requests", micros(long.bareCpuMs), ""],
    ],
  );
  return `## Latency, memory, rate

${table}

With latency the share of each of ${concurrency} lanes is ${seconds(share)}; ${ALLOWED.times} times that and ${seconds(ALLOWED.beside)} for the judging are
allowed. The first line is by the clock on the wall, whatever else the machine does; waiting is measured with a clock
that stands still while anything but the waiting goes on (and is tested so). Memory is that of the process that judges;
the rate is counted where the requests arrive. The last two lines are of a long run, in which most answers are lists
whose rows are judged, while undici's own loop is compiled to the last.`;
}

/** The same faults looked for by the suite and by schemathesis, where that is installed. */
export function rivalSection(
  faults: readonly string[],
  total: number,
  ours: Hunt,
  theirs: { readonly version: string; readonly hunt: Hunt } | undefined,
): string {
  const columns = [
    { name: "this suite, standard", hunt: ours },
    ...(theirs === undefined ? [] : [{ name: `schemathesis ${theirs.version}`, hunt: theirs.hunt }]),
  ];
  const each = (show: (hunt: Hunt) => string): readonly string[] => columns.map(({ hunt }) => show(hunt));
  const table = drawn(
    ["", ...columns.map(({ name }) => name)],
    [
      ["faults found", ...each(({ found }) => `${found.length} of ${faults.length}`)],
      ["requests for one fault", ...each(({ requests }) => (requests / faults.length).toFixed(0))],
      ["seconds for one fault", ...each(({ seconds }) => (seconds / faults.length).toFixed(1))],
    ],
  );
  const explained =
    theirs === undefined
      ? "`schemathesis` was not installed: see [limits](limits.md#benchmark)."
      : `Schemathesis is given the OpenAPI description that the \`schemas\` command makes, ${EXAMPLES} examples for each
operation and phase, and nothing else: it knows of no record at the target, and of no rule that an OpenAPI description
cannot state. What it says of the reference without a fault is its baseline; a fault is found where it says more.`;
  return `## The same faults, side by side

The reference serves with one fault at a time: ${faults.length} of the ${total} named faults, evenly spread over their list.

${table}

${explained}`;
}
