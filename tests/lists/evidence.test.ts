// Which clause reports rows that pages lose or repeat, what searches may be cut at, and the requests that a violation shows.
import { describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { run } from "../../lib/run.ts";
import { alarms, idsOf } from "../run/check-reference.ts";
import { testServer } from "../tools/own.ts";
import { serveSmallLedger, type SmallLedgerOptions } from "../tools/small-ledger.ts";

const TIMEOUT = 120_000;

async function tested(
  options: SmallLedgerOptions,
  only: readonly string[],
  level: "smoke" | "standard",
): Promise<readonly ClauseResult[]> {
  const { url } = await testServer(serveSmallLedger(options));
  return (await run({ baseUrl: url }, { only: [...only], level, seed: 1 })).clauses;
}

test("a row that is missing on full pages fails the clauses on pages", { timeout: TIMEOUT }, async () => {
  const page: SmallLedgerOptions["page"] = ({ rows, next }, { limit }) => ({
    rows: rows.length === limit && limit > 1 ? rows.slice(0, -1) : rows,
    next,
  });
  const failed = idsOf(await tested({ page }, ["tokens"], "standard"), "failed");
  expect(failed).toContain("4.1-tokens-no-row-missing");
  expect(failed.filter((id) => id.startsWith("4.4-token-id-"))).toEqual([]);
});

test("a repeated page is not reported as another order", { timeout: TIMEOUT }, async () => {
  const page: SmallLedgerOptions["page"] = (plain, { rows, from, limit }) =>
    from === limit ? { ...plain, rows: rows.slice(0, limit) } : plain;
  const failed = idsOf(await tested({ page }, ["tokens"], "standard"), "failed");
  expect(failed).toContain("4.1-tokens-no-row-twice");
  expect(failed.filter((id) => /order(?!-same-rows)|next-rows/.test(id) && !/any-order/.test(id))).toEqual(
    [],
  );
});

describe("a search by name that the service truncates", { timeout: TIMEOUT }, () => {
  test.each([5, 25])("at %i rows is no violation", async (searchRows) => {
    expect(alarms(await tested({ searchRows }, ["tokens"], "standard"))).toEqual([]);
  });

  test("fails if a row before the returned rows is missing", async () => {
    const select: SmallLedgerOptions["select"] = (rows, query) => (query.has("name") ? rows.slice(1) : rows);
    const [result] = await tested({ select, searchRows: 5 }, ["4.4-name-complete"], "standard");
    expect(result?.outcome).toBe("failed");
  });

  test("fails if a row is missing although another search has more rows", async () => {
    const select: SmallLedgerOptions["select"] = (rows, query) =>
      (query.get("name")?.length ?? 0) > 4 ? rows.slice(0, -1) : rows;
    const [result] = await tested({ select }, ["4.4-name-complete"], "standard");
    expect(result?.outcome).toBe("failed");
  });
});

test("the evidence of a missing row includes the response that has it", { timeout: TIMEOUT }, async () => {
  const select: SmallLedgerOptions["select"] = (rows, query) =>
    query.get("token.id")?.startsWith("gte:") === true ? rows.slice(0, -1) : rows;
  const [result] = await tested({ select }, ["4.4-token-id-gte"], "smoke");
  const [violation] = result?.violations ?? [];
  expect(violation?.expected).toMatch(
    /^the row with token_id "0\.0\.1\d+".*, as \/api\/v1\/tokens\?limit=100/,
  );
  const exchanges = violation?.exchanges ?? [];
  expect(exchanges.find(({ beside }) => beside)).toMatchObject({
    url: expect.stringMatching(/tokens\?limit=100/),
    beside: true,
  });
  expect(exchanges.find(({ violates }) => violates)).toMatchObject({
    url: expect.stringMatching(/token\.id=gte/),
    violates: true,
  });
});
