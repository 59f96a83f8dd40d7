// The id of a clause is a literal in one clause file, so that a search for it finds the clause
import { expect, test } from "vitest";
import { SOURCES } from "../tools/sources.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";

type SourceFiles = ReadonlyMap<string, string>;

/** The ids that are not a literal in exactly one of the files, each with the files that contain it. */
function misplacedIds(ids: readonly string[], sources: SourceFiles): readonly string[] {
  return ids.flatMap((id) => {
    const files = [...sources].filter(([, text]) => text.includes(`"${id}"`)).map(([file]) => file);
    return files.length === 1 ? [] : [`${id}: ${files.join(", ") || "no file"}`];
  });
}

/** The ids of `fields` clauses are made from the tables in schemas/; an entry of unspecified.ts is no clause. */
test("every id that is not made from a table of fields is a literal in one clause file", async () => {
  const { clauses } = await loadCatalogue();
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
