import { describe, expect, test } from "vitest";
import { TokenBucket } from "../../engine/pacing/token-bucket.ts";
import { mostInASecond } from "../hostile/meter.ts";

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

describe("a rate", () => {
  test.each([1, 2, 2.5, 7, 20, 100, 250])("of %d requests per second is kept in every second", (rps) => {
    const sent = starts(new TokenBucket(rps), 5);
    expect(mostInASecond(sent)).toBeLessThanOrEqual(rps);
    expect(sent.length).toBeGreaterThan(Math.floor(rps) * 5 * 0.9 - 1);
  });

  test("is kept if the first requests are delayed by new connections", () => {
    const sent = starts(new TokenBucket(20), 5, (index) => (index < 8 ? 300 : 0));
    expect(mostInASecond(sent)).toBeLessThanOrEqual(20);
    expect(sent.length).toBeGreaterThan(80);
  });

  test("without a limit never waits", () => {
    const rate = new TokenBucket(undefined);
    rate.countStart(1);
    expect(rate.delayMs(1)).toBe(0);
  });

  test("sends nothing during Retry-After, and then slows down", () => {
    const rate = new TokenBucket(undefined);
    for (let now = 1; now <= 1_000; now += 10) {
      rate.countStart(now);
    }
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

  test("is never exceeded after a back-off", () => {
    const rate = new TokenBucket(0.5);
    rate.countStart(1);
    rate.countSent(1);
    rate.backOff(1, 10);
    rate.countStart(3_000);
    rate.countSent(3_000);
    expect(rate.delayMs(4_900)).toBeGreaterThan(0);
  });
});
