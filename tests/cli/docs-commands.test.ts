import { EventEmitter } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../cli/main.ts";
import type { KeyInput } from "../../cli/watch/keys.ts";
import { faults } from "../../reference/faults.ts";
import { operations } from "../../schemas/operations.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { har } from "../traffic/har.ts";
import { documentedIn, PAGES, type Documented } from "./documented.ts";
import { start } from "./program.ts";

/** Commands that are not ours, and why the tests do not run them. Anything else in a shell block is an error. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm (ci|install)\b/, "installs packages: tests/package does so with what npm pack makes"],
  [/^npm test$/, "is what runs this test"],
  [/schemathesis/, "installs a tool of others, and measures beside it"],
  [/^npm run (bench|sensitivity)\b/, "takes minutes, and writes pages that are kept in the repository"],
  [/^apt-get /, "changes the machine"],
];

const MINUTE = 60_000;
let server: Reference;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "documented-"));
  server = await startReference();
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every host of an example stands for the reference, and a port of the user's machine too. */
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
const PATH_OPTIONS = new Set(["--target", "--known", "--out", "--previous", "--record", "--replay-from"]);
const PATH_COMMANDS = new Set(["report", "merge", "compare", "validate"]);

/** A line with the reference in place of its hosts, and every path below the folder of its page. */
function substituted({ argv = [] }: Documented, dir: string): readonly string[] {
  const [name = ""] = argv;
  const own = argv.map((word, index) => {
    const before = argv[index - 1] ?? "";
    const isOperand =
      PATH_COMMANDS.has(name) && index > 0 && !word.startsWith("-") && !before.startsWith("-");
    const isPath = PATH_OPTIONS.has(before) || isOperand;
    return isPath ? join(dir, word) : urlFor(word);
  });
  const needsOut = ["run", "validate", "proxy"].includes(name) && !own.includes("--out");
  const quick =
    name === "run"
      ? [
          "--no-allure",
          ...(own.includes("--level") || own.includes("--replay-from") ? [] : ["--level", "smoke"]),
        ]
      : [];
  return [...own, ...(needsOut ? ["--out", join(dir, "reports/out")] : []), ...quick];
}

/** What the pages speak of as being there: a target file with a secret, known deviations, answers of a service. */
async function prepare(dir: string): Promise<void> {
  mkdirSync(join(dir, "conformance"), { recursive: true });
  const headers = { base: { authorization: "Bearer ${LEDGER_TOKEN}" } };
  const deviations = [{ clause: "2.7-failed-initcode", reason: "null unless a creation failed" }];
  for (const place of ["", "conformance"]) {
    writeFileSync(join(dir, place, "target.json"), JSON.stringify({ ...server.target, headers }));
    writeFileSync(join(dir, place, "known.json"), JSON.stringify({ deviations }));
  }
  await capture(dir);
}

/** Answers as a user may have kept them: in a HAR file, and as bodies. */
async function capture(dir: string): Promise<void> {
  const { contracts, contractResults } = server.target.samples;
  const body = async (path: string): Promise<string> => await (await fetch(server.baseUrl + path)).text();
  const tokens = await body("/api/v1/tokens");
  mkdirSync(join(dir, "captures"));
  writeFileSync(join(dir, "captures", "tokens--a.json"), tokens);
  writeFileSync(join(dir, "captures", "contract--a.json"), await body(`/api/v1/contracts/${contracts[0]}`));
  writeFileSync(join(dir, "captures", "error--a.json"), await body("/api/v1/tokens?limit=0"));
  writeFileSync(join(dir, "body.json"), await body(`/api/v1/contracts/results/${contractResults[0]}`));
  const url = `${server.baseUrl}/api/v1/tokens`;
  writeFileSync(join(dir, "capture.har"), JSON.stringify(har({ url, body: tokens })));
  await captureOfOthers(dir, body);
}

/** What the page on real implementations judges, as the reference answers. */
async function captureOfOthers(dir: string, body: (path: string) => Promise<string>): Promise<void> {
  const { contracts, contractResults, topicMessageTimestamps, tokenIds, verifications } =
    server.target.samples;
  const result = await body(`/api/v1/contracts/results/${contractResults[0]}`);
  const bodies: Readonly<Record<string, string>> = {
    "status/a": await (await fetch(`${server.statusUrl}/api/v2/summary.json`)).text(),
    "ledger/token-balances--a": await body(`/api/v1/tokens/${tokenIds[0]}/balances`),
    "ledger/tokens-list--a": await body("/api/v1/tokens"),
    "ledger/network-fees--a": await body("/api/v1/network/fees"),
    "ledger/topic-message--a": await body(`/api/v1/topics/messages/${topicMessageTimestamps[0]}`),
    "ledger/contract-result--a": result,
    "ledger/contract-result-row--a": result,
    "ledger/contract--a": await body(`/api/v1/contracts/${contracts[0]}`),
  };
  for (const [name, text] of Object.entries(bodies)) {
    const file = join(dir, "bodies", `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const line = (method: string, url: string, text: string): string =>
    `${JSON.stringify({ method, url, status: 200, headers: { "content-type": "application/json" }, body: JSON.parse(text) })}\n`;
  writeFileSync(join(dir, "mirror-node.jsonl"), line("GET", "/api/v1/tokens", await body("/api/v1/tokens")));
  const asked = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(verifications[0]),
  };
  const verified = await (await fetch(`${server.verifyUrl}${operations.sessionVerify.path}`, asked)).text();
  writeFileSync(join(dir, "verification.jsonl"), line("POST", "/session/verify/etherscan", verified));
}

/** An input at which somebody presses q as soon as keys are read. */
function impatient(): KeyInput {
  class Keys extends EventEmitter implements KeyInput {
    readonly isTTY = true;
    resume(): void {
      setImmediate(() => this.emit("data", "q"));
    }
    pause(): void {
      this.removeAllListeners();
    }
  }
  return new Keys();
}

interface Seen {
  readonly code: number;
  readonly said: string;
}

async function here(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Seen> {
  let said = "";
  const take = (text: string): void => {
    said += text;
  };
  const secrets = Object.fromEntries(Object.keys(env).map((name) => [name, "a-secret-of-the-reader"]));
  const io = { out: take, err: take, env: secrets, stdout: {}, stderr: process.stderr, stdin: impatient };
  return { code: await main(argv, io), said };
}

/** What equal runs into other folders have left, so that none is made twice. */
const made = new Map<string, { readonly seen: Seen; readonly out: string }>();

/** Runs a line of our command; of an equal one that was run before, the result folder is copied. */
async function once(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<Seen> {
  const at = argv.indexOf("--out");
  if (argv[0] !== "run" || at < 0) {
    return await here(argv, env);
  }
  const out = argv[at + 1] ?? "";
  const key = JSON.stringify([argv.toSpliced(at, 2), env]);
  const before = made.get(key);
  if (before !== undefined) {
    cpSync(before.out, out, { recursive: true });
    return before.seen;
  }
  const seen = await here(argv, env);
  const isWhole = !argv.some((word) => ["--record", "--replay", "--watch"].includes(word));
  if (isWhole && existsSync(out)) {
    const kept = join(folder, `made-${made.size}`);
    cpSync(out, kept, { recursive: true });
    made.set(key, { seen, out: kept });
  }
  return seen;
}

/** What `mock` and `proxy` say when they serve. */
const READY: Readonly<Record<string, string>> = { mock: "verifyUrl", proxy: "Nothing is asked by itself" };

/** These serve until they are told to end; any port will do. Through a proxy, something is asked. */
async function served(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<Seen> {
  const [name = ""] = argv;
  const port = argv.indexOf("--port");
  const own = port < 0 ? argv : argv.toSpliced(port, 2);
  const secrets = Object.fromEntries(
    Object.keys(env).map((variable) => [variable, "a-secret-of-the-reader"]),
  );
  const running = start(own, secrets);
  const said = await running.says(READY[name] ?? "");
  if (name === "proxy") {
    const [origin = ""] = /http:\/\/127\.0\.0\.1:\d+(?=\/ledger )/.exec(said) ?? [];
    await (await fetch(`${origin}/ledger/api/v1/network/fees`)).text();
  }
  running.process.kill("SIGTERM");
  const { code } = await running.ended;
  return { code: code ?? -1, said };
}

/** Makes what a line takes for granted: a result, for `--replay` one in which that clause is broken. */
async function presuppose(argv: readonly string[], dir: string): Promise<void> {
  const out = join(dir, "reports/out");
  const replayed = argv[argv.indexOf("--replay") + 1];
  if (argv.includes("--replay")) {
    const fault = Object.values(faults).find(({ clause }) => clause === replayed);
    await here([
      "run",
      "--fault",
      fault?.name ?? `none breaks ${replayed}`,
      "--only",
      replayed ?? "",
      "--out",
      out,
    ]);
  } else if (argv[0] === "report" && !existsSync(out)) {
    await here(["run", "--only", "4.5", "--level", "smoke", "--out", out]);
  }
}

/** The reference conforms; a fault in it, also one that is asked again, is a departure. */
function expectedCode(argv: readonly string[]): number {
  const broken = argv[0] === "run" && (argv.includes("--fault") || argv.includes("--replay"));
  return broken && !argv.includes("--dry-run") ? 1 : 0;
}

describe.each(
  PAGES.map((page) => [page, documentedIn(page)] as const).filter(([, lines]) => lines.length > 0),
)("%s", (page, lines) => {
  test("shows no command of others that we do not know", () => {
    const others = lines.filter(({ argv }) => argv === undefined).map(({ line }) => line);
    expect(others.filter((line) => !NOT_RUN.some(([pattern]) => pattern.test(line)))).toStrictEqual([]);
  });

  const ours = lines.filter(({ argv }) => argv !== undefined);
  test.runIf(ours.length > 0)(
    `its ${ours.length} commands do what they say`,
    async () => {
      const dir = join(folder, page.replaceAll("/", "-"));
      await prepare(dir);
      const seen: Record<string, number> = {};
      for (const documented of ours) {
        const argv = substituted(documented, dir);
        await presuppose(argv, dir);
        const serves = (argv[0] ?? "") in READY && !argv.some((word) => word.startsWith("--list-"));
        const { code, said } = await (serves ? served(argv, documented.env) : once(argv, documented.env));
        expect(said).not.toContain("a-secret-of-the-reader");
        seen[documented.line] = code;
        expect({ line: documented.line, code, said: code === expectedCode(argv) ? "" : said }).toStrictEqual({
          line: documented.line,
          code: expectedCode(argv),
          said: "",
        });
      }
      expect(Object.keys(seen).length).toBeGreaterThan(0);
    },
    3 * MINUTE,
  );
});

test("the pages that a reader begins with have commands", () => {
  const counts = ["README.md", "docs/getting-started.md", "docs/command-line.md"].map(
    (page) => documentedIn(page).filter(({ argv }) => argv !== undefined).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});
