// Headers that a function returns: called before the first request, and again when a response is 401.
import type { IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { run, type RunTarget } from "../../lib/index.ts";
import { behind, jsonResponse } from "../network/front.ts";
import { filesUnder } from "../secrets/files-under.ts";
import { ownFolder, ownReference } from "../tools/own.ts";

const reference = await ownReference();
const SECRET = "token-that-nobody-may-read";

/** The ledger service behind a gateway whose token expires after a number of requests. */
async function guarded(lifetime: number) {
  let generation = 0;
  let served = 0;
  const token = (): string => `Bearer ${SECRET}-${generation}`;
  const isExpired = (_url: string, _count: number, { headers }: IncomingMessage): boolean => {
    const isRefused = headers.authorization !== token();
    served += isRefused ? 0 : 1;
    generation += !isRefused && served % lifetime === 0 ? 1 : 0;
    return isRefused;
  };
  const { baseUrl } = await behind(reference.baseUrl, isExpired, jsonResponse(401, { error: "expired" }));
  const { parameters, samples } = reference.target;
  return { target: { baseUrl, parameters, samples }, token };
}

test("an expired token is renewed, and no token appears in an output", async () => {
  const { target, token } = await guarded(20);
  let calls = 0;
  const base = async (): Promise<Record<string, string>> => {
    calls += 1;
    return await Promise.resolve({ authorization: token() });
  };
  const out = ownFolder();
  const result = await run(
    { ...target, headers: { base } },
    { only: ["networkFees", "topicMessage", "contract"], level: "smoke", seed: 7, out },
  );
  expect([result.verdict, result.reason]).toStrictEqual(["conforms", undefined]);
  expect(calls).toBeGreaterThan(3);
  expect(calls).toBeLessThan(30);
  expect([...filesUnder(out).values()].join("\n")).not.toContain(SECRET);
});

test("a function that takes longer than the pause before a probe is awaited", async () => {
  const { target, token } = await guarded(30);
  const base = async (): Promise<Record<string, string>> => {
    await setTimeout(1_500);
    return { authorization: token() };
  };
  const result = await run(
    { ...target, headers: { base } },
    { only: ["contract"], level: "smoke", seed: 7, concurrency: 64 },
  );
  expect([result.verdict, result.reason]).toStrictEqual(["conforms", undefined]);
});

test("a synchronous function is accepted, and called once without a 401", async () => {
  const { target, token } = await guarded(1_000_000);
  let calls = 0;
  const base = (): Record<string, string> => {
    calls += 1;
    return { authorization: token() };
  };
  const result = await run({ ...target, headers: { base } }, { only: ["4.5"], level: "smoke" });
  expect([result.verdict, calls]).toStrictEqual(["conforms", 1]);
});

test("a service that always returns 401 ends the calls", async () => {
  const { target } = await guarded(1);
  let calls = 0;
  const base = (): Record<string, string> => ({ authorization: `Bearer ${SECRET}-none-${(calls += 1)}` });
  const result = await run({ ...target, headers: { base } }, { only: ["networkFees"], level: "smoke" });
  expect(result.verdict).toBe("incomplete");
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(calls).toBeLessThanOrEqual(31);
});

const BASE = "http://127.0.0.1:9";
test.each<[string, RunTarget, string]>([
  [
    "fails",
    { baseUrl: BASE, headers: { base: () => Promise.reject(new Error("no login")) } },
    "headers.base: the function failed: no login",
  ],
  [
    "returns a connection's field",
    { baseUrl: BASE, headers: { base: () => ({ connection: "close" }) } },
    "headers.base has the member",
  ],
])("a function that %s is a wrong setting", async (_name, target, message) => {
  await expect(run(target)).rejects.toThrow(message);
});
