// §4, §7.5; interpretation 22: an endpoint that returned no usable response was not tested
import type { ServerResponse } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isPrevented } from "../../engine/model/reason.ts";
import { begin, run } from "../../lib/run.ts";
import type { Samples } from "../../engine/model/settings.ts";
import { behind, jsonResponse, webPage, type Respond } from "../network/front.ts";
import { ownReference, ownFolder, testReference } from "../tools/own.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { requestTo } from "../../engine/model/exchange.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { withClient } from "../hostile/client.ts";

const reference = await ownReference();

const REDIRECT: Respond = (response) =>
  response.writeHead(302, { location: "https://login.example.test" }).end();
const BUSY: Respond = (response) => response.writeHead(429, { "retry-after": "0" }).end();
const PAGE = webPage(404);
const MESSAGE = (status: number, message: string): Respond =>
  jsonResponse(status, { _status: { messages: [{ message }] } });

const FEES = /network\/fees/;
const CONTRACT = /contracts\/(?!results)/;
/** Endpoints without lists: the clauses of lists send most requests of a run. */
const RECORDS = ["networkFees", "topicMessage", "contract"];
const LIMITS = { outageMs: 0, retries: 0, retryAfterMs: 50 };

async function checked(
  path: RegExp,
  gate: Respond,
  { samples = reference.target.samples ?? {}, only = RECORDS }: { samples?: Samples; only?: string[] } = {},
) {
  const { baseUrl } = await behind(reference.baseUrl, (url) => path.test(url), gate);
  const options = { only, level: "smoke", seed: 1 } as const;
  return await (await begin({ target: { baseUrl, samples }, options, env: {}, limits: LIMITS })).check();
}

test.each([
  ["redirects", FEES, REDIRECT, /networkFees \(GET .*\/fees\): status 302 .*redirects are not/],
  ["429 to the last", /topics\/messages/, BUSY, /topicMessage \(GET .*\): status 429/],
  ["a web page", CONTRACT, PAGE, /contract \(GET .*\): the service does not have this/],
])("an endpoint that returns only %s makes the run incomplete", async (_, path, gate, reason) => {
  const { verdict, reason: why, clauses } = await checked(path, gate);
  expect([verdict, why]).toStrictEqual(["incomplete", expect.stringMatching(reason)]);
  const lost = clauses.filter(isPrevented).map(({ endpoint }) => endpoint);
  expect(new Set(lost).size, "it costs the clauses of no other endpoint").toBeLessThan(2);
});

test.each([
  ["it is incomplete too where another is broken", FEES, /topics\/messages/, "incomplete"],
  ["one that is broken itself was tested", /topics\/messages/, /topics\/messages/, "nonconforming"],
])("%s", async (_, silent, broken, verdict) => {
  const isBroken = ({ req }: ServerResponse) => broken.test(req.url ?? "");
  const path = new RegExp(`${silent.source}|${broken.source}`);
  const own: Respond = (response) => (isBroken(response) ? MESSAGE(500, "boom") : REDIRECT)(response);
  const result = await checked(path, own);
  expect(result.summary.failed).toBeGreaterThan(0);
  expect(result.verdict).toBe(verdict);
});

test("endpoints without samples send no requests, except those with listed ids", async () => {
  const { contracts: _contracts, contractResults: _results, ...samples } = reference.target.samples ?? {};
  expect((await checked(CONTRACT, REDIRECT, { samples })).verdict).toBe("conforms");
  const listed = { samples: { ...samples, tokenIds: [] }, only: ["tokenBalances"] };
  expect((await checked(/balances/, REDIRECT, listed)).verdict).toBe("incomplete");
});

// Interpretation 22: no request below a URL succeeds, a path does not exist, and the bound on requests
const folder = ownFolder();
const NOT_FOUND = jsonResponse(404, { _status: { messages: [{ message: "Not found" }] } });

const CHECK = "check the URL and its path prefix";

test.each([
  ["the documented body", NOT_FOUND, "correctUrl", CHECK],
  ["an error under 200", jsonResponse(200, { message: "no route" }), "correctUrl", CHECK],
  ["a web page", webPage(200), "correctUrl", CHECK],
  ["a refusal", jsonResponse(400, { message: "no apiKey" }), "fixEndpoint", "or check the URL"],
] as const)("no request below a URL succeeds: %s", async (what, respond, remedy, advice) => {
  const { origin: baseUrl } = await behind(reference.baseUrl, () => true, respond);
  const out = join(folder, what.replaceAll(" ", "-"));
  const { samples, statusUrl } = reference.target;
  const only = ["statusSummary", "tokens", "contract"];
  const result = await run({ baseUrl, statusUrl, samples }, { level: "smoke", seed: 1, out, only });
  expect(exitCodeOf(result)).toBe(2);
  expect(result.reason).toMatch(new RegExp(`^${baseUrl}: no request below this URL succeeded \\(`));
  expect(result.reason).toContain(advice);
  const outcomes = new Set(result.clauses.map((one) => `${one.outcome} ${one.remedy?.kind}`));
  expect(outcomes).toStrictEqual(new Set(["passed undefined", `inconclusive ${remedy}`]));
  expect(result.warnings.filter(({ endpoint }) => endpoint !== undefined)).toStrictEqual([]);
  expect(existsSync(join(out, "known-suggested.json"))).toBe(false);
});

test.each(["contractResult", "topicMessage"])("a wrong URL is reported if only %s is tested", async (one) => {
  const { origin: baseUrl } = await behind(reference.baseUrl, () => true, NOT_FOUND);
  const target = { baseUrl, samples: reference.target.samples };
  const { reason, warnings } = await run(target, { level: "smoke", seed: 1, only: [one] });
  expect(reason).toContain(`${baseUrl}: no request below this URL succeeded (`);
  expect(warnings).toStrictEqual([]);
});

test.each([
  ["networkFees", "/network/fees", NOT_FOUND],
  ["topicMessage", "/topics/", jsonResponse(404, { error: "no such path" })],
  ["contractResult", "/contracts/results/", webPage(404)],
])("%s, whose path does not exist, leaves the run incomplete", async (endpoint, missing, respond) => {
  const { baseUrl } = await behind(reference.baseUrl, (path) => path.includes(missing), respond);
  const target = { ...reference.target, baseUrl };
  const out = join(folder, endpoint);
  const only = [endpoint, "4.4-answers-200"];
  const result = await run(target, { level: "smoke", seed: 1, only, out });
  const why = new RegExp(`${endpoint} \\(GET .*\\): the service does not have this path`);
  expect([exitCodeOf(result), result.reason]).toStrictEqual([2, expect.stringMatching(why)]);
  const ofEndpoint = result.clauses.filter((clause) => clause.endpoint === endpoint);
  expect(new Set(ofEndpoint.map(({ outcome }) => outcome))).toStrictEqual(new Set(["inconclusive"]));
  expect(result.warnings).toStrictEqual([]);
  const summary = readFileSync(join(out, "summary.md"), "utf8");
  expect(summary).toContain("Check that the service has this endpoint");
  expect(summary).not.toMatch(/has (?:the )?records|samples/);
});

test("the bound on requests ends the requests of a run, and is reported", async () => {
  const { settings } = await resolve({ target: reference.target, options: {}, env: {} });
  await withClient({ ...settings, mostRequests: 3 }, async (client) => {
    for (const _ of [1, 2, 3]) await client.send(requestTo("tokens"));
    expect(client.bounded()).toBeUndefined();
    const more = client.send(requestTo("tokens"));
    await expect(more).rejects.toThrow("the run stopped sending after 3 requests");
    expect([client.requests(), client.bounded()]).toEqual([3, expect.stringContaining("its level")]);
  });
});

test("at the maximum number of requests, no endpoint counts as ended", async () => {
  const { target } = await testReference({
    // Every filtered page lacks its first row: many clauses fail, and each failure is repeated.
    middleware: async (context, next) => {
      await next();
      if (context.res.status !== 200 || !/\/tokens.*\?.{6}/.test(context.req.url)) return;
      const { links, ...lists }: Record<string, unknown> = JSON.parse(await context.res.text());
      const rows = Object.entries(lists).map(([name, all]) => [
        name,
        Array.isArray(all) ? all.slice(1) : all,
      ]);
      context.res = Response.json({ ...Object.fromEntries(rows), links });
    },
  });
  const result = await run(target, { level: "smoke", seed: 1 });
  expect([result.requests, result.verdict, result.reason]).toEqual([1000, "nonconforming", undefined]);
});
