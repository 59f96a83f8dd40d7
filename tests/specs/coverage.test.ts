// §1 to §9: every line of the contract is tested by a clause, or is listed here with the reason why it cannot be
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { SOURCES } from "../tools/sources.ts";

const { clauses, unspecified } = await loadCatalogue();

/** The lines that no clause can test, each with the reason. The observations of specs/unspecified.ts may concern them. */
const UNTESTABLE_LINES: Readonly<Record<number, string>> = {
  83: "the contract does not show the other values of type",
  84: "the contract does not show the shape of admin_key",
  182: "the contract does not show the contents of libraryMap",
  190: "the contract does not show the allowed values",
  191: "the contract does not show transitions",
  200: "the contract does not show the format of links.next",
  212: "the contract does not show the names of the query parameters",
  238: "the contract does not show the names of the other parameters",
  282: "the contract does not show the supported chain ids, nor the use of apiKey",
  288: "the contract does not show how the services authenticate",
  292: "the contract does not show events",
  298: "no endpoint documents this error for a malformed transaction id",
  300: "the endpoint can return this message, but need not",
  302: "the contract does not show the status codes of errors",
  303: "the contract does not show these error bodies",
  323: "the contract does not show a policy",
};

/** The lines that are neither stated by a clause nor listed as untestable, and the listed ones that a clause states. */
const wrongLines = (
  lines: Iterable<number>,
  stated: ReadonlySet<number>,
  untestable: Readonly<Record<number, string>>,
): readonly number[] => [...lines].filter((line) => stated.has(line) === Object.hasOwn(untestable, line));

describe("the lines of the contract", () => {
  test("are each stated by a clause, or listed as untestable", () => {
    const stated = new Set(clauses.flatMap(({ contract }) => contract));
    expect(wrongLines(contractLines.keys(), stated, UNTESTABLE_LINES)).toEqual([]);
    expect(Object.keys(UNTESTABLE_LINES).filter((line) => !contractLines.has(Number(line)))).toEqual([]);
  });

  test.each([
    ["a line that no clause states", [7, 8, 9], [7, 8], [9]],
    ["an untestable line that a clause states", [7, 83], [7, 83], [83]],
  ])("%s is found", (_name, lines, stated, wrong) => {
    expect(wrongLines(lines, new Set(stated), { 83: "the contract does not show it" })).toEqual(wrong);
  });

  test.each([...clauses, ...unspecified])("are given by $id, each of them once", ({ contract }) => {
    expect(contract.length).toBeGreaterThan(0);
    expect(contract.filter((line) => !contractLines.has(line))).toEqual([]);
    expect(new Set(contract).size).toBe(contract.length);
  });
});

// The id of a clause is a literal in one clause file, so that a search for it finds the clause
type SourceFiles = ReadonlyMap<string, string>;

/** The ids that are not a literal in exactly one of the files, each with the files that contain it. */
function misplacedIds(ids: readonly string[], sources: SourceFiles): readonly string[] {
  return ids.flatMap((id) => {
    const files = [...sources].filter(([, text]) => text.includes(`"${id}"`)).map(([file]) => file);
    return files.length === 1 ? [] : [`${id}: ${files.join(", ") || "no file"}`];
  });
}

/** The ids of `fields` clauses are made from the tables in schemas/; an entry of unspecified.ts is no clause. */
test("every id that is not made from a table of fields is a literal in one clause file", () => {
  const sources = [...SOURCES].filter(([file]) => file.startsWith("specs/") && file.endsWith(".clauses.ts"));
  const ids = clauses.filter(({ kind }) => kind !== "table").map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(100);
  expect(misplacedIds(ids, new Map(sources))).toEqual([]);
});

test.each([
  ["one file", "4.1-first", []],
  ["two files", "4.1-second", ["4.1-second: a.clauses.ts, b.clauses.ts"]],
  ["a template", "4.1-third", ["4.1-third: no file"]],
  ["another id", "4.1-fir", ["4.1-fir: no file"]],
])("an id in %s", (_name, id, misplaced) => {
  const first = 'id: "4.1-first", dependsOn: ["4.1-second"]';
  const texts = { a: first, b: 'id: "4.1-second"', c: "id: `4.1-${word}`" };
  const sources = Object.entries(texts).map(([name, text]) => [`${name}.clauses.ts`, text] as const);
  expect(misplacedIds([id], new Map(sources))).toEqual(misplaced);
});
