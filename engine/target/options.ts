import {
  Array as list,
  Boolean as boolean,
  Optional as optional,
  Type,
  type TSchema,
} from "@sinclair/typebox";
import { knownSchema, deviationSchema } from "../model/known-deviation.ts";
import { closed, oneOf, type Model } from "../model/model.ts";
import { DEFAULT_LIMITS, given, LEVELS, matching, parameters, samples } from "../model/settings.ts";

const HOUR = 3_600_000;
const MOST = 2 ** 31 - 1;
/** Requests per second that anybody can want. */
const FASTEST = 1_000_000;

const headers = Type.Unsafe<Record<string, string>>({
  type: "object",
  propertyNames: { type: "string", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", description: "a header name" },
  additionalProperties: matching("^[\\t\\x20-\\x7e\\x80-\\xff]*$", "text on one line, as headers are"),
  description: "Sent with every request to the service. Values are secrets and appear in no output.",
});

const integer = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

/** What a target file says of the services alone. */
const SERVICES = {
  statusUrl: given("status page service"),
  baseUrl: given("ledger query service"),
  verifyUrl: given("verification service"),
  headers: closed({ status: optional(headers), base: optional(headers), verify: optional(headers) }),
  tls: closed({
    ca: optional(given("authorities trusted beside the usual (PEM)")),
    cert: optional(given("client certificate (PEM)")),
    key: optional(given("its key (PEM)")),
  }),
  parameters,
  samples,
};

/** What else a run is given, on the command line, in a program or in a target file. */
const RUN = {
  profile: list(given("a name"), { description: "of an implementation: bundled, or a file" }),
  out: given("result folder"),
  known: Type.Unsafe<string | Model<typeof knownSchema>["deviations"]>({
    anyOf: [given("a path"), list(deviationSchema)],
    description: "known deviations (JSON): they do not fail",
  }),
  previous: given("earlier result folder: what changed since"),
  failOn: oneOf(["new"], { description: "with --previous: only what is new fails" }),
  strict: boolean({ description: "inconclusive clauses and odd matters fail too" }),
  only: list(given("a selector"), { description: "section, endpoint or clause id" }),
  skip: list(given("a selector"), { description: "the same, left out" }),
  level: oneOf(LEVELS, { description: "about 350, 1,500 or 30,000 requests at most" }),
  seed: integer(0, MOST, "seed of all generated cases; else random"),
  concurrency: integer(1, 256, "requests in flight; 8, on loopback 16"),
  rps: Type.Number({
    exclusiveMinimum: 0,
    maximum: FASTEST,
    description: "requests per second; 20, on loopback any",
  }),
  requestTimeout: integer(1, HOUR, "milliseconds for one request"),
  runTimeout: integer(1, MOST, "milliseconds for the whole run"),
};

/** JSON Schema of all that a run is given: a target file has it, and so have the options of `run`. */
export const targetSchema = Type.Partial(Type.Object({ $schema: Type.String(), ...SERVICES, ...RUN }), {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:target",
  title: "Target of a conformance run",
  additionalProperties: false,
});

/** The content of a target file, its environment variables filled in; or the options of a run. */
export type RunOptions = Model<typeof targetSchema>;

/** What options are where they are not given. */
export const DEFAULTS = {
  out: "reports/out",
  level: "standard",
  strict: false,
  requestTimeout: DEFAULT_LIMITS.requestMs,
  runTimeout: DEFAULT_LIMITS.runMs,
} as const satisfies RunOptions;

/** One option as the command line has it: its group, the sign of its value, the variable that gives it too. */
export interface Flag {
  readonly group: string;
  readonly schema: TSchema;
  readonly takes?: string;
  readonly env?: string;
}

const { statusUrl, baseUrl, verifyUrl, tls } = SERVICES;
const { ca, cert, key } = tls.properties;

/** The options of the command line that the schema has, by their names there. */
export const FLAGS = {
  target: {
    group: "Target",
    takes: "file",
    env: "CONFORMANCE_TARGET",
    schema: given("target file (JSON); it can hold all of these"),
  },
  statusUrl: { group: "Target", takes: "url", env: "STATUS_URL", schema: statusUrl },
  baseUrl: { group: "Target", takes: "url", env: "BASE_URL", schema: baseUrl },
  verifyUrl: { group: "Target", takes: "url", env: "VERIFY_URL", schema: verifyUrl },
  profile: { group: "Target", takes: "name", schema: RUN.profile },
  ca: { group: "Target", takes: "file", schema: ca },
  cert: { group: "Target", takes: "file", schema: cert },
  key: { group: "Target", takes: "file", schema: key },
  only: { group: "Clauses", takes: "selector", schema: RUN.only },
  skip: { group: "Clauses", takes: "selector", schema: RUN.skip },
  level: { group: "Clauses", takes: "level", schema: RUN.level },
  seed: { group: "Clauses", takes: "n", schema: RUN.seed },
  out: { group: "Result", takes: "dir", schema: RUN.out },
  known: { group: "Result", takes: "file", schema: RUN.known },
  previous: { group: "Result", takes: "dir", schema: RUN.previous },
  failOn: { group: "Result", takes: "what", schema: RUN.failOn },
  strict: { group: "Result", schema: RUN.strict },
  concurrency: { group: "Requests", takes: "n", schema: RUN.concurrency },
  rps: { group: "Requests", takes: "n", schema: RUN.rps },
  requestTimeout: { group: "Requests", takes: "ms", schema: RUN.requestTimeout },
  runTimeout: { group: "Requests", takes: "ms", schema: RUN.runTimeout },
  fault: {
    group: "Embedded reference",
    takes: "name",
    schema: given("this fault is in it"),
  },
  variant: {
    group: "Embedded reference",
    takes: "name",
    schema: given("as this variant"),
  },
} as const satisfies Readonly<Record<string, Flag>>;

export type FlagName = keyof typeof FLAGS;

/** Flags as they were typed: all options that are no objects, and where the target stands. */
export interface TypedFlags
  extends
    Omit<RunOptions, "$schema" | "headers" | "tls" | "parameters" | "samples" | "known">,
    NonNullable<RunOptions["tls"]> {
  readonly target?: string;
  readonly known?: string;
  readonly fault?: string;
  readonly variant?: string;
}
