import { randomBytes, randomInt } from "node:crypto";
import { resolve } from "node:path";
import type { KnownDeviation } from "../model/known-deviation.ts";
import {
  DEFAULT_LIMITS,
  type Level,
  type Limits,
  type ProfileInfo,
  type Settings,
  type Share,
  type Target,
} from "../model/settings.ts";
import { targetOfFile, type Chosen } from "./choose-target.ts";
import { present } from "../model/model.ts";
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

/** How fast a target is asked: gently where others share the machine, faster where it is this one. */
export type Pace = Pick<Settings, "concurrency" | "rps">;
const SHARED: Pace = { concurrency: 8, rps: 20 };
const LOOPBACK: Pace = { concurrency: 16 };

/** The seed of a run in shards for which none is given: they cannot agree on one by chance. */
const SHARED_SEED = 1;

export function isLocal({ urls }: Target): boolean {
  return Object.values(urls).every(isLoopback);
}

export function paceOf(target: Target): Pace {
  return isLocal(target) ? LOOPBACK : SHARED;
}

export function settingsFor(
  flags: RunFlags,
  { chosen, clauseIds, share, known, profiles = [], secrets, userAgent }: Inputs,
): Settings {
  const pace = flags.replayFrom === undefined ? paceOf(chosen.target) : LOOPBACK;
  const together = flags.rps ?? pace.rps;
  return {
    target: chosen.target,
    limits: limitsOf(flags),
    seed: flags.seed ?? (share === undefined ? randomInt(2 ** 31 - 1) : SHARED_SEED),
    level: flags.level,
    concurrency: flags.concurrency ?? pace.concurrency,
    clauseIds,
    secrets,
    known,
    outDir: resolve(flags.out),
    ...present({
      cases: flags.cases,
      rps: together === undefined ? undefined : together / (share?.total ?? 1),
      share,
      placeholders: chosen.placeholders,
      userAgent: flags.userAgent ? userAgent : undefined,
      runId: flags.requestId ? randomBytes(4).toString("hex") : undefined,
      spent: chosen.spent,
      profiles: profiles.length === 0 ? undefined : profiles,
      record: flags.record && resolve(flags.record),
      replayFrom: flags.replayFrom && resolve(flags.replayFrom),
    }),
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
    concurrency: LOOPBACK.concurrency,
    clauseIds,
    secrets: [],
    known: [],
    outDir: "",
  };
}

function limitsOf(flags: RunFlags): Limits {
  const given = Object.fromEntries(LIMIT_OPTIONS.map(([limit, option]) => [limit, flags[option]]));
  // A recording is not spared by waiting.
  const patience = flags.replayFrom === undefined ? {} : { retryAfterMs: 0 };
  return { ...DEFAULT_LIMITS, ...present(given), ...patience };
}
