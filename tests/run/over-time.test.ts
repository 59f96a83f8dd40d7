// Violations that occur only after another request, in the last round or in one response, while a whole endpoint is tested
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { requestTo } from "../../engine/model/exchange.ts";
import { createEarlyRequests } from "../../engine/run/early-requests.ts";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { responseOf, SUCCESS } from "../../specs/examples/responses.ts";
import { curlsOf } from "../../reports/words/explain.ts";
import { testReference } from "../tools/own.ts";
import type { Middleware } from "../../reference/server.ts";
import { alarms, changed, checked, idsOf } from "./check-reference.ts";

const AGAIN = { reproducible: true };
const ONCE = { seen: { responses: 1 }, reproducible: false };

test.each([
  // A clause on the request before sends its requests while no other request to the endpoint is in flight.
  ["fees-order-of-the-request-before", AGAIN],
  ["message-text-of-a-cache-is-cut", AGAIN],
  ["tokens-limit-exceeded-once", ONCE],
  ["balances-account-id-overlooked-once", ONCE],
  ["message-another-once", ONCE],
])("%s fails its clause: %j", async (fault, violation) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint], level: "smoke" });
  const result = results.find(({ id }) => id === clause);
  expect([result?.outcome, result?.violations[0]]).toMatchObject(["failed", violation]);
});

test("the curl lines show the request after which a list differs, with the one parameter that is kept", async () => {
  const fault = "balances-account-id-of-the-request-before";
  const [result] = await checked({ fault }, { only: ["4.3-rows-after-another"] });
  expect(result?.violations.map(curlsOf)).toStrictEqual([
    [/balances'$/, /balances\?account\.id=[^&]+'$/, /balances'$/].map((line) => expect.stringMatching(line)),
  ]);
});

test.each([
  ["result-block-of-a-cache-is-another", "a later response has another value for the same record"],
  [
    "result-gas-consumed-of-a-transaction-is-another",
    "another request for the same record returns another value",
  ],
])("%s: %s", async (fault, reason) => {
  const [result] = await checked({ fault }, { only: ["4.7-result-unchanged"] });
  expect(result).toMatchObject({ outcome: "failed", reason });
});

test.each([
  ["smoke", 5],
  ["standard", 40],
  ["thorough", 200],
] as const)("at %s, %i early requests of different shapes are sent again", (level, count) => {
  const early = createEarlyRequests();
  for (let at = 0; at < 300; at += 1) {
    const request = requestTo("tokens", { query: [[`parameter${at}`, "1"]] });
    early.note({ ...responseOf("tokens", 200, SUCCESS.tokens), request });
  }
  expect(early.select(level, new Set(["tokens"]))).toHaveLength(count);
});

test("a record that is missing once fails no clause", async () => {
  let met = 0;
  const once = await changed(/topics\/messages/, (body) => ((met += 1) === 4 ? undefined : body));
  const { clauses } = await run(once, { only: ["topicMessage"], level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
});

test.each([304, 400])("a request that succeeds once and then gets status %d fails", async (status) => {
  const requested = new Set<string>();
  const middleware: Middleware = async (context, next) => {
    await next();
    const isAgain = requested.has(context.req.url);
    requested.add(context.req.url);
    if (isAgain && context.res.status === 200) {
      context.res = new Response(status === 304 ? null : "{}", { status });
    }
  };
  const { target } = await testReference({ middleware });
  const { clauses } = await run(target, { only: ["4.8-answers-200"], level: "smoke", seed: 1 });
  expect(idsOf(clauses, "failed")).toEqual(["4.8-answers-200"]);
});

test("several clauses whose failures do not occur again are a warning", async () => {
  const requested = new Set<string>();
  const target = await changed(/\/balances/, (body, path, query) => {
    const isFirst = query.includes("account.id=") && !requested.has(path + query);
    requested.add(path + query);
    const list: { readonly balances: readonly object[] } = JSON.parse(body);
    return isFirst ? JSON.stringify({ ...list, balances: list.balances.slice(1) }) : body;
  });
  const { clauses, warnings } = await run(target, { only: ["tokenBalances"], level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  const text = /^\d+ clauses failed at first, and not when their requests were repeated \(4\.[13]-/;
  const shown = warnings.map(({ id, message }) => [id, message]);
  expect(shown).toContainEqual(["unsteady", expect.stringMatching(text)]);
});

test("a contract that is lost during the run gets a warning", async () => {
  const requests = new Map<string, number>();
  const target = await changed(/contracts\/(?!results)/, (body, path) => {
    const count = (requests.get(path) ?? 0) + 1;
    requests.set(path, count);
    return count > 12 ? undefined : body;
  });
  const { clauses, warnings } = await run(target, { only: ["contract"], level: "standard", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  expect(warnings.map(({ id, endpoint }) => [id, endpoint])).toContainEqual(["record-lost", "contract"]);
});

test.each([
  ["contracts-change", ["contract"], "standard", ["contract-changed contract"]],
  [
    "encoded-colon-refused",
    ["4.4-token-id-accepted", "4.3-account-id-accepted"],
    "smoke",
    ["encoded-operators tokens", "encoded-operators tokenBalances"],
  ],
] as const)("the variant %s gets a warning and no failure", async (variant, only, level, expected) => {
  const { target } = await testReference({ variant });
  const { clauses, warnings } = await run(target, { only, level, seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  const shown = warnings.map(({ id, endpoint }) => `${id} ${endpoint}`);
  expect(shown).toEqual(expect.arrayContaining([...expected]));
});

test.each([
  ["contract", /contracts\/(?!results)/, "serves only errors", () => new Response("{}", { status: 500 })],
  ["tokens", /tokens$/, "has no rows any more", () => Response.json({ tokens: [], links: { next: null } })],
])("a run is incomplete if %s (%s) %s from some request on", async (endpoint, paths, _end, ended) => {
  let requests = 0;
  const middleware: Middleware = async (context, next) => {
    await next();
    requests += paths.test(context.req.path) ? 1 : 0;
    if (requests > 50 && paths.test(context.req.path) && context.res.status === 200) context.res = ended();
  };
  const { target } = await testReference({ middleware });
  const { verdict, reason, warnings } = await run(target, { only: [endpoint], level: "smoke", seed: 1 });
  expect([verdict, reason]).toEqual(["incomplete", expect.stringMatching(/none at the end of the run/)]);
  expect(warnings.map(({ id }) => id)).not.toContain("passing-errors");
});

// Failures that occur only while other requests are in flight
const NOT_FOUND = '{"_status":{"messages":[{"message":"Not found"}]}}';
/** The target of a reference that edits the successes of some paths while more than `most` requests are in flight. */
async function editedInFlight(paths: RegExp, edit: (body: string) => Response, most = 6) {
  let inFlight = 0;
  const middleware: Middleware = async (context, next) => {
    inFlight += 1;
    const isEdited = inFlight > most && paths.test(context.req.path);
    await sleep(4);
    await next();
    inFlight -= 1;
    if (isEdited && context.res.status === 200) context.res = edit(await context.res.text());
  };
  return (await testReference({ middleware })).target;
}

test.each([
  ["topicMessage", "4.6-answers-200", /topics/],
  ["contractResult", "4.7-answers-200", /results/],
])("%s missing only in flight fails %s, and blames no sample", async (endpoint, clause, paths) => {
  const target = await editedInFlight(paths, () => new Response(NOT_FOUND, { status: 404 }));
  const { clauses, warnings } = await run(target, { only: [endpoint], seed: 1 });
  expect(idsOf(clauses, "failed")).toContain(clause);
  expect(warnings.map(({ id }) => id)).not.toContain("samples-missing");
});

test.each([
  ["4.5-order-after-another", /fees/],
  ["4.3-order-after-another", /balances/],
  ["4.4-order-after-another", /tokens$/],
])("an order that all requests in flight share fails %s", async (clause, paths) => {
  const conforming = await testReference();
  let shared = "";
  const middleware: Middleware = async (context, next) => {
    const url = new URL(context.req.url);
    shared = url.searchParams.get("order") ?? "asc";
    await sleep(5);
    const isShared = /^(asc|desc)$/.test(shared) && paths.test(url.pathname);
    if (isShared) url.searchParams.set("order", shared);
    await (isShared ? undefined : next());
    const { pathname, search } = url;
    if (isShared) context.res = await fetch(new URL(pathname + search, conforming.baseUrl));
  };
  const { target } = await testReference({ middleware });
  const { clauses } = await run(target, { only: [clause], level: "smoke", seed: 1 });
  const violations = [{ message: expect.stringMatching(/ in flight\)$/), reproducible: false }];
  expect(clauses).toMatchObject([{ id: clause, outcome: "failed", violations }]);
});

test("clauses that fail only beside other requests say that their curl lines do not reproduce the failure", async () => {
  let shared = "";
  const middleware: Middleware = async (context, next) => {
    await next();
    if (!context.req.path.includes("/results/") || context.res.status !== 200) return;
    shared = await context.res.text();
    await sleep(25);
    context.res = new Response(shared, context.res);
  };
  const { target } = await testReference({ middleware });
  const { clauses } = await run(target, { only: ["contractResult"], seed: 1 });
  const failed = clauses.filter(({ outcome }) => outcome === "failed");
  expect(idsOf(failed, "failed")).toContain("4.7-record-of-that-hash");
  // A clause whose sample is a wrong response fails alone too: not every failure is marked.
  const shown = failed.map(({ reason, violations: [first] }) => [reason, first?.reproducible]);
  expect(shown).toContainEqual([expect.stringMatching(/ in flight\)$/), false]);
});

test.each([
  // Every second response, which a `fields` clause checks.
  ["2.2-status-indicator", (turn: number) => turn % 2 === 1, /"indicator"/, '"other"'],
  // The first responses, among them the repetition with which a `single` clause fails.
  ["4.4-limit-at-most", (turn: number) => turn <= 12, /(?<=^\{"tokens":\[)/, '{"token_id":"0.0.1"},'],
])("a failure of %s that only some responses show is not reproducible", async (id, isEdited, at, text) => {
  let turn = 0;
  const middleware: Middleware = async (context, next) => {
    await next();
    turn += 1;
    if (isEdited(turn) && context.res.status === 200) {
      context.res = new Response((await context.res.text()).replace(at, text), context.res);
    }
  };
  const { target } = await testReference({ middleware });
  const { clauses } = await run(target, { only: [id], seed: 1 });
  expect(clauses).toMatchObject([{ id, outcome: "failed", violations: [{ reproducible: false }] }]);
});

test("a service that sheds load with 503 fails no clause", async () => {
  const target = await editedInFlight(/tokens$/, () => new Response("busy", { status: 503 }));
  const { clauses } = await run(target, { only: ["4.4"], level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
});
