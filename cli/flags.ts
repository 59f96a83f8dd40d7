import { InvalidArgumentError, Option, type Command } from "commander";
import { DEFAULTS, FLAGS, type Flag, type FlagName } from "../engine/target/options.ts";

const usual = new Map<string, unknown>(Object.entries(DEFAULTS));
const isFlag = (name: string): name is FlagName => name in FLAGS;
const NAMES = Object.keys(FLAGS).filter(isFlag);

/** Gives a command options of the table, all of them where none are named, under the headings of their groups. */
export function addFlags(command: Command, names: readonly FlagName[] = NAMES): Command {
  for (const name of names) {
    const flag: Flag = FLAGS[name];
    command.optionsGroup(`${flag.group}:`).addOption(optionOf(name, flag));
  }
  return command.optionsGroup("Options:");
}

function optionOf(name: FlagName, { schema, takes, env }: Flag): Option {
  const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const values: readonly string[] = schema["enum"] ?? [];
  const sign = values.length === 1 ? values[0] : takes;
  const repeats = schema["type"] === "array" ? "; repeatable" : "";
  const shown = usual.has(name) && takes !== undefined ? ` (${String(usual.get(name))})` : "";
  const variable = env === undefined ? "" : ` [${env}]`;
  const option = new Option(
    sign === undefined ? long : `${long} <${sign}>`,
    `${schema.description ?? ""}${repeats}${shown}${variable}`,
  );
  if (values.length > 0) {
    return option.choices(values);
  }
  return takes === undefined ? option : option.argParser<unknown>(parserOf(schema));
}

function parserOf(schema: Flag["schema"]): (text: string, sofar: unknown) => unknown {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  switch (schema["type"]) {
    case "array":
      return (text, sofar) => collect(text, Array.isArray(sofar) ? sofar.map(String) : []);
    case "integer":
      return integer(minimum, maximum);
    case "number":
      return number(
        /^(?:\d+\.?|\d*\.\d+)$/,
        `a number above 0, up to ${maximum}`,
        (value) => value > 0 && value <= maximum,
      );
    default:
      return (text: string): string => text;
  }
}

function collect(text: string, sofar: readonly string[] = []): readonly string[] {
  return [...sofar, text];
}

export function integer(least: number, most: number): (text: string) => number {
  return number(
    /^\d{1,15}$/,
    `an integer from ${least} to ${most}`,
    (value) => value >= least && value <= most,
  );
}

/** Reads a number that is written in one way and lies within bounds. */
function number(form: RegExp, what: string, fits: (value: number) => boolean): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (form.test(text) && fits(value)) {
      return value;
    }
    throw new InvalidArgumentError(`It takes ${what}.`);
  };
}
