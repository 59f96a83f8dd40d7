import { describe, expect, test } from "vitest";
import { TokenBucket } from "../../engine/pacing/token-bucket.ts";
import { mostInASecond } from "../hostile/meter.ts";
import { Concurrency } from "../../engine/pacing/semaphore.ts";
import { type ApiRequest, requestTo, UnusableResponse } from "../../engine/model/exchange.ts";
import { beyondLimit, type Failure, failureOf, timeOut } from "../../engine/message/errors.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { OPEN_AT, CircuitBreaker } from "../../engine/pacing/circuit-breaker.ts";

/** Starts requests for some seconds of simulated time; `delay` returns the latency of each. */
function starts(rate: TokenBucket, seconds: number, delay: (index: number) => number = () => 0) {
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

/** The first requests wait for new connections. */
const delayed = (index: number): number => (index < 8 ? 300 : 0);

test.each([
  [1, undefined],
  [2.5, undefined],
  [20, undefined],
  [250, undefined],
  [20, delayed],
])("a rate of %d requests per second is kept in every second", (rps, delay) => {
  const sent = starts(new TokenBucket(rps), 5, delay);
  expect(mostInASecond(sent)).toBeLessThanOrEqual(rps);
  expect(sent.length).toBeGreaterThan(Math.floor(rps) * 5 * 0.8 - 1);
});

test("a rate sends nothing during Retry-After, and then slows down", () => {
  const rate = new TokenBucket(undefined);
  for (let now = 1; now <= 1_000; now += 10) rate.countStart(now);
  rate.backOff(1_000, 500);
  expect(rate.delayMs(1_200)).toBeCloseTo(300);
  expect(rate.delayMs(1_500)).toBe(0);
  Array.from({ length: 5 }).forEach(() => rate.countStart(1_500));
  expect(rate.delayMs(1_500)).toBeGreaterThan(5);
  Array.from({ length: 1_000 }).forEach(() => rate.countServed());
  expect(rate.delayMs(2_000)).toBe(0);
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
  test("halves once for requests that were rejected together, never falls below one, and rises again", () => {
    const concurrency = new Concurrency(16);
    concurrency.countRejected(10, 20);
    concurrency.countRejected(15, 21);
    expect(concurrency.limit).toBe(8);
    [20, 30, 40, 50].forEach((time) => concurrency.countRejected(time, time + 1));
    expect(concurrency.limit).toBe(1);
    Array.from({ length: 9_999 }).forEach(() => concurrency.countServed());
    expect(concurrency.limit).toBe(16);
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

const tokens = requestTo("tokens");
const fees = requestTo("networkFees");
const topic = requestTo("topicMessage");
const SILENCE = timeOut(15_000, { sent: true, head: false, bytes: 0 });
const GATEWAY = "status 502 from a gateway in front of the service";
const BROKEN = failureOf("cut", GATEWAY);

/** A circuit breaker with a controlled clock, and its probes. */
function healthy() {
  const state = { now: 0 };
  const probes: { readonly request: ApiRequest; readonly end: (last?: UnusableResponse) => void }[] = [];
  const recovery = {
    probe: (request: ApiRequest) =>
      new Promise<UnusableResponse | undefined>((resolve) => {
        probes.push({ request, end: resolve });
      }),
    pause: () => Promise.resolve(),
  };
  const health = new CircuitBreaker(recovery, () => state.now);
  /** Sends requests one after the other that all fail, or that get a response if no failure is given. */
  const request = (requests: ApiRequest, failure?: Failure | "refused", times = 1): void => {
    for (let time = 0; time < times; time += 1) {
      state.now += 1;
      health.startRequest(requests)(failure ?? "response");
    }
  };
  const settle = async (last?: UnusableResponse): Promise<void> => {
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
});

describe("the circuit breaker of a service", () => {
  test("is opened by two endpoints that stop responding, not by one", async () => {
    const { health, request, settle } = healthy();
    [tokens, fees, topic].forEach((each) => request(each));
    request(tokens, BROKEN, OPEN_AT);
    await settle(BROKEN);
    expect(health.openReason(tokens)?.reason).toMatch(/^no further request to /);
    expect(health.incompleteReason()).toBeUndefined();
    request(fees);
    request(fees, BROKEN, OPEN_AT);
    await settle(BROKEN);
    expect(health.incompleteReason()).toBe(`the ledger query service stopped responding: ${GATEWAY}`);
  });

  test.each([
    ["whose responses became too long", beyondLimit("too long"), [tokens, fees]],
    ["that never responded", BROKEN, [topic]],
  ] as const)("endpoints %s do not open it", async (_, failure, requests) => {
    const { health, request, settle } = healthy();
    [tokens, fees].forEach((each) => request(each));
    for (const each of requests) {
      request(each, failure, OPEN_AT);
      await settle(failure);
      expect(health.openReason(each)?.reason).toMatch(/^no further request to /);
    }
    expect(health.incompleteReason()).toBeUndefined();
  });
});

test("two endpoints of a service that never responded open it", () => {
  const { health, request } = healthy();
  request(tokens, SILENCE, 3);
  expect(health.incompleteReason()).toBeUndefined();
  request(fees, SILENCE, 3);
  expect(health.incompleteReason()).toMatch(/^the ledger query service never responded: no complete/);
  expect(health.openReason(topic)?.reason).toBe(health.incompleteReason());
});

test("a service that refuses a request which it served before is abandoned", async () => {
  const { health, request, settle, probes } = healthy();
  request(tokens, "refused", 2 * OPEN_AT);
  expect(probes, "it never served one").toHaveLength(0);
  request(tokens);
  request(tokens, "refused", OPEN_AT);
  expect(probes.map((probe) => probe.request)).toStrictEqual([tokens]);
  const refusal = new UnusableResponse("refused", { code: "credentialsNeeded", reason: "answered 401" });
  refusal.response = responseOf("tokens", 401, "");
  await settle(refusal);
  expect(health.incompleteReason()).toBe(
    "the ledger query service returned status 401 for a request to tokens that had got a usable response before",
  );
});
