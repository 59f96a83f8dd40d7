import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import {
  BUSY_IN_A_ROW,
  Health,
  CUT_IN_A_ROW,
  SILENT_FROM_THE_START,
  SILENT_IN_A_ROW,
} from "../../engine/pacing/circuit-breaker.ts";
import { busy, excess, unable, silent, unreachable } from "../../engine/message/errors.ts";

const tokens = call("tokens");
const fees = call("networkFees");
const summary = call("statusSummary");
const at = (began: number, ended = began) => ({ began, ended });
const SILENCE = silent(10, { sent: true, head: false, bytes: 0 }, 3);

/** Lets an endpoint fail so often that it is doubted, and gives the doubt. */
function doubt(health: Health, ask = tokens) {
  const doubts = Array.from({ length: CUT_IN_A_ROW }, (_, time) =>
    health.failed(ask, unable(502, undefined, 3), at(time)),
  );
  expect(doubts.slice(0, -1).every((each) => each === undefined)).toBe(true);
  return doubts.at(-1) ?? { scope: ask.endpoint, probe: ask };
}

describe("an endpoint", () => {
  test("that breaks again and again is doubted once, and asked what it answered before", () => {
    const health = new Health();
    health.answered(tokens);
    const odd = { ...tokens, target: "/odd" };
    const raised = Array.from({ length: 20 }, (_, time) =>
      health.failed(odd, unable(502, undefined, 3), at(time)),
    );
    expect(raised.filter((each) => each !== undefined)).toStrictEqual([{ scope: "tokens", probe: tokens }]);
  });

  test("an answer in between sets the count back", () => {
    const health = new Health();
    health.answered(tokens);
    for (let round = 0; round < 5; round += 1) {
      for (let count = 1; count < SILENT_IN_A_ROW; count += 1) {
        expect(health.failed(tokens, SILENCE, at(count))).toBeUndefined();
      }
      health.answered(tokens);
    }
    expect(health.lost(tokens)).toBeUndefined();
  });

  test("that was silent from the start is given up at once, and no other", () => {
    const health = new Health();
    health.answered(fees);
    for (let count = 0; count < SILENT_FROM_THE_START; count += 1) {
      expect(health.failed(tokens, SILENCE, at(count))).toBeUndefined();
    }
    expect(health.lost(tokens)).toMatch(/^given up after many responses of tokens in a row/);
    expect(health.lost(fees)).toBeUndefined();
    expect(health.broken()).toBeUndefined();
  });

  test("refusals that were under way together count once", () => {
    const health = new Health();
    for (let count = 0; count < 50; count += 1) {
      expect(health.failed(tokens, busy(429, 0, 3), at(5, 10))).toBeUndefined();
    }
    const later = Array.from({ length: BUSY_IN_A_ROW - 1 }, (_, round) =>
      health.failed(tokens, busy(429, 0, 3), at(10 * round + 20, 10 * round + 25)),
    );
    expect(later.at(-1)).toStrictEqual({ scope: "tokens", probe: tokens });
  });

  test("that answers again is as new", () => {
    const health = new Health();
    health.answered(tokens);
    health.settle(doubt(health), undefined);
    expect(health.lost(tokens)).toBeUndefined();
    health.settle(doubt(health), undefined);
    expect(health.broken()).toBeUndefined();
  });
});

describe("a service", () => {
  test("that cannot be reached is doubted at once, and given up with the run", () => {
    const health = new Health();
    const raised = health.failed(tokens, unreachable("refused", 3), at(1));
    expect(raised).toStrictEqual({ scope: "base", probe: tokens });
    health.settle(raised ?? { scope: "base", probe: tokens }, unreachable("refused", 3));
    expect(health.lost(fees)).toBe("the base service stopped responding: cannot be reached: refused");
    expect(health.lost(summary)).toBeUndefined();
    expect(health.broken()).toBe("the base service stopped responding: cannot be reached: refused");
  });

  test("one endpoint that fell silent does not end it, two do", () => {
    const health = new Health();
    [tokens, fees, call("topicMessage")].forEach((ask) => health.answered(ask));
    health.settle(doubt(health, tokens), unable(502, undefined, 3));
    expect(health.broken()).toBeUndefined();
    health.settle(doubt(health, fees), unable(502, undefined, 3));
    expect(health.broken()).toBe(
      "the base service stopped responding: answered 502: a gateway or time-out speaks instead of the service",
    );
  });

  test("whose endpoints break by turns is doubted as one, and asked what it answered last", () => {
    const health = new Health();
    [tokens, fees].forEach((ask) => health.answered(ask));
    const topic = call("topicMessage");
    const raised = Array.from({ length: CUT_IN_A_ROW + 4 }, (_, time) =>
      health.failed([tokens, fees, topic][time % 3] ?? tokens, unable(502, undefined, 3), at(time)),
    );
    expect(raised.findIndex((each) => each !== undefined)).toBe(CUT_IN_A_ROW - 1);
    expect(raised.filter((each) => each !== undefined)).toStrictEqual([{ scope: "base", probe: fees }]);
    health.settle({ scope: "base", probe: fees }, undefined);
    expect(health.broken()).toBeUndefined();
    expect(health.failed(topic, unable(502, undefined, 3), at(99))).toBeUndefined();
    health.settle({ scope: "base", probe: fees }, unable(502, undefined, 3));
    expect(health.broken()).toMatch(/^the base service stopped responding: answered 502/);
  });

  test("whose endpoints break while others answer is not doubted", () => {
    const health = new Health();
    health.answered(fees);
    for (let time = 0; time < 10 * CUT_IN_A_ROW; time += 1) {
      const ask = time % 2 === 0 ? tokens : call("contract");
      if (time % SILENT_IN_A_ROW === 0) {
        health.answered(fees);
      }
      expect(health.failed(ask, unable(502, undefined, 3), at(time))?.scope).not.toBe("base");
    }
  });

  test("its only endpoint that fell silent ends it", () => {
    const health = new Health();
    health.answered(summary);
    health.settle(doubt(health, summary), unable(502, undefined, 3));
    expect(health.broken()).toBe(
      "the status service stopped responding: answered 502: a gateway or time-out speaks instead of the service",
    );
  });

  test("endpoints whose answers became too long do not end it", () => {
    const health = new Health();
    [tokens, fees].forEach((ask) => health.answered(ask));
    health.settle(doubt(health, tokens), excess("too long"));
    health.settle(doubt(health, fees), excess("too long"));
    expect(health.lost(tokens)).toMatch(/too long$/);
    expect(health.broken()).toBeUndefined();
  });

  test("an endpoint that never answered says nothing of its service", () => {
    const health = new Health();
    health.answered(tokens);
    health.settle(doubt(health, fees), unable(502, undefined, 3));
    expect(health.lost(fees)).toMatch(/^given up/);
    expect(health.broken()).toBeUndefined();
  });
});
