// Failures that occur only while other requests are in flight
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import type { Middleware } from "../../reference/server.ts";
import { testReference } from "../tools/own.ts";
import { alarms, checked, idsOf } from "./check-reference.ts";

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
    if (isEdited && context.res.status === 200) {
      context.res = edit(await context.res.text());
    }
  };
  return (await testReference({ middleware })).target;
}

test.each([
  ["topicMessage", "4.6-answers-200", /topics/],
  ["contractResult", "4.7-answers-200", /results/],
  ["contract", "4.8-answers-200", /contracts\/(?!results)/],
])(
  "%s: a record that is missing only in flight fails %s, and blames no sample",
  async (endpoint, clause, paths) => {
    const target = await editedInFlight(paths, () => new Response(NOT_FOUND, { status: 404 }));
    const { clauses, warnings } = await run(target, { only: [endpoint], seed: 1 });
    expect(idsOf(clauses, "failed")).toContain(clause);
    expect(warnings.map(({ id }) => id)).not.toContain("samples-missing");
  },
);

test("clauses that fail only beside other requests say that their curl lines do not reproduce the failure", async () => {
  let shared = "";
  const middleware: Middleware = async (context, next) => {
    await next();
    if (!context.req.path.includes("/results/") || context.res.status !== 200) return;
    shared = await context.res.text();
    await sleep(8);
    context.res = new Response(shared, context.res);
  };
  const { target } = await testReference({ middleware });
  const { clauses } = await run(target, { only: ["contractResult"], seed: 1 });
  // The first response may be a wrong one, from which every later response differs.
  const failed = clauses.filter(({ outcome, id }) => outcome === "failed" && id !== "4.7-result-unchanged");
  expect(idsOf(failed, "failed")).toContain("4.7-record-of-that-hash");
  const shown = failed.map(({ reason, violations: [first] }) => [reason, first?.reproducible]);
  const inFlight = [expect.stringMatching(/ \(only while other requests are in flight\)$/), false];
  expect(shown).toStrictEqual(failed.map(() => inFlight));
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

test("a failure that occurs alone is not attributed to other requests", async () => {
  const results = await checked({ fault: "contract-addresses-not-found" }, { only: ["contract"] });
  expect(results.flatMap(({ violations }) => violations.map((one) => one.reproducible))).not.toContain(false);
});

test("a service that sheds load with 503 fails no clause", async () => {
  const target = await editedInFlight(/tokens$/, () => new Response("busy", { status: 503 }));
  const { clauses } = await run(target, { only: ["4.4"], level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
});
