// What is answered from memory, and what is forgotten
import { expect, test } from "vitest";
import { sendingOnce } from "../../engine/http/request-cache.ts";
import { type Ask, call, Trouble } from "../../engine/model/exchange.ts";
import { answer } from "../../specs/fixtures/answers.ts";

/** Sends with a memory; `sent` are the targets for which it did not serve. */
function remembering(body: (ask: Ask) => unknown = () => ({ tokens: [] })) {
  const sent: string[] = [];
  const send = sendingOnce(async (ask) => {
    sent.push(ask.target);
    return await Promise.resolve({ ...answer("tokens", 200, body(ask)), ask });
  });
  return { sent, ask: (name: string) => send(call("tokens", { query: [["name", name]] })) };
}

test("what is asked for again is not sent again, even before its answer came", async () => {
  const { sent, ask } = remembering();
  const [one, other] = await Promise.all([ask("a"), ask("a")]);
  expect([one, await ask("a")]).toStrictEqual([other, other]);
  expect(sent).toHaveLength(1);
});

test("what came to nothing is sent again", async () => {
  const { sent, ask } = remembering(() => {
    throw new Trouble("silence");
  });
  await expect(ask("a")).rejects.toThrow("silence");
  await expect(ask("a")).rejects.toThrow("silence");
  expect(sent).toHaveLength(2);
});

test("of long answers the ones that were not asked for lately are forgotten", async () => {
  const { sent, ask } = remembering(() => ({ tokens: [{ name: "x".repeat(4_000_000) }] }));
  for (const name of ["a", "b", "c", "a", "d", "e", "a"]) {
    await ask(name);
  }
  expect(sent).toHaveLength(5);
  await ask("b");
  expect(sent).toHaveLength(6);
});
