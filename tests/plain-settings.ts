import { DEFAULT_LIMITS, type Level } from "../engine/model/settings.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { chooseTarget } from "../engine/target/target.ts";

/** Default settings for a reference on loopback; all clauses if none are given. */
export const plainSettings = (file: RunOptions, level: Level, seed: number, ids: readonly string[]) => ({
  target: chooseTarget({ file, secrets: [] }, {}, {}, {}, "the target").target,
  limits: DEFAULT_LIMITS,
  seed,
  level,
  concurrency: 16,
  clauseIds: ids,
  secrets: [],
  known: [],
  strict: false,
});
