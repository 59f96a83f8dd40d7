import { LEVELS, RUN_DEFAULTS, type RunFlags } from "../config/run-flags.ts";
import { validated } from "../config/files/json-file.ts";
import type { Environment } from "../config/files/target-file.ts";
import { newAjv } from "../engine/ajv.ts";
import type { ClauseResult } from "../engine/clause-results.ts";
import type { KnownDeviation } from "../engine/deviation-model.ts";
import type { Level, Limits } from "../engine/settings.ts";
import type { Selection } from "./clauses.ts";

/** How a run is made: the options of the command line, by the same names and with the same defaults. */
export interface RunOptions extends Selection {
  /** How much is asked: at most about 300, 1,500 and 30,000 requests; `standard` where it is not given. */
  readonly level?: Level;
  /** The same seed sends the same requests; random where it is not given, and told in the result. */
  readonly seed?: number;
  /** Generated cases per property, exactly. */
  readonly cases?: number;
  /** Requests in flight: 8, or 16 on loopback. */
  readonly concurrency?: number;
  /** Requests per second: 20, or no limit on loopback. */
  readonly rps?: number;
  /** Known deviations, or the path of a file of them: they are reported, and do not fail the run. */
  readonly known?: string | readonly KnownDeviation[];
  /** Bundled profiles of implementations, or paths of files of them: docs/profiles.md. */
  readonly profile?: string | readonly string[];
  /** Inconclusive clauses fail the run too. */
  readonly strict?: boolean;
  /** Bounds of the run, in milliseconds and bytes; see docs/limits.md. */
  readonly limits?: Partial<Limits>;
  /** Whether requests carry our `User-Agent` and `X-Request-Id`; they do where it is not said. */
  readonly userAgent?: boolean;
  readonly requestId?: boolean;
  /** Where `${NAME}` in the target takes its value from; `process.env` where it is not given. */
  readonly env?: Environment;
  /** Aborted: nothing more is sent; the result is `incomplete` and keeps what was judged. */
  readonly signal?: AbortSignal;
  /** Called with every clause as soon as it is judged; known deviations are not applied to it yet. */
  readonly onClause?: (result: ClauseResult) => void;
  /** Called with a line for each secret that cannot be hidden. */
  readonly onWarning?: (line: string) => void;
}

const integer = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum }) as const;
const selectors = { type: "array", items: { type: "string" } } as const;
const MOST = 2 ** 31 - 1;

/** What is checked of the options; the bounds are those of the command line. */
const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    only: selectors,
    skip: selectors,
    profile: { anyOf: [{ type: "string" }, selectors] },
    level: { type: "string", enum: LEVELS },
    seed: integer(0, MOST),
    cases: integer(0, 1_000_000),
    concurrency: integer(1, 256),
    rps: { type: "number", exclusiveMinimum: 0, maximum: 1_000_000 },
    strict: { type: "boolean" },
    userAgent: { type: "boolean" },
    requestId: { type: "boolean" },
    limits: {
      type: "object",
      additionalProperties: false,
      properties: {
        requestMs: integer(1, 3_600_000),
        runMs: integer(1, MOST),
        answerBytes: integer(1_024, 2 ** 29),
        headerBytes: integer(1_024, 2 ** 24),
        pages: integer(6, 1_000_000),
        retries: integer(0, 8),
        retryAfterMs: integer(0, 3_600_000),
        outageMs: integer(0, 3_600_000),
      },
    },
  },
} as const;

/** Options that are no flags, and are checked where they are used. */
const NOT_FLAGS: ReadonlySet<string> = new Set(["known", "env", "signal", "onClause", "onWarning"]);
type Plain = Omit<RunOptions, "known" | "env" | "signal" | "onClause" | "onWarning">;

/** The options as the command line would have read them; throws `CannotRun` where one is wrong. */
export function flagsOf(options: RunOptions): RunFlags {
  const given: Plain = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !NOT_FLAGS.has(name) && value !== undefined),
  );
  validated<unknown>(given, newAjv().compile(optionsSchema), "the options of run");
  const {
    limits = {},
    only = [],
    skip = [],
    profile = [],
    userAgent = true,
    requestId = true,
    ...rest
  } = given;
  return {
    out: RUN_DEFAULTS.out,
    level: RUN_DEFAULTS.level,
    strict: false,
    list: false,
    dryRun: false,
    allure: false,
    ...rest,
    only,
    skip,
    profile: typeof profile === "string" ? [profile] : profile,
    userAgent,
    requestId,
    requestTimeout: limits.requestMs ?? RUN_DEFAULTS.requestTimeout,
    runTimeout: limits.runMs ?? RUN_DEFAULTS.runTimeout,
    maxAnswerBytes: limits.answerBytes ?? RUN_DEFAULTS.maxAnswerBytes,
    ...named("maxHeaderBytes", limits.headerBytes),
    ...named("maxPages", limits.pages),
    ...named("retries", limits.retries),
    ...named("maxRetryAfter", limits.retryAfterMs),
    ...named("maxOutage", limits.outageMs),
  };
}

function named<K extends string>(name: K, value: number | undefined): Partial<Record<K, number>> {
  const record: Partial<Record<K, number>> = {};
  if (value !== undefined) {
    record[name] = value;
  }
  return record;
}
