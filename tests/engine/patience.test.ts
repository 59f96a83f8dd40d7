import { expect, test } from "vitest";
import { createPatience } from "../../engine/pacing/patience.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { busy, silent } from "../../engine/message/errors.ts";

const SILENCE = silent(15_000, { sent: true, head: false, bytes: 0 }, 3);
const TOKENS = { service: "base", endpoint: "tokens" } as const;
const LIMIT = DEFAULT_LIMITS.requestMs + DEFAULT_LIMITS.outageMs;

function patient() {
  const state = { now: 0 };
  const patience = createPatience(LIMIT, () => state.now);
  const fail = (failure = SILENCE): void => {
    patience.asked("base");
    patience.failed(TOKENS, failure);
  };
  const answer = (): void => {
    patience.asked("base");
    patience.answered(TOKENS);
  };
  patience.wanted("base");
  return { state, patience, fail, answer };
}

test("a service that gives nothing is given up after 25 s", () => {
  const { state, patience, fail } = patient();
  fail();
  fail();
  state.now = 24_999;
  expect(patience.spent("base")).toBeUndefined();
  state.now = 25_000;
  expect(patience.spent("base")).toMatch(
    /^the base service gave no usable answer for 25 s: no complete answer/,
  );
  expect(patience.spent("verify")).toBeUndefined();
});

test("one that is slow, and one that fails now and then, is not", () => {
  const { state, patience, fail, answer } = patient();
  for (let count = 0; count < 100; count += 1) {
    fail();
    fail();
    state.now += 14_000;
    answer();
    expect(patience.spent("base")).toBeUndefined();
  }
});

test("nor is one of which nobody wants anything for a while", () => {
  const { state, patience, fail } = patient();
  fail();
  fail();
  patience.left("base");
  state.now = 60_000;
  expect(patience.spent("base")).toBeUndefined();
  patience.wanted("base");
  patience.asked("base");
  expect(patience.spent("base")).toBeUndefined();
});

test("who answered before may ask for patience longer", () => {
  const { state, patience, fail, answer } = patient();
  answer();
  fail(busy(429, 10_000, 3));
  fail(busy(429, 10_000, 3));
  state.now = 40_000;
  expect(patience.spent("base")).toBeUndefined();
  fail();
  expect(patience.spent("base"), "one endpoint alone").toBeUndefined();
  patience.asked("base");
  patience.failed({ service: "base", endpoint: "networkFees" }, SILENCE);
  expect(patience.spent("base")).toMatch(/no usable answer for 40 s/);
});

test("an endpoint that answered nothing yet is tried once at a time, then by all", async () => {
  const { patience, answer } = patient();
  const entered = Array.from({ length: 10 }, () => patience.enter(TOKENS));
  expect(entered.filter((wait) => wait === undefined)).toHaveLength(1);
  expect(patience.enter({ service: "base", endpoint: "networkFees" })).toBeUndefined();
  patience.leave(TOKENS);
  await entered[1];
  answer();
  for (const turn of entered) {
    await turn;
  }
  expect(patience.enter(TOKENS)).toBeUndefined();
});
