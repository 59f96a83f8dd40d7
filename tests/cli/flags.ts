import { RUN_DEFAULTS, type RunFlags } from "../../config/run-flags.ts";

/** The flags of a `run` without any option, with some changed. */
export function flags(changes: Partial<RunFlags> = {}): RunFlags {
  return {
    ...RUN_DEFAULTS,
    only: [],
    skip: [],
    profile: [],
    strict: false,
    watch: false,
    list: false,
    dryRun: false,
    userAgent: true,
    ...changes,
  };
}
