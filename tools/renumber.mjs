// `npm run renumber -- OLD NEW`: rewrites the line numbers of the contract after its text changed from the file OLD to the file NEW.
// - In specs/, schemas/ and tests/specs/, each number in a member or a constant named `contract` or `…line`, `…lines` is rewritten.
// - In comments, each number after the word line or lines is rewritten.
// - schemas/revision.ts gets the SHA-256 of NEW.
// A line whose text changed keeps its clauses, which are printed: their checks may have to change. A removed line keeps its old
// number, is printed too, and makes the command fail.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-parser";

const FOLDERS = ["specs", "schemas", "tests/specs"];
const NAMED_LINES = /^contract$|[lL]ines?$|LINES?$/;
const IN_COMMENT = /\blines?[\s*]+\d+(?:(?:,|[\s*]+and|[\s*]+to)[\s*]+\d+)*/g;

/** From git's differences: the new number of an old line, whether its text changed, and undefined for a removed line. */
function lineMap(oldFile, newFile) {
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--unified=0", oldFile, newFile], {
    encoding: "utf8",
  });
  const hunks = [...stdout.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, oldStart, oldCount = "1", newStart, newCount = "1"]) => ({
      // git gives the line before, where a side of the hunk is empty.
      oldStart: Number(oldStart) + (oldCount === "0" ? 1 : 0),
      newStart: Number(newStart) + (newCount === "0" ? 1 : 0),
      oldCount: Number(oldCount),
      newCount: Number(newCount),
    }),
  );
  return (line) => {
    const hunk = hunks.findLast(({ oldStart }) => oldStart <= line);
    if (hunk === undefined) {
      return { line };
    }
    const { oldStart, newStart, oldCount, newCount } = hunk;
    if (line >= oldStart + oldCount) {
      return { line: line - oldStart - oldCount + newStart + newCount };
    }
    return line - oldStart < newCount ? { line: line - oldStart + newStart, changed: true } : undefined;
  };
}

/** The positions of the line numbers in a source file. */
function numbersIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node, inLines) => {
    const name = node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
    const isNamed = name !== undefined && !ts.isParameter(node) ? NAMED_LINES.test(name) : inLines;
    // `lines[0]`, `1 + last` and `interpretations` hold no lines.
    const isOther = ts.isBinaryExpression(node) || name === "interpretations";
    if (inLines && ts.isNumericLiteral(node)) {
      found.push({ start: node.getStart(), end: node.end });
    }
    ts.forEachChild(node, (child) => {
      const isIndex = ts.isElementAccessExpression(node) && child === node.argumentExpression;
      visit(child, (isNamed || inLines) && !isOther && !isIndex);
    });
  };
  visit(source, false);
  const comments = [...text.matchAll(/\/\*[^]*?\*\/|\/\/.*/g)].flatMap((comment) =>
    [...comment[0].matchAll(IN_COMMENT)].flatMap((words) =>
      [...words[0].matchAll(/\d+/g)].map((number) => {
        const start = comment.index + words.index + number.index;
        return { start, end: start + number[0].length };
      }),
    ),
  );
  return [...found, ...comments].toSorted((a, b) => b.start - a.start);
}

const [oldFile, newFile] = process.argv.slice(2);
if (oldFile === undefined || newFile === undefined) {
  console.error("usage: npm run renumber -- OLD NEW");
  process.exit(2);
}
const renumber = lineMap(oldFile, newFile);
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);
let count = 0;
for (const file of files) {
  let text = readFileSync(file, "utf8");
  for (const { start, end } of numbersIn(file, text)) {
    const line = Number(text.slice(start, end));
    const renumbered = renumber(line);
    if (renumbered === undefined || renumbered.changed) {
      const at = text.slice(0, start).split("\n").length;
      console.log(
        `${file}:${at}  line ${line} ${renumbered === undefined ? "was removed" : `changed, now line ${renumbered.line}`}`,
      );
    }
    if (renumbered === undefined) {
      process.exitCode = 1;
    } else if (renumbered.line !== line) {
      text = text.slice(0, start) + renumbered.line + text.slice(end);
      count += 1;
    }
  }
  writeFileSync(file, text);
}
const revision = join("schemas", "revision.ts");
const digest = createHash("sha256").update(readFileSync(newFile)).digest("hex");
writeFileSync(revision, readFileSync(revision, "utf8").replace(/(document: ")[0-9a-f]{64}/, `$1${digest}`));
console.log(
  `${count} numbers rewritten; now run: CONTRACT_DOCUMENT=${newFile} npx vitest run --project suite tests/specs/coverage`,
);
