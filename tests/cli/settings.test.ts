import { resolve } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { addRunOptions } from "../../cli/options/options.ts";
import { chooseTarget } from "../../engine/target/choose-target.ts";
import { runInvocation } from "../../engine/target/invocation.ts";
import type { RunFlags } from "../../engine/target/options.ts";
import { settingsFor, type Inputs } from "../../engine/target/settings.ts";
import { commandLine } from "../../reports/words/command-line.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { flags } from "./flags.ts";

function inputs(url: string): Inputs {
  const chosen = chooseTarget({ baseUrl: url }, {});
  if (chosen === undefined) {
    throw new Error("there is no target");
  }
  return { chosen, clauseIds: ["4.4-x"], known: [], secrets: [], userAgent: "ledger-conformance/1.2.3" };
}

const REMOTE = inputs("https://ledger.example.test");
const LOCAL = inputs("http://127.0.0.1:8080");

function parse(...argv: readonly string[]): RunFlags {
  let parsed: RunFlags | undefined;
  addRunOptions(new Command("run"))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action((given: RunFlags) => {
      parsed = given;
    })
    .parse(argv, { from: "user" });
  return parsed ?? flags();
}

test("the defaults of the command line are those of the suite", () => {
  expect(parse()).toStrictEqual(flags());
});

test("every option arrives", () => {
  const line = [
    ["--target", "t.json", "--status-url", "s", "--base-url", "b", "--verify-url", "v", "--out", "o"],
    ["--seed", "7", "--level", "smoke", "--cases", "3", "--concurrency", "4", "--rps", "2.5"],
    [
      "--only",
      "4.4",
      "--only",
      "tokens",
      "--skip",
      "2.7",
      "--profile",
      "statuspage",
      "--known",
      "k.json",
      "--strict",
    ],
    ["--dry-run", "--fault", "f", "--variant", "w", "--request-timeout", "10", "--run-timeout", "20"],
    ["--max-answer-bytes", "4096", "--no-user-agent", "--no-request-id", "--no-allure"],
  ].flat();
  expect(parse(...line)).toStrictEqual({
    target: "t.json",
    statusUrl: "s",
    baseUrl: "b",
    verifyUrl: "v",
    out: "o",
    seed: 7,
    level: "smoke",
    cases: 3,
    concurrency: 4,
    rps: 2.5,
    only: ["4.4", "tokens"],
    skip: ["2.7"],
    profile: ["statuspage"],
    known: "k.json",
    strict: true,
    watch: false,
    allure: false,
    list: false,
    dryRun: true,
    fault: "f",
    variant: "w",
    requestTimeout: 10,
    runTimeout: 20,
    maxAnswerBytes: 4096,
    userAgent: false,
    requestId: false,
  });
  expect(parse("--list")).toMatchObject({ list: true, dryRun: false });
});

test("a shared machine is asked gently, this one faster", () => {
  expect(settingsFor(flags(), REMOTE)).toMatchObject({ concurrency: 8, rps: 20 });
  expect(settingsFor(flags(), LOCAL)).toMatchObject({ concurrency: 16 });
  expect(settingsFor(flags(), LOCAL)).not.toHaveProperty("rps");
  expect(settingsFor(flags({ concurrency: 3, rps: 7 }), REMOTE)).toMatchObject({ concurrency: 3, rps: 7 });
});

test("limits, folder and user agent", () => {
  const settings = settingsFor(flags({ requestTimeout: 5, runTimeout: 6, maxAnswerBytes: 7 }), REMOTE);
  expect(settings.limits).toStrictEqual({ ...DEFAULT_LIMITS, requestMs: 5, runMs: 6, answerBytes: 7 });
  expect(settings.outDir).toBe(resolve("reports/out"));
  expect(settings.userAgent).toBe("ledger-conformance/1.2.3");
  expect(settingsFor(flags({ userAgent: false }), REMOTE)).not.toHaveProperty("userAgent");
});

test("the seed is taken as given, and otherwise chosen", () => {
  expect(settingsFor(flags({ seed: 0 }), REMOTE).seed).toBe(0);
  const seeds = Array.from({ length: 5 }, () => settingsFor(flags(), REMOTE).seed);
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

test("the command line repeats the run", () => {
  const given = flags({ level: "smoke", only: ["4.4"], known: "my known.json", strict: true });
  const settings = settingsFor({ ...given, seed: 9 }, REMOTE);
  const invocation = runInvocation("npm start --", given, settings, REMOTE.chosen, (text) => text);
  expect(invocation.options).toStrictEqual({
    baseUrl: "https://ledger.example.test",
    level: "smoke",
    only: ["4.4"],
    known: "my known.json",
    strict: true,
    seed: 9,
  });
  expect(commandLine(invocation)).toBe(
    "npm start -- --base-url https://ledger.example.test --seed 9 --level smoke --only 4.4 --strict " +
      "--known 'my known.json'",
  );
});
