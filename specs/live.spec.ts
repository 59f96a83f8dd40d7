// The only file that talks to a target: every clause is one test.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, inject, test, type TestContext } from "vitest";
import { loadCatalogue } from "../engine/load.ts";
import type { ClauseResult } from "../engine/results.ts";
import { openSession } from "../engine/session.ts";
import type { Settings } from "../engine/settings.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly settings: Settings;
  }
}

const settings = inject("settings");
const journal = join(settings.outDir, "results.jsonl");
const session = openSession(settings, await loadCatalogue(), (entry) => {
  appendFileSync(journal, `${JSON.stringify(entry)}\n`);
});

describe.concurrent("asking", () => {
  for (const clause of session.asking) {
    test(`${clause.id} ${clause.statement}`, async (context) => {
      tell(await session.judge(clause), context);
    });
  }
  test("what the document leaves open", async () => {
    await session.observe();
  });
});

describe("watching", () => {
  test("the tables and transport rules of every endpoint", async () => {
    const failed = (await session.finish()).filter(({ outcome }) => outcome === "fail");
    if (failed.length > 0) {
      throw new Error(failed.map(({ id, reason }) => `${id}: ${JSON.stringify(reason)}`).join("\n"));
    }
  });
});

afterAll(async () => {
  await session.close();
});

function tell({ outcome, reason }: ClauseResult, context: TestContext): void {
  if (outcome === "fail") {
    throw new Error(JSON.stringify(reason));
  }
  if (outcome !== "pass") {
    context.skip(reason);
  }
}
