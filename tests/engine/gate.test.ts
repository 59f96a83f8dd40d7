import { expect, test } from "vitest";
import { createGate, createGates } from "../../engine/pacing/turns.ts";

test("so many are at work at once, all get their turn in order, and one that fails lets the next in", async () => {
  const gate = createGate(2);
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      gate(async () => {
        inside += 1;
        most = Math.max(most, inside);
        order.push(index);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        inside -= 1;
        return index % 3 === 0 ? await Promise.reject(new Error("no")) : index;
      }),
    ),
  );
  expect([most, inside]).toStrictEqual([2, 0]);
  expect(order).toStrictEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(done.map(({ status }) => status === "rejected")).toStrictEqual(
    order.map((index) => index % 3 === 0),
  );
});

test("each key has a gate of its own", async () => {
  const gates = createGates(1);
  const shut = gates("a")(() => new Promise<string>(() => undefined));
  const behind = gates("a")(() => Promise.resolve("in"));
  expect(await Promise.race([shut, behind, gates("b")(() => Promise.resolve("beside"))])).toBe("beside");
});
