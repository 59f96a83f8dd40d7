import { Array as list, Boolean as boolean, Optional as optional, Type } from "@sinclair/typebox";
import {
  INTEGERS,
  LIMIT_OPTIONS,
  RUN_DEFAULTS,
  type IntegerOption,
  type RunFlags,
} from "../engine/target/options.ts";
import { validated } from "../engine/target/files/json-file.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import { closed, oneOf, text } from "../engine/model/model.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import type { RunResult } from "../engine/model/results.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import { LEVELS, type Level, type Limits } from "../engine/model/settings.ts";
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
  /** An earlier result, or the folder of one, for `failOn`. */
  readonly previous?: string | RunResult;
  /** `new`: what `previous` holds is reported as known; only what it does not hold fails the run. */
  readonly failOn?: "new";
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

const bounded = (option: IntegerOption) => {
  const [minimum, maximum] = INTEGERS[option];
  return optional(Type.Integer({ minimum, maximum }));
};
const selectors = optional(list(text()));

/** What is checked of the options; the bounds are those of the command line. */
const optionsSchema = closed({
  only: selectors,
  skip: selectors,
  profile: optional(Type.Union([text(), list(text())])),
  level: optional(oneOf(LEVELS)),
  seed: bounded("seed"),
  cases: bounded("cases"),
  concurrency: bounded("concurrency"),
  rps: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
  strict: optional(boolean()),
  failOn: optional(oneOf(["new"])),
  userAgent: optional(boolean()),
  requestId: optional(boolean()),
  limits: optional(
    closed(Object.fromEntries(LIMIT_OPTIONS.map(([limit, option]) => [limit, bounded(option)]))),
  ),
});

/** The options as the command line would have read them; throws `CannotRun` where one is wrong. */
export function flagsOf(options: RunOptions): RunFlags {
  // These are no options of the command line, and are checked where they are used.
  const {
    known: _known,
    previous: _previous,
    env: _env,
    signal: _signal,
    onClause: _clause,
    onWarning: _warn,
    ...plain
  } = options;
  const given: typeof plain = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  validated(given, optionsSchema, "the options of run");
  const { limits = {}, profile = [], ...rest } = given;
  const bounds = LIMIT_OPTIONS.flatMap(([limit, option]) =>
    limits[limit] === undefined ? [] : [[option, limits[limit]] as const],
  );
  return {
    ...RUN_DEFAULTS,
    ...rest,
    ...Object.fromEntries(bounds),
    profile: typeof profile === "string" ? [profile] : profile,
  };
}
