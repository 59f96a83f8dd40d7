// Failures that occur only while other requests are in flight
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import type { Middleware } from "../../reference/server.ts";
import { testReference } from "../tools/own.ts";
import { alarms, idsOf } from "./check-reference.ts";

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
  "%s: a record that is missing only while other requests are in flight fails %s, and no sample is blamed",
  async (endpoint, clause, paths) => {
    const target = await editedInFlight(paths, () => new Response(NOT_FOUND, { status: 404 }));
    const { clauses, warnings } = await run(target, { only: [endpoint], seed: 1 });
    expect(idsOf(clauses, "failed")).toContain(clause);
    expect(warnings.map(({ id }) => id)).not.toContain("samples-missing");
  },
);

test("a service that sheds load with 503 fails no clause", async () => {
  const target = await editedInFlight(/tokens$/, () => new Response("busy", { status: 503 }));
  const { clauses } = await run(target, { only: ["4.4"], level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
});
