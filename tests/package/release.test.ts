import { execFileSync, type ExecFileSyncOptions } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "./project.ts";

const MINUTES = 60_000;
const AUTHOR = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.test" };
const COMMITTER = { GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.test" };
let base = "";
let copy = "";

/** A repository with what this one tracks, and one that it pushes to. */
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "release-")));
  copy = join(base, "copy");
  for (const path of run("git", ["ls-files", "-z"], { cwd: ROOT }).split("\0").filter(Boolean)) {
    cpSync(join(ROOT, path), join(copy, path));
  }
  cpSync(join(ROOT, "dist"), join(copy, "dist"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  run("git", ["init", "--quiet", "--bare", join(base, "origin.git")]);
  run("git", ["init", "--quiet", "--initial-branch=main"]);
  run("git", ["remote", "add", "origin", join(base, "origin.git")]);
  commit("all");
  run("git", ["push", "--quiet", "--set-upstream", "origin", "main"]);
}, MINUTES);

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

function run(program: string, argv: readonly string[], options: ExecFileSyncOptions = {}): string {
  const env = { PATH: process.env["PATH"], HOME: base, ...AUTHOR, ...COMMITTER, npm_config_offline: "true" };
  return execFileSync(program, argv, { cwd: copy, env, stdio: "pipe", ...options }).toString();
}

function commit(message: string): void {
  run("git", ["add", "--all"]);
  run("git", ["commit", "--quiet", "--message", message]);
}

const release = (version: string): string => run("npm", ["run", "release", "--", version]);
const tagsAtOrigin = (): string => run("git", ["ls-remote", "--tags", "origin"]);
const read = (path: string): string => readFileSync(join(copy, path), "utf8");

test(
  "one command sets the version, dates the changes, names the version everywhere, tags and pushes",
  () => {
    appendFileSync(join(copy, "CHANGELOG.md"), "\n## 9.8.7, unreleased\n\nA change.\n");
    commit("a change");
    release("9.8.7");
    expect(JSON.parse(read("package.json"))).toMatchObject({ version: "9.8.7" });
    expect(read("CHANGELOG.md")).toMatch(/^## 9\.8\.7, \d{4}-\d\d-\d\d$/m);
    const pinning = [
      "templates/gitlab-ci.yml",
      "templates/github-workflow.yml",
      "examples/ci.sh",
      "docs/ci.md",
    ];
    for (const path of [...pinning, ".github/workflows/conformance.yml"]) {
      expect.soft(read(path), path).toContain("9.8.7");
      expect.soft(read(path), path).not.toMatch(/conformance(?:\.yml)?@v?0\.1\.0/);
    }
    expect(tagsAtOrigin()).toContain("refs/tags/v9.8.7");
    expect(run("git", ["status", "--porcelain"])).toBe("");
    expect(run("git", ["log", "-1", "--format=%s", "origin/main"]).trim()).toBe("Release 9.8.7");
    const told: unknown = JSON.parse(run("npm", ["publish", "--dry-run", "--ignore-scripts", "--json"]));
    expect(JSON.stringify(told)).toContain("ledger-conformance@9.8.7");
  },
  2 * MINUTES,
);

test(
  "a version of which the changelog says nothing is not released",
  () => {
    expect(() => release("9.8.7")).toThrow(/CHANGELOG\.md has no part "## 9\.8\.7, unreleased"/);
    expect(tagsAtOrigin()).toBe("");
    expect(run("git", ["tag"])).toBe("");
  },
  2 * MINUTES,
);
