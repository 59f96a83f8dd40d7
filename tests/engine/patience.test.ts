import { describe, expect, test } from "vitest";
import { LostTime } from "../../engine/pacing/lost-time.ts";
import { Patience } from "../../engine/pacing/patience.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { answer as answerOf } from "../../specs/fixtures/answers.ts";
import { busy, silent, unable } from "../../engine/message/errors.ts";

const SILENCE = silent(15_000, { sent: true, head: false, bytes: 0 }, 3);
const TOKENS = { service: "base", endpoint: "tokens", expects: "success" } as const;
const FEES = { service: "base", endpoint: "networkFees", expects: "success" } as const;
/** 25 s of patience. */
const LIMITS = { ...DEFAULT_LIMITS, outageMs: 20_000 };

function patient() {
  const state = { now: 0 };
  const patience = new Patience(LIMITS, () => state.now);
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
    /^the base service gave no usable response for 25 s: no complete response/,
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

test("web pages are no answers, and no loss either where others come", () => {
  const { state, patience, answer } = patient();
  const page = { kind: "nothing", message: "answered 200 with a web page in place of JSON" } as const;
  for (let count = 0; count < 100; count += 1) {
    patience.asked(TOKENS)(page);
    patience.asked(FEES)(page);
    state.now += 1_000;
    answer();
  }
  expect(patience.spent("base")).toBeUndefined();
  patience.asked(TOKENS)(page);
  patience.asked(FEES)(page);
  state.now += 25_000;
  expect(patience.spent("base")).toMatch(/no usable response for 2\d s: answered 200 with a web page/);
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
  expect(patience.spent("base")).toMatch(/no usable response for 40 s/);
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
    const { state, patience, answer } = patient();
    for (let round = 0; round < 7; round += 1) {
      patience.asked(round % 2 === 0 ? TOKENS : FEES)(unavailable);
      state.now += 10_000;
      answer();
    }
    expect(patience.spent("base")).toBeUndefined();
    patience.asked(FEES)(unavailable);
    expect(patience.spent("base")).toMatch(/to 8 of 15 requests, and 80 s were lost: answered 503/);
    Array.from({ length: 40 }, answer);
    expect(patience.spent("base")).toBeUndefined();
  });

  test("one endpoint alone is lost, which is doubted by itself", () => {
    expect(afterRounds(16, 16, SILENCE, TOKENS)).toBeUndefined();
  });

  test("it is slow, and loses nothing", () => {
    expect(afterRounds(0, 0)).toBeUndefined();
  });
});

describe("an answer is waited for", () => {
  const { requestMs } = DEFAULT_LIMITS;
  const REFUSED = { ...TOKENS, expects: "refusal" } as const;

  /** A service that was silent so often, and gave so many answers, the slowest after so many milliseconds. */
  function afterSilence(silences: number, answers: number, slowest: number, failure = SILENCE) {
    const { state, patience, fail } = patient();
    Array.from({ length: silences }, () => fail(failure));
    Array.from({ length: answers - 1 }, () => patience.asked(TOKENS)());
    const end = patience.asked(TOKENS);
    state.now += slowest;
    end();
    return patience;
  }

  test.each([
    ["in full at first", 0, 1, 20, requestMs],
    ["in full where one was silent", 1, 1, 20, requestMs],
    ["in full where fewer than one in 25 were silent", 10, 241, 20, requestMs],
    ["for a fifth of that where more were silent, and answers come fast", 10, 240, 20, requestMs / 5],
    ["for four times the slowest answer", 10, 240, 2_000, 8_000],
    ["never longer than in full", 10, 240, 10_000, requestMs],
  ])("%s", (_name, silences, answers, slowest, milliseconds) => {
    expect(afterSilence(silences, answers, slowest).waitFor(TOKENS)).toBe(milliseconds);
  });

  test("in full, for the first success of an endpoint", () => {
    const patience = afterSilence(10, 10, 20);
    expect(patience.waitFor(FEES)).toBe(requestMs);
    expect(patience.waitFor({ ...FEES, expects: "refusal" })).toBe(requestMs / 5);
    patience.asked(FEES)();
    expect(patience.waitFor(FEES)).toBe(requestMs / 5);
  });

  test("in full, where the target breaks connections or asks for patience", () => {
    expect(afterSilence(10, 10, 20, busy(429, 1_000, 3)).waitFor(REFUSED)).toBe(requestMs);
    expect(afterSilence(10, 10, 20, unable(502, undefined, 3)).waitFor(REFUSED)).toBe(requestMs);
  });
});

/** What is said of a service that asks for pauses, with so many answers between them, for so many of them. */
function afterPauses(pauses: number, waitMs: number, answersBetween: number, answersOfAnother = 0) {
  const { state, patience, answer } = patient();
  Array.from({ length: answersOfAnother }, () => patience.asked({ ...TOKENS, service: "verify" })());
  for (let count = 0; count < pauses; count += 1) {
    // What is under way together asks for one pause.
    const ends = Array.from({ length: 16 }, () => patience.asked(TOKENS));
    state.now += 10;
    ends.forEach((end) => end(busy(429, waitMs, 3)));
    state.now += waitMs;
    Array.from({ length: answersBetween }, answer);
  }
  return patience.spent("base");
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

test("the time that is lost is that of the clock, however many wait", () => {
  const state = { now: 0 };
  const lostTime = new LostTime(() => state.now);
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
  lostTime.lose(5_000);
  state.now += 2_000;
  lostTime.lose(5_000);
  expect(lostTime.milliseconds()).toBeCloseTo(26_000);
});
