import { describe, expect, test } from "vitest";
import type { Difference } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { adviceFor } from "../../reports/words/advice.ts";
import { reportPage } from "../../reports/html/page.ts";
import { explainPlace } from "../../reports/words/explain.ts";
import { failed, mixedResult, passed, planned, resultOf, unjudged, violation } from "./samples.ts";

/** The page without our own style sheets and scripts. */
async function contentOf(result: RunResult): Promise<string> {
  const page = await reportPage(result);
  return page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
}

/** What a reader sees, on one line. */
async function textOf(result: RunResult): Promise<string> {
  return (await contentOf(result)).replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
}

describe("the conformance report", () => {
  test("shows all exchanges of a rule over several answers, in order, with the one that breaks it", async () => {
    const curl = (page: number): string => `curl -i 'https://ledger.example.test/x?page=${page}'`;
    const exchanges = [1, 2, 9].map((number) => ({ number, curl: curl(number), status: 200, body: "{}" }));
    const marked = exchanges.map((item) => (item.number === 2 ? { ...item, breaks: true as const } : item));
    const text = await textOf(
      resultOf([failed(planned(1), [violation({ pointer: "", exchanges: marked })])]),
    );
    expect(text).toMatch(
      /3 of 9 exchanges show it.*1\. Status 200.*page=1.*2\. Status 200.*this one does not meet the clause.*page=2/,
    );
    expect(text).toMatch(/… 6 more.*9\. Status 200.*page=9/);
    expect(text.match(/this one does not meet the clause/g)).toHaveLength(1);
  });

  test("names the known deviations that were met, are stale or expired", async () => {
    const deviation = (clause: string, more: object = {}) => ({
      clause,
      reason: `agreed for ${clause}`,
      ...more,
    });
    const text = await textOf({
      ...mixedResult(),
      known: {
        met: [
          deviation("4.4-limit-kept", {
            owner: "us",
            link: "https://issues.example.test/1",
          }),
        ],
        stale: [deviation("2.7-gas-used", { link: "javascript:alert(1)" })],
        expired: [deviation("4.10-needs-address", { until: "2026-01-01" })],
      },
    });
    expect(text).toMatch(/deviations, met.*agreed for 4\.4-limit-kept.*4\.4-limit-kept.*owner: us · https:/);
    expect(text).toMatch(/stale: 2\.7-gas-used.*expired: 4\.10-needs-address \(2026-01-01\)/);
    expect(await contentOf(mixedResult())).not.toContain("Known deviations");
  });

  test("needs nothing from elsewhere; its policy names its own styles and scripts, and nothing else", async () => {
    const page = await reportPage(mixedResult());
    expect(page).not.toMatch(/<link|<img|<iframe|\ssrc=|url\(|@import|\son\w+=/);
    expect(page.replaceAll("&#39;", "'")).toMatch(
      /content="default-src 'none'; style-src( 'sha256-[^']+'){2}; script-src( 'sha256-[^']+'){3}; base-uri 'none'/,
    );
    expect(page).not.toContain("unsafe-inline");
    expect(page).not.toMatch(/\sstyle="/);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, target = ""]) => target);
    expect(links.filter((target) => !target.startsWith("#"))).toStrictEqual([]);
  });
});

describe("the place of a violation", () => {
  const field = { seen: 25, null: 0, notNull: 25 };

  test.each([
    [{ cases: 25, field }, { occurrences: 25 }, "/tokens/3/decimals, seen 25 of 25 times"],
    [{ cases: 25, field }, { occurrences: 1 }, "/tokens/3/decimals, seen 1 of 25 times"],
    [{ cases: 8 }, { occurrences: 3 }, "/tokens/3/decimals, seen 3 times"],
    [{ cases: 8 }, { occurrences: 1 }, "/tokens/3/decimals"],
    [{ cases: 8 }, { pointer: "" }, "the whole response"],
  ])("of %j with %j is %j", (clause, changes, expected) => {
    const lines = explainPlace(
      passed(planned(1), clause),
      violation({ pointer: "/tokens/3/decimals", ...changes }),
    );
    expect(lines.find(({ label }) => label === "pointer")?.text).toBe(expected);
  });
});

test("a cause is shown by the request with fewest parameters, to be copied at once", async () => {
  const at = (query: string) =>
    violation({
      request: { method: "GET", url: `https://ledger.example.test/x?${query}`, headers: {}, body: null },
      curl: `curl -i 'https://ledger.example.test/x?${query}'`,
    });
  const clauses = [
    failed({ ...planned(1), id: "4.4-many" }, [at("a=1&b=2&c=3")]),
    failed({ ...planned(1), id: "4.4-one" }, [at("a=1")]),
  ];
  const [list = ""] = /<ol class="causes">[\s\S]*?<\/ol>/.exec(await contentOf(resultOf(clauses))) ?? [];
  expect(list).toContain('<a href="#4.4-one">gas_used is a string</a>');
  expect(list).toContain("x?a=1&#39;");
  expect(list).not.toContain("b=2");
});

test("a broken clause names its place in the document, and tells the reading that it leans on", async () => {
  const clause = { ...planned(1), cites: ["4.1 pages"], readings: [15] };
  const readings = [{ number: 15, title: "The next page", text: "The form is open." }];
  const text = await textOf(resultOf([failed(clause)], { readings }));
  expect(text).toMatch(/The document says it in\s+part 4\.1, line \d+ \(pages\)\./);
  expect(text).toContain("Read as: The next page");
  expect(text).toContain("The next page (reading 15) The form is open.");
});

test("where nothing was judged, one box says why and what to check, and the clauses are folded", async () => {
  const lost = { reason: "not reached", remedy: { kind: "runToItsEnd" } } as const;
  const reason = "the ledger query service cannot be reached: the connection was refused";
  const result = resultOf(
    [0, 1].map((index) => unjudged(planned(index), { ...lost, cause: "environment" })),
    { verdict: "incomplete", reason },
  );
  const page = await contentOf(result);
  expect(page.match(/<li[^>]*class="box"/g)).toHaveLength(1);
  expect(page).toContain(`2 clauses not tested: not reached: ${reason}`);
  expect(page).toContain("check that the service runs");
  expect(page.indexOf('id="not-tested"')).toBeLessThan(page.indexOf('id="clauses"'));
  expect(page).not.toMatch(/<details\s+class="section"\s+open/);
  expect(page).not.toMatch(/id="causes"|>\s*0 /);
});

test("an expected body stands beside the one that came, both marked where they differ", async () => {
  const difference = {
    expected: { lines: ["{", '  "_status": {}', "}"], marked: 1 },
    got: { lines: ["{", '  "error": "x",', '  "_status": (absent)', "}"], marked: 2 },
  };
  const pageOf = (shown: Difference) =>
    contentOf(resultOf([failed(planned(1), [violation({ pointer: "", difference: shown })])]));
  const marksIn = (page: string) => [...page.matchAll(/<mark\s*>([^<]*)</g)].map(([, text]) => text);
  const page = await pageOf(difference);
  expect(marksIn(page)).toStrictEqual(["&quot;_status&quot;: {}", "&quot;_status&quot;: (absent)"]);
  expect(page).toContain("Actual: status 200, application/json");
  const other = await pageOf({ expected: difference.expected });
  expect(marksIn(other)).toStrictEqual(["&quot;_status&quot;: {}"]);
  expect(other).toMatch(/<pre[^>]*>\{&quot;gas_used&quot;:&quot;12&quot;\}</);
});

test("a short body is shown whole where the whole answer is meant", () => {
  const response = { status: 400, headers: {}, body: '{"_status":{}}' };
  const told = violation({ pointer: "", actual: "status 400 with another JSON body", response });
  expect(explainPlace(passed(planned(1)), told).at(-1)?.text).toBe(
    'status 400 with another JSON body: {"_status":{}}',
  );
});

describe("advice on a clause that was not judged", () => {
  const clause = { endpoint: "contract", cause: "data" } as const;

  test.each([
    [{ kind: "giveServiceUrl", of: "status" }, { statusUrl: "https://status.example.test" }],
    [{ kind: "giveSamples", of: "accountIds" }, { samples: { accountIds: ["0.0.98"] } }],
    [{ kind: "giveParameterName", of: "tokens.limit" }, { parameters: { tokens: { limit: "<name>" } } }],
    [undefined, { samples: { contracts: ["0.0.5001", "0x<20 bytes>"] } }],
  ] as const)("follows from what a reader can do: %j", (remedy, entry) => {
    expect(adviceFor({ ...clause, ...(remedy === undefined ? {} : { remedy }) }).entry).toStrictEqual(entry);
  });

  test.each([
    [{ obstacle: "network" }, "Run again"],
    [{ cause: "suite" }, "fault of the suite"],
  ] as const)("asks for nothing where that is of no use: %j", (told, text) => {
    const advice = adviceFor({ ...clause, ...told });
    expect(advice.text).toContain(text);
    expect(advice.entry).toBeUndefined();
  });
});
