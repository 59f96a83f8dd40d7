import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A shell line in the documentation, with our command or another one. */
export interface Documented {
  readonly page: string;
  /** The line as documented. */
  readonly line: string;
  /** The arguments of our command, including `run`; undefined for another command. */
  readonly argv: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** The ways to write our command, with their arguments. */
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

/** The lines of the shell blocks of a page, and our commands in sentences, except those with a placeholder (`clauses ID`). */
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

/** Shell words, quoted or not. The documented lines use no other syntax. */
function words(text: string): readonly string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}
