import { InvalidArgumentError, Option, type Command } from "commander";
import { DEFAULTS, targetSchema, type RunOptions } from "../engine/target/options.ts";
import { nonEmptyText, type Schema } from "../engine/model/schema.ts";
import { flagName } from "../engine/target/files/json-file.ts";
import { VARIABLES } from "../engine/target/target.ts";

/** The options of the command line by group, each with the placeholder of its value in the help; an empty one: the option has no value. */
const FLAGS = {
  Target: {
    target: "file",
    statusUrl: "url",
    baseUrl: "url",
    verifyUrl: "url",
    profile: "name",
    ca: "file",
    cert: "file",
    key: "file",
  },
  Clauses: { only: "selector", skip: "selector", level: "level", seed: "n" },
  Result: { out: "dir", har: "file", known: "file", previous: "dir", failOn: "what", strict: "" },
  Requests: { concurrency: "n", rps: "n", requestTimeout: "ms", runTimeout: "ms" },
  "Embedded reference": { fault: "name", variant: "name" },
} as const;

type FlagName = { [Group in keyof typeof FLAGS]: keyof (typeof FLAGS)[Group] }[keyof typeof FLAGS];

const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...targetSchema.properties,
  ...targetSchema.properties.tls.properties,
  target: nonEmptyText("target file (JSON), which can contain all other options"),
  fault: nonEmptyText("inject this fault; `mock --list` lists the faults"),
  variant: nonEmptyText("use this variant, which conforms; `mock --list` lists the variants"),
};

const ENVIRONMENT: Readonly<Record<string, string>> = {
  target: "CONFORMANCE_TARGET",
  statusUrl: VARIABLES.status,
  baseUrl: VARIABLES.base,
  verifyUrl: VARIABLES.verify,
};

/** The flags as commander returns them: options of a target file, members of its `tls`, and flags that no file can contain. */
export interface TypedFlags
  extends
    Omit<RunOptions, "$schema" | "headers" | "tls" | "parameters" | "samples" | "known">,
    NonNullable<RunOptions["tls"]> {
  readonly target?: string;
  readonly known?: string;
  readonly fault?: string;
  readonly variant?: string;
}

const defaultFlags = new Map<string, unknown>(Object.entries(DEFAULTS));

/** `--target` of `validate`, which reads nothing else from the file. */
const OF_RECORDED = nonEmptyText("target file (JSON) with names of parameters");

/** Adds options to a command under the headings of their groups: without `names`, all options, with their environment variables. */
export function addFlags(command: Command, names?: readonly FlagName[]): Command {
  const named = new Set<string>(names);
  for (const [group, flags] of Object.entries(FLAGS)) {
    for (const [name, takes] of Object.entries<string>(flags)) {
      if (names === undefined) {
        command.optionsGroup(`${group}:`).addOption(optionOf(name, takes, SCHEMAS[name], ENVIRONMENT[name]));
      } else if (named.has(name)) {
        const schema = name === "target" ? OF_RECORDED : SCHEMAS[name];
        command.optionsGroup(`${group}:`).addOption(optionOf(name, takes, schema));
      }
    }
  }
  return command.optionsGroup("Options:");
}

function optionOf(name: string, takes: string, schema: Schema = {}, env?: string): Option {
  const { type, description = "", enum: values = [] } = schema;
  const sign = values.length === 1 ? String(values[0]) : takes;
  const notes = [
    type === "array" ? "; repeatable" : "",
    defaultFlags.has(name) && takes !== "" ? ` (default: ${String(defaultFlags.get(name))})` : "",
    env === undefined ? "" : ` [${env}]`,
  ];
  const option = new Option(
    flagName([name]) + (sign === "" ? "" : ` <${sign}>`),
    description + notes.join(""),
  );
  if (values.length > 0) return option.choices(values);
  if (type === "array") {
    return option.argParser((text: string, before?: readonly string[]) => [...(before ?? []), text]);
  }
  return type === "integer" || type === "number"
    ? option.argParser(numberOf)
    : name === "fault"
      ? option.argParser(onlyOne)
      : option;
}

/** Rejects a second `--fault`: otherwise the last value would silently take precedence. */
function onlyOne(text: string, sofar: string | undefined): string {
  if (sofar !== undefined) throw new InvalidArgumentError("only mock accepts several faults.");
  return text;
}

/** Text that is not a number becomes `NaN`, which the schema of the options rejects. */
export const numberOf = (text: string): number => (text.trim() === "" ? NaN : Number(text));
