// The only file that talks to a target: every clause is one test.
import { afterAll, describe, inject, test, type TestContext } from "vitest";
import { loadCatalogue } from "../engine/load.ts";
import type { ClauseResult } from "../engine/results.ts";
import { openSession } from "../engine/session.ts";
import type { Settings } from "../engine/settings.ts";
import { openJournal } from "../reports/journal-writer.ts";
import { openWay } from "../traffic/way.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly settings: Settings;
  }
}

const settings = inject("settings");
const journal = openJournal(settings);
const session = openSession(settings, await loadCatalogue(), journal.write, {
  way: openWay(settings),
});

describe.concurrent("asking", () => {
  for (const clause of session.asking) {
    test(`${clause.id} ${clause.statement}`, async (context) => {
      // What cannot be written down need not be asked.
      if (journal.failure() === undefined) {
        tell(await session.judge(clause), context);
      }
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
  journal.close();
});

function tell({ outcome, reason }: ClauseResult, context: TestContext): void {
  if (outcome === "fail") {
    throw new Error(JSON.stringify(reason));
  }
  if (outcome !== "pass") {
    context.skip(reason);
  }
}
