import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS } from "../../reports/allure/ids.ts";
import { FILES } from "../../reports/files/folder.ts";
import { outputsIn } from "../outputs.ts";
import { resultIn } from "../valid-results.ts";
import { program, start, untilJudged, type Running } from "./program.ts";

const MINUTE = 60_000;
const ALLURE = [ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS];
const FEW = ["--only", "networkFees", "--level", "smoke"];
let folder = "";
let reference: Running;
let urls: { readonly statusUrl: string; readonly baseUrl: string; readonly verifyUrl: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "process-"));
  reference = start(["mock"]);
  urls = JSON.parse(await reference.says("\n"));
});

afterAll(async () => {
  reference.process.kill("SIGTERM");
  await reference.ended;
  rmSync(folder, { recursive: true });
});

/** Clauses that were judged before the end came. */
function reached({ clauses }: RunResult): number {
  return clauses.filter(({ reason }) => reason !== "not reached").length;
}

describe("run", () => {
  test("judges the embedded reference without any option", { timeout: MINUTE }, async () => {
    const out = join(folder, "reference");
    const {
      code,
      out: text,
      err,
    } = await program(["run", "--out", out, "--seed", "7", "--level", "smoke"], {}, { allure: true });
    const result = resultIn(out);
    expect(err).not.toContain("ledger-conformance:");
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(result).toMatchObject({ verdict: "conforms", seed: 7, level: "smoke" });
    expect(result.clauses.filter(({ cause }) => cause === "suite")).toStrictEqual([]);
    expect(readdirSync(out).toSorted()).toStrictEqual([...Object.values(FILES), ...ALLURE].toSorted());
    expect(text).toContain(join(out, FILES.page));
    const planned = Number(/ clauses, about ([\d,]+) requests, as fast/.exec(text)?.[1]);
    expect(Math.abs(result.requests - planned) / planned).toBeLessThan(0.2);
    expect(text).toContain(`Bill     ${result.requests} requests sent`);
    expect(text.trimEnd().split("\n").at(-1)).toMatch(
      /^✔ conforms( {3}| as far as judged: \d+ of \d+ clauses {3})/,
    );
  });

  test("finds a fault: exit code 1, the clause and the entry to paste", { timeout: MINUTE }, async () => {
    const out = join(folder, "fault");
    const fault = "summary-components-status-null";
    const argv = ["run", "--only", "2.2", "--level", "smoke", "--out", out];
    const { code, out: text } = await program([...argv, "--fault", fault]);
    expect(code).toBe(1);
    const failed = resultIn(out).clauses.filter(({ outcome }) => outcome === "fail");
    expect(failed.map(({ id }) => id)).toStrictEqual(["2.2-component-status"]);
    expect(text).toContain('{"clause":"2.2-component-status","pointer":"/components/status"');
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^✘ does not conform {3}/);

    const known = join(folder, "known.json");
    const deviations = [{ clause: "2.2-component-status", pointer: "/components/status", reason: "agreed" }];
    writeFileSync(known, JSON.stringify({ deviations }));
    expect(await program([...argv, "--fault", fault, "--known", known])).toMatchObject({ code: 0 });
    expect(resultIn(out)).toMatchObject({ verdict: "conforms", summary: { known: 1, fail: 0 } });
  });

  test("takes its target from the environment, and lets no secret out", { timeout: MINUTE }, async () => {
    const out = join(folder, "by-environment");
    const target = join(folder, "target.json");
    const headers = { base: { authorization: "Bearer ${TOKEN}" } };
    writeFileSync(target, JSON.stringify({ baseUrl: urls.baseUrl, headers }));
    const env = { CONFORMANCE_TARGET: target, TOKEN: "tr0ub4dor" };
    const { code, out: text, err } = await program(["run", ...FEW, "--out", out], env);
    expect(code).toBe(0);
    expect(resultIn(out).target).toStrictEqual({ baseUrl: urls.baseUrl });
    expect(resultIn(out).clauses.every(({ endpoint }) => endpoint === "networkFees")).toBe(true);
    expect([text, err, ...outputsIn(out).values()].join("\n")).not.toContain("tr0ub4dor");
  });

  test("a second run into a folder replaces the first", { timeout: MINUTE }, async () => {
    const out = join(folder, "by-environment");
    appendFileSync(join(out, FILES.journal), '{"type":"stopped","reason":"planted"}\n');
    const { code } = await program(["run", ...FEW, "--out", out, "--base-url", urls.baseUrl, "--seed", "2"]);
    expect(code).toBe(0);
    expect(resultIn(out).seed).toBe(2);
  });

  test("a target that cannot be reached: exit code 2 and a result that says so", async () => {
    const out = join(folder, "unreachable");
    const { code, err } = await program(["run", "--out", out, "--base-url", "http://127.0.0.1:1"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^ledger-conformance: .*cannot be reached.*refused\n$/);
    expect(resultIn(out)).toMatchObject({ verdict: "incomplete", requests: 0 });
  });

  test("a folder that cannot be written: exit code 2, one line", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const { code, out, err } = await program(["run", "--out", join(file, "out")]);
    expect({ code, out }).toStrictEqual({ code: 2, out: "" });
    expect(err).toMatch(/^ledger-conformance: .*cannot be written: .*\n$/);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s: what is known is on disk within a second",
    // Other tests may have the processor just then.
    { timeout: MINUTE, retry: 2 },
    async (signal) => {
      const out = join(folder, signal);
      const running = start(["run", "--out", out, "--level", "thorough", "--base-url", urls.baseUrl]);
      await running.says("seed");
      await untilJudged(join(out, FILES.journal));
      const at = performance.now();
      running.process.kill(signal);
      const { code, err } = await running.ended;
      expect(performance.now() - at).toBeLessThan(1_000);
      expect(code).toBe(2);
      expect(err.trimEnd().split("\n").at(-1)).toBe(`ledger-conformance: interrupted by ${signal}`);
      expect(err).not.toMatch(/\n\s+at /);
      const result = resultIn(out);
      expect(result).toMatchObject({ verdict: "incomplete", reason: `interrupted by ${signal}` });
      expect(reached(result)).toBeGreaterThan(0);
    },
  );
});

test("a run that was killed leaves enough for a report", { timeout: MINUTE }, async () => {
  const out = join(folder, "killed");
  const running = start(["run", "--out", out, "--level", "thorough", "--base-url", urls.baseUrl]);
  await running.says("seed");
  await untilJudged(join(out, FILES.journal));
  running.process.kill("SIGKILL");
  await running.ended;
  expect(existsSync(join(out, FILES.results))).toBe(false);
  expect(await program(["report", out])).toMatchObject({ code: 0, err: "" });
  expect(resultIn(out)).toMatchObject({ verdict: "incomplete" });
  expect(reached(resultIn(out))).toBeGreaterThan(0);
});

test("mock says where it listens, and ends when it is told to", { timeout: MINUTE }, async () => {
  const served = start(["mock"]);
  const { statusUrl }: { statusUrl: string } = JSON.parse(await served.says("\n"));
  const answer = await fetch(`${statusUrl}/api/v2/summary.json`);
  expect(answer.status).toBe(200);
  served.process.kill("SIGTERM");
  expect(await served.ended).toMatchObject({ code: 0, err: "" });
  await expect(fetch(statusUrl)).rejects.toThrow("fetch failed");
});
