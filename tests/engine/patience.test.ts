import { describe, expect, test } from "vitest";
import { createLostTime } from "../../engine/pacing/lost-time.ts";
import { Patience } from "../../engine/pacing/patience.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { busy, silent } from "../../engine/message/errors.ts";

const SILENCE = silent(15_000, { sent: true, head: false, bytes: 0 }, 3);
const TOKENS = { service: "base", endpoint: "tokens" } as const;
const FEES = { service: "base", endpoint: "networkFees" } as const;
const LIMIT = DEFAULT_LIMITS.requestMs + DEFAULT_LIMITS.outageMs;

function patient() {
  const state = { now: 0 };
  const patience = new Patience(LIMIT, () => state.now);
  const fail = (failure = SILENCE): void => patience.asked(TOKENS)(failure);
  const answer = (): void => patience.asked(TOKENS)();
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
  patience.asked(TOKENS);
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
  patience.asked(FEES)(SILENCE);
  expect(patience.spent("base")).toMatch(/no usable answer for 40 s/);
});

test("an endpoint that answered nothing yet is tried once at a time, then by all", async () => {
  const { patience, answer } = patient();
  const entered = Array.from({ length: 10 }, () => patience.enter(TOKENS));
  expect(entered.filter((wait) => wait === undefined)).toHaveLength(1);
  expect(patience.enter(FEES)).toBeUndefined();
  patience.leave(TOKENS);
  await entered[1];
  answer();
  for (const turn of entered) {
    await turn;
  }
  expect(patience.enter(TOKENS)).toBeUndefined();
});

/** What is said of a service after rounds of 16 requests at once, of which some are lost, and the seconds until then. */
function afterRounds(
  lostOf16: number,
  answeredBefore: number,
  failure = SILENCE,
  other: typeof TOKENS | typeof FEES = FEES,
) {
  const { state, patience, answer } = patient();
  for (let round = 0; round < 20; round += 1) {
    Array.from({ length: answeredBefore }, answer);
    const ends = Array.from({ length: 16 }, () => patience.asked(round % 2 === 0 ? TOKENS : other));
    ends.slice(lostOf16).forEach((end) => end());
    state.now += 15_000;
    ends.slice(0, lostOf16).forEach((end) => end(failure));
    answer();
    const reason = patience.spent("base");
    if (reason !== undefined) {
      return { reason, seconds: state.now / 1_000 };
    }
  }
  return undefined;
}

describe("a service whose answers in between are of use", () => {
  test.each([
    ["every second request is lost", 16, 15],
    ["every fifth", 16, 60],
    ["half of those that are under way", 8, 0],
  ])("%s: given up when 25 s were lost", (_name, lostOf16, before) => {
    const given = afterRounds(lostOf16, before);
    expect(given?.seconds).toBe(30);
    expect(given?.reason).toMatch(
      /^the base service gave no usable answer to \d+ of \d+ requests, and 30 s were lost: no complete answer/,
    );
  });

  test("one in twenty is lost, or it asks for patience: it is judged for as long as it takes", () => {
    expect(afterRounds(16, 300)).toBeUndefined();
    expect(afterRounds(16, 15, busy(429, 10_000, 3))).toBeUndefined();
  });

  test("one endpoint alone is lost, which is doubted by itself", () => {
    expect(afterRounds(16, 16, SILENCE, TOKENS)).toBeUndefined();
  });

  test("it is slow, and loses nothing", () => {
    expect(afterRounds(0, 0)).toBeUndefined();
  });
});

test("the time that is lost is that of the clock, however many wait", () => {
  const state = { now: 0 };
  const lostTime = createLostTime(() => state.now);
  const [first, ...others] = Array.from({ length: 10 }, () => lostTime.begin());
  state.now = 10_000;
  first?.(false);
  expect(lostTime.milliseconds()).toBe(0);
  state.now = 19_000;
  others.forEach((end) => end(true));
  expect(lostTime.milliseconds()).toBeCloseTo(18_000);
  state.now = 60_000;
  const alone = lostTime.begin();
  state.now = 61_000;
  alone(true);
  expect(lostTime.milliseconds()).toBeCloseTo(19_000);
});
