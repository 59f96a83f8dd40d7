import {
  INTEGERS,
  LIMIT_OPTIONS,
  RUN_DEFAULTS,
  type IntegerOption,
  type RunFlags,
} from "../config/options.ts";
import { validated } from "../config/files/json-file.ts";
import type { Environment } from "../config/files/target-file.ts";
import { newAjv } from "../engine/schema/validator.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
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

const integer = (option: IntegerOption) =>
  ({ type: "integer", minimum: INTEGERS[option][0], maximum: INTEGERS[option][1] }) as const;
const selectors = { type: "array", items: { type: "string" } } as const;

/** What is checked of the options; the bounds are those of the command line. */
const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    only: selectors,
    skip: selectors,
    profile: { anyOf: [{ type: "string" }, selectors] },
    level: { type: "string", enum: LEVELS },
    seed: integer("seed"),
    cases: integer("cases"),
    concurrency: integer("concurrency"),
    rps: { type: "number", exclusiveMinimum: 0, maximum: 1_000_000 },
    strict: { type: "boolean" },
    userAgent: { type: "boolean" },
    requestId: { type: "boolean" },
    limits: {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(LIMIT_OPTIONS.map(([limit, option]) => [limit, integer(option)])),
    },
  },
} as const;

/** The options as the command line would have read them; throws `CannotRun` where one is wrong. */
export function flagsOf(options: RunOptions): RunFlags {
  // These are no options of the command line, and are checked where they are used.
  const {
    known: _known,
    env: _env,
    signal: _signal,
    onClause: _clause,
    onWarning: _warn,
    ...plain
  } = options;
  const given: typeof plain = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  validated<unknown>(given, newAjv().compile(optionsSchema), "the options of run");
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
