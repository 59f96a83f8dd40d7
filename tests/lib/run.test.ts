import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import { clauses, reference, run, schemas, type RunOptions } from "../../lib/index.ts";
import { ownFolder, ownServer, filesUnder } from "../tools/own.ts";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { behind, jsonResponse } from "../network/front.ts";

const server = await ownServer(reference.start());
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

test("an aborted run ends soon, sends no further request, and gives the reason", async () => {
  const stop = new AbortController();
  const options = { level: "thorough", seed: 5, rps: 50, signal: stop.signal } as const;
  const result = await run(server.target, { ...options, onClause: () => stop.abort() });
  // Requests in flight at the abort may still arrive.
  await sleep(500);
  const sent = server.requests();
  expect(result).toMatchObject({ verdict: "incomplete", reason: "the run was aborted by its caller" });
  const untested = result.clauses.filter(({ outcome }) => outcome === "notTested");
  expect(new Set(untested.map(({ reason }) => reason))).toStrictEqual(new Set(["not reached"]));
  expect(result.requests).toBeLessThan(1_000);
  await sleep(200);
  expect(server.requests()).toBe(sent);
});

// Headers that a function returns: called before the first request, and again when a response is 401.

const SECRET = "token-that-nobody-may-read";

type HeaderOf = (token: string, calls: number) => string | Promise<string>;

/** A run behind a gateway whose token expires after `lifetime` requests, and how often it called the function of the header. */
async function guardedRun(lifetime: number, headerOf: HeaderOf, options: RunOptions) {
  let [generation, served, calls] = [0, 0, 0];
  const token = (): string => `Bearer ${SECRET}-${generation}`;
  const isExpired = (_url: string, _count: number, { headers }: IncomingMessage): boolean => {
    const isRefused = headers.authorization !== token();
    served += isRefused ? 0 : 1;
    generation += !isRefused && served % lifetime === 0 ? 1 : 0;
    return isRefused;
  };
  const { baseUrl } = await behind(server.baseUrl, isExpired, jsonResponse(401, { error: "expired" }));
  const { parameters, samples } = server.target;
  const base = () => {
    const header = headerOf(token(), (calls += 1));
    const headersOf = (authorization: string) => ({ authorization });
    return typeof header === "string" ? headersOf(header) : header.then(headersOf);
  };
  const target = { baseUrl, parameters, samples, headers: { base } };
  const result = await run(target, { level: "smoke", seed: 7, ...options });
  return { result, verdict: [result.verdict, result.reason], calls };
}

test("an expired token is renewed, and no token appears in an output", async () => {
  const options = { only: ["networkFees", "topicMessage", "contract"], out: ownFolder() };
  const { verdict, calls } = await guardedRun(20, (token) => Promise.resolve(token), options);
  expect(verdict).toStrictEqual(["conforms", undefined]);
  expect(calls).toBeGreaterThan(3);
  expect(calls).toBeLessThan(30);
  expect([...filesUnder(options.out).values()].join("\n")).not.toContain(SECRET);
});

const REFUSED = "returned status 401 for a request to networkFees that had got a usable";

test.each([
  ["always returns 401", 0, "the service does not accept the configured headers"],
  ["returns 401 from some request on", 1, REFUSED],
])("a service that %s ends the calls", async (_what, right, reason) => {
  const wrong = (token: string, calls: number): string => (calls <= right ? token : `Bearer ${SECRET}-none`);
  const { result, calls } = await guardedRun(20, wrong, { only: ["networkFees"] });
  expect([result.verdict, result.reason]).toEqual(["incomplete", expect.stringContaining(reason)]);
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(calls).toBeLessThanOrEqual(31);
});

test.each<[string, () => Promise<never> | Record<string, string>, string]>([
  ["fails", () => Promise.reject(new Error("no login")), "headers.base: the function failed: no login"],
  ["returns a connection's field", () => ({ connection: "close" }), "headers.base has the member"],
])("a function that %s is a wrong setting", async (_name, base, message) => {
  await expect(run({ baseUrl: "http://127.0.0.1:9", headers: { base } })).rejects.toThrow(message);
});
