import { Option, type Command } from "commander";
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
  switch (takes === undefined ? undefined : schema["type"]) {
    case "array":
      return option.argParser((text: string, sofar: readonly string[] | undefined) => [
        ...(sofar ?? []),
        text,
      ]);
    case "integer":
    case "number":
      return option.argParser(numberOf);
    default:
      return option;
  }
}

/** What is no number is refused with the other options, by their schema. */
export const numberOf = (text: string): number => (text.trim() === "" ? NaN : Number(text));
