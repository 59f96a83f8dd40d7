import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { DEFAULT_LIMITS, type KnownDeviation, type Settings } from "../engine/settings.ts";
import type { Chosen } from "./choose-target.ts";
import { RUN_DEFAULTS, type RunFlags } from "./run-flags.ts";
import { isLoopback } from "./url.ts";

/** What a run depends on beside its options. */
export interface Inputs {
  readonly chosen: Chosen;
  readonly clauseIds: readonly string[];
  readonly known: readonly KnownDeviation[];
  readonly userAgent: string;
}

/** Gentle to machines that others share; this machine may be asked faster. */
const PACE = { shared: { concurrency: 8, rps: 20 }, loopback: { concurrency: 16 } } as const;

/** All settings of a run. */
export function settingsFor(flags: RunFlags, { chosen, clauseIds, known, userAgent }: Inputs): Settings {
  const local = Object.values(chosen.target.urls).every(isLoopback);
  const pace: { readonly concurrency: number; readonly rps?: number } = local ? PACE.loopback : PACE.shared;
  const rps = flags.rps ?? pace.rps;
  return {
    target: chosen.target,
    limits: {
      ...DEFAULT_LIMITS,
      requestMs: flags.requestTimeout,
      runMs: flags.runTimeout,
      answerBytes: flags.maxAnswerBytes,
    },
    seed: flags.seed ?? randomInt(2 ** 31 - 1),
    level: flags.level,
    ...(flags.cases === undefined ? {} : { cases: flags.cases }),
    concurrency: flags.concurrency ?? pace.concurrency,
    ...(rps === undefined ? {} : { rps }),
    clauseIds,
    secrets: chosen.secrets,
    ...(flags.userAgent ? { userAgent } : {}),
    known,
    outDir: resolve(flags.out),
  };
}

/** The command line that repeats a run, its seed included. */
export function commandLine(flags: RunFlags, { seed }: Settings, chosen: Chosen, start: string): string {
  const words = [
    ...chosen.options,
    ...option("--fault", flags.fault),
    ...option("--variant", flags.variant),
    ...option("--seed", seed),
    ...option("--level", flags.level, RUN_DEFAULTS.level),
    ...option("--cases", flags.cases),
    ...option("--concurrency", flags.concurrency),
    ...option("--rps", flags.rps),
    ...flags.only.flatMap((selector) => ["--only", selector]),
    ...flags.skip.flatMap((selector) => ["--skip", selector]),
    ...option("--known", flags.known),
    ...(flags.strict ? ["--strict"] : []),
    ...option("--out", flags.out, RUN_DEFAULTS.out),
    ...option("--request-timeout", flags.requestTimeout, RUN_DEFAULTS.requestTimeout),
    ...option("--run-timeout", flags.runTimeout, RUN_DEFAULTS.runTimeout),
    ...option("--max-answer-bytes", flags.maxAnswerBytes, RUN_DEFAULTS.maxAnswerBytes),
    ...(flags.userAgent ? [] : ["--no-user-agent"]),
  ];
  return [start, ...words.map(word)].join(" ");
}

function option(
  name: string,
  value: string | number | undefined,
  usual?: string | number,
): readonly string[] {
  return value === undefined || value === usual ? [] : [name, String(value)];
}

/** A word of a shell, quoted where it has to be. */
function word(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
