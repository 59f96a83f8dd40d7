// Violations that occur only after another request, in the last round or in one response, while a whole endpoint is tested
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { faults } from "../../reference/faults.ts";
import { curlsOf } from "../../reports/words/explain.ts";
import { testReference } from "../tools/own.ts";
import type { Middleware } from "../../reference/server.ts";
import { alarms, checked, idsOf } from "./check-reference.ts";

test.each([
  // A clause on the request before sends its requests while no other request to the endpoint is in flight.
  ["fees-order-of-the-request-before", { reproducible: true }],
  ["message-another-once", { seen: { responses: 1 }, reproducible: false }],
])("%s fails its clause: %j", async (fault, violation) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint], level: "standard" });
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

/** Another response in place of the success of the `turn`th request for a URL that fits; undefined: the same one. */
type Edit = (url: string, turn: number, body: string) => Response | undefined | Promise<Response>;

async function runEdited(urls: RegExp, edit: Edit, only: string, options: RunOptions = {}) {
  let turn = 0;
  const middleware: Middleware = async (context, next) => {
    await next();
    const url = decodeURIComponent(context.req.url);
    turn += urls.test(url) ? 1 : 0;
    if (!urls.test(url) || context.res.status !== 200) return;
    context.res = (await edit(url, turn, await context.res.clone().text())) ?? context.res;
  };
  const { target } = await testReference({ middleware });
  return await run(target, { only: [only], level: "smoke", seed: 1, ...options });
}

const NOT_FOUND = Response.json({ _status: { messages: [{ message: "Not found" }] } }, { status: 404 });
const error = (status: number) => new Response(status === 304 ? null : "{}", { status });
/** Counts the requests for each URL. */
function counter(): (url: string) => number {
  const counts = new Map<string, number>();
  return (url) => counts.set(url, (counts.get(url) ?? 0) + 1).get(url) ?? 0;
}

test("a record that is missing once fails no clause", async () => {
  const once: Edit = (_url, turn) => (turn === 4 ? NOT_FOUND.clone() : undefined);
  expect(alarms((await runEdited(/topics\/messages/, once, "topicMessage")).clauses)).toEqual([]);
});

test.each([304, 400])("a request that succeeds once and then gets status %d fails", async (status) => {
  const count = counter();
  const again: Edit = (url) => (count(url) > 1 ? error(status) : undefined);
  const { clauses } = await runEdited(/./, again, "4.8-answers-200");
  expect(idsOf(clauses, "failed")).toEqual(["4.8-answers-200"]);
});

test.each([
  ["several clauses", "tokenBalances"],
  ["one clause", "4.3-selection"],
])("failures of %s that do not occur again are a warning with a curl line", async (_what, only) => {
  const count = counter();
  const { clauses, warnings } = await runEdited(
    /\/balances.*account\.id=/,
    (url, _turn, body) => {
      const list: { readonly balances: readonly object[] } = JSON.parse(body);
      return count(url) === 1 ? Response.json({ ...list, balances: list.balances.slice(1) }) : undefined;
    },
    only,
  );
  expect(alarms(clauses)).toEqual([]);
  const text = /^\d+ clauses? failed at first, but not when .* not count as failed \(4\.[13]-/;
  const shown = warnings.map(({ id, message, curls }) => [id, message, curls[0]]);
  const curl = expect.stringMatching(/\/balances\?.*account\.id=/);
  expect(shown).toContainEqual(["unsteady", expect.stringMatching(text), curl]);
});

test.each(["moving", "replica-behind"])(
  "a failure that added rows explain is no warning: %s",
  async (variant) => {
    const { target } = await testReference({ variant });
    const { warnings } = await run(target, { only: ["4.1-tokens-no-row-missing"], level: "smoke", seed: 1 });
    expect(warnings.map(({ id }) => id)).not.toContain("unsteady");
  },
);

test("a contract that is lost during the run gets a warning", async () => {
  const count = counter();
  const lost: Edit = (url) => (count(url.replace(/\?.*/, "")) > 12 ? NOT_FOUND.clone() : undefined);
  const options = { level: "standard" } as const;
  const { clauses, warnings } = await runEdited(/contracts\/(?!results)/, lost, "contract", options);
  expect(alarms(clauses)).toEqual([]);
  expect(warnings.map(({ id, endpoint }) => [id, endpoint])).toContainEqual(["record-lost", "contract"]);
});

const ACCEPTED = ["4.4-token-id-accepted", "4.3-account-id-accepted"] as const;
const ENCODED = ["encoded-operators tokens", "encoded-operators tokenBalances"] as const;

test.each([
  ["contracts-change", ["contract", "tokens", "networkFees"], "smoke", ["contract-changed contract"]],
  ["encoded-colon-refused", ACCEPTED, "smoke", ENCODED],
] as const)("the variant %s gets a warning and no failure", async (variant, only, level, expected) => {
  const { target } = await testReference({ variant });
  const { clauses, warnings } = await run(target, { only, level, seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  const shown = warnings.map(({ id, endpoint }) => `${id} ${endpoint}`);
  expect(shown).toEqual(expect.arrayContaining([...expected]));
});

test.each([
  ["contract", /contracts\/(?!results)/, "serves only errors", () => error(500)],
  ["tokens", /tokens($|\?)/, "has no rows", () => Response.json({ tokens: [], links: { next: null } })],
])("a run is incomplete if %s (%s) %s from some request on", async (endpoint, urls, _end, ended) => {
  const edit: Edit = (_url, turn) => (turn > 40 ? ended() : undefined);
  const { verdict, reason, warnings } = await runEdited(urls, edit, endpoint);
  expect([verdict, reason]).toEqual(["incomplete", expect.stringMatching(/none at the end of the run/)]);
  expect(warnings.map(({ id }) => id)).not.toContain("passing-errors");
});

// Failures that occur only while other requests are in flight
/** The target of a reference that replaces the successes of some paths while more than six requests are in flight. */
async function editedInFlight(paths: RegExp, replacement: Response) {
  let inFlight = 0;
  const middleware: Middleware = async (context, next) => {
    inFlight += 1;
    const isEdited = inFlight > 6 && paths.test(context.req.path);
    await sleep(4);
    await next();
    inFlight -= 1;
    if (isEdited && context.res.status === 200) context.res = replacement.clone();
  };
  return (await testReference({ middleware })).target;
}

test.each([
  ["topicMessage", "4.6-answers-200", /topics/],
  ["contractResult", "4.7-answers-200", /results/],
])("%s missing only in flight fails %s, and blames no sample", async (endpoint, clause, paths) => {
  const target = await editedInFlight(paths, NOT_FOUND);
  const { clauses, warnings } = await run(target, { only: [endpoint], seed: 1 });
  expect(idsOf(clauses, "failed")).toContain(clause);
  expect(warnings.map(({ id }) => id)).not.toContain("samples-missing");
});

test("a service that sheds load with 503 fails no clause", async () => {
  const target = await editedInFlight(/tokens$/, new Response("busy", { status: 503 }));
  const { clauses } = await run(target, { only: ["4.4"], level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
});

test("violations that occur only beside other requests are marked, because their curl lines do not reproduce them", async () => {
  let shared = "";
  const mixUp: Edit = async (_url, _turn, body) => {
    shared = body;
    await sleep(25);
    return new Response(shared, { headers: { "content-type": "application/json" } });
  };
  const { clauses } = await runEdited(/\/results\//, mixUp, "contractResult", { level: "standard" });
  const failed = clauses.filter(({ outcome }) => outcome === "failed");
  expect(idsOf(failed, "failed")).toContain("4.7-record-of-that-hash");
  // A clause whose sample is a wrong response fails alone too: not every failure is marked.
  expect(failed.map(({ violations: [first] }) => first?.reproducible)).toContain(false);
});
