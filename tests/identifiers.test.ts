// The rules of CONTRIBUTING on names, over every identifier that TypeScript's parser finds in the product and, except for this file, in its tests.
import ts from "typescript-parser";
import { expect, test } from "vitest";
import { SOURCES, TEST_SOURCES } from "./tools/sources.ts";

/** Names without a meaning of their own. */
const VAGUE =
  /^(?:told|telling|given|known|left|some|came|found|own|gave|made|seen|shown|sent|asked|kept|moot|whole)$/;

/** Words of an earlier vocabulary, each of which has a standard term: CONTRIBUTING lists them. */
const PRIVATE = new Set(
  (
    "ask reply answer walk walked law judge judgement undecided finding defect mismatch blame proof keeps breaks matter odd " +
    "vouched due ground doubted doubtful suspect stretch cook scribe trouble world exercised"
  ).split(" "),
);

interface Name {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

const where = ({ name, file, line }: Name): string => `${name} (${file}:${line})`;

/** The words of an identifier, split at capitals and underscores, in lower case and without a plural s. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).flatMap((word) => {
    const lower = word.toLowerCase();
    return [lower, lower.replace(/s$/, "")];
  });

const isType = (node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

function namesIn(file: string, text: string): Readonly<Record<"all" | "top", readonly Name[]>> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const at = (node: ts.Node, name: string): Name => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return { name, file, line: line + 1 };
  };
  const all: Name[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) all.push(at(node, node.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const bound = (name: ts.BindingName): readonly Name[] =>
    ts.isIdentifier(name)
      ? [at(name, name.text)]
      : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []));
  const top = source.statements.flatMap((statement): readonly Name[] => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
    }
    const isNamed =
      ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || isType(statement);
    return isNamed && statement.name !== undefined ? [at(statement.name, statement.name.text)] : [];
  });
  return { all, top };
}

const vagueIn = (names: readonly Name[]): readonly string[] =>
  names.filter(({ name }) => VAGUE.test(name)).map(where);

const privateIn = (names: readonly Name[]): readonly string[] =>
  names.filter(({ name }) => wordsOf(name).some((word) => PRIVATE.has(word))).map(where);

/** Names that are declared at the top of more than one file, each with the number of files. */
function repeatedIn(names: readonly Name[]): Readonly<Record<string, number>> {
  const files = new Map<string, Set<string>>();
  for (const { name, file } of names) files.set(name, (files.get(name) ?? new Set()).add(file));
  return Object.fromEntries([...files].flatMap(([name, { size }]) => (size > 1 ? [[name, size]] : [])));
}

const NAMES = [...SOURCES].map(([file, text]) => namesIn(file, text));
const TOP = NAMES.flatMap(({ top }) => top);
const OF_TESTS = [...TEST_SOURCES]
  .filter(([file]) => file !== "tests/identifiers.test.ts")
  .map(([file, text]) => namesIn(file, text));

test("no identifier contains a word of the earlier vocabulary", () => {
  expect(privateIn([...NAMES, ...OF_TESTS].flatMap(({ all }) => all))).toStrictEqual([]);
});

test("no top-level name is vague", () => {
  expect(vagueIn([...TOP, ...OF_TESTS.flatMap(({ top }) => top)])).toStrictEqual([]);
});

/** Names that mean the same in each file that declares them: those of the library, and of the target file. */
const SHARED: ReadonlySet<string> = new Set(["CheckResult", "Violation", "parameters"]);

test("a top-level name is declared in one file", () => {
  expect(Object.entries(repeatedIn(TOP)).filter(([name]) => !SHARED.has(name))).toStrictEqual([]);
});

test("an intentional violation is found", () => {
  const { all, top } = namesIn("slip.ts", "const told = 1;\nfunction judgeRow(trouble: 1) {}");
  expect(vagueIn(top)).toStrictEqual(["told (slip.ts:1)"]);
  expect(new Set(privateIn(all))).toStrictEqual(new Set(["judgeRow (slip.ts:2)", "trouble (slip.ts:2)"]));
  expect(repeatedIn([...top, ...namesIn("other.ts", "type told = 1;").top])).toStrictEqual({ told: 2 });
});
