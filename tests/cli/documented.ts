import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A line of a shell in the documentation: of our command, or of another one. */
export interface Documented {
  readonly page: string;
  /** As it stands there. */
  readonly line: string;
  /** Words behind our command, `run` included; undefined where it is another command. */
  readonly argv: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** The ways in which our command is written, with the words that they stand for. */
const OURS: readonly (readonly [string, readonly string[]])[] = [
  ["npm start --", ["run"]],
  ["npm start", ["run"]],
  ["npx ledger-conformance", []],
  ["node dist/cli/main.js", []],
  ["ledger-conformance", []],
];

/** Every page. */
export const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`),
  ...readdirSync(join(ROOT, "examples")).map((name) => `examples/${name}`),
]
  .filter((name) => name.endsWith(".md"))
  .toSorted();

/** The lines of the fenced shell blocks of a page, and our commands within a sentence, unless words of them stand
 * for others (`clauses ID`). */
export function documentedIn(page: string): readonly Documented[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const fenced = [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n([\s\S]*?)^ *```/gm)].flatMap(
    ([, block = ""]) => block.replaceAll(/\\\n\s*/g, " ").split("\n"),
  );
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "").matchAll(/`([^`\n]+)`/g)]
    .map(([, code = ""]) => code)
    .filter(
      (code) => OURS.some(([start]) => code.startsWith(`${start} `)) && !/[<[|…]| [A-Z]{2,}\b/.test(code),
    );
  return [...fenced, ...inline]
    .map((line) =>
      line
        .replace(/^\s*\$ /, "")
        .replace(/(^|\s)#.*$/, "")
        .trim(),
    )
    .filter((line) => line !== "")
    .flatMap((line) => line.split(/\s+&&\s+/))
    .map((line) => parsed(page, line));
}

function parsed(page: string, line: string): Documented {
  const [, settings = "", rest = ""] = /^((?:[A-Z_]+=\S*\s+)*)(.*)$/.exec(line) ?? [];
  const env = Object.fromEntries(
    [...settings.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const ours = OURS.find(([start]) => rest === start || rest.startsWith(`${start} `));
  const argv = ours === undefined ? undefined : [...ours[1], ...words(rest.slice(ours[0].length))];
  return { page, line, argv, env };
}

/** Words of a shell, quoted or not; none of our lines needs more of its grammar. */
function words(text: string): readonly string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}
