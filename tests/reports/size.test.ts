import { expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { manyFailures } from "./many-failures.ts";
import { failed, planned, resultOf, violation } from "./samples.ts";

test("a page with two hundred failures is written quickly, has at most a few megabytes, and shows the pointer and request of each", async () => {
  const result = manyFailures(200);
  const started = performance.now();
  const page = await reportPage(result);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(Buffer.byteLength(page)).toBeLessThan(8_000_000);
  const parts = page.split(/(?=<(?:li|details)\s+class="clause )/).slice(1);
  const partsById = new Map(parts.map((text) => [/id="([^"]+)"/.exec(text)?.[1] ?? "", text]));
  expect(partsById.size).toBe(result.clauses.length);
  for (const { id, statement, violations } of result.clauses) {
    const shown = violations.flatMap(({ pointer, expected, curl }) => [pointer, expected, curl]);
    const part =
      partsById.get(id)?.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&") ?? "";
    expect([statement, ...shown].filter((text) => !part.includes(text))).toStrictEqual([]);
  }
});

test("clauses of one cause link to its first clause", async () => {
  const shown = violation({ pointer: "/tokens/0/name", rowFault: { kind: "gap" } });
  const clauses = [0, 1].map((index) => failed({ ...planned(1), id: `4.4-clause-${index}` }, [shown]));
  expect(await reportPage(resultOf(clauses))).toMatch(
    /<details[^>]*id="4\.4-clause-1"[^>]*>[^]*Consequence of <a href="#4\.4-clause-0">/,
  );
});
