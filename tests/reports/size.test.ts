import { describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { reportPage } from "../../reports/html/page.ts";
import { failed, planned, resultOf, violation, pageExchanges } from "./samples.ts";

const READINGS = [1, 15, 18].map((number) => ({
  number,
  title: "a matter",
  text: "so it is read. ".repeat(40),
}));

/** Five hundred failed clauses with evidence of realistic size. */
function manyBroken(causes: number): readonly ClauseResult[] {
  const url = `https://ledger.example.test/api/v1/tokens?account.id=gte:0.0.1001&limit=100&order=desc&key=${"0".repeat(64)}`;
  const excerpt = {
    lines: Array.from({ length: 14 }, (_, line) => `  "field_${line}": "some value",`),
    marked: 7,
  };
  const response = { status: 200, headers: { "content-type": "application/json" }, body: "x".repeat(4_000) };
  return Array.from({ length: 500 }, (_, index) => {
    const curl = `curl -i '${url}&request=${index}'`;
    const exchanges = pageExchanges(9).map((one) => (one.number < 9 ? one : { ...one, curl }));
    const cause = index % causes;
    const told = {
      pointer: `/tokens/0/name${cause}`,
      actual: `${cause} wrong`,
      rowFault: { kind: "gap" },
    } as const;
    const leant = { contract: [199], interpretations: READINGS.map(({ number }) => number) };
    return failed({ ...planned(1), ...leant, id: `4.4-clause-${index}` }, [
      violation({ ...told, curl, excerpt, response, exchanges, occurrences: 7, path: "order desc, limit 1" }),
      violation({ ...told, message: "another departure", curl }),
    ]);
  });
}

/** The clauses of a page, by id: a cause, or a line of the list of clauses. */
const clausesIn = (page: string): ReadonlyMap<string, string> =>
  new Map(
    page
      .split(/(?=<(?:li|details)\s+class="clause )/)
      .slice(1)
      .map((text) => [/id="([^"]+)"/.exec(text)?.[1] ?? "", text]),
  );

describe("the size of the conformance report", () => {
  test.each([1, 40, 500])(
    "five hundred broken clauses for %d causes are some megabytes, written in no time, with the place and the request of each",
    async (causes) => {
      const results = manyBroken(causes);
      const started = performance.now();
      const page = await reportPage(resultOf(results, { interpretations: READINGS }));
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(Buffer.byteLength(page)).toBeLessThan(8_000_000);
      const rows = clausesIn(page);
      expect(rows.size).toBe(results.length);
      for (const index of results.keys()) {
        const row = rows.get(`4.4-clause-${index}`) ?? "";
        const [id, pointer, actual] = [
          `4.4-clause-${index}`,
          `/tokens/0/name${index % causes}`,
          `${index % causes} wrong`,
        ];
        const wanted = [
          `id="${id}"`,
          "a page has no more rows than asked",
          pointer,
          "an integer or null",
          actual,
          `request=${index}`,
        ];
        expect(wanted.filter((text) => !row.includes(text))).toStrictEqual([]);
      }
    },
  );

  test("many clauses of one cause link to its first clause", async () => {
    const page = await reportPage(resultOf(manyBroken(1)));
    const [first = "", second = ""] = [0, 1].map((index) => clausesIn(page).get(`4.4-clause-${index}`));
    expect(first).toMatch(/^<li[^]*<details class="more evidence" open\s*>/);
    expect(second).toMatch(/^<details[^>]*>/);
    expect(second).not.toMatch(/^<details[^>]* open\s*>/);
    expect(second).toMatch(/Consequence of <a href="#4\.4-clause-0">/);
    expect(page.match(/The response as received/g)?.length).toBeGreaterThan(2);
  });
});
