import { quoted } from "../http/curl.ts";
import { DEFAULTS } from "./options.ts";

const usual = new Map<string, unknown>(Object.entries(DEFAULTS));

/** A command line with these options; what is as usual, and what no flag can say, is left out. */
export function commandLine(
  program: string,
  options: Readonly<Record<string, unknown>>,
  operands: readonly string[] = [],
): string {
  const words = Object.entries(options).flatMap(([name, value]): readonly string[] => {
    const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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

const word = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : quoted(text));
