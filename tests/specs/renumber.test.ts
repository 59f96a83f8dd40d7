import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const TOOL = join(import.meta.dirname, "..", "..", "tools", "renumber.mjs");
const CLAUSE = `/** The limit is an integer (§4.4, lines 2 and 4; §8, line
 * 6). */
export const clause = {
  contract: isTokens ? [2, 4] : [4, ...sortedLines(list)[1]],
  interpretations: [2, 4],
  limit: 4,
};
const SORTED_LINES = { tokens: [6] };
`;

/** Renumbers the clause above after a change of the document, whose lines are letters. */
function renumber(before: string, after: string) {
  const root = mkdtempSync(join(tmpdir(), "renumber-"));
  ["specs", "schemas", "tests/specs"].forEach((folder) => mkdirSync(join(root, folder), { recursive: true }));
  writeFileSync(join(root, "specs", "a.clauses.ts"), CLAUSE);
  writeFileSync(join(root, "schemas", "revision.ts"), `document: "${"0".repeat(64)}"`);
  const files = Object.entries({ old: before, new: after }).map(([name, letters]) => {
    writeFileSync(join(root, name), letters.replaceAll(/./g, "$&\n"));
    return name;
  });
  const { status, stdout } = spawnSync(process.execPath, [TOOL, ...files], { cwd: root, encoding: "utf8" });
  const [text = "", revision = ""] = ["specs/a.clauses.ts", "schemas/revision.ts"].map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  return { status, stdout, text, revision };
}

test("line numbers move with the lines of the contract, and other numbers stay", () => {
  const { status, text, revision } = renumber("abcdef", "xabcydef");
  expect(text).toBe(`/** The limit is an integer (§4.4, lines 3 and 6; §8, line
 * 8). */
export const clause = {
  contract: isTokens ? [3, 6] : [6, ...sortedLines(list)[1]],
  interpretations: [2, 4],
  limit: 4,
};
const SORTED_LINES = { tokens: [8] };
`);
  expect(status).toBe(0);
  expect(revision).not.toContain("0".repeat(64));
});

test("clauses on changed and on removed lines are printed, and a removed line fails", () => {
  const { status, stdout, text } = renumber("abcdef", "aXcef");
  expect(stdout).toContain("specs/a.clauses.ts:4  line 2 changed, now line 2");
  expect(stdout).toContain("specs/a.clauses.ts:4  line 4 was removed");
  expect(text).toContain("tokens: [5]");
  expect(status).toBe(1);
});
