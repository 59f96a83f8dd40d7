// Clauses over responses to requests whose limits are numbers, and a context in which they are checked
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Resolve, type SendingClause, inputsOf, type Case } from "../../engine/clauses/clause.ts";
import { family } from "../../engine/clauses/declare.ts";
import { SIZES, casesOfLevel, clauseSeed } from "../../engine/clauses/size.ts";
import type { Provider } from "../../engine/discovery/provider.ts";
import { createCoverage } from "../../engine/message/known-deviations.ts";
import {
  type ApiRequest,
  requestTo,
  type CheckResult,
  type ApiResponse,
  UnusableResponse,
} from "../../engine/model/exchange.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { createSemaphores, createSemaphore } from "../../engine/pacing/semaphore.ts";
import {
  type CheckContext,
  checkClauses,
  testFamilies,
  type Family,
} from "../../engine/run/check-clauses.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { createEarlyRequests } from "../../engine/run/early-requests.ts";
import { createLostRecords } from "../../engine/run/unsteady-responses.ts";
import { findSimultaneousViolations } from "../../engine/run/simultaneous.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { defined } from "../tools/defined.ts";

const SEED = 42;

function contextOf(
  response: (request: ApiRequest, count: number) => ApiResponse,
  level: "smoke" | "standard" = "standard",
  known: readonly KnownDeviation[] = [],
) {
  const sent: string[] = [];
  const send = (request: ApiRequest): Promise<ApiResponse> => {
    sent.push(request.target);
    return Promise.resolve().then(() => ({
      ...response(request, sent.length),
      request,
      url: `http://127.0.0.1${request.target}`,
    }));
  };
  // Two random values: the test is about their checks, not about their number.
  const size = { ...SIZES[level], ...(level === "smoke" ? {} : { values: 40, random: 2 }) };
  const resolve: Resolve = (needs) => Promise.resolve(inputsOf(needs, { size }));
  const provider: Provider = { resolve };
  const { signal } = new AbortController();
  const coverage = createCoverage(known);
  const cases = createSemaphores(8);
  const common = { provider, send, sendAgain: send, cases, seed: SEED, signal };
  const context: CheckContext = { ...common, coverage, unsteady: [], confirmed: [] };
  return { context, sent };
}

const page = (rows: readonly object[]): ApiResponse =>
  responseOf("tokens", 200, { tokens: rows, links: { next: null } });

type NumberCheck = (response: ApiResponse, value: number) => CheckResult;

/** Clauses over responses to requests whose limits are numbers, one for each check. */
const numberClauses = (
  checks: readonly NumberCheck[],
  compares = false,
  names = ["one"],
): readonly [SendingClause, ...SendingClause[]] => {
  const [first, ...others] = family({
    family: "4.4-numbers",
    needs: {},
    values: () => ({
      boundaries: names.map((name, at) => ({ name, value: at + 1 })),
      middle: fc.integer({ min: 100, max: 100_000 }).map((value) => ({ name: String(value), value })),
    }),
    request: (t, value) => t.get(requestTo("tokens", { query: [["limit", String(value)]] })),
    ...(compares ? { compares: true as const } : {}),
    clauses: checks.map((check, at) => ({
      id: at === 0 ? "4.4-numbers" : `4.4-numbers-${at}`,
      endpoint: "tokens",
      statement: "numbers are checked",
      contract: [234],
      check,
      passes: [
        { response: page([]), value: 1 },
        { response: page([]), value: 2 },
      ],
      fails: { rows: { response: page([{}]), value: 1 } },
    })),
  });
  return [defined(first), ...others];
};

const violation = (message: string): CheckResult => [
  { message, pointer: "/tokens", expected: "none", actual: "some" },
];

const checkOne = async (checked: SendingClause, context: CheckContext) =>
  defined((await checkClauses([checked], context))[0]);

const limitOf = (request: ApiRequest): number => Number(request.target.split("=")[1]);
const checkNumbers = (context: CheckContext, check: NumberCheck, compares?: boolean) =>
  checkOne(numberClauses([check], compares)[0], context);
describe(`a clause is checked (seed ${SEED})`, () => {
  test("fails only after its request is repeated", async () => {
    const { context, sent } = contextOf(() => page([{}]), "smoke");
    const checked = await checkNumbers(context, () => violation("a row"));
    expect(checked).toMatchObject({ outcome: "failed" });
    expect(checked.violations[0]).toMatchObject({ path: "one" });
    expect(sent).toHaveLength(2);
  });

  test("lists its failing cases in the order of the cases, whatever the order of the responses", async () => {
    const { context } = contextOf(() => page([{}]));
    const send = async (request: ApiRequest): Promise<ApiResponse> => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 20 - 2 * limitOf(request))));
      return await context.send(request);
    };
    const [checked] = numberClauses([() => violation("a row")], false, ["1", "2", "3", "4", "5", "6"]);
    const { violations } = await checkOne(checked, { ...context, send });
    expect(violations[0]?.names).toEqual(["4", "5", "6", "115", "67262"]);
  });

  test("continues after a known deviation, without shrinking it, until a new violation", async () => {
    const known = [{ clause: "4.4-numbers", request: "limit=1$", reason: "known" }];
    const { context, sent } = contextOf(() => page([{}]), "standard", known);
    const checked = await checkNumbers(context, () => violation("a row"));
    expect(checked.outcome).toBe("failed");
    const urls = checked.violations.map(({ response }) => response.url.replace(/^.*limit=/, ""));
    expect(urls).toContain("1");
    expect(urls).toContain("100"); // the smallest value that is new
    expect(sent.length).toBeGreaterThan(4);
  });

  test.each([
    [1, 200],
    [2, 500],
  ])("and is inconclusive if a correct response follows %i with status %i", async (wrong, status) => {
    let calls = 0;
    const { context } = contextOf(() => ({ ...page([]), status }), "smoke");
    const checked = await checkNumbers(context, () => ((calls += 1) <= wrong ? violation("a row") : []));
    expect(checked).toMatchObject({ outcome: "inconclusive", code: "unsteady", violations: [] });
  });

  test("and a broken link is not the cause if the rows of a response are inconclusive", async () => {
    const { context } = contextOf(() => page([]), "smoke");
    const checked = await checkNumbers(context, (by) => ({ code: "dataUnsuitable", reason: "no row", by }));
    const { dependsOn } = "code" in checked ? checked : {};
    expect(dependsOn).toContainEqual({ endpoint: "tokens", needs: "data" });
    expect(dependsOn).not.toContainEqual({ endpoint: "tokens", needs: "links" });
  });

  test("is inconclusive if the data change with every request", async () => {
    const { context, sent } = contextOf((_request, count) => page([{ token_id: `0.0.${count}` }]), "smoke");
    const checked = await checkNumbers(context, () => violation("a row"), true);
    const reason: unknown = expect.stringContaining("the data changed");
    expect(checked).toMatchObject({ outcome: "inconclusive", reason });
    expect(sent).toHaveLength(4);
  });

  test.each([
    [1, { outcome: "passed", cases: 2, reason: "passed in 2 of 3 cases; inconclusive in 1: no answer" }],
    [2, { outcome: "inconclusive", code: "connectionLost", reason: "no answer" }],
  ])("on the cases that were answered, where these are most: %i of 3 were not", async (lost, verdict) => {
    let responded = 0;
    const { context } = contextOf(() => {
      if ((responded += 1) <= lost) {
        const reason = responded === 1 ? "no answer" : "another";
        throw new UnusableResponse("cut", { code: "connectionLost", reason });
      }
      return page([]);
    });
    const checked = await checkNumbers(context, () => []);
    expect(checked).toMatchObject(verdict);
  });
});

describe(`a generated case that fails (seed ${SEED})`, () => {
  test("is shrunk within a budget of requests", async () => {
    const { context, sent } = contextOf((request) => page(limitOf(request) >= 700 ? [{}] : []));
    const checked = await checkNumbers(context, (response) =>
      response.body.text.includes("{}") ? violation("a row") : [],
    );
    expect(checked.outcome).toBe("failed");
    expect(checked.violations.map(({ response }) => limitOf(response.request))).toContain(700);
    expect(sent.length).toBeLessThan(100);
  });

  test("of a family sends each case once, and reports a bug in the suite separately", async () => {
    const { context, sent } = contextOf(() => page([{}]), "smoke");
    const fault = new Error("a fault of the suite");
    const [kept, broken, accident] = await checkClauses(
      numberClauses([
        () => [],
        () => violation("a row"),
        () => {
          throw fault;
        },
      ]),
      context,
    );
    expect(kept).toMatchObject({ outcome: "passed", cases: 1 });
    expect(broken).toMatchObject({ outcome: "failed" });
    const reason = "an error of the suite prevented the check of this clause: a fault of the suite";
    expect(accident).toMatchObject({ outcome: "inconclusive", code: "suiteFailed", reason });
    expect(sent).toHaveLength(2); // once for all, and once more for the one that failed
  });

  test("is repeated by the same seed", () => {
    const caseOf = (name: string): Case => ({ name, run: () => Promise.reject(new Error(name)) });
    const all = { boundaries: [], middle: fc.nat().map((value) => caseOf(String(value))), caseOf };
    const size = { ...SIZES.standard, values: 100, random: 100 };
    const made = (id: string) => casesOfLevel(all, size, clauseSeed(SEED, id)).map(({ name }) => name);
    const once = made("4.4-numbers");
    expect(made("4.4-numbers")).toEqual(once);
    expect(made("4.4-others")).not.toEqual(once);
    expect(once).toHaveLength(100);
  });
});

describe("the sequence of clauses", () => {
  test("exclusive ones follow all others of their endpoint, one at a time, and wait for no other endpoint", async () => {
    const [clause] = numberClauses([() => []]);
    const exclusive = { ...clause, exclusive: true as const };
    const fees = { ...exclusive, endpoint: "networkFees" as const };
    const families: readonly Family[] = [[exclusive], [clause], [exclusive], [clause], [fees]];
    const events: string[] = [];
    const results = await testFamilies(families, async (tested) => {
      const index = families.findIndex((one) => one === tested);
      events.push(`${index} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${index} ends`);
      return index;
    });
    expect(results).toEqual([0, 1, 2, 3, 4]);
    const ofTokens = events.filter((event) => !event.startsWith("4"));
    expect(ofTokens.slice(0, 4)).toEqual(["1 begins", "3 begins", "1 ends", "3 ends"]);
    expect(ofTokens.slice(4)).toEqual(["0 begins", "0 ends", "2 begins", "2 ends"]);
    expect(events.indexOf("4 begins")).toBeLessThan(events.indexOf("1 ends"));
  });

  test("waiting work goes by its priority, then by the time at which it was passed", async () => {
    const oneByOne = createSemaphore(1);
    const done: string[] = [];
    const work = (name: string, priority?: number) =>
      oneByOne(() => Promise.resolve(void done.push(name)), priority);
    await Promise.all([work("running"), work("a"), work("b", 2), work("c", 1), work("d", 2), work("e")]);
    expect(done).toEqual(["running", "b", "d", "c", "a", "e"]);
  });
});

test("a failure that occurs only in flight fails no clause if the data differ from request to request", async () => {
  const { context } = contextOf(() => page([]));
  const counts = { inFlight: 0, alone: 0 };
  const sendAgain = async (request: ApiRequest): Promise<ApiResponse> => {
    counts.inFlight += 1;
    const isAlone = counts.inFlight === 1;
    await new Promise(setImmediate);
    counts.inFlight -= 1;
    counts.alone += isAlone ? 1 : 0;
    const rows = Array.from({ length: isAlone ? 1 + (counts.alone % 2) : 9 }, (_, id) => ({
      token_id: `${id}`,
    }));
    return { ...page(rows), request, url: `http://127.0.0.1${request.target}` };
  };
  const isLong = (response: ApiResponse): CheckResult =>
    rowsIn(response).length > 5 ? violation("a row") : [];
  const [clause] = numberClauses([isLong], true);
  const [testCase] = casesOfLevel(await clause.cases(context.provider.resolve), SIZES.smoke, SEED);
  const parts = {
    ...context,
    sendAgain,
    unsteady: [{ clause, testCase: defined(testCase) }],
    lostRecords: createLostRecords(),
    earlyRequests: createEarlyRequests(),
    settings: { level: "standard" as const },
    catalogue: await loadCatalogue(),
  };
  expect(await findSimultaneousViolations(parts, new Set())).toEqual([]);
});
