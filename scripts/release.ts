import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageInfo } from "../engine/target/package-info.ts";

/** Files that name the version by which the package is installed, or the workflow is called. */
const PINNING = [
  ".github/workflows/conformance.yml",
  "docs/ci.md",
  "examples/ci.sh",
  "templates/github-workflow.yml",
  "templates/gitlab-ci.yml",
];
/** `package@1.2.3`, and `workflow.yml@v1.2.3` or `action@v1.2.3` of this repository. */
const PINNED = /(ledger-conformance@v?|conformance\.yml@v)\d[\w.-]*/g;

/**
 * npm runs this when it has set a new version, before it commits and tags: the changelog gets the date, and whoever
 * names the version names the new one. Ends with 1 where the changelog does not say what the version brings.
 */
const { root, version } = packageInfo();
const [today = ""] = new Date().toISOString().split("T");
const changelog = join(root, "CHANGELOG.md");
const changes = readFileSync(changelog, "utf8");
const heading = `## ${version}, unreleased\n`;

if (changes.includes(heading)) {
  writeFileSync(changelog, changes.replace(heading, `## ${version}, ${today}\n`));
  for (const path of PINNING.map((file) => join(root, file))) {
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(PINNED, `$1${version}`));
  }
} else {
  process.stderr.write(`CHANGELOG.md has no part "${heading.trim()}": say there what this version brings\n`);
  process.exitCode = 1;
}
