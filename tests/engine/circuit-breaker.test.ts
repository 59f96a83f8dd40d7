import { describe, expect, test, vi } from "vitest";
import { type ApiRequest, requestTo, UnusableResponse } from "../../engine/model/exchange.ts";
import { beyondLimit, type Failure, failureOf, timeOut } from "../../engine/message/errors.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { OPEN_AT, CircuitBreaker } from "../../engine/pacing/circuit-breaker.ts";

const tokens = requestTo("tokens");
const fees = requestTo("networkFees");
const topic = requestTo("topicMessage");
const SILENCE = timeOut(15_000, { sent: true, head: false, bytes: 0 });
const GATEWAY = "status 502 from a gateway in front of the service";
const BROKEN = failureOf("cut", GATEWAY);
const busy = (waitMs: number) => failureOf("busy", "status 429", { waitMs });

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

  test.each([
    ["breaks", BROKEN, 12],
    ["is silent", SILENCE, 6],
    ["asks for patience", busy(0), 6],
  ])("that %s is probed after consecutive failures, and a response resets the count", (_, failure, times) => {
    const { probes, request } = healthy();
    request(tokens);
    for (let round = 0; round < 3; round += 1) {
      request(tokens, failure, times - 1);
      request(tokens);
    }
    expect(probes).toHaveLength(0);
    request(tokens, failure, times);
    expect(probes).toHaveLength(1);
  });

  test("counts concurrent failures once, and allows one request at a time until the endpoint responds", async () => {
    const { health, state, probes, request } = healthy();
    const together = Array.from({ length: 50 }, () => health.startRequest(tokens));
    state.now += 10;
    together.forEach((end) => end(busy(0)));
    expect(probes).toHaveLength(0);
    const entered: (() => void)[] = [];
    const attempts = Array.from({ length: 10 }, () =>
      health.attempt(
        tokens,
        () =>
          new Promise<void>((resolve) => {
            entered.push(resolve);
          }),
      ),
    );
    await health.attempt(fees, () => Promise.resolve());
    expect(entered).toHaveLength(1);
    request(tokens);
    entered[0]?.();
    await attempts[0];
    await vi.waitFor(() => expect(entered).toHaveLength(10));
    entered.forEach((end) => end());
    await Promise.all(attempts);
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
  expect(health.incompleteReason()).toMatch(
    /^the ledger query service never responded: no complete response/,
  );
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
