// The picture in ARCHITECTURE.md is compared with the imports.
import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";
import { REPOSITORY, SOURCES } from "./tools/sources.ts";

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function collected(pairs: Iterable<readonly [from: string, to: string]>): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const [from, to] of pairs) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  return arrows;
}

function drawn(): Arrows {
  const text = readFileSync(join(REPOSITORY, "ARCHITECTURE.md"), "utf8");
  return collected([...text.matchAll(/^ +(\S+) --> (\S+)$/gm)].map(([, from = "", to = ""]) => [from, to]));
}

const roomOf = (file: string): string =>
  (/^(?:engine[/\\])?[^/\\]+/.exec(file)?.[0] ?? file).replaceAll("\\", "/");

// The vitest entry point of this repository imports the library.
const FILES = [...SOURCES.keys()].filter((file) => !file.endsWith(".spec.ts"));
const textOf = (file: string): string => SOURCES.get(file) ?? "";

const IMPORT = /(?:from |import |import\()"(\.{1,2}\/[^"]+)"/g;
const IMPORTS = FILES.flatMap((file) =>
  [...textOf(file).matchAll(IMPORT)].map(([, to = ""]) => [file, normalize(join(file, "..", to))] as const),
);

const imported = (): Arrows =>
  collected(IMPORTS.map(([file, to]) => [roomOf(file), roomOf(to)] as const).filter(([a, b]) => a !== b));

/** All folders that can be reached by arrows. */
function below(room: string, arrows: Arrows, found = new Set<string>()): ReadonlySet<string> {
  for (const next of arrows.get(room) ?? []) {
    if (!found.has(next)) {
      found.add(next);
      below(next, arrows, found);
    }
  }
  return found;
}

test("every import follows the arrows of the picture", () => {
  const picture = drawn();
  const strays = [...imported()].flatMap(([from, targets]) =>
    [...targets].filter((to) => !below(from, picture).has(to)).map((to) => `${from} --> ${to}`),
  );
  expect(strays).toEqual([]);
});

test("every arrow of the picture is an import", () => {
  const imports = imported();
  const idle = [...drawn()].flatMap(([from, targets]) =>
    [...targets].filter((to) => imports.get(from)?.has(to) !== true).map((to) => `${from} --> ${to}`),
  );
  expect(idle).toEqual([]);
});

test("the picture has no cycle", () => {
  const picture = drawn();
  expect([...picture.keys()].filter((room) => below(room, picture).has(room))).toEqual([]);
});

test("modules that check, send or report do not import example responses", () => {
  const reached = new Set<string>();
  const checking = FILES.filter((file) => /^(?:specs[/\\]kit|engine|reports)[/\\]/.test(file));
  expect(checking.length).toBeGreaterThan(80);
  checking.forEach((file) => below(file, collected(IMPORTS), reached));
  expect([...reached].filter((file) => /^specs[/\\]examples[/\\]/.test(file))).toEqual([]);
});

/** The two files that only re-export other modules: clause files import them as namespaces. */
const NAMESPACES = ["specs/kit/kit.ts", "specs/examples/examples.ts"];
const MOST_OTHERS = 3;

function importViolations(file: string, text: string): readonly string[] {
  const imports = [...text.matchAll(/^import ([^"]*?) from "([^"]+)";$/gm)].map(
    ([, names = "", path = ""]) => ({ names, path: normalize(join(file, "..", path)).replaceAll("\\", "/") }),
  );
  const others = imports.filter(({ path }) => !NAMESPACES.includes(path));
  const named = imports.filter(({ names, path }) => NAMESPACES.includes(path) && !names.includes("* as "));
  const direct = others.filter(({ path }) => /^(?:engine|specs\/kit|specs\/examples)\//.test(path));
  return [
    ...[...named, ...direct].map(({ path }) => `${file} imports names from ${path}`),
    ...(others.length > MOST_OTHERS ? [`${file} imports ${others.length} other modules`] : []),
  ];
}

test("a clause file imports two namespaces and at most three other modules", () => {
  const clauseFiles = FILES.filter((file) => file.endsWith(".clauses.ts"));
  expect(clauseFiles.length).toBeGreaterThan(20);
  expect(clauseFiles.flatMap((file) => importViolations(file, textOf(file)))).toEqual([]);
});

test("only the two namespaces and the public entry points re-export other modules", () => {
  const barrels = FILES.filter((file) => /^export [*{][^;]* from "/m.test(textOf(file)));
  const internal = barrels.filter((file) => !file.startsWith("lib/"));
  expect(internal).toEqual(NAMESPACES.toSorted());
});

test.each(["engine", "reports"])("no folder in %s has more than a dozen files", (house) => {
  const rooms = readdirSync(join(REPOSITORY, house)).filter((room) => room !== "out");
  expect(rooms.filter((room) => readdirSync(join(REPOSITORY, house, room)).length > 12)).toEqual([]);
});

const FOUR = ["a", "b", "c", "d"]
  .map((name) => `import { ${name} } from "../schemas/${name}.ts";`)
  .join("\n");

test.each([
  ['import * as kit from "./kit/kit.ts";\nimport type * as examples from "./examples/examples.ts";', []],
  ['import { single } from "./kit/kit.ts";', ["specs/4.clauses.ts imports names from specs/kit/kit.ts"]],
  ['import {\n  single,\n} from "../engine/m.ts";', ["specs/4.clauses.ts imports names from engine/m.ts"]],
  [FOUR, ["specs/4.clauses.ts imports 4 other modules"]],
])("a violation of the rule on clause files is found in %j", (text, violations) => {
  expect(importViolations("specs/4.clauses.ts", text)).toEqual(violations);
});
