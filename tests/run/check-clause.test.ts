// How a clause is checked: its cases, their repetition and their reduction
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type SendingClause, inputsOf, type Case } from "../../engine/clauses/clause.ts";
import { family } from "../../engine/clauses/declare.ts";
import { SIZES, casesOfLevel, clauseSeed } from "../../engine/clauses/size.ts";
import { createCoverage } from "../../engine/message/known-deviations.ts";
import * as exchange from "../../engine/model/exchange.ts";
import { createSemaphores } from "../../engine/pacing/semaphore.ts";
import { type CheckContext, checkClauses } from "../../engine/run/check-clauses.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { defined } from "../tools/defined.ts";

const SEED = 42;

function contextOf(response: (limit: number) => exchange.ApiResponse, level: "smoke" | "standard") {
  const sent: string[] = [];
  const send: exchange.Send = async (request) => {
    sent.push(request.target);
    const url = `http://127.0.0.1${request.target}`;
    return await Promise.resolve().then(() => ({ ...response(limitOf(request)), request, url }));
  };
  // Two random values: the tests are about their checks, not about their number.
  const size = { ...SIZES[level], ...(level === "smoke" ? {} : { values: 40, random: 2 }) };
  const provider: CheckContext["provider"] = { resolve: async (needs) => inputsOf(needs, { size }) };
  const { signal } = new AbortController();
  const common = { provider, send, sendAgain: send, cases: createSemaphores(8), seed: SEED, signal };
  const context: CheckContext = { ...common, coverage: createCoverage([]), unsteady: [], confirmed: [] };
  return { context, sent };
}

const limitOf = (request: exchange.ApiRequest): number => Number(request.target.split("=")[1]);
const page = (rows: readonly object[]): exchange.ApiResponse =>
  responseOf("tokens", 200, { tokens: rows, links: { next: null } });

const passing = (value: number) => ({ response: page([]), value });

type NumberCheck = (response: exchange.ApiResponse, value: number) => exchange.CheckResult;

/** Clauses over responses to requests whose limits are numbers, one for each check. */
const numberClauses = (checks: readonly NumberCheck[]): readonly [SendingClause, ...SendingClause[]] => {
  const [first, ...others] = family({
    family: "4.4-numbers",
    needs: {},
    values: () => ({
      boundaries: [{ name: "one", value: 1 }],
      middle: fc.integer({ min: 100, max: 100_000 }).map((value) => ({ name: String(value), value })),
    }),
    request: (t, value) => t.get(exchange.requestTo("tokens", { query: [["limit", String(value)]] })),
    clauses: checks.map((check, at) => ({
      id: at === 0 ? "4.4-numbers" : `4.4-numbers-${at}`,
      endpoint: "tokens",
      statement: "numbers are checked",
      contract: [234],
      check,
      passes: [passing(1), passing(2)],
      fails: { rows: { response: page([{}]), value: 1 } },
    })),
  });
  return [defined(first), ...others];
};

const A_ROW = { message: "a row", pointer: "/tokens", expected: "none", actual: "some" };
const isWrong: NumberCheck = () => [A_ROW];

async function checkNumbers(context: CheckContext, check: NumberCheck) {
  const [clause] = numberClauses([check]);
  return defined((await checkClauses([clause], context))[0]);
}

test("a case fails only after its request is repeated", async () => {
  const { context, sent } = contextOf(() => page([{}]), "smoke");
  const violations = [{ path: "one" }];
  expect(await checkNumbers(context, isWrong)).toMatchObject({ outcome: "failed", violations });
  expect(sent).toHaveLength(2);
});

test.each([
  [1, { outcome: "passed", cases: 2, reason: "passed in 2 of 3 cases; inconclusive in 1: no answer" }],
  [2, { outcome: "inconclusive", code: "connectionLost", reason: "no answer" }],
])("a clause passes if most cases got a response: %i of 3 did not", async (lost, verdict) => {
  let responded = 0;
  const { context } = contextOf(() => {
    if ((responded += 1) > lost) return page([]);
    const reason = responded === 1 ? "no answer" : "another";
    throw new exchange.UnusableResponse("cut", { code: "connectionLost", reason });
  }, "standard");
  expect(await checkNumbers(context, () => [])).toMatchObject(verdict);
});

test("a generated case that fails is shrunk within a budget of requests", async () => {
  const { context, sent } = contextOf((limit) => page(limit >= 700 ? [{}] : []), "standard");
  const checked = await checkNumbers(context, (response, value) =>
    response.body.text.includes("{}") ? isWrong(response, value) : [],
  );
  expect(checked.outcome).toBe("failed");
  expect(checked.violations.map(({ response }) => limitOf(response.request))).toContain(700);
  expect(sent.length).toBeLessThan(100);
});

test("a family sends each case once, and reports a bug in the suite separately", async () => {
  const { context, sent } = contextOf(() => page([{}]), "smoke");
  const accident: NumberCheck = () => {
    throw new Error("a fault of the suite");
  };
  const checked = await checkClauses(numberClauses([() => [], isWrong, accident]), context);
  const reason = "an error of the suite prevented the check of this clause: a fault of the suite";
  expect(checked).toMatchObject([
    { outcome: "passed", cases: 1 },
    { outcome: "failed" },
    { outcome: "inconclusive", code: "suiteFailed", reason },
  ]);
  expect(sent).toHaveLength(2); // once for all, and once more for the one that failed
});

test("the generated cases are repeated by the same seed", () => {
  const caseOf = (name: string): Case => ({ name, run: () => Promise.reject(new Error(name)) });
  const all = { boundaries: [], middle: fc.nat().map((value) => caseOf(String(value))), caseOf };
  const size = { ...SIZES.standard, values: 100, random: 100 };
  const made = (id: string) => casesOfLevel(all, size, clauseSeed(SEED, id)).map(({ name }) => name);
  expect(made("4.4-numbers")).toEqual(made("4.4-numbers"));
  expect(made("4.4-others")).not.toEqual(made("4.4-numbers"));
  expect(made("4.4-numbers")).toHaveLength(100);
});
