import { describe, expect, test } from "vitest";
import { TokenBucket } from "../../engine/pacing/token-bucket.ts";
import { mostInASecond } from "../hostile/meter.ts";
import { Concurrency } from "../../engine/pacing/semaphore.ts";

/** Starts requests for some seconds of simulated time; `delay` returns the latency of each. */
function starts(
  rate: TokenBucket,
  seconds: number,
  delay: (index: number) => number = () => 0,
): readonly number[] {
  const sent: number[] = [];
  const expected: number[] = [];
  let started = 0;
  const sendScheduled = (now: number): void => {
    expected.sort((a, b) => a - b);
    for (; (expected[0] ?? Number.POSITIVE_INFINITY) <= now; expected.shift()) {
      rate.countSent(now);
      sent.push(now);
    }
  };
  for (let now = 1; now < seconds * 1_000; now += 1) {
    sendScheduled(now);
    for (; rate.delayMs(now) <= 0; started += 1) {
      rate.countStart(now);
      expected.push(now + delay(started));
      sendScheduled(now);
    }
  }
  return sent;
}

test.each([1, 2, 2.5, 7, 20, 100, 250])("a rate of %d requests per second is kept in every second", (rps) => {
  const sent = starts(new TokenBucket(rps), 5);
  expect(mostInASecond(sent)).toBeLessThanOrEqual(rps);
  expect(sent.length).toBeGreaterThan(Math.floor(rps) * 5 * 0.9 - 1);
});

test("a rate is kept if the first requests are delayed by new connections", () => {
  const sent = starts(new TokenBucket(20), 5, (index) => (index < 8 ? 300 : 0));
  expect(mostInASecond(sent)).toBeLessThanOrEqual(20);
  expect(sent.length).toBeGreaterThan(80);
});

test("a rate sends nothing during Retry-After, and then slows down", () => {
  const rate = new TokenBucket(undefined);
  for (let now = 1; now <= 1_000; now += 10) rate.countStart(now);
  rate.backOff(1_000, 500);
  expect(rate.delayMs(1_200)).toBeCloseTo(300);
  expect(rate.delayMs(1_500)).toBe(0);
  Array.from({ length: 5 }).forEach(() => rate.countStart(1_500));
  expect(rate.delayMs(1_500)).toBeGreaterThan(5);
  let now = 2_000;
  const waits: number[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    rate.countStart(now);
    rate.countServed();
    waits.push(rate.delayMs(now));
    now += waits.at(-1) ?? 0;
  }
  expect(Math.max(...waits.slice(100, 200))).toBeGreaterThan(0);
  expect(Math.max(...waits.slice(-100))).toBe(0);
});

test("a rate is never exceeded after a back-off", () => {
  const rate = new TokenBucket(0.5);
  rate.countStart(1);
  rate.countSent(1);
  rate.backOff(1, 10);
  rate.countStart(3_000);
  rate.countSent(3_000);
  expect(rate.delayMs(4_900)).toBeGreaterThan(0);
});

describe("the number of requests in flight", () => {
  test("halves once for requests that were rejected together, and never falls below one", () => {
    const concurrency = new Concurrency(16);
    concurrency.countRejected(10, 20);
    concurrency.countRejected(15, 21);
    expect(concurrency.limit).toBe(8);
    [20, 30, 40, 50].forEach((time) => concurrency.countRejected(time, time + 1));
    expect(concurrency.limit).toBe(1);
  });

  test("rises again with served requests, up to the number of the run", () => {
    const concurrency = new Concurrency(2);
    concurrency.countRejected(1, 2);
    const limits = Array.from({ length: 200 }, () => {
      concurrency.countServed();
      return concurrency.limit;
    });
    expect([limits[10], limits.at(-1)]).toEqual([1, 2]);
  });

  test("applies to work that waits", async () => {
    const concurrency = new Concurrency(4);
    let [inFlight, most] = [0, 0];
    const work = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight -= 1;
    };
    concurrency.countRejected(1, 2);
    await Promise.all(Array.from({ length: 12 }, () => concurrency.run(work)));
    expect(most).toBe(2);
  });
});
