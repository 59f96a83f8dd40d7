// `npm run clause -- ID`: checks a new or changed clause and its fault, and writes what depends on them: the list of ids, the pins of
// the faults of the clause, and the outcomes of all clauses on recorded software. It stops at the first step that fails.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const WRITTEN = [
  "tests/specs/ids.txt",
  "tests/faults/named.json",
  "tests/faults/later.json",
  "tests/profiles/outcomes.json",
];
const VITEST = "node_modules/vitest/vitest.mjs run --project suite --reporter dot";
const FAULT_TESTS = { tokens: "tokens", tokenBalances: "balances" };
const NO_COLOR = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs Node.js with the words of `command` and, after them, `more`. Ends the program with the output if the exit code is not 0. */
function step(name, command, ...more) {
  const start = Date.now();
  const argv = [...command.split(" "), ...more];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: ROOT,
    encoding: "utf8",
    env: NO_COLOR,
  });
  if (status !== 0) {
    fail(
      `${stdout}${stderr}\nfailed: ${name}\n  node ${argv.map((word) => (/[\s|()]/.test(word) ? `"${word}"` : word)).join(" ")}`,
    );
  }
  console.log(`ok  ${name} (${Math.round((Date.now() - start) / 1000)} s)`);
}

const git = (...argv) => spawnSync("git", argv, { cwd: ROOT, encoding: "utf8" }).stdout;
/** A text as a pattern for names of tests. */
const exactly = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const [id] = process.argv.slice(2);
if (id === undefined) {
  fail("usage: npm run clause -- ID");
}
step("build", "build.mjs");
const { loadCatalogue } = await import("../dist/engine/clauses/catalogue.js");
const { allFaults } = await import("../dist/reference/faults.js");
const { clauses, files } = await loadCatalogue();
const clause = clauses.find((one) => one.id === id);
if (clause === undefined) {
  fail(
    `No file specs/**/*.clauses.ts exports a clause with the id ${id}. A clause file exports its clauses by name.`,
  );
}
const faults = allFaults.filter((one) => one.clause === id).map(({ name }) => name);
if (faults.length === 0) {
  fail(
    `No fault has the key "${id}". Add one to a table in reference/faults/, in the file of similar faults.`,
  );
}
console.log(`${id} in ${files.get(id)}; faults: ${faults.join(", ")}`);
step(
  "the examples pass and fail as declared",
  `${VITEST} tests/specs/samples tests/specs/coverage tests/specs/passes tests/architecture -t`,
  `${exactly(id)}(?![\\w-])|is a literal|stated by a clause|imports two namespaces`,
);
// The option --update is last: vitest reads a path behind it as its value.
step("the id is written", `${VITEST} tests/specs/samples -t`, "the frozen ids", "--update");
const out = mkdtempSync(join(tmpdir(), "clause-"));
for (const level of ["smoke", "standard"]) {
  const run = `dist/cli/main.js run --only ${id} --level ${level} --out`;
  step(`the clause passes on the reference at ${level}`, run, out);
}
step(
  "the clause finds its faults; their pins are written",
  `${VITEST} --mode pins tests/faults/${FAULT_TESTS[clause.endpoint] ?? "others"} -t`,
  faults.map((name) => ` ${exactly(name)} fails`).join("|"),
);
step("the outcomes on recorded software are written", `${VITEST} --mode pins tests/profiles/outcomes`);
const changes = git("diff", "--stat", "--", ...WRITTEN);
const wordDiff = ["--unified=0", "--word-diff=porcelain", "--word-diff-regex=[^][, ]+"];
const words = git("diff", ...wordDiff, "--", ...WRITTEN);
const isChange = (line) => /^[-+](?![-+]{2} )/.test(line);
console.log(
  changes === ""
    ? "The ids, pins and outcomes are unchanged."
    : `\nWritten; read the differences before you commit:\n${changes}\n${words.split("\n").filter(isChange).join("\n")}`,
);
