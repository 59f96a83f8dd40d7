import { describe, expect, test } from "vitest";
import { call, type Finding, type Reply } from "../../engine/model/exchange.ts";
import { curlOf } from "../../engine/http/curl.ts";
import { createScribe, fold, type Scribe } from "../../engine/evidence/violation.ts";
import { createRedact, showAll } from "../../engine/secrets/redact.ts";
import { createWatch } from "../../engine/passive/observer.ts";
import { judgeSeen } from "../../engine/passive/verdicts.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { answer, SUCCESS } from "../../specs/fixtures/answers.ts";

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
  test("keep the exchanges that prove them, in order: the one at fault, and what it cannot be seen without", () => {
    const among = Array.from({ length: 30 }, (_, index) => pageOf(index + 1));
    const [front, reply] = [among[14] ?? pageOf(0), among[15] ?? pageOf(0)];
    const found = { finding: { ...finding, beside: [front] }, reply, path: "", seed: 1, among };
    const [violation] = fold([found], scribe());
    expect(violation?.exchanges?.map(({ number, breaks, beside }) => [number, breaks, beside])).toStrictEqual(
      [
        [15, undefined, true],
        [16, true, undefined],
      ],
    );
    expect(violation?.exchanges?.[1]).toMatchObject({
      url: "https://ledger.example.test/api/v1/tokens?page=16",
      curl: "curl -i 'https://ledger.example.test/api/v1/tokens?page=16'",
    });
  });

  test("of a further page keep the request with which its walk began, and the page that led there", () => {
    const rows = (number: number) => [1, 2, 3].map((row) => ({ token_id: `0.0.${number}${row}` }));
    const among = Array.from({ length: 300 }, (_, index) => {
      const page = pageOf(index + 1, {
        tokens: rows(index),
        links: { next: `/api/v1/tokens?page=${index + 2}` },
      });
      return index === 0 ? page : { ...page, ask: { ...page.ask, rooted: true as const } };
    });
    const reply = among[150] ?? pageOf(0);
    const [violation] = fold([{ finding, reply, path: "", seed: 1, among }], scribe());
    expect(violation?.exchanges?.map(({ number }) => number)).toStrictEqual([1, 150, 151]);
  });

  test("show no secret beside the place, nor in another exchange", () => {
    const secret = "s3cret-token-of-mine";
    const [first, second] = [
      pageOf(1, { echo: secret, tokens: [{ echo: secret }] }),
      pageOf(2, { echo: secret }),
    ];
    const among = [first, second];
    const found = { finding: { ...finding, beside: [second] }, reply: first, path: "", seed: 1, among };
    const [violation] = fold([found], scribe(createRedact([secret])));
    expect(JSON.stringify(violation)).not.toContain(secret);
    expect(violation?.excerpt?.lines).toContain('  [0]: {"echo":"***"}');
  });
});

test("a made-up response is refused where an exchange is written down", () => {
  const came = answer("tokens", 200, { tokens: [] });
  const target = { urls: {}, headers: { status: {}, base: {}, verify: {} }, parameters: {}, samples: {} };
  const client = { gave: (reply: unknown) => reply === came };
  const own = createScribe({ target }, client, showAll);
  expect(own.curl(came)).toContain(call("tokens").target);
  expect(() => own.curl(answer("tokens", 200, { tokens: [] }))).toThrow("never sent");
});

test("every place that shows a fault is counted, the smallest request is kept, and what never came is named", async () => {
  const { tables } = await loadCatalogue();
  const watch = createWatch({ tables, watching: [], asking: [] }, () => true, scribe());
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
  watch.see(answer("contractResult", 200, { ...SUCCESS.contractResult, logs: [] }));
  const [unseen] = judgeSeen({ tables, watching: [] }, (id) => id === "2.7-log-address", watch.seen(), why);
  expect(unseen?.reason).toBe("the responses show no log");
});
