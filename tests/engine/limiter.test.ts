import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Limiter } from "../../engine/pacing/limiter.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const usual = { urgent: false, moot: () => false };

test("never more in flight than allowed; who came first goes first, after the urgent", async () => {
  const limiter = new Limiter(2, undefined);
  expect(await Promise.all([limiter.enter(usual), limiter.enter(usual)])).toStrictEqual([true, true]);
  const order: string[] = [];
  const waiting = [
    limiter.enter(usual).then(() => order.push("first")),
    limiter.enter(usual).then(() => order.push("second")),
    limiter.enter({ ...usual, urgent: true }).then(() => order.push("urgent")),
  ];
  await vi.runAllTimersAsync();
  expect(order).toStrictEqual([]);
  for (let count = 0; count < 3; count += 1) {
    limiter.leave();
    await vi.runAllTimersAsync();
  }
  await Promise.all(waiting);
  expect(order).toStrictEqual(["urgent", "first", "second"]);
});

test("a turn that became moot does not wait, and takes none", async () => {
  const limiter = new Limiter(1, undefined);
  await limiter.enter(usual);
  let isMoot = false;
  const others = limiter.enter(usual);
  const moot = limiter.enter({ urgent: false, moot: () => isMoot });
  isMoot = true;
  limiter.look();
  expect(await moot).toBe(false);
  limiter.leave();
  expect(await others).toBe(true);
});

test("what waits for the rate is counted; what waits for others is not", async () => {
  const free = new Limiter(1, undefined);
  await free.enter(usual);
  const next = free.enter(usual);
  await vi.advanceTimersByTimeAsync(30);
  free.leave();
  await next;
  expect(free.waited()).toBe(0);

  const slow = new Limiter(4, 10);
  const turn = async (limiter: Limiter): Promise<void> => {
    await limiter.enter(usual);
    limiter.sent();
    limiter.leave();
  };
  const started = performance.now();
  const turns = Promise.all([turn(slow), turn(slow), turn(slow)]);
  await vi.runAllTimersAsync();
  await turns;
  const took = performance.now() - started;
  expect(took).toBeGreaterThan(150);
  expect(slow.waited()).toBe(took);
  slow.close();
});

test("a back-off holds for those who wait already", async () => {
  const limiter = new Limiter(1, undefined);
  await limiter.enter(usual);
  const next = limiter.enter(usual);
  limiter.backOff(80);
  const started = performance.now();
  limiter.leave();
  await vi.runAllTimersAsync();
  await next;
  expect(performance.now() - started).toBe(80);
  limiter.close();
});

test("tens of thousands may wait", async () => {
  const limiter = new Limiter(16, undefined);
  let inFlight = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50_000 }, async () => {
      await limiter.enter(usual);
      inFlight += 1;
      most = Math.max(most, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      limiter.leave();
    }),
  );
  expect(most).toBe(16);
});
