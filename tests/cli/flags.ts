import { RUN_DEFAULTS, type RunFlags } from "../../config/options.ts";

/** The flags of a `run` without any option, with some changed. */
export function flags(changes: Partial<RunFlags> = {}): RunFlags {
  return { ...RUN_DEFAULTS, ...changes };
}
