import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { packedProject, ROOT, type Project } from "./project.ts";

const MINUTES = 60_000;
const PROGRAM = ["node_modules/.bin/ledger-conformance"] as const;

let project: Project;
let server: Reference;

beforeAll(async () => {
  [project, server] = await Promise.all([packedProject(), startReference()]);
}, 5 * MINUTES);

afterAll(async () => {
  await server.close();
  project.remove();
}, 2 * MINUTES);

function resultIn(out: string): RunResult {
  const result: RunResult = JSON.parse(readFileSync(join(project.dir, out, "results.json"), "utf8"));
  return result;
}

/** The three services of the reference, as options. */
function target(): readonly string[] {
  const { statusUrl, baseUrl, verifyUrl } = server;
  return ["--status-url", statusUrl, "--base-url", baseUrl, "--verify-url", verifyUrl];
}

test("the tarball is small, and holds what a user needs and nothing else", () => {
  const { size, files } = project.packed;
  expect(size).toBeLessThan(1_000_000);
  const foreign = files.filter(
    (path) =>
      !/^(dist|docs|examples|profiles)\//.test(path) &&
      !["package.json", "README.md", "CHANGELOG.md", "LICENSE", "action.yml"].includes(path),
  );
  expect(foreign).toStrictEqual([]);
  // No sources are shipped that a map could lead to.
  expect(files.filter((path) => /\.map$|\.tsbuildinfo$|^dist\/tests\//.test(path))).toStrictEqual([]);
});

test("everything compiled that is shipped has a source; if not, build again", () => {
  const stale = project.packed.files
    .filter((path) => path.startsWith("dist/") && path.endsWith(".js"))
    .map((path) => path.replace(/^dist\//, ""))
    .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, path.replace(/\.js$/, ".ts"))));
  expect(stale).toStrictEqual([]);
});

test(
  "npx runs the whole suite from node_modules and writes only to its result folder",
  async () => {
    const before = project.listing();
    const { code, out } = await project.run("npx", [
      "--no-install",
      "ledger-conformance",
      "run",
      ...target(),
      "--level",
      "smoke",
      "--seed",
      "1",
      "--out",
      "out-whole",
    ]);
    expect(out).toContain("conforms");
    expect(code).toBe(0);
    const result = resultIn("out-whole");
    expect(result.clauses).toHaveLength((await loadCatalogue()).clauses.length);
    expect(result.verdict).toBe("conforms");
    expect(project.listing().filter((line) => !line.startsWith("out-whole/"))).toStrictEqual(before);
  },
  2 * MINUTES,
);

test(
  "the program leaves nothing in the home folder or among temporary files, and its exit codes arrive",
  async () => {
    const before = project.leftovers();
    const tokens = ["--level", "smoke", "--seed", "1", "--only", "2.3", "--out", "out-fault"];
    const broken = await project.run(PROGRAM[0], [
      "run",
      "--fault",
      "tokens-decimals-as-text-on-last-page",
      ...tokens,
    ]);
    expect([broken.code, broken.err]).toStrictEqual([1, expect.any(String)]);
    expect(resultIn("out-fault").verdict).toBe("nonconforming");
    const wrong = await project.run(PROGRAM[0], ["run", "--base-url", "nowhere"]);
    expect(wrong.code).toBe(2);
    expect(wrong.err.trimEnd().split("\n").at(-1)).toContain("has no scheme");
    expect(project.leftovers()).toStrictEqual(before);
  },
  2 * MINUTES,
);

/** Whether this system lets us look at a folder through a mount that cannot be written. */
function canMount(): boolean {
  try {
    execFileSync("unshare", ["-rm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test(
  "it runs where nothing but the result folder can be written",
  async ({ skip }) => {
    if (!canMount()) {
      skip("this system has no unshare, or forbids it");
    }
    const out = `${project.dir}-read-only-out`;
    const script = [
      'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" || exit 9',
      "touch forbidden 2> /dev/null && exit 8",
      'shift; exec node_modules/.bin/ledger-conformance "$@"',
    ].join("\n");
    const few = ["--only", "networkFees", "--level", "smoke"];
    const options = ["run", ...target(), ...few, "--out", out];
    const { code, err } = await project.run("unshare", [
      "-rm",
      "sh",
      "-c",
      script,
      "sh",
      project.dir,
      ...options,
    ]);
    expect({ code, err: code === 0 ? "" : err }).toStrictEqual({ code: 0, err: "" });
    expect(existsSync(join(out, "index.html"))).toBe(true);
  },
  2 * MINUTES,
);

test(
  "every other command works from the package too",
  async () => {
    const seen = [
      await project.run(PROGRAM[0], ["--version"]),
      await project.run(PROGRAM[0], ["clauses", "4.4"]),
      await project.run(PROGRAM[0], ["schemas", "--out", "out-schemas"]),
      await project.run(PROGRAM[0], ["mock", "--list"]),
      await project.run(PROGRAM[0], ["compare", "out-whole", "out-whole", "--out", "out-compare"]),
      await project.run(PROGRAM[0], ["clauses", "2.3-decimals"]),
      await project.run(PROGRAM[0], ["run", ...target(), "--profile", "hiero-mirror-node", "--dry-run"]),
    ];
    expect(seen.map(({ code, err }) => [code, err])).toStrictEqual(seen.map(() => [0, ""]));
    expect(seen[0]?.out.trim()).toBe(versionOf(join(ROOT, "package.json")));
  },
  2 * MINUTES,
);

function versionOf(path: string): string {
  const content: { version: string } = JSON.parse(readFileSync(path, "utf8"));
  return content.version;
}

const CONSUMER = `
import { CannotRun, clauses, generators, reference, run, schemas } from "ledger-conformance";
import type { ClauseResult, Reference, RunOptions, RunResult } from "ledger-conformance";
import { matchers } from "ledger-conformance/matchers";

const server: Reference = await reference.start();
const options: RunOptions = { level: "smoke", seed: 1, only: ["networkFees"] };
const result: RunResult = await run(server.target, options);
const failed: readonly ClauseResult[] = result.clauses.filter(({ outcome }) => outcome === "fail");
await server.close();
const wrong = await run({}).catch((error: unknown) => error instanceof CannotRun);
const [first] = generators.timestamp.valid().boundaries;
console.log(JSON.stringify({
  verdict: result.verdict,
  failed: failed.length,
  wrong,
  clauses: (await clauses({ only: ["networkFees"] })).length === result.clauses.length,
  first: typeof first?.value,
  records: Object.keys(schemas.records).includes("token"),
  kept: (await matchers.toKeepContract({ fees: [], timestamp: "1.5" }, "networkFees")).pass,
}));
`;

test(
  "the library is typed for a strict project, and runs there",
  async () => {
    writeFileSync(join(project.dir, "consumer.ts"), CONSUMER);
    const types = join(ROOT, "node_modules/@types");
    const options = [
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--strict",
      "--exactOptionalPropertyTypes",
    ];
    const compiled = await project.run(process.execPath, [
      join(ROOT, "node_modules/typescript/bin/tsc"),
      ...options,
      "--typeRoots",
      types,
      "--types",
      "node",
      "--outDir",
      "out-consumer",
      "consumer.ts",
    ]);
    expect(compiled).toStrictEqual({ code: 0, out: "", err: "" });
    const { out, code } = await project.run(process.execPath, ["out-consumer/consumer.js"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toStrictEqual({
      verdict: "conforms",
      failed: 0,
      wrong: true,
      clauses: true,
      first: "string",
      records: true,
      kept: true,
    });
  },
  2 * MINUTES,
);

test("an install is light: it has no test runner, no Allure, and no script of its own", () => {
  const { packages, bytes, scripts } = project.weight();
  expect(packages).toBeLessThanOrEqual(25);
  expect(bytes).toBeLessThan(25_000_000);
  expect(scripts).toStrictEqual([]);
});
