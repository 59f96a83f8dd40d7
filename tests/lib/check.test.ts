import { expect as jestExpect } from "expect";
import { describe, expect, test } from "vitest";
import { checkResponse, type ContractViolation } from "../../lib/check.ts";
import { check } from "../../lib/index.ts";
import { matchers, type ContractMatchers } from "../../lib/matchers.ts";
import { ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { clauseError } from "../../lib/assertion.ts";
import { failed, pageExchanges, planned, violation } from "../reports/samples.ts";
const ok = <Body>(body: Body) => ({ status: 200, body });

test("check returns each violation of a response, and none of a conforming one", async () => {
  const fees = { fees: [], timestamp: "1.5" };
  const text: unknown = expect.any(String);
  const any = { statement: text, message: text, expected: text };
  expect(await check(ok(fees), "networkFees")).toStrictEqual([]);
  expect(await check(ok({ ...fees, timestamp: 1 }), "networkFees", "/api/v1/network/fees")).toStrictEqual([
    { ...any, clause: "2.5-timestamp", pointer: "/timestamp", actual: "1" },
  ]);
});

test("the response to an invalid request fails if it is a success, with the clause of refusal alone", async () => {
  const list = ok({ tokens: [], links: { next: null } });
  const url = "/api/v1/tokens?token.id=none";
  const { violations } = await checkResponse(list, "tokens", url);
  const [expected, actual] = ["Invalid parameter: token.id", "status 200 with an empty list"];
  expect(violations).toMatchObject([
    { clause: "4.4-token-id-refused", pointer: "", expected: expect.stringContaining(expected), actual },
  ]);
  await expect(expect(list).toMatchContract("tokens", url)).rejects.toThrow("4.4-token-id-refused");
});

test.each([null, [], 5])(
  "a success that is no object fails, and needs a request if the path names a record: %j",
  async (body) => {
    for (const endpoint of ["statusSummary", "tokens", "networkFees"] as const) {
      const { violations } = await checkResponse(ok(body), endpoint);
      expect(violations[0]?.clause).toBe(`${operations[endpoint].section}-answers-200`);
    }
    expect((await checkResponse(ok(body), "tokenBalances")).outcome).toBe("notTested");
  },
);

test("a missing record is not tested", async () => {
  const missing = ok({ _status: { messages: [{ message: "Not found" }] } });
  expect((await checkResponse(missing, "networkFees", "/api/v1/network/fees")).outcome).toBe("notTested");
});

test("known deviations of the caller and of profiles are no violations", async () => {
  const wrong = ok({ fees: [], timestamp: 1 });
  const known = [{ clause: "2.5-timestamp", pointer: "/timestamp", reason: "a number until autumn" }];
  const seen = await checkResponse(wrong, "networkFees", undefined, { known });
  expect(seen.outcome).toBe("passed");
  expect(seen.clauses.find(({ id }) => id === "2.5-timestamp")?.outcome).toBe("known");
  const profiled = await checkResponse(wrong, "networkFees", undefined, { profile: "hiero-mirror-node" });
  expect(profiled.outcome).toBe("failed");
});

test("an unknown endpoint and a request of another one throw", async () => {
  const body = ok({ fees: [] });
  await expect(checkResponse(body, "contract", "/api/v1/tokens")).rejects.toThrow("is a request of tokens");
  await expect(checkResponse(body, "contract", "/elsewhere")).rejects.toThrow("is not a request of contract");
  // @ts-expect-error: a test without types gets the error at run time
  await expect(checkResponse(body, "token")).rejects.toThrow("the endpoints are statusSummary,");
  await expect(checkResponse(undefined, "tokens")).rejects.toThrow("a response is expected");
});

test("the message has no secrets of the request and no control characters", async () => {
  const { message } = await checkResponse(
    { status: 200, headers: {}, body: { fees: [], timestamp: "a-long-secret-word\u001b[2J" } },
    "networkFees",
    { url: "/api/v1/network/fees", headers: { authorization: "Bearer a-long-secret-word" } },
  );
  expect(message).toContain("2.5-timestamp");
  expect(message).not.toContain("a-long-secret-word");
  expect(message).not.toContain("\u001b");
});

interface Assertion extends ContractMatchers<Promise<void>> {
  readonly not: ContractMatchers<Promise<void>>;
}

describe.each([
  ["vitest", expect],
  ["jest", jestExpect],
])("the matcher in %s", (_runner, own) => {
  own.extend(matchers);
  const assertion = (received: unknown): Assertion => Object(own(received));
  const fees = ok({ fees: [], timestamp: "1.5" });

  test("passes or fails, with clause, pointer, expected and actual", async () => {
    await assertion(fees).toMatchContract("networkFees");
    const failing = assertion(ok({ ...fees.body, timestamp: 1 })).toMatchContract("networkFees");
    const text = /2\.5-timestamp: .+\n {2}expected {2}.+\n {2}actual {4}1\n {2}at {8}\/timestamp$/;
    await expect(failing).rejects.toThrow(text);
  });

  test("throws if nothing is checked, also when negated", async () => {
    const silent = { status: 500, body: "gone" };
    const why = "does not cover this response";
    await expect(assertion(silent).toMatchContract("contract")).rejects.toThrow(why);
    await expect(assertion(silent).not.toMatchContract("contract")).rejects.toThrow(why);
    await assertion(ok({ fees: 1 })).not.toMatchContract("networkFees");
    await expect(assertion(fees).not.toMatchContract("networkFees")).rejects.toThrow("meets the contract");
  });
});

// A record whose members are nearly all absent is that record: each absent member fails its clause.

/** A member of the record itself is absent, not a member of a record inside. */
const isAbsentMember = ({ actual, pointer }: ContractViolation): boolean =>
  actual === "absent" && /^\/[^/]*$/.test(pointer);

test.each(ENDPOINT_NAMES)("a record of %s with one member fails for each absent member", async (endpoint) => {
  const named = Object.keys(operations[endpoint].success.properties ?? {});
  for (const [name, value] of Object.entries(SUCCESS[endpoint])) {
    const others = named.filter((other) => other !== name);
    if (others.length === 0) continue;
    const { violations } = await checkResponse(ok(JSON.stringify({ [name]: value })), endpoint);
    const absent = violations.filter(isAbsentMember).map(({ pointer }) => pointer);
    expect([name, ...absent]).toEqual([name, ...others.map((other) => `/${other}`)]);
  }
});

const ID = { contract_id: "0.0.1" };

test.each<[string, object, number]>([
  ["an error of the contract", { _status: { messages: [{ message: "Not found" }] }, ...ID }, 200],
  ["no member of the record", {}, 200],
  ["an error that has the name", { error: "no such contract", ...ID }, 200],
  ["an error of a web framework", { timestamp: "2026-01-01", status: 404, path: "/" }, 200],
  ["another status than 200", ID, 404],
])("an object is not a record: %s", async (_name, body, status) => {
  const { violations } = await checkResponse({ status, body }, "contract", "/api/v1/contracts/0.0.1");
  expect(violations).toEqual([]);
});

// The error of a failed clause, as reporters of vitest and Allure print it; README.md shows one of a value at a pointer.

test("a violation of the whole response has no pointer, and its problem is the title", () => {
  const { message } = clauseError(failed(planned(1), [violation({ pointer: "" }), violation()]));
  const text =
    /^4\.4-limit-kept: gas_used is a string\n {4}expected (?!.*\n {4}at ).*\n {4}… and 1 more violation: see the report$/s;
  expect(message).toMatch(text);
});

test("a consequence names its cause, and shows one request", () => {
  const exchanges = pageExchanges(3).map((one) => ({ ...one, compared: true as const }));
  const cause = failed(planned(1), [violation({ exchanges })]);
  const [alone, effect, related] = [
    cause,
    { ...cause, consequenceOf: "4.4-limit-at-most" },
    { ...cause, possiblyRelatedTo: "4.4-links" },
  ].map((clause) => clauseError(clause).message);
  expect([alone, effect].map((text) => text?.match(/request {3}curl/g)?.length)).toStrictEqual([4, 1]);
  expect(effect).toContain('actual    "12"\n    cause     4.4-limit-at-most: fix it first\n');
  expect(related).toContain("related   possibly to 4.4-links\n");
});
