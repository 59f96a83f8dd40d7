import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { describeClause } from "../../reports/allure/describe.ts";
import { ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS } from "../../reports/allure/ids.ts";
import { FILES } from "../../reports/files/folder.ts";
import { resultIn } from "../valid-results.ts";
import { program, start, type Running } from "./program.ts";

const WITH = { allure: true };
const MINUTE = 60_000;
const FAULT = ["--fault", "summary-components-status-null"];
let folder = "";
let reference: Running;
let baseUrl = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "allure-run-"));
  reference = start(["mock"]);
  ({ baseUrl } = JSON.parse(await reference.says("\n")));
});

afterAll(async () => {
  reference.process.kill("SIGTERM");
  await reference.ended;
  rmSync(folder, { recursive: true });
});

/** What Allure's results say of each clause. */
interface Told {
  readonly fullName: string;
  readonly status: string;
  readonly statusDetails: { readonly message?: string };
  readonly steps: readonly {
    readonly parameters: readonly { readonly name: string; readonly value: string }[];
    readonly steps: readonly { readonly attachments: readonly { readonly source: string }[] }[];
  }[];
  readonly start: number;
  readonly stop: number;
}

function toldIn(out: string): ReadonlyMap<string, Told> {
  const dir = join(out, ALLURE_RESULTS);
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith("-result.json")) : [];
  const results = names.map((name): Told => JSON.parse(readFileSync(join(dir, name), "utf8")));
  return new Map(results.map((told) => [told.fullName, told]));
}

function expectSame(told: ReadonlyMap<string, Told>, { clauses }: RunResult): void {
  expect(told.size).toBe(clauses.length);
  for (const clause of clauses) {
    const { status, details } = describeClause(clause).head;
    expect.soft(told.get(clause.id), clause.id).toMatchObject({ status });
    expect.soft(told.get(clause.id)?.statusDetails.message, clause.id).toBe(details?.message);
  }
}

test("a run tells Allure of every clause what its result says", { timeout: 2 * MINUTE }, async () => {
  const out = join(folder, "whole");
  const { code, err } = await program(
    ["run", "--level", "smoke", "--seed", "3", "--out", out, ...FAULT],
    {},
    WITH,
  );
  expect({ code, err: err.includes("warning") }).toStrictEqual({ code: 1, err: false });
  const result = resultIn(out);
  const told = toldIn(out);
  expectSame(told, result);
  const broken = told.get("2.2-component-status");
  const files = broken?.steps.flatMap(({ steps }) => steps.flatMap(({ attachments }) => attachments)) ?? [];
  expect(files.length).toBeGreaterThanOrEqual(2);
  expect(files.every(({ source }) => existsSync(join(out, ALLURE_RESULTS, source)))).toBe(true);
  const kept = told.get(result.clauses.find(({ outcome }) => outcome === "pass")?.id ?? "");
  expect(kept?.steps[0]?.parameters.map(({ name }) => name)).toStrictEqual(["request", "answer"]);
  // Told while the run went on, each when it was judged.
  expect(new Set([...told.values()].map(({ stop: at }) => at)).size).toBeGreaterThan(5);
  expect(
    [...told.values()].every(({ start: at }) => at < Date.parse(result.startedAt) + result.durationMs),
  ).toBe(true);
  expect(existsSync(join(out, ALLURE_REPORT, "index.html"))).toBe(true);
  expect(readFileSync(join(out, FILES.page), "utf8")).toContain(`href="${ALLURE_REPORT}/index.html#`);
});

test(
  "a second run into the folder has its own results and the history of both",
  { timeout: 2 * MINUTE },
  async () => {
    const out = mkdtempSync(join(folder, "again-"));
    const argv = ["run", "--level", "smoke", "--only", "networkFees", "--out", out, "--base-url", baseUrl];
    expect(await program(argv, {}, WITH)).toMatchObject({ code: 0 });
    const first = toldIn(out).size;
    expect(await program([...argv, "--skip", "2.5"], {}, WITH)).toMatchObject({ code: 0 });
    expect(toldIn(out).size).toBeLessThan(first);
    expectSame(toldIn(out), resultIn(out));
    expect(readFileSync(join(out, ALLURE_HISTORY), "utf8").trimEnd().split("\n")).toHaveLength(2);
  },
);

test("who wants no Allure report gets none, and no link to one", { timeout: MINUTE }, async () => {
  const out = join(folder, "without");
  const argv = ["run", "--level", "smoke", "--only", "networkFees", "--out", out, "--base-url", baseUrl];
  expect(await program([...argv, "--no-allure"])).toMatchObject({ code: 0 });
  expect(readdirSync(out).toSorted()).toStrictEqual(Object.values(FILES).toSorted());
  expect(readFileSync(join(out, FILES.page), "utf8")).not.toContain(ALLURE_REPORT);
  expect(await program(["report", out], {}, WITH)).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(join(out, FILES.page), "utf8")).toContain(ALLURE_REPORT);
  expectSame(toldIn(out), resultIn(out));
});

test(
  "a run that is interrupted has told of what it judged; report makes the page",
  { timeout: 2 * MINUTE },
  async () => {
    const out = mkdtempSync(join(folder, "interrupted-"));
    const running = start(["run", "--out", out, "--level", "thorough", "--base-url", baseUrl], {}, WITH);
    await running.says("seed");
    await until(() => toldIn(out).size > 3);
    running.process.kill("SIGINT");
    expect(await running.ended).toMatchObject({ code: 2 });
    const told = toldIn(out);
    const result = resultIn(out);
    expect(told.size).toBeGreaterThan(3);
    expect(told.size).toBeLessThan(result.clauses.length);
    expect(existsSync(join(out, ALLURE_REPORT))).toBe(false);
    expect(readFileSync(join(out, FILES.page), "utf8")).not.toContain(ALLURE_REPORT);

    expect(await program(["report", out], {}, WITH)).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(out, ALLURE_REPORT, "index.html"))).toBe(true);
    expectSame(toldIn(out), result);
    // What was being told when the signal came is told anew; the rest keeps its times.
    const after = toldIn(out);
    const kept = [...told].filter(([id, { start: at }]) => after.get(id)?.start === at);
    expect(kept.length).toBeGreaterThan(told.size / 2);
  },
);

test("a run that is killed leaves whole results alone", { timeout: MINUTE }, async () => {
  const out = mkdtempSync(join(folder, "killed-"));
  const running = start(["run", "--out", out, "--level", "thorough", "--base-url", baseUrl], {}, WITH);
  await running.says("seed");
  await until(() => toldIn(out).size > 3);
  running.process.kill("SIGKILL");
  await running.ended;
  expect(toldIn(out).size).toBeGreaterThan(3);
  expect(existsSync(join(out, FILES.results))).toBe(false);
});

test("Allure's own failure changes no verdict", { timeout: MINUTE }, async () => {
  const out = join(folder, "failing");
  mkdirSync(join(out, ALLURE_HISTORY), { recursive: true });
  const argv = ["run", "--level", "smoke", "--only", "networkFees", "--out", out, "--base-url", baseUrl];
  const { code, err } = await program(argv, {}, WITH);
  expect(code).toBe(0);
  expect(err).toContain("ledger-conformance: warning: the Allure report was not made: it is a folder\n");
  expect(resultIn(out)).toMatchObject({ verdict: "conforms" });
  expect(readdirSync(out)).toEqual(expect.arrayContaining(Object.values(FILES)));
  expect(toldIn(out).size).toBeGreaterThan(0);
});

async function until(holds: () => boolean): Promise<void> {
  const started = performance.now();
  while (!holds()) {
    if (performance.now() - started > MINUTE / 2) {
      throw new Error("nothing was told");
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
