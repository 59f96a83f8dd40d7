import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestResult } from "allure-js-commons";
import type { RunResult } from "../../engine/model/results.ts";
import { tried } from "../../engine/model/file-trouble.ts";
import { describeClause, type AllureHead } from "./describe.ts";
import { allureUuid } from "./ids.ts";
import { openTestWriter } from "./writer.ts";

const RESULT = "-result.json";
const ATTACHMENT = /"source":"([\w-]+-attachment\.\w+)"/g;

/**
 * Makes the folder of Allure's results say what the result of the run says. What was written while the clauses were
 * judged stays, with its times and exchanges; what is missing (a clause that was not reached, a folder that is gone),
 * cut off or other than the result is written anew.
 */
export function completeResults(resultsDir: string, result: RunResult): void {
  const write = openTestWriter(resultsDir);
  const wanted = new Set(result.clauses.map(({ id }) => `${allureUuid(id)}${RESULT}`));
  for (const name of readdirSync(resultsDir)) {
    if (name.endsWith(RESULT) && !wanted.has(name)) {
      rmSync(join(resultsDir, name));
    }
  }
  const end = Date.parse(result.startedAt) + result.durationMs;
  result.clauses.forEach((clause, index) => {
    const test = describeClause(clause);
    const path = join(resultsDir, `${test.head.uuid}${RESULT}`);
    const text = tried(() => readFileSync(path, "utf8"));
    if (text === undefined || !says(text, test.head)) {
      removeAttachments(resultsDir, text ?? "");
      // A millisecond apart: what was written at once stays in the order of the document.
      const at = end + index;
      write(test, at, at);
    }
  });
}

function says(text: string, { name, status, details }: AllureHead): boolean {
  const written = tried((): Partial<TestResult> => JSON.parse(text)) ?? {};
  return (
    written.name === name &&
    String(written.status) === status &&
    written.statusDetails?.message === details?.message
  );
}

function removeAttachments(resultsDir: string, text: string): void {
  for (const [, name = ""] of text.matchAll(ATTACHMENT)) {
    rmSync(join(resultsDir, name), { force: true });
  }
}
