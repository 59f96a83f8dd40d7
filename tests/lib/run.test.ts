import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import {
  CannotRun,
  clauses,
  reference,
  run,
  schemas,
  type RunHooks,
  type RunOptions,
  type RunTarget,
} from "../../lib/index.ts";
import { ownFolder, ownServer, testReference } from "../tools/own.ts";

const server = await ownServer(reference.start());
const TARGET = { baseUrl: "http://127.0.0.1" };
const folder = ownFolder();
const SMOKE = { level: "smoke", seed: 5 } as const;

test("a run returns the same result as the command line, and writes no file", async () => {
  const there = existsSync("reports/out");
  const before = server.requests();
  const result = await run(server.target, { ...SMOKE, only: ["tokens"] });
  expect(result).toMatchObject({ verdict: "conforms", seed: 5, level: "smoke" });
  expect(server.requests() - before).toBe(result.requests);
  expect(result.command).toMatch(RegExp(`--base-url ${server.baseUrl} .* # with .*samples of the target`));
  expect(newAjv().validate(schemas.results, result)).toBe(true);
  const ids = (await clauses({ only: ["tokens"] })).map(({ id }) => id);
  expect(result.clauses.map(({ id }) => id)).toEqual(ids);
  expect(existsSync("reports/out")).toBe(there);
});

test("the second of two concurrent runs with the same result folder is incomplete", async () => {
  const options = { ...SMOKE, only: ["2.5"], out: folder };
  const results = await Promise.all([run(server.target, options), run(server.target, options)]);
  expect(results.map(({ verdict }) => verdict).toSorted()).toStrictEqual(["conforms", "incomplete"]);
  expect(results.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("another run wrote"));
});

test("every clause is reported once, with known deviations applied", async () => {
  const broken = await testReference({ fault: "fees-timestamp-missing" });
  const reported: string[] = [];
  const options = { ...SMOKE, only: ["4.5", "2.5"], known: [{ clause: "2.5-timestamp", reason: "agreed" }] };
  const onClause: RunHooks["onClause"] = ({ id, outcome }) => void reported.push(`${id} ${outcome}`);
  const result = await run(broken.target, { ...options, onClause });
  expect(reported.toSorted()).toEqual(result.clauses.map(({ id, outcome }) => `${id} ${outcome}`).toSorted());
  expect(reported).toContain("2.5-timestamp known");
});

test.each([
  ["2.2", "statusSummary"],
  ["4.5", "networkFees"],
  ["4.6", "topicMessage"],
  ["4.9", "sessionVerify"],
])("a run of section %s sends requests to no other endpoint than %s", async (section, endpoint) => {
  const requested = new Set<string>();
  const onRequest: RunHooks["onRequest"] = (one) => void requested.add(one);
  await run(server.target, { level: "standard", seed: 1, only: [section], onRequest });
  expect([...requested]).toStrictEqual([endpoint]);
});

test("an aborted run ends soon, sends no further request, and gives the reason", async () => {
  const stop = new AbortController();
  const options = { level: "thorough", seed: 5, rps: 50, signal: stop.signal } as const;
  const result = await run(server.target, { ...options, onClause: () => stop.abort() });
  // Requests in flight at the abort may still arrive.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const sent = server.requests();
  expect(result).toMatchObject({ verdict: "incomplete", reason: "the run was aborted by its caller" });
  expect(result.summary.notTested).toBeGreaterThan(0);
  const untested = result.clauses.filter(({ outcome }) => outcome === "notTested");
  const reasons = new Set(untested.map(({ reason }) => reason));
  expect(reasons).toStrictEqual(new Set(["not reached"]));
  expect(result.clauses.filter(({ reason }) => reason?.includes("aborted"))).toStrictEqual([]);
  expect(result.requests).toBeLessThan(1_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.requests()).toBe(sent);
});

test("a run that is aborted before it begins leaves no timer, which would keep the process alive", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const result = await run(TARGET, { ...SMOKE, signal: AbortSignal.abort("stopped") });
    expect(result).toMatchObject({ verdict: "incomplete", reason: "stopped", requests: 0 });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

/** Arguments that only a caller without types can pass. Mistakes in options and files are tested in tests/cli/usage. */
const WRONG: readonly (readonly [string, RunTarget, RunOptions & RunHooks, string])[] = [
  ["an unset variable", { baseUrl: "http://${NOWHERE}" }, { env: {} }, "NOWHERE"],
  ["another word for new", TARGET, JSON.parse('{"failOn":"old","previous":"x"}'), "failOn"],
  ["an earlier result that is none", TARGET, JSON.parse('{"failOn":"new","previous":{}}'), "previous"],
];

test.each(WRONG)("%s cannot run", async (_name, target, options, word) => {
  const attempt = run(target, options);
  await expect(attempt).rejects.toBeInstanceOf(CannotRun);
  await expect(attempt).rejects.toThrow(word);
});
