// Clauses over responses to requests whose limits are numbers, and a context in which they are checked
import * as fc from "fast-check";
import { type Resolve, type SendingClause, inputsOf } from "../../engine/clauses/clause.ts";
import { family } from "../../engine/clauses/declare.ts";
import { SIZES } from "../../engine/clauses/size.ts";
import type { Provider } from "../../engine/discovery/provider.ts";
import { createCoverage } from "../../engine/message/known-deviations.ts";
import {
  type ApiRequest,
  requestTo,
  type CheckResult,
  type ApiResponse,
} from "../../engine/model/exchange.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { createSemaphores } from "../../engine/pacing/semaphore.ts";
import type { CheckContext } from "../../engine/run/check-clauses.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { defined } from "../tools/defined.ts";

export const SEED = 42;

/** A context whose target responds with the given function; `sent` records the requests. */
export function contextOf(
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
  const provider: Provider = { resolve, refresh: resolve };
  const { signal } = new AbortController();
  const coverage = createCoverage(known);
  const cases = createSemaphores(8);
  const common = { provider, send, sendAgain: send, cases, seed: SEED, signal };
  const context: CheckContext = { ...common, coverage, unsteady: [], confirmed: [] };
  return { context, sent };
}

export const page = (rows: readonly object[]): ApiResponse =>
  responseOf("tokens", 200, { tokens: rows, links: { next: null } });

export type NumberCheck = (response: ApiResponse, value: number) => CheckResult;

/** Clauses over responses to requests whose limits are numbers, one for each check. */
export const numberClauses = (
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

export const violation = (message: string): CheckResult => [
  { message, pointer: "/tokens", expected: "none", actual: "some" },
];
