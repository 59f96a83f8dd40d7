import { deviationSchema } from "../model/known-deviation.ts";
import * as json from "../model/schema.ts";
import { DEFAULT_LIMITS, LEVELS, parameterNamesSchema, samplesSchema } from "../model/settings.ts";
import { quoteForShell } from "../http/curl.ts";
import { flagName } from "./files/json-file.ts";

const HOUR = 3_600_000;
const MOST_MILLISECONDS = 2 ** 31 - 1;
/** The highest rate that can be set, in requests per second. */
const FASTEST = 1_000_000;

/** A pattern of the header fields of the connection (RFC 9110, section 7.6.1), in any case. The HTTP client sets them itself. */
const CONNECTION_FIELDS = "connection content-length expect keep-alive te trailer transfer-encoding upgrade"
  .split(" ")
  .map((name) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join("|");

const headers = json.recordSchema(
  json.matchingText("^[\\t\\x20-\\x7e\\x80-\\xff]*$", "text on one line, as in a header field"),
  {
    propertyNames: {
      type: "string",
      pattern: `^(?!(?:${CONNECTION_FIELDS})$)[!#$%&'*+.^_\`|~0-9A-Za-z-]+$`,
      description:
        "the name of a header field, except those that belong to the connection, such as Transfer-Encoding",
    },
    description: "Sent with every request to the service. The values are secrets and appear in no output.",
  },
);

const integerOption = (minimum: number, maximum: number, description: string) =>
  json.schema<number>({ type: "integer", minimum, maximum }, description);

const properties = {
  $schema: json.textSchema(),
  statusUrl: json.nonEmptyText("URL of the status page service"),
  baseUrl: json.nonEmptyText("URL of the ledger query service"),
  verifyUrl: json.nonEmptyText("URL of the verification service"),
  headers: json.partialObject({ status: headers, base: headers, verify: headers }),
  tls: json.partialObject({
    ca: json.nonEmptyText("additional certificate authorities (PEM)"),
    cert: json.nonEmptyText("client certificate (PEM)"),
    key: json.nonEmptyText("key of the client certificate (PEM)"),
  }),
  parameters: parameterNamesSchema,
  samples: samplesSchema,
  // The options of a run, on the command line, in a program or in a target file.
  profile: json.listSchema(json.nonEmptyText("a name"), "profile of an implementation: a name, or a file"),
  out: json.nonEmptyText("result folder"),
  har: json.nonEmptyText("write every exchange of the run as HAR 1.2, without secrets"),
  known: json.either(
    json.nonEmptyText("a path"),
    json.listSchema(deviationSchema),
    "known deviations (JSON), which do not fail the run",
  ),
  previous: json.nonEmptyText("earlier result folder, to report what changed since"),
  failOn: json.oneOf(["new"], "with --previous: only new violations fail the run"),
  strict: json.booleanSchema("inconclusive clauses and warnings fail the run too"),
  only: json.listSchema(json.nonEmptyText("a selector"), "section, endpoint or clause id to test"),
  skip: json.listSchema(json.nonEmptyText("a selector"), "section, endpoint or clause id not to test"),
  level: json.oneOf(LEVELS, "how much is tested: at most 500, 3,000 or 30,000 requests to the reference"),
  seed: integerOption(0, MOST_MILLISECONDS, "seed of all generated cases (default: random)"),
  concurrency: integerOption(1, 256, "concurrent requests (default: 8, on loopback 16)"),
  rps: json.schema<number>(
    { type: "number", exclusiveMinimum: 0, maximum: FASTEST },
    "requests per second (default: 20, on loopback unlimited)",
  ),
  requestTimeout: integerOption(1, HOUR, "milliseconds for one request"),
  runTimeout: integerOption(1, MOST_MILLISECONDS, "milliseconds for the whole run"),
};

/** JSON Schema of a target file and of the options of `run`. */
export const targetSchema = json.partialObject(properties, {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:target",
  title: "Target of a conformance run",
});

/** The content of a target file, its environment variables filled in; or the options of a run. */
export type RunOptions = json.Model<typeof targetSchema>;

export const DEFAULTS = {
  out: "reports/out",
  level: "standard",
  strict: false,
  requestTimeout: DEFAULT_LIMITS.requestMs,
  runTimeout: DEFAULT_LIMITS.runMs,
} as const satisfies RunOptions;

const defaultOptions = new Map<string, unknown>(Object.entries(DEFAULTS));

/** Formats a command line. Options with their default value, and options that no flag can express, such as objects, are omitted. */
export function commandLine(
  program: string,
  options: Readonly<Record<string, unknown>>,
  operands: readonly string[] = [],
): string {
  const words = Object.entries(options).flatMap(([name, value]): readonly string[] => {
    const long = flagName([name]);
    if (value === undefined || value === defaultOptions.get(name) || name === "$schema") return [];
    if (typeof value === "boolean") return value ? [long] : [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isWord = (one: unknown) => typeof one === "string" || typeof one === "number";
    return values.filter(isWord).flatMap((one) => [long, String(one)]);
  });
  return [program, ...[...operands, ...words].map(word)].join(" ");
}

const word = (operand: string): string =>
  /^[\w./:@%+,=-]+$/.test(operand) ? operand : quoteForShell(operand);
