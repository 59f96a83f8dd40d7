import { expect, test } from "vitest";
import type { Ask, Expectation, Reply } from "../../engine/model/exchange.ts";
import { createTurns } from "../../engine/pacing/turns.ts";

async function mostTogether(expects: Expectation): Promise<number> {
  let underWay = 0;
  let most = 0;
  const send = createTurns(async (ask): Promise<Reply> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return { ask, url: "", prefix: "", status: 400, headers: {}, body: { text: "", value: undefined } };
  });
  const ask: Ask = { endpoint: "verify", service: "verify", method: "POST", target: "/", expects };
  await Promise.all(Array.from({ length: 40 }, () => send(ask)));
  return most;
}

test("verifications that compile never meet each other", async () => {
  expect(await mostTogether("success")).toBe(1);
  expect(await mostTogether("open")).toBe(1);
});

test("of those that must be refused four are under way at once", async () => {
  expect(await mostTogether("refusal")).toBe(4);
});
