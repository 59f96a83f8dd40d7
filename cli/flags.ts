import { InvalidArgumentError, Option, type Command } from "commander";
import { DEFAULTS, targetSchema, type RunOptions } from "../engine/target/options.ts";
import { nonEmptyText, type Schema } from "../engine/model/schema.ts";
import { present } from "../engine/model/model.ts";
import { flagName } from "../engine/target/files/json-file.ts";

/** One option of the command line: its group, the placeholder of its value, and its environment variable. */
interface Flag {
  readonly group: string;
  readonly schema: Schema;
  readonly takes?: string;
  readonly env?: string;
}

const TARGET_OPTIONS = targetSchema.properties;
const { ca, cert, key: keyFlag } = TARGET_OPTIONS.tls.properties;

const FLAGS = {
  target: {
    group: "Target",
    takes: "file",
    env: "CONFORMANCE_TARGET",
    schema: nonEmptyText("target file (JSON), which can contain all other options"),
  },
  statusUrl: { group: "Target", takes: "url", env: "STATUS_URL", schema: TARGET_OPTIONS.statusUrl },
  baseUrl: { group: "Target", takes: "url", env: "BASE_URL", schema: TARGET_OPTIONS.baseUrl },
  verifyUrl: { group: "Target", takes: "url", env: "VERIFY_URL", schema: TARGET_OPTIONS.verifyUrl },
  profile: { group: "Target", takes: "name", schema: TARGET_OPTIONS.profile },
  ca: { group: "Target", takes: "file", schema: ca },
  cert: { group: "Target", takes: "file", schema: cert },
  key: { group: "Target", takes: "file", schema: keyFlag },
  only: { group: "Clauses", takes: "selector", schema: TARGET_OPTIONS.only },
  skip: { group: "Clauses", takes: "selector", schema: TARGET_OPTIONS.skip },
  level: { group: "Clauses", takes: "level", schema: TARGET_OPTIONS.level },
  seed: { group: "Clauses", takes: "n", schema: TARGET_OPTIONS.seed },
  out: { group: "Result", takes: "dir", schema: TARGET_OPTIONS.out },
  har: { group: "Result", takes: "file", schema: TARGET_OPTIONS.har },
  known: { group: "Result", takes: "file", schema: TARGET_OPTIONS.known },
  previous: { group: "Result", takes: "dir", schema: TARGET_OPTIONS.previous },
  failOn: { group: "Result", takes: "what", schema: TARGET_OPTIONS.failOn },
  strict: { group: "Result", schema: TARGET_OPTIONS.strict },
  concurrency: { group: "Requests", takes: "n", schema: TARGET_OPTIONS.concurrency },
  rps: { group: "Requests", takes: "n", schema: TARGET_OPTIONS.rps },
  requestTimeout: { group: "Requests", takes: "ms", schema: TARGET_OPTIONS.requestTimeout },
  runTimeout: { group: "Requests", takes: "ms", schema: TARGET_OPTIONS.runTimeout },
  fault: {
    group: "Embedded reference",
    takes: "name",
    schema: nonEmptyText("inject this fault; `mock --list` lists the faults"),
  },
  variant: { group: "Embedded reference", takes: "name", schema: nonEmptyText("use this variant") },
} as const satisfies Readonly<Record<string, Flag>>;

type FlagName = keyof typeof FLAGS;

/** The flags of the command line: all options except objects, and the path of the target file. */
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
const isFlag = (name: string): name is FlagName => name in FLAGS;
const FLAG_NAMES = Object.keys(FLAGS).filter(isFlag);

/** The members of a target file that recorded responses need. */
const OF_RECORDED = { schema: nonEmptyText("target file (JSON) with names of parameters") };

/**
 * Adds options of the table to a command under the headings of their groups: all options, or the named ones without environment
 * variables.
 */
export function addFlags(command: Command, names?: readonly FlagName[]): Command {
  for (const name of names ?? FLAG_NAMES) {
    const { env, ...flag }: Flag = FLAGS[name];
    const own = names === undefined ? present({ env }) : name === "target" ? OF_RECORDED : {};
    command.optionsGroup(`${flag.group}:`).addOption(optionOf(name, { ...flag, ...own }));
  }
  return command.optionsGroup("Options:");
}

function optionOf(name: FlagName, { schema, takes, env }: Flag): Option {
  const { type, description = "", enum: values = [] } = schema;
  const sign = values.length === 1 ? String(values[0]) : takes;
  const notes = [
    type === "array" ? "; repeatable" : "",
    defaultFlags.has(name) && takes !== undefined ? ` (default: ${String(defaultFlags.get(name))})` : "",
    env === undefined ? "" : ` [${env}]`,
  ];
  const option = new Option(
    flagName([name]) + (sign === undefined ? "" : ` <${sign}>`),
    description + notes.join(""),
  );
  if (values.length > 0) {
    return option.choices(values);
  }
  if (takes !== undefined && type === "array") {
    return option.argParser((text: string, before?: readonly string[]) => [...(before ?? []), text]);
  }
  return takes !== undefined && (type === "integer" || type === "number")
    ? option.argParser(numberOf)
    : name === "fault"
      ? option.argParser(onlyOne)
      : option;
}

/** Otherwise the last of two values would silently take precedence. */
function onlyOne(text: string, sofar: string | undefined): string {
  if (sofar !== undefined) {
    throw new InvalidArgumentError("only mock accepts several faults.");
  }
  return text;
}

/** Parses a number. Other text becomes `NaN`, which the schema of the options rejects. */
export const numberOf = (text: string): number => (text.trim() === "" ? NaN : Number(text));
