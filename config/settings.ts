import { randomBytes, randomInt } from "node:crypto";
import { resolve } from "node:path";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import {
  DEFAULT_LIMITS,
  type Level,
  type Limits,
  type ProfileInfo,
  type Settings,
  type Share,
  type Target,
} from "../engine/model/settings.ts";
import { targetOfFile, type Chosen } from "./choose-target.ts";
import type { TargetFile } from "./files/target-schema.ts";
import { LIMIT_OPTIONS, type RunFlags } from "./options.ts";
import { isLoopback } from "./url.ts";

/** What a run depends on beside its options. */
export interface Inputs {
  readonly chosen: Chosen;
  readonly clauseIds: readonly string[];
  readonly share?: Share | undefined;
  readonly known: readonly KnownDeviation[];
  readonly profiles?: readonly ProfileInfo[];
  /** Secrets that are hidden. */
  readonly secrets: string[];
  readonly userAgent: string;
}

/** Gentle to machines that others share; this machine may be asked faster. */
const PACE: Readonly<Record<"shared" | "loopback", Pace>> = {
  shared: { concurrency: 8, rps: 20 },
  loopback: { concurrency: 16 },
};

/** The seed of a run in shards for which none is given: they cannot agree on one by chance. */
const SHARED_SEED = 1;

/** How fast a target is asked. */
export type Pace = Pick<Settings, "concurrency" | "rps">;

/** Whether all services of a target run on this machine. */
export function isLocal({ urls }: Target): boolean {
  return Object.values(urls).every(isLoopback);
}

/** The pace of a run for which none is given. */
export function paceOf(target: Target): Pace {
  return isLocal(target) ? PACE.loopback : PACE.shared;
}

/** All settings of a run. */
export function settingsFor(
  flags: RunFlags,
  { chosen, clauseIds, share, known, profiles = [], secrets, userAgent }: Inputs,
): Settings {
  const pace = flags.replayFrom === undefined ? paceOf(chosen.target) : PACE.loopback;
  const together = flags.rps ?? pace.rps;
  const rps = together === undefined ? undefined : together / (share?.total ?? 1);
  return {
    target: chosen.target,
    limits: limitsOf(flags),
    seed: flags.seed ?? (share === undefined ? randomInt(2 ** 31 - 1) : SHARED_SEED),
    level: flags.level,
    ...(flags.cases === undefined ? {} : { cases: flags.cases }),
    concurrency: flags.concurrency ?? pace.concurrency,
    ...(rps === undefined ? {} : { rps }),
    clauseIds,
    ...(share === undefined ? {} : { share }),
    secrets,
    ...(chosen.placeholders === undefined ? {} : { placeholders: chosen.placeholders }),
    ...(flags.userAgent ? { userAgent } : {}),
    ...(flags.requestId ? { runId: randomBytes(4).toString("hex") } : {}),
    known,
    ...(chosen.spent === undefined ? {} : { spent: chosen.spent }),
    ...(profiles.length === 0 ? {} : { profiles }),
    ...(flags.record === undefined ? {} : { record: resolve(flags.record) }),
    ...(flags.replayFrom === undefined ? {} : { replayFrom: resolve(flags.replayFrom) }),
    outDir: resolve(flags.out),
  };
}

/** Settings that nobody chose, for a reference on loopback; all clauses where none are named. */
export function plainSettings(
  file: TargetFile,
  level: Level,
  seed: number,
  clauseIds: readonly string[],
): Settings {
  return {
    target: targetOfFile({ file, secrets: [] }).target,
    limits: DEFAULT_LIMITS,
    seed,
    level,
    concurrency: PACE.loopback.concurrency,
    clauseIds,
    secrets: [],
    known: [],
    outDir: "",
  };
}

function limitsOf(flags: RunFlags): Limits {
  const given = LIMIT_OPTIONS.flatMap(([limit, option]) =>
    flags[option] === undefined ? [] : [[limit, flags[option]] as const],
  );
  // A recording is not spared by waiting.
  const patience = flags.replayFrom === undefined ? {} : { retryAfterMs: 0 };
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given), ...patience };
}
