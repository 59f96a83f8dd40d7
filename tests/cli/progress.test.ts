import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { follow } from "../../cli/running/progress.ts";
import { entries, failed, header, passed, planned } from "../reports/samples.ts";

const folder = mkdtempSync(join(tmpdir(), "progress-"));
const journal = join(folder, "results.jsonl");

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("clauses are counted as their lines come, half lines and letters of many bytes included", () => {
  writeFileSync(journal, `${JSON.stringify(header())}\n`);
  const standing = follow(journal);
  expect(standing()).toStrictEqual({ judged: 0, broken: 0 });
  const [first = "", second = ""] = entries(
    passed(planned(0), { sample: "数".repeat(50_000) }),
    failed(planned(1)),
  ).map((entry) => `${JSON.stringify(entry)}\n`);
  const bytes = Buffer.from(first);
  appendFileSync(journal, bytes.subarray(0, 77_777));
  expect(standing()).toStrictEqual({ judged: 0, broken: 0 });
  appendFileSync(journal, bytes.subarray(77_777));
  expect(standing()).toStrictEqual({ judged: 1, broken: 0 });
  appendFileSync(journal, second);
  expect(standing()).toStrictEqual({ judged: 2, broken: 1 });
  expect(standing()).toStrictEqual({ judged: 2, broken: 1 });
});

test("a known deviation is not counted as broken", () => {
  const known = [{ clause: planned(1).id, reason: "agreed: 数" }];
  writeFileSync(journal, `${JSON.stringify(header({ known }))}\n`);
  const standing = follow(journal);
  const results = entries(failed(planned(1)), failed(planned(0)));
  appendFileSync(journal, results.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  expect(standing()).toStrictEqual({ judged: 2, broken: 1 });
});
