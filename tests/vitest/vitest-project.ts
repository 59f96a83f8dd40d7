import * as fs from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { ownFolder } from "../tools/own.ts";
import { startProcess } from "../tools/processes.ts";
import { resultIn } from "../valid-results.ts";

export const ROOT = join(import.meta.dirname, "../..");

const ENTRY = join(ROOT, "dist/lib/vitest.js");

export interface ReportedTest {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped" | "pending" | "todo";
  readonly failureMessages: readonly string[];
}

interface ClauseText {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly ReportedTest[];
  }[];
}

/** A folder with spec files that import the compiled suite, in which vitest runs as a separate process. */
export function vitestProject(how = {}) {
  const dir = fs.realpathSync(ownFolder());
  fs.symlinkSync(join(ROOT, "node_modules"), join(dir, "node_modules"));
  const file = (name: string, text: string): void => {
    fs.mkdirSync(join(dir, name, ".."), { recursive: true });
    fs.writeFileSync(join(dir, name), text);
  };
  file(
    "vitest.config.mjs",
    `export default { test: { include: ["*.spec.ts"], expect: { requireAssertions: true }, server: { deps: { external: [/\\/dist\\//] } }, ...${JSON.stringify(how)} } };`,
  );
  const call = (name: string, given: string): void =>
    file(name, `import { conformance } from ${JSON.stringify(ENTRY)};\nawait conformance(${given});\n`);
  const start = (argv: readonly string[]) => {
    const env = { PATH: process.env["PATH"], HOME: dir, CI: "1", NO_COLOR: "1" };
    const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...argv];
    const where = { cwd: dir, env, detached: true };
    const { process: child, ended } = startProcess(process.execPath, vitest, where);
    return { child, ended: ended.then(({ code, out, err }) => ({ code, out: out + err })) };
  };
  const run = async (...argv: readonly string[]) => await start(argv).ended;
  return {
    dir,
    file,
    call,
    start,
    run,
    /** Writes a spec file that checks a target; its result folder is named after it. */
    spec: (name: string, target: object, options: object = {}): void => {
      const given = { level: "smoke", seed: 1, out: `out-${name}`, ...options };
      call(`${name}.spec.ts`, `${JSON.stringify(target)}, ${JSON.stringify(given)}`);
    },
    /** Runs spec files with the JSON reporter: the tests of each, by the first word of their names, which is the clause. */
    tests: async (...names: readonly string[]): Promise<readonly ReadonlyMap<string, ReportedTest>[]> => {
      const { out } = await run(...names, "--reporter=json", "--outputFile=told.json");
      if (!fs.existsSync(join(dir, "told.json"))) throw new Error(out);
      const { testResults }: ClauseText = JSON.parse(fs.readFileSync(join(dir, "told.json"), "utf8"));
      return names.map((name) => {
        const own = testResults.find((one) => one.name.endsWith(`/${name}.spec.ts`))?.assertionResults ?? [];
        return new Map(own.map((one) => [one.title.split(" ")[0] ?? "", one]));
      });
    },
    result: (name: string): RunResult => resultIn(join(dir, `out-${name}`)),
  };
}
