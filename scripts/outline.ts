// §1 to §9: compares the places of the document with a copy of it, or prints what judges them
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadCatalogue } from "../engine/clauses/catalogue.ts";
import { places } from "../schemas/places.ts";
import { coverageOf, coveragePage } from "../specs/coverage/coverage.ts";
import { differences, linesOf } from "../specs/coverage/outline.ts";

const USAGE = `usage: node dist/scripts/outline.js DOCUMENT   compare a copy of the document with schemas/document.ts
       node dist/scripts/outline.js --list     print what judges each place, as docs/coverage.md has it`;

/** What to print, and the exit code. */
export interface Printed {
  readonly text: string;
  readonly code: 0 | 1 | 2;
}

/** Compares the text of a document with the listed places. */
export function compare(document: string): Printed {
  const lines = linesOf(document);
  const found = differences(lines, places);
  return found.length === 0
    ? { text: `${lines.length} lines, each of them listed`, code: 0 }
    : { text: [...found, `${found.length} differences`].join("\n"), code: 1 };
}

/** Does what the arguments ask for. */
export async function main(args: readonly string[]): Promise<Printed> {
  const [argument] = args;
  if (argument === undefined || args.length > 1) {
    return { text: USAGE, code: 2 };
  }
  if (argument === "--list") {
    return { text: coveragePage(coverageOf(await loadCatalogue())), code: 0 };
  }
  try {
    return compare(readFileSync(argument, "utf8"));
  } catch (error) {
    return { text: `${argument}: ${error instanceof Error ? error.message : String(error)}`, code: 2 };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, code } = await main(process.argv.slice(2));
  (code === 0 ? process.stdout : process.stderr).write(`${text.trimEnd()}\n`);
  process.exitCode = code;
}
