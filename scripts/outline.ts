// §1 to §9: compares the coverage list with a copy of the document, or prints it
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { coverage } from "../specs/coverage.ts";
import { coverageList } from "../specs/coverage/list.ts";
import { differences, linesOf } from "../specs/coverage/outline.ts";
import { linesIn } from "../specs/coverage/place.ts";

const USAGE = `usage: node dist/scripts/outline.js DOCUMENT   compare a copy of the document with the coverage list
       node dist/scripts/outline.js --list     print the list as docs/coverage.md has it`;

/** What to print, and the exit code. */
export interface Outcome {
  readonly text: string;
  readonly code: 0 | 1 | 2;
}

/** Compares the text of a document with the coverage list. */
export function compare(document: string): Outcome {
  const lines = linesOf(document);
  const found = differences(lines, coverage);
  return found.length === 0
    ? { text: `${lines.length} lines, each of them in the coverage list`, code: 0 }
    : { text: [...found, `${found.length} differences`].join("\n"), code: 1 };
}

/** Does what the arguments ask for. */
export function main(args: readonly string[]): Outcome {
  const [argument] = args;
  if (argument === undefined || args.length > 1) {
    return { text: USAGE, code: 2 };
  }
  if (argument === "--list") {
    return { text: coverageList(linesIn(coverage), coverage), code: 0 };
  }
  try {
    return compare(readFileSync(argument, "utf8"));
  } catch (error) {
    return { text: `${argument}: ${error instanceof Error ? error.message : String(error)}`, code: 2 };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, code } = main(process.argv.slice(2));
  (code === 0 ? process.stdout : process.stderr).write(`${text.trimEnd()}\n`);
  process.exitCode = code;
}
