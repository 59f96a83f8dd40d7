import { expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { busy, silent } from "../../engine/message/errors.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { Health } from "../../engine/pacing/health.ts";

const SILENCE = silent(15_000, { sent: true, head: false, bytes: 0 }, 3);
const ANSWER = "answer";
const TOKENS = call("tokens");
const FEES = call("networkFees");
/** 25 s of patience. */
const LIMITS = { ...DEFAULT_LIMITS, outageMs: 20_000 };

/** A service, all of whose doubts are settled at once; `wait` has one more request under way from now on. */
function patient() {
  const state = { now: 0 };
  const health = new Health(
    LIMITS,
    { probe: () => Promise.resolve(undefined), pause: () => Promise.resolve(), changed: () => undefined },
    () => state.now,
  );
  const fail = (failure = SILENCE): void => health.asked(TOKENS)(failure);
  const answer = (): void => health.asked(TOKENS)(ANSWER);
  const wait = (): void => void health.asked(TOKENS);
  return { state, health, fail, answer, wait };
}

test("a service that gives nothing is given up after 25 s", () => {
  const { state, health, fail, wait } = patient();
  fail();
  fail();
  wait();
  state.now = 24_999;
  expect(health.spent("base")).toBeUndefined();
  state.now = 25_000;
  expect(health.spent("base")).toMatch(
    /^the base service gave no usable response for 25 s: no complete response/,
  );
  expect(health.broken()).toBe(health.lost(FEES)?.reason);
  expect(health.spent("verify")).toBeUndefined();
});

test("one that is slow, and one that fails now and then, is not", () => {
  const { state, health, fail, answer } = patient();
  for (let count = 0; count < 100; count += 1) {
    fail();
    fail();
    state.now += 14_000;
    answer();
    expect(health.spent("base")).toBeUndefined();
  }
});

test("nor is one of which nobody wants anything for a while", () => {
  const { state, health, fail, wait } = patient();
  fail();
  fail();
  state.now = 60_000;
  expect(health.spent("base")).toBeUndefined();
  wait();
  expect(health.spent("base")).toBeUndefined();
});

test("who answered before may ask for patience longer", () => {
  const { state, health, fail, answer, wait } = patient();
  answer();
  fail(busy(429, 10_000, 3));
  fail(busy(429, 10_000, 3));
  wait();
  state.now = 40_000;
  expect(health.spent("base")).toBeUndefined();
  fail();
  expect(health.spent("base"), "one endpoint alone").toBeUndefined();
  health.asked(FEES)(SILENCE);
  expect(health.spent("base")).toMatch(/no usable response for 40 s/);
});
