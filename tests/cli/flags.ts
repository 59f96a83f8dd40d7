import { RUN_DEFAULTS, type RunFlags } from "../../engine/target/options.ts";

/** The flags of a `run` without any option, with some changed. */
export function flags(changes: Partial<RunFlags> = {}): RunFlags {
  return { ...RUN_DEFAULTS, ...changes };
}
