import { InvalidArgumentError, Option, type Command } from "commander";
import { DEFAULT_LIMITS, type Level } from "../engine/settings.ts";
import { shardFlag, type ShardFlag } from "./shard-flag.ts";

/** The options of `run` as they stand on the command line. */
export interface RunFlags {
  readonly target?: string;
  readonly statusUrl?: string;
  readonly baseUrl?: string;
  readonly verifyUrl?: string;
  readonly out: string;
  readonly seed?: number;
  readonly level: Level;
  /** The level was asked for: it is not the usual one. */
  readonly levelGiven?: boolean;
  readonly cases?: number;
  readonly concurrency?: number;
  readonly rps?: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly known?: string;
  readonly profile: readonly string[];
  readonly strict: boolean;
  readonly shard?: ShardFlag;
  readonly previous?: string;
  readonly replay?: string;
  readonly record?: string;
  readonly replayFrom?: string;
  readonly watch?: boolean;
  readonly allure: boolean;
  readonly list: boolean;
  readonly dryRun: boolean;
  readonly fault?: string;
  readonly variant?: string;
  readonly requestTimeout: number;
  readonly runTimeout: number;
  readonly maxAnswerBytes: number;
  readonly maxHeaderBytes?: number;
  readonly maxPages?: number;
  readonly retries?: number;
  readonly maxRetryAfter?: number;
  readonly maxOutage?: number;
  readonly userAgent: boolean;
  readonly requestId: boolean;
}

export const LEVELS = ["smoke", "standard", "thorough"] as const satisfies readonly Level[];

/** Defaults that the command line repeats nowhere. */
export const RUN_DEFAULTS = {
  out: "reports/out",
  level: "standard",
  requestTimeout: DEFAULT_LIMITS.requestMs,
  runTimeout: DEFAULT_LIMITS.runMs,
  maxAnswerBytes: DEFAULT_LIMITS.answerBytes,
  requestId: true,
  allure: true,
} as const;

const MOST_SEED = 2 ** 31 - 1;

/** Gives a command the options that name a target. */
export function addTargetOptions(command: Command): Command {
  return command
    .option("--target <file>", "target file (JSON) [env: CONFORMANCE_TARGET]")
    .option("--status-url <url>", "status page service [env: STATUS_URL]")
    .option("--base-url <url>", "ledger query service [env: BASE_URL]")
    .option("--verify-url <url>", "verification service [env: VERIFY_URL]")
    .option(
      "--profile <name>",
      "bundled profile of an implementation, or a file of one; repeatable",
      collect,
      [],
    );
}

/** Gives a command all options of `run`. */
export function addRunOptions(command: Command): Command {
  return addTargetOptions(command)
    .option("--out <dir>", "result folder", RUN_DEFAULTS.out)
    .option(
      "--seed <n>",
      "seed of all generated cases; random without it, and 1 in shards",
      integer(0, MOST_SEED),
    )
    .addOption(new Option("--level <level>", "how much is asked").choices(LEVELS).default(RUN_DEFAULTS.level))
    .option("--cases <n>", "generated cases per property, exactly", integer(0, 1_000_000))
    .option("--concurrency <n>", "requests in flight; 8, or 16 on loopback", integer(1, 256))
    .option("--rps <n>", "requests per second over the whole run; 20, or no limit on loopback", positive)
    .option("--only <selector>", "judge this section, endpoint or clause only; repeatable", collect, [])
    .option("--skip <selector>", "leave out this section, endpoint or clause; repeatable", collect, [])
    .option("--known <file>", "known deviations (JSON): reported, and do not fail the run")
    .option("--strict", "inconclusive clauses fail the run too", false)
    .option("--previous <dir>", "result folder of an earlier run: what changed since goes into summary.md")
    .addOption(
      new Option(
        "--replay <id>",
        "send again the smallest failing exchange of this clause in the result in --out",
      ).conflicts(["watch", "shard", "record", "replayFrom", "list", "dryRun", "only", "skip"]),
    )
    .option("--record <file>", "write every exchange to a recording (JSON Lines)")
    .option("--replay-from <file>", "send nothing: this recording answers")
    .option("--watch", "run again on a key press, or when answers to what is broken change", false)
    .option("--shard <i/n>", "judge this share of the clauses; merge brings the shards together", shardFlag)
    .option("--no-allure", "write no Allure results and no Allure report")
    .option("--list", "list the clauses that would be judged, and stop", false)
    .addOption(new Option("--dry-run", "print the plan, and stop").default(false).conflicts("list"))
    .option("--fault <name>", "judge the embedded reference with this fault in it")
    .option("--variant <name>", "judge the embedded reference as this legal variant")
    .option(
      "--request-timeout <ms>",
      "time for one request",
      integer(1, 3_600_000),
      RUN_DEFAULTS.requestTimeout,
    )
    .option("--run-timeout <ms>", "time for the whole run", integer(1, 2 ** 31 - 1), RUN_DEFAULTS.runTimeout)
    .option(
      "--max-answer-bytes <n>",
      "bytes of one answer, decoded too",
      integer(1_024, 2 ** 29),
      RUN_DEFAULTS.maxAnswerBytes,
    )
    .option(
      "--max-header-bytes <n>",
      `bytes of one answer's header fields; ${DEFAULT_LIMITS.headerBytes}`,
      integer(1_024, 2 ** 24),
    )
    .option("--max-pages <n>", "pages of one walk along links.next; by level", integer(6, 1_000_000))
    .option(
      "--retries <n>",
      `repetitions of a request without a usable answer; ${DEFAULT_LIMITS.retries}`,
      integer(0, 8),
    )
    .option(
      "--max-retry-after <ms>",
      `wait that a Retry-After is granted; ${DEFAULT_LIMITS.retryAfterMs}`,
      integer(0, 3_600_000),
    )
    .option(
      "--max-outage <ms>",
      `time that a service which stopped answering is given; ${DEFAULT_LIMITS.outageMs}`,
      integer(0, 3_600_000),
    )
    .option("--no-user-agent", "send no User-Agent header")
    .option("--no-request-id", "send no X-Request-Id header");
}

/** Reads an integer within bounds from the command line. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`It must be an integer from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Reads a number above 0 from the command line. */
export function positive(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value > 0 && value <= 1_000_000)) {
    throw new InvalidArgumentError("It must be a number above 0.");
  }
  return value;
}

/** Adds one more value of an option that may be repeated. */
export function collect(value: string, sofar: readonly string[]): readonly string[] {
  return [...sofar, value];
}
