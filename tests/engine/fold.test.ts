import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { curlOf } from "../../engine/http/curl.ts";
import type { Finding, Reply } from "../../engine/model/exchange.ts";
import { fold, type Scribe } from "../../engine/evidence/violation.ts";
import { createRedact, showAll } from "../../engine/secrets/redact.ts";
import { createWatch } from "../../engine/passive/observer.ts";
import { judgeSeen } from "../../engine/passive/verdicts.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { answer } from "../../specs/fixtures/answers.ts";

function scribe(redact = showAll): Scribe {
  return { curl: (reply) => curlOf(reply, {}, redact), headers: () => ({}), redact };
}

function pageOf(number: number, body: object = { tokens: [] }): Reply {
  const ask = call("tokens", { query: [["page", String(number)]] });
  return { ...answer("tokens", 200, body), ask, url: `https://ledger.example.test${ask.target}` };
}

const finding: Finding = {
  message: "a row is twice",
  pointer: "/tokens/0",
  expected: "once",
  actual: "twice",
};

describe("the findings of a clause", () => {
  test("keep all exchanges of a rule over several answers, in order, the breaking one marked", () => {
    const among = [pageOf(1), pageOf(2), pageOf(3)];
    const [violation] = fold([{ finding, reply: among[1] ?? pageOf(0), path: "", seed: 1, among }], scribe());
    expect(violation?.exchanges?.map(({ number, breaks }) => [number, breaks])).toStrictEqual([
      [1, undefined],
      [2, true],
      [3, undefined],
    ]);
    expect(violation?.exchanges?.[2]).toMatchObject({
      method: "GET",
      url: "https://ledger.example.test/api/v1/tokens?page=3",
      curl: "curl -i 'https://ledger.example.test/api/v1/tokens?page=3'",
    });
  });

  test("leave out exchanges in the middle of many, never the breaking one", () => {
    const among = Array.from({ length: 300 }, (_, index) => pageOf(index + 1, { long: "x".repeat(5_000) }));
    const reply = among[149] ?? pageOf(0);
    const [violation] = fold([{ finding, reply, path: "", seed: 1, among }], scribe());
    expect(violation?.exchanges?.map(({ number }) => number)).toStrictEqual([
      1, 2, 3, 4, 150, 297, 298, 299, 300,
    ]);
    expect(JSON.stringify(violation?.exchanges).length).toBeLessThan(10_000);
  });

  test("keep the exchanges that they cannot be seen without, wherever they are", () => {
    const among = Array.from({ length: 30 }, (_, index) => pageOf(index + 1));
    const [front, reply] = [among[14] ?? pageOf(0), among[15] ?? pageOf(0)];
    const found = { finding: { ...finding, beside: [front] }, reply, path: "", seed: 1, among };
    const [violation] = fold([found], scribe());
    const marked = violation?.exchanges?.filter(({ breaks, beside }) => breaks ?? beside);
    expect(marked?.map(({ number, breaks, beside }) => [number, breaks, beside])).toStrictEqual([
      [15, undefined, true],
      [16, true, undefined],
    ]);
  });

  test("have no list of exchanges where there was only one", () => {
    const reply = pageOf(1);
    const [violation] = fold([{ finding, reply, path: "", seed: 1, among: [reply] }], scribe());
    expect(violation).not.toHaveProperty("exchanges");
  });

  test("show no secret beside the place, nor in another exchange", () => {
    const secret = "s3cret-token-of-mine";
    const [first, second] = [
      pageOf(1, { echo: secret, tokens: [{ echo: secret }] }),
      pageOf(2, { echo: secret }),
    ];
    const found = { finding, reply: first, path: "", seed: 1, among: [first, second] };
    const [violation] = fold([found], scribe(createRedact([secret])));
    expect(JSON.stringify(violation)).not.toContain(secret);
    expect(violation?.excerpt?.lines).toContain('    {"echo": "***"}');
  });
});

test("every place that shows a fault is counted, and the smallest request is kept", async () => {
  const { tables } = await loadCatalogue();
  const watch = createWatch({ tables, watching: [], matters: [] }, () => true, scribe(), 1);
  const row = { decimals: "6" };
  const long = call("tokens", { query: [["limit", "100"]] });
  const body = { tokens: Array.from({ length: 100 }, () => row), links: { next: null } };
  for (const ask of [long, long, long, call("tokens"), long]) {
    watch.see({ ...answer("tokens", 200, body), ask, url: `https://ledger.example.test${ask.target}` });
  }
  const why = () => ({ outcome: "inconclusive", obstacle: "data", reason: "" }) as const;
  const wanted = (id: string): boolean => id === "2.3-decimals";
  const [result] = judgeSeen({ tables, watching: [] }, wanted, watch.seen(), why);
  expect(result).toMatchObject({ cases: 500, violations: [{ occurrences: 500 }] });
  expect(result?.violations[0]?.curl).toBe("curl -i 'https://ledger.example.test/api/v1/tokens'");
});
