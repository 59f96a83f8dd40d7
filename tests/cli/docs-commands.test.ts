// Every command of the documentation is run, with the reference in place of its hosts.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ownFolder, ownReference } from "../tools/own.ts";
import { documentedIn, PAGES, type Documented } from "./documented.ts";
import { command, type Seen } from "./io.ts";
import { start } from "./program.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Other commands, with the reason why they are not run. Any other line in a shell block is an error. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm (ci|install)\b/, "installs packages: tests/package does so with what npm pack makes"],
  [/^npm test$/, "is what runs this test"],
];
const SECRET = "a-secret-of-the-reader";

const server = await ownReference();
const folder = ownFolder();

/** Each example host, and each local port, is replaced by the reference. */
function urlFor(word: string): string {
  const hosts: readonly (readonly [RegExp, string])[] = [
    [/^https:\/\/status\.example\.test\S*$/, server.statusUrl],
    [/^https:\/\/ledger\.example\.test\S*$/, server.baseUrl],
    [/^https:\/\/verify\.example\.test\S*$/, server.verifyUrl],
    [/^http:\/\/localhost:\d+$/, server.baseUrl],
  ];
  return hosts.find(([host]) => host.test(word))?.[1] ?? word;
}

/** Options that take a path, and commands whose operands are paths. */
const PATH_OPTIONS = new Set(["--target", "--known", "--out", "--previous"]);
const PATH_COMMANDS = new Set(["compare", "validate"]);
/** Options that select clauses or determine the exit code. */
const SELECTING = new Set(["--only", "--skip", "--fault"]);

/** A command line with the URLs of the reference, and with paths in the folder of its page. */
function substituted({ argv = [] }: Documented, dir: string): readonly string[] {
  const [name = ""] = argv;
  const own = argv.map((word, index) => {
    const before = argv[index - 1] ?? "";
    const isOperand =
      PATH_COMMANDS.has(name) && index > 0 && !word.startsWith("-") && !before.startsWith("--");
    return PATH_OPTIONS.has(before) || isOperand ? join(dir, word) : urlFor(word);
  });
  const isRun = name === "run";
  return [
    ...own,
    ...((isRun || name === "validate") && !own.includes("--out") ? ["--out", join(dir, "reports/out")] : []),
    ...(isRun && !own.includes("--level") ? ["--level", "smoke"] : []),
    // A run of a few clauses tests the command as well as a run of all clauses.
    ...(isRun && !own.some((word) => SELECTING.has(word)) ? ["--only", "networkFees"] : []),
  ];
}

/** The files that the pages mention: a target file with a secret, known deviations, recorded responses. */
async function prepare(dir: string): Promise<void> {
  mkdirSync(join(dir, "conformance"), { recursive: true });
  const headers = { base: { authorization: "Bearer ${LEDGER_TOKEN}" } };
  const deviations = [{ clause: "2.7-failed-initcode", reason: "null unless a creation failed" }];
  for (const place of ["", "conformance"]) {
    writeFileSync(join(dir, place, "target.json"), JSON.stringify({ ...server.target, headers }));
    writeFileSync(join(dir, place, "known.json"), JSON.stringify({ deviations }));
  }
  const read = async (path: string): Promise<string> => await (await fetch(server.baseUrl + path)).text();
  const [contractResult] = server.target.samples.contractResults;
  writeFileSync(join(dir, "body.json"), await read(`/api/v1/contracts/results/${contractResult}`));
  const entry = {
    request: { method: "GET", url: `${server.baseUrl}/api/v1/tokens`, headers: [] },
    response: {
      status: 200,
      headers: [{ name: "content-type", value: "application/json" }],
      content: { mimeType: "application/json", text: await read("/api/v1/tokens") },
    },
  };
  writeFileSync(join(dir, "capture.har"), JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
}

/** `mock` runs until a signal ends it. The port is chosen by the system. */
async function served(argv: readonly string[]): Promise<Pick<Seen, "code" | "out">> {
  const running = start(argv.filter((word, index) => word !== "--port" && argv[index - 1] !== "--port"));
  const out = await running.says("verifyUrl");
  running.process.kill("SIGTERM");
  return { code: (await running.ended).code ?? -1, out };
}

async function ran({ env }: Documented, argv: readonly string[]): Promise<Pick<Seen, "code" | "out">> {
  const secrets = Object.fromEntries(Object.keys(env).map((name) => [name, SECRET]));
  return argv[0] === "mock" && !argv.includes("--list") ? await served(argv) : await command(argv, secrets);
}

describe.each(
  PAGES.map((page) => [page, documentedIn(page)] as const).filter(([, lines]) => lines.length > 0),
)("%s", (page, lines) => {
  test("shows no unknown command", () => {
    const others = lines.filter(({ argv }) => argv === undefined).map(({ line }) => line);
    expect(others.filter((line) => !NOT_RUN.some(([pattern]) => pattern.test(line)))).toStrictEqual([]);
  });

  const ours = lines.filter(({ argv }) => argv !== undefined);
  test.runIf(ours.length > 0)(`its ${ours.length} commands do what they say`, async () => {
    const dir = join(folder, page.replaceAll("/", "-"));
    await prepare(dir);
    for (const documented of ours) {
      const argv = substituted(documented, dir);
      const { code, out } = await ran(documented, argv);
      expect(out).not.toContain(SECRET);
      // The reference conforms, and a fault in it is found.
      const expected = argv[0] === "run" && argv.includes("--fault") ? 1 : 0;
      expect({ line: documented.line, code }).toStrictEqual({ line: documented.line, code: expected });
    }
  });
});

test("the first pages have commands", () => {
  const counts = ["README.md", "docs/getting-started.md"].map(
    (page) => documentedIn(page).filter(({ argv }) => argv !== undefined).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});
