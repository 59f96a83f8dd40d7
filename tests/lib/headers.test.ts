// Headers that a function returns: called before the first request, and again when a response is 401.
import type { IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { run, type RunOptions } from "../../lib/index.ts";
import { behind, jsonResponse } from "../network/front.ts";
import { filesUnder } from "../secrets/files-under.ts";
import { ownFolder, ownReference } from "../tools/own.ts";

const reference = await ownReference();
const SECRET = "token-that-nobody-may-read";

/** A run behind a gateway whose token expires after `lifetime` requests, and how often it called the function of the header. */
async function guardedRun(
  lifetime: number,
  headerOf: (token: string, calls: number) => string | Promise<string>,
  options: RunOptions,
) {
  let [generation, served, calls] = [0, 0, 0];
  const token = (): string => `Bearer ${SECRET}-${generation}`;
  const isExpired = (_url: string, _count: number, { headers }: IncomingMessage): boolean => {
    const isRefused = headers.authorization !== token();
    served += isRefused ? 0 : 1;
    generation += !isRefused && served % lifetime === 0 ? 1 : 0;
    return isRefused;
  };
  const { baseUrl } = await behind(reference.baseUrl, isExpired, jsonResponse(401, { error: "expired" }));
  const { parameters, samples } = reference.target;
  const base = () => {
    calls += 1;
    const header = headerOf(token(), calls);
    return typeof header === "string" ? { authorization: header } : authorizationOf(header);
  };
  const target = { baseUrl, parameters, samples, headers: { base } };
  const result = await run(target, { level: "smoke", seed: 7, ...options });
  return { result, verdict: [result.verdict, result.reason], calls };
}

const authorizationOf = async (header: Promise<string>) => ({ authorization: await header });

test("an expired token is renewed, and no token appears in an output", async () => {
  const options = { only: ["networkFees", "topicMessage", "contract"], out: ownFolder() };
  const { verdict, calls } = await guardedRun(20, (token) => Promise.resolve(token), options);
  expect(verdict).toStrictEqual(["conforms", undefined]);
  expect(calls).toBeGreaterThan(3);
  expect(calls).toBeLessThan(30);
  expect([...filesUnder(options.out).values()].join("\n")).not.toContain(SECRET);
});

test("a function that takes longer than the pause before a probe is awaited", async () => {
  const slowly = (token: string): Promise<string> => setTimeout(1_500, token);
  const { verdict } = await guardedRun(30, slowly, { only: ["contract"], concurrency: 64 });
  expect(verdict).toStrictEqual(["conforms", undefined]);
});

test("a synchronous function is accepted, and called once without a 401", async () => {
  const { verdict, calls } = await guardedRun(1_000_000, (token) => token, { only: ["4.5"] });
  expect([...verdict, calls]).toStrictEqual(["conforms", undefined, 1]);
});

test("a service that always returns 401 ends the calls", async () => {
  const wrong = (_token: string, calls: number): string => `Bearer ${SECRET}-none-${calls}`;
  const { result, calls } = await guardedRun(1, wrong, { only: ["networkFees"] });
  expect(result.verdict).toBe("incomplete");
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(calls).toBeLessThanOrEqual(31);
});

test.each<[string, () => Promise<never> | Record<string, string>, string]>([
  ["fails", () => Promise.reject(new Error("no login")), "headers.base: the function failed: no login"],
  ["returns a connection's field", () => ({ connection: "close" }), "headers.base has the member"],
])("a function that %s is a wrong setting", async (_name, base, message) => {
  await expect(run({ baseUrl: "http://127.0.0.1:9", headers: { base } })).rejects.toThrow(message);
});
