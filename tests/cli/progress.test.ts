import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { follow, standingText } from "../../cli/running/progress.ts";
import { CLOSING, entries, failed, header, passed, planned } from "../reports/samples.ts";

const folder = mkdtempSync(join(tmpdir(), "progress-"));
const journal = join(folder, "results.jsonl");

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("clauses are counted as their lines come, half lines and letters of many bytes included", () => {
  writeFileSync(journal, `${JSON.stringify(header())}\n`);
  const standing = follow(journal);
  expect(standing()).toStrictEqual({ judged: 0, broken: 0, requests: 0 });
  const [first = "", second = ""] = entries(
    passed(planned(0), { sample: "数".repeat(50_000) }),
    failed(planned(1)),
  ).map((entry) => `${JSON.stringify(entry)}\n`);
  const bytes = Buffer.from(first);
  appendFileSync(journal, bytes.subarray(0, 77_777));
  expect(standing()).toStrictEqual({ judged: 0, broken: 0, requests: 0 });
  appendFileSync(journal, bytes.subarray(77_777));
  expect(standing()).toStrictEqual({ judged: 1, broken: 0, requests: 0 });
  appendFileSync(journal, second);
  expect(standing()).toStrictEqual({ judged: 2, broken: 1, requests: 0 });
  expect(standing()).toStrictEqual({ judged: 2, broken: 1, requests: 0 });
});

test("a known deviation is not counted as broken", () => {
  const known = [{ clause: planned(1).id, reason: "agreed: 数" }];
  writeFileSync(journal, `${JSON.stringify(header({ known }))}\n`);
  const standing = follow(journal);
  const results = entries(failed(planned(1)), failed(planned(0)));
  appendFileSync(journal, results.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  expect(standing()).toStrictEqual({ judged: 2, broken: 1, requests: 0 });
});

test("requests are counted, with the endpoint that was asked most of late", () => {
  writeFileSync(journal, `${JSON.stringify(header())}\n`);
  const standing = follow(journal);
  appendFileSync(journal, CLOSING.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  expect(standing()).toStrictEqual({ judged: 0, broken: 0, requests: 12, endpoint: "tokens" });
});

test("says how far it has come, where it is and how long the rest takes", () => {
  const standing = { judged: 3, broken: 1, requests: 500, endpoint: "tokens" } as const;
  expect(standingText(standing, { clauses: 422, requests: 2_000 }, 10_000)).toBe(
    "3 of 422 clauses, 1 broken, 500 requests, Token list, 30.0 s left",
  );
  expect(standingText({ judged: 0, broken: 0, requests: 0 }, { clauses: 1, requests: 9 }, 500)).toBe(
    "0 of 1 clause, 0 broken, 0 requests, 500 ms",
  );
});
