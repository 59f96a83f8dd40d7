import { describe, expect, test } from "vitest";
import { type ApiRequest, requestTo } from "../../engine/model/exchange.ts";
import { beyondLimit, Failure, timeOut } from "../../engine/message/errors.ts";
import { OPEN_AT, CircuitBreaker } from "../../engine/pacing/circuit-breaker.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";

const tokens = requestTo("tokens");
const fees = requestTo("networkFees");
const topic = requestTo("topicMessage");
const SILENCE = timeOut(15_000, { sent: true, head: false, bytes: 0 });
const GATEWAY = "answered 502: a gateway or time-out speaks instead of the service";
const BROKEN = new Failure("cut", GATEWAY);
const busy = (waitMs: number) => new Failure("busy", "answered 429", { waitMs });

/** A circuit breaker with a stopped clock, and the probes that it requested. */
function healthy(limits = DEFAULT_LIMITS) {
  const state = { now: 0 };
  const probes: { readonly request: ApiRequest; readonly end: (last?: Failure) => void }[] = [];
  const recovery = {
    probe: (request: ApiRequest) =>
      new Promise<Failure | undefined>((resolve) => {
        probes.push({ request, end: resolve });
      }),
    pause: () => Promise.resolve(),
    changed: () => undefined,
  };
  const health = new CircuitBreaker(limits, recovery, () => state.now);
  /** Sends requests one after the other that all fail, or that get a response if no failure is given. */
  const request = (asked: ApiRequest, failure?: Failure, times = 1): void => {
    for (let time = 0; time < times; time += 1) {
      state.now += 1;
      health.startRequest(asked)(failure ?? "response");
    }
  };
  /** Ends the last probe. */
  const settle = async (last?: Failure): Promise<void> => {
    const held = probes.at(-1)?.request;
    probes.at(-1)?.end(last);
    await (held === undefined ? undefined : health.pauseOf(held));
  };
  return { health, state, probes, request, settle };
}

describe("the circuit breaker of an endpoint", () => {
  test("probes an endpoint that fails repeatedly once, with a request that succeeded before", () => {
    const { health, probes, request } = healthy();
    request(tokens);
    request({ ...tokens, target: "/odd" }, BROKEN, OPEN_AT - 1);
    expect(health.pauseOf(tokens)).toBeUndefined();
    request({ ...tokens, target: "/odd" }, BROKEN, OPEN_AT);
    expect(probes.map((probe) => probe.request)).toStrictEqual([tokens]);
    expect(health.pauseOf(tokens)).toBeDefined();
    expect(health.pauseOf(fees)).toBeUndefined();
  });

  test.each([
    ["breaks", BROKEN, 12],
    ["is silent", SILENCE, 6],
    ["asks for patience", busy(0), 6],
  ])(
    "that %s is probed after so many failures in a row, and a response resets the count",
    (_, failure, times) => {
      const { probes, request } = healthy();
      request(tokens);
      for (let round = 0; round < 3; round += 1) {
        request(tokens, failure, times - 1);
        request(tokens);
      }
      expect(probes).toHaveLength(0);
      request(tokens, failure, times);
      expect(probes).toHaveLength(1);
    },
  );

  test("counts concurrent failures once", () => {
    const { state, health, probes } = healthy();
    const together = Array.from({ length: 50 }, () => health.startRequest(tokens));
    state.now += 10;
    together.forEach((end) => end(busy(0)));
    expect(probes).toHaveLength(0);
  });

  test("allows one request at a time until the endpoint responds", async () => {
    const { health, request } = healthy();
    const entered: number[] = [];
    const turns = Array.from({ length: 10 }, async (_, index) => {
      const leave = await health.waitForTrial(tokens);
      entered.push(index);
      return leave;
    });
    (await health.waitForTrial(fees))();
    expect(entered).toStrictEqual([0]);
    (await turns[0])?.();
    (await turns[1])?.();
    request(tokens);
    (await turns[2])?.();
    await Promise.all(turns);
    expect(entered).toStrictEqual(Array.from({ length: 10 }, (_, index) => index));
  });
});

describe("the circuit breaker of a service", () => {
  test("is opened by two endpoints that stop responding, not by one", async () => {
    const { health, request, settle } = healthy();
    [tokens, fees, topic].forEach((each) => request(each));
    request(tokens, BROKEN, OPEN_AT);
    await settle(BROKEN);
    expect(health.openReason(tokens)?.reason).toMatch(/^given up/);
    expect(health.incompleteReason()).toBeUndefined();
    request(fees);
    request(fees, BROKEN, OPEN_AT);
    await settle(BROKEN);
    expect(health.incompleteReason()).toBe(`the base service stopped responding: ${GATEWAY}`);
  });

  test("does not probe at an endpoint that responds", () => {
    const { probes, request } = healthy();
    Array.from({ length: 5 }, () => {
      request(fees);
      request(tokens, BROKEN, 2);
      request(requestTo("contract"), BROKEN, 2);
    });
    expect(probes.map((probe) => probe.request.endpoint)).not.toContain("networkFees");
  });

  test.each([
    ["whose responses became too long", beyondLimit("too long"), [tokens, fees]],
    ["that never responded", BROKEN, [topic]],
  ] as const)("endpoints %s do not open it", async (_, failure, asked) => {
    const { health, request, settle } = healthy();
    [tokens, fees].forEach((each) => request(each));
    for (const each of asked) {
      request(each, failure, OPEN_AT);
      await settle(failure);
      expect(health.openReason(each)?.reason).toMatch(/^given up/);
    }
    expect(health.incompleteReason()).toBeUndefined();
  });
});

/** A service that has 25 s of patience; `wait` has one more request under way from now on. */
function patient() {
  const { health, state } = healthy({ ...DEFAULT_LIMITS, outageMs: 20_000 });
  const fail = (failure = SILENCE): void => health.startRequest(tokens)(failure);
  const response = (): void => health.startRequest(tokens)("response");
  const wait = (): void => void health.startRequest(tokens);
  return { state, health, fail, response, wait };
}

test("a service without a usable response is abandoned after 25 s", () => {
  const { state, health, fail, wait } = patient();
  fail();
  fail();
  wait();
  state.now = 24_999;
  expect(health.openUnresponsive("base")).toBeUndefined();
  state.now = 25_000;
  expect(health.openUnresponsive("base")).toMatch(
    /^the base service gave no usable response for 25 s: no complete response/,
  );
  expect(health.incompleteReason()).toBe(health.openReason(fees)?.reason);
  expect(health.openUnresponsive("verify")).toBeUndefined();
});

test("a slow or intermittently failing service is not abandoned", () => {
  const { state, health, fail, response } = patient();
  for (let count = 0; count < 100; count += 1) {
    fail();
    fail();
    state.now += 14_000;
    response();
    expect(health.openUnresponsive("base")).toBeUndefined();
  }
});

test("a service without traffic is not abandoned", () => {
  const { state, health, fail, wait } = patient();
  fail();
  fail();
  state.now = 60_000;
  expect(health.openUnresponsive("base")).toBeUndefined();
  wait();
  expect(health.openUnresponsive("base")).toBeUndefined();
});

test("a service that responded before gets more time", () => {
  const { state, health, fail, response, wait } = patient();
  response();
  fail(busy(10_000));
  fail(busy(10_000));
  wait();
  state.now = 40_000;
  expect(health.openUnresponsive("base")).toBeUndefined();
  fail();
  expect(health.openUnresponsive("base"), "one endpoint alone").toBeUndefined();
  health.startRequest(fees)(SILENCE);
  expect(health.openUnresponsive("base")).toMatch(/no usable response for 40 s/);
});
