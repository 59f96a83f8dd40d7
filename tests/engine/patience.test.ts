import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { busy, silent } from "../../engine/message/errors.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { Health } from "../../engine/pacing/health.ts";
import { answer as answerOf } from "../../specs/fixtures/answers.ts";

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

/** What is said of a service after rounds of 16 requests at once, of which some are lost, and the seconds until then. */
function afterRounds(lostOf16: number, answeredBefore: number, failure = SILENCE, other = FEES) {
  const { state, health, answer } = patient();
  for (let round = 0; round < 20; round += 1) {
    Array.from({ length: answeredBefore }, answer);
    const ends = Array.from({ length: 16 }, () => health.asked(round % 2 === 0 ? TOKENS : other));
    ends.slice(lostOf16).forEach((end) => end(ANSWER));
    state.now += 15_000;
    ends.slice(0, lostOf16).forEach((end) => end(failure));
    answer();
    const reason = health.spent("base");
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
  ])("%s: given up when 25 s were lost, by the clock, however many wait", (_name, lostOf16, before) => {
    const given = afterRounds(lostOf16, before);
    expect(given?.seconds).toBe(30);
    expect(given?.reason).toMatch(
      /^the base service gave no usable response to \d+ of \d+ requests, and 30 s were lost: no complete response/,
    );
  });

  test("one in twenty is lost, or it asks for patience: it is judged for as long as it takes", () => {
    expect(afterRounds(16, 300)).toBeUndefined();
    expect(afterRounds(16, 15, busy(429, 10_000, 3))).toBeUndefined();
  });

  test("it is unavailable for ten seconds, now and then or every second time", () => {
    const unavailable = busy(503, 10_000, 3);
    unavailable.reply = answerOf("tokens", 503, "");
    const { state, health, answer } = patient();
    for (let round = 0; round < 7; round += 1) {
      health.asked(round % 2 === 0 ? TOKENS : FEES)(unavailable);
      state.now += 10_000;
      answer();
    }
    Array.from({ length: 40 }, answer);
    health.asked(FEES)(unavailable);
    expect(health.spent("base")).toBeUndefined();
    health.asked(FEES)(unavailable);
    health.asked(FEES)(unavailable);
    state.now += 10_000;
    health.asked(FEES)(unavailable);
    health.asked(FEES)(SILENCE);
    expect(health.spent("base")).toMatch(/to 12 of 59 requests, and 90 s were lost: no complete/);
  });

  test("one endpoint alone is lost, which is doubted by itself; or it is slow, and loses nothing", () => {
    expect(afterRounds(16, 16, SILENCE, TOKENS)).toBeUndefined();
    expect(afterRounds(0, 0)).toBeUndefined();
  });
});

/** What is said of a service that asks for pauses, with so many answers between them, for so many of them. */
function afterPauses(pauses: number, waitMs: number, answersBetween: number, answersOfAnother = 0) {
  const { state, health, answer } = patient();
  Array.from({ length: answersOfAnother }, () => health.asked(call("verify"))(ANSWER));
  for (let count = 0; count < pauses; count += 1) {
    // What is under way together asks for one pause.
    const ends = Array.from({ length: 16 }, () => health.asked(TOKENS));
    state.now += 10;
    ends.forEach((end) => end(busy(429, waitMs, 3)));
    state.now += waitMs;
    Array.from({ length: answersBetween }, answer);
  }
  return health.spent("base");
}

describe("a service that asks for pauses", () => {
  test.each([
    ["10 s for each answer", 3, 10_000, 1],
    ["1 s for each answer", 30, 1_000, 1],
  ])("%s: given up after 30 s", (_name, pauses, waitMs, answers) => {
    expect(afterPauses(pauses - 1, waitMs, answers)).toBeUndefined();
    expect(afterPauses(pauses, waitMs, answers)).toBe(
      `the base service gave no usable response but ${pauses}, and required pauses of 30 s: answered 429: the service says that there are too many requests`,
    );
  });

  test.each<[string, ...Parameters<typeof afterPauses>]>([
    ["10 s for eleven answers", 50, 10_000, 11],
    ["1 s for two answers", 500, 1_000, 2],
    ["none: it is to be asked at once", 500, 0, 0],
    ["10 s for each answer, while another one answers", 20, 10_000, 1, 200],
  ])("%s: it is judged for as long as it takes", (_name, ...pauses) => {
    expect(afterPauses(...pauses)).toBeUndefined();
  });
});
