// §4, §7.5; interpretation 22: an endpoint that returned no usable response was not tested
import { isPrevented } from "../../engine/model/reason.ts";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { begin } from "../../lib/run.ts";
import type { Samples } from "../../engine/model/settings.ts";
import { behind, jsonResponse, webPage, type Respond } from "../network/front.ts";
import { ownReference } from "../tools/own.ts";

const reference = await ownReference();

type Paths = Pick<RegExp, "test">;

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
  path: Paths,
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
  ["a gateway's page for a record", CONTRACT, PAGE, /contract \(GET .*\): status 404 with a web page/],
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

test("an error of the contract is a usable response", async () => {
  const signatures = "Require at least 1/3 signature files to prove consensus, got 1 out of 9 for file x";
  const { verdict, responses: responded } = await checked(FEES, MESSAGE(503, signatures));
  expect(verdict).toBe("conforms");
  expect(responded?.["networkFees"]?.usable).toBeGreaterThan(0);
});

test("endpoints without samples send no requests, except those with listed ids", async () => {
  const { contracts: _contracts, contractResults: _results, ...samples } = reference.target.samples ?? {};
  expect((await checked(CONTRACT, REDIRECT, { samples })).verdict).toBe("conforms");
  const listed = { samples: { ...samples, tokenIds: [] }, only: ["tokenBalances"] };
  expect((await checked(/balances/, REDIRECT, listed)).verdict).toBe("incomplete");
});
