// Failures that are attempted again at the end of a run, with scripted responses
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { SIZES, casesOfLevel } from "../../engine/clauses/size.ts";
import type { ApiRequest, ApiResponse } from "../../engine/model/exchange.ts";
import { createEarlyRequests } from "../../engine/run/early-requests.ts";
import { createLostRecords } from "../../engine/run/lost-records.ts";
import { findSimultaneousViolations } from "../../engine/run/simultaneous.ts";
import { defined } from "../tools/defined.ts";
import { contextOf, numberClauses, page, SEED, violation } from "./number-clauses.ts";

describe("a failure that did not occur again", () => {
  /** Repeats a failure at a service that has these numbers of rows: for one request alone, in turn, and while others are in flight. */
  async function repeatFailure(rowsAlone: readonly number[], rowsInFlight: number) {
    const rowsOf = (rows: number): ApiResponse =>
      page(Array.from({ length: rows }, (_, token) => ({ token_id: String(token) })));
    const { context } = contextOf(() => page([]));
    const counts = { inFlight: 0, alone: 0 };
    const sendAgain = async (request: ApiRequest): Promise<ApiResponse> => {
      counts.inFlight += 1;
      const isAlone = counts.inFlight === 1;
      await new Promise(setImmediate);
      counts.inFlight -= 1;
      counts.alone += isAlone ? 1 : 0;
      const rows = isAlone ? (rowsAlone[counts.alone % rowsAlone.length] ?? 0) : rowsInFlight;
      return { ...rowsOf(rows), request, url: `http://127.0.0.1${request.target}` };
    };
    const [clause] = numberClauses(
      [(response) => (rowsIn(response).length > 5 ? violation("a row") : [])],
      true,
    );
    const [testCase] = casesOfLevel(await clause.cases(context.provider.resolve), SIZES.smoke, SEED);
    const unsteady = [{ clause, testCase: defined(testCase) }];
    const parts = {
      ...context,
      sendAgain,
      unsteady,
      lostRecords: createLostRecords(),
      earlyRequests: createEarlyRequests(),
      settings: { level: "standard" as const },
      catalogue: await loadCatalogue(),
    };
    return await findSimultaneousViolations(parts, new Set());
  }

  test("fails its clause if it occurs only while other requests are in flight", async () => {
    const violations = await repeatFailure([1], 9);
    expect(
      violations.map(
        ({
          caseViolation: {
            violation: { message },
            reproducible,
          },
        }) => [message, reproducible],
      ),
    ).toEqual([["a row (only while other requests are in flight)", false]]);
  });

  test.each([
    ["occurs alone too", [9], 9],
    ["does not occur in flight either", [1], 2],
    ["has data that differ from request to request", [1, 2], 9],
  ])("fails no clause if it %s", async (_what, rowsAlone, rowsInFlight) => {
    expect(await repeatFailure(rowsAlone, rowsInFlight)).toEqual([]);
  });
});
