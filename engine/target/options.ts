import { deviationSchema } from "../model/known-deviation.ts";
import type { Model } from "../model/schema.ts";
import {
  boolean,
  byName,
  either,
  given,
  list,
  matching,
  oneOf,
  schema,
  some,
  text,
} from "../model/schema.ts";
import { DEFAULT_LIMITS, LEVELS, parameters, samples } from "../model/settings.ts";
import { quoted } from "../http/curl.ts";
import { flagName } from "./files/json-file.ts";

const HOUR = 3_600_000;
const MOST = 2 ** 31 - 1;
/** Requests per second that anybody can want. */
const FASTEST = 1_000_000;

/** The connection has these of its own (RFC 9110, 7.6.1). */
const OF_CONNECTION = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]
  .map((name) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join("|");

const headers = byName(matching("^[\\t\\x20-\\x7e\\x80-\\xff]*$", "text on one line, as headers are"), {
  propertyNames: {
    type: "string",
    pattern: `^(?!(?:${OF_CONNECTION})$)[!#$%&'*+.^_\`|~0-9A-Za-z-]+$`,
    description:
      "the name of a header field that a target file may give: those of the connection, such as Transfer-Encoding, are not",
  },
  description: "Sent with every request to the service. Values are secrets and appear in no output.",
});

const integer = (minimum: number, maximum: number, description: string) =>
  schema<number>({ type: "integer", minimum, maximum }, description);

/** What a target file says of the services alone. */
const SERVICES = {
  statusUrl: given("status page service"),
  baseUrl: given("ledger query service"),
  verifyUrl: given("verification service"),
  headers: some({ status: headers, base: headers, verify: headers }),
  tls: some({
    ca: given("authorities trusted beside the usual (PEM)"),
    cert: given("client certificate (PEM)"),
    key: given("its key (PEM)"),
  }),
  parameters,
  samples,
};

/** What else a run is given, on the command line, in a program or in a target file. */
const RUN = {
  profile: list(given("a name"), "of an implementation: bundled, or a file"),
  out: given("result folder"),
  har: given("write every exchange of the run as HAR 1.2, without secrets"),
  known: either(given("a path"), list(deviationSchema), "known deviations (JSON): they do not fail the run"),
  previous: given("earlier result folder: what changed since"),
  failOn: oneOf(["new"], "with --previous: only what is new fails"),
  strict: boolean("inconclusive clauses and warnings fail too"),
  only: list(given("a selector"), "section, endpoint or clause id"),
  skip: list(given("a selector"), "section, endpoint or clause id to leave out"),
  level: oneOf(LEVELS, "at most 500, 3,000 or 30,000 requests"),
  seed: integer(0, MOST, "seed of all generated cases; else random"),
  concurrency: integer(1, 256, "requests in flight; 8, on loopback 16"),
  rps: schema<number>(
    { type: "number", exclusiveMinimum: 0, maximum: FASTEST },
    "requests per second; 20, on loopback any",
  ),
  requestTimeout: integer(1, HOUR, "milliseconds for one request"),
  runTimeout: integer(1, MOST, "milliseconds for the whole run"),
};

/** JSON Schema of all that a run is given: a target file has it, and so have the options of `run`. */
export const targetSchema = some(
  { $schema: text(), ...SERVICES, ...RUN },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:target",
    title: "Target of a conformance run",
  },
);

/** The content of a target file, its environment variables filled in; or the options of a run. */
export type RunOptions = Model<typeof targetSchema>;

export const DEFAULTS = {
  out: "reports/out",
  level: "standard",
  strict: false,
  requestTimeout: DEFAULT_LIMITS.requestMs,
  runTimeout: DEFAULT_LIMITS.runMs,
} as const satisfies RunOptions;

const usual = new Map<string, unknown>(Object.entries(DEFAULTS));

/** A command line with these options; what is as usual, and what no flag can say, is left out. */
export function commandLine(
  program: string,
  options: Readonly<Record<string, unknown>>,
  operands: readonly string[] = [],
): string {
  const words = Object.entries(options).flatMap(([name, value]): readonly string[] => {
    const long = flagName([name]);
    if (value === undefined || value === usual.get(name) || name === "$schema") {
      return [];
    }
    if (typeof value === "boolean") {
      return value ? [long] : [];
    }
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) =>
      typeof one === "string" || typeof one === "number" ? [long, String(one)] : [],
    );
  });
  return [program, ...[...operands, ...words].map(word)].join(" ");
}

const word = (operand: string): string => (/^[\w./:@%+,=-]+$/.test(operand) ? operand : quoted(operand));
