import { beforeAll, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { checked, type Changes } from "./client.ts";
import { honestly, type Act } from "./attacks/attack.ts";
import { startAttacker } from "./attacks/server.ts";

const SHORT = { requestMs: 10_000, retries: 1, outageMs: 700, retryAfterMs: 100 };
/** Endpoints of two services: more would only take time. */
const few = (endpoint: Endpoint): boolean => /^(networkFees|topicMessage|statusSummary)$/.test(endpoint);
let honest: readonly ClauseResult[];

beforeAll(async () => {
  honest = (await checkedAt(honestly)).clauses;
});

async function checkedAt(act: Act, changes: Changes = { limits: SHORT }) {
  const attacker = await startAttacker(act);
  try {
    return await checked(attacker.target, changes, few);
  } finally {
    await attacker.close();
  }
}

const outcomeLines = (clauses: readonly ClauseResult[]): readonly string[] =>
  clauses.map(({ id, outcome }) => `${id} ${outcome}`).toSorted();

test("a target that stops responding ends the run early with a reason", async () => {
  let requests = 0;
  const { stopped, seconds } = await checkedAt((socket, incoming) => {
    requests = incoming.count;
    return incoming.count > 20 ? void socket.destroy() : honestly(socket, incoming);
  });
  expect(stopped).toMatch(/ service stopped responding: /);
  expect(seconds).toBeLessThan(30);
  expect(requests).toBeLessThan(600);
});

test("a target that is down for a moment is tested as usual", async () => {
  let back = Number.POSITIVE_INFINITY;
  const away: Act = (socket, incoming) => {
    back = incoming.count === 60 ? performance.now() + 600 : back;
    const isAway = incoming.count >= 60 && performance.now() < back;
    return isAway ? void socket.destroy() : honestly(socket, incoming);
  };
  const { stopped, clauses } = await checkedAt(away, { limits: { ...SHORT, retries: 3, outageMs: 5_000 } });
  expect(stopped).toBeUndefined();
  expect(outcomeLines(clauses)).toStrictEqual(outcomeLines(honest));
});
