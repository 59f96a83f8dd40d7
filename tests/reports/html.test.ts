import { describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { adviceFor } from "../../reports/words/advice.ts";
import { reportPage } from "../../reports/html/page.ts";
import { failed, mixedResult, planned, resultOf, unjudged } from "./samples.ts";

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
      /content="default-src 'none'; style-src( 'sha256-[^']+'){1}; script-src( 'sha256-[^']+'){1}; base-uri 'none'/,
    );
    expect(page).not.toContain("unsafe-inline");
    expect(page).not.toMatch(/\sstyle="/);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, target = ""]) => target);
    expect(links.filter((target) => !target.startsWith("#"))).toStrictEqual([]);
  });
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
