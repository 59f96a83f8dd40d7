// The timeline of a run, and the durations of its endpoints
import { expect, test } from "vitest";
import { Timeline } from "../../engine/http/timeline.ts";

test("a request counts in its second, and its status with it; seconds without a request are entries too", () => {
  const timeline = new Timeline();
  const first = timeline.countRequest("tokens", 5_000);
  timeline.countRequest("tokens", 5_900).received(200, 5_950);
  timeline.countRequest("verify", 8_100);
  first.received(404, 8_200);
  timeline.countRetry(8_150);
  expect(timeline.entries()).toStrictEqual([
    { second: 0, requests: 2, statuses: { 200: 1, 404: 1 }, sentAgain: 0 },
    { second: 1, requests: 0, statuses: {}, sentAgain: 0 },
    { second: 2, requests: 0, statuses: {}, sentAgain: 0 },
    { second: 3, requests: 1, statuses: {}, sentAgain: 1 },
  ]);
});

test("the median is exact to one percent, and the time before a request is sent is left out", () => {
  const timeline = new Timeline();
  for (let duration = 1; duration <= 2_001; duration += 1) {
    timeline.countRequest("tokens", 0).received(200, duration);
  }
  const waiting = timeline.countRequest("verify", 0);
  waiting.sent(70);
  waiting.received(200, 70.2);
  const { tokens, verify } = timeline.durations();
  expect(tokens?.slowestMs).toBe(2_001);
  expect(Math.abs((tokens?.medianMs ?? 0) - 1_001)).toBeLessThan(11);
  expect(verify).toStrictEqual({ medianMs: 1, slowestMs: 1 });
});

test("a run of any length has a bounded number of entries, which lose no request", () => {
  const timeline = new Timeline();
  const seconds = 10_000;
  for (let second = 0; second < seconds; second += 1) {
    const [start, status] = [second * 1_000, second % 2 === 0 ? 200 : 404];
    timeline.countRequest("tokens", start).received(status, start + 5);
  }
  const entries = timeline.entries();
  const [first, second] = entries;
  expect(entries.length).toBeLessThanOrEqual(1_800);
  expect((second?.second ?? 0) - (first?.second ?? 0)).toBe(8);
  expect(first).toStrictEqual({ second: 0, requests: 8, statuses: { 200: 4, 404: 4 }, sentAgain: 0 });
  expect(entries.reduce((sum, { requests }) => sum + requests, 0)).toBe(seconds);
});
