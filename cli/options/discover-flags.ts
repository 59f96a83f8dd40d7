import type { Command } from "commander";
import { addTargetOptions, integer, positive, RUN_DEFAULTS } from "../../config/run-flags.ts";

/** The options of `discover`. */
export interface DiscoverFlags {
  readonly target?: string;
  readonly statusUrl?: string;
  readonly baseUrl?: string;
  readonly verifyUrl?: string;
  readonly profile: readonly string[];
  readonly out: string;
  readonly force: boolean;
  readonly rps?: number;
  readonly requestTimeout: number;
}

/** Gives a command the options of `discover`. */
export function addDiscoverOptions(command: Command): Command {
  return addTargetOptions(command)
    .option("--out <file>", "target file to write", "target.json")
    .option("--force", "replace the file if it is there", false)
    .option("--rps <n>", "requests per second; 20, or no limit on loopback", positive)
    .option(
      "--request-timeout <ms>",
      "time for one request",
      integer(1, 3_600_000),
      RUN_DEFAULTS.requestTimeout,
    );
}
