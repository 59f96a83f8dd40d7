import { DEFAULT_LIMITS, type Level, type Limits } from "../model/settings.ts";

const MOST = 2 ** 31 - 1;
const HOUR = 3_600_000;

/** Bounds of an option that is an integer, the sign of its value, what it means, and the limit that it sets. */
type Integer = readonly [least: number, most: number, sign: string, text: string, limit?: keyof Limits];

const TABLE = {
  seed: [0, MOST, "n", "seed of all generated cases; random without it, and 1 in shards"],
  cases: [0, 1_000_000, "n", "generated cases per property, exactly"],
  concurrency: [1, 256, "n", "requests in flight; 8, or 16 on loopback"],
  requestTimeout: [1, HOUR, "ms", "time for one request", "requestMs"],
  runTimeout: [1, MOST, "ms", "time for the whole run", "runMs"],
  maxAnswerBytes: [1_024, 2 ** 29, "n", "bytes of one answer, decoded too", "answerBytes"],
  maxHeaderBytes: [1_024, 2 ** 24, "n", "bytes of one answer's header fields", "headerBytes"],
  maxPages: [6, 1_000_000, "n", "pages of one walk along links.next; by level", "pages"],
  retries: [0, 8, "n", "repetitions of a request without a usable answer", "retries"],
  maxRetryAfter: [0, HOUR, "ms", "wait that a Retry-After is granted", "retryAfterMs"],
  maxOutage: [0, HOUR, "ms", "time that a service which stopped answering is given", "outageMs"],
} satisfies Readonly<Record<string, Integer>>;

export type IntegerOption = keyof typeof TABLE;
export const INTEGERS: Readonly<Record<IntegerOption, Integer>> = TABLE;
const isInteger = (option: string): option is IntegerOption => option in TABLE;

/** The limits, each with the option that sets it. */
export const LIMIT_OPTIONS = Object.keys(TABLE)
  .filter(isInteger)
  .flatMap((option) => {
    const [, , , , limit] = INTEGERS[option];
    return limit === undefined ? [] : [[limit, option] as const];
  });

/** What `--shard I/N` says. */
export interface ShardFlag {
  readonly index: number;
  readonly total: number;
  readonly text: string;
}

export interface TargetFlags {
  readonly target?: string;
  readonly statusUrl?: string;
  readonly baseUrl?: string;
  readonly verifyUrl?: string;
  readonly fault?: string;
  readonly variant?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: string;
  readonly serverName?: string;
  readonly proxy?: string;
  readonly resolve?: readonly string[];
}

/** Options that say what is judged, and what becomes of it. */
export interface JudgingFlags {
  readonly out: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly known?: string;
  readonly profile: readonly string[];
  readonly strict: boolean;
}

export interface RunFlags
  extends TargetFlags, JudgingFlags, Readonly<Partial<Record<IntegerOption, number>>> {
  readonly level: Level;
  /** The level was asked for: it is not the usual one. */
  readonly levelGiven?: boolean;
  readonly rps?: number;
  readonly shard?: ShardFlag;
  readonly previous?: string;
  /** Only what the result in `previous` does not hold fails the run. */
  readonly failOn?: "new";
  readonly replay?: string;
  readonly record?: string;
  readonly replayFrom?: string;
  readonly watch?: boolean;
  readonly allure: boolean;
  readonly list: boolean;
  readonly dryRun: boolean;
  readonly requestTimeout: number;
  readonly userAgent: boolean;
  readonly requestId: boolean;
}

/** What the options of `run` are where they are not given. */
export const RUN_DEFAULTS = {
  out: "reports/out",
  level: "standard",
  only: [],
  skip: [],
  profile: [],
  strict: false,
  watch: false,
  allure: true,
  list: false,
  dryRun: false,
  requestTimeout: DEFAULT_LIMITS.requestMs,
  runTimeout: DEFAULT_LIMITS.runMs,
  maxAnswerBytes: DEFAULT_LIMITS.answerBytes,
  userAgent: true,
  requestId: true,
} as const satisfies RunFlags;
