// The only file that talks to a target: every clause is one test.
import { afterAll, beforeAll, describe, inject, test, type TestContext } from "vitest";
import { loadCatalogue } from "../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import { openSession } from "../engine/run/session.ts";
import type { Settings } from "../engine/model/settings.ts";
import { describeClause } from "../reports/allure/describe.ts";
import { openJournal } from "../reports/files/journal-writer.ts";
import { openWay } from "../traffic/way.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly settings: Settings;
    /** Allure is told of every clause. */
    readonly allure: boolean;
  }
}

const settings = inject("settings");
const tellsAllure = inject("allure");
const journal = openJournal(settings);
const catalogue = await loadCatalogue();
const session = openSession(settings, catalogue, journal.write, { way: openWay(settings) });
const asking = new Set<string>(session.asking.map(({ id }) => id));
const selected = new Set(settings.clauseIds);
const watching = catalogue.clauses.filter(({ id }) => selected.has(id) && !asking.has(id));

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
  const results = new Map<string, ClauseResult>();

  beforeAll(async () => {
    for (const result of await session.finish()) {
      results.set(result.id, result);
    }
  });

  for (const { id, statement } of watching) {
    test(`${id} ${statement}`, (context) => {
      const result = results.get(id);
      if (result !== undefined) {
        tell(result, context);
      }
    });
  }
  // Where every clause asks, the journal is to be closed all the same.
  test("the end of the journal", () => undefined);
});

afterAll(async () => {
  await session.close();
  journal.close();
});

function tell(result: ClauseResult, context: TestContext): void {
  const { outcome, reason } = result;
  if (tellsAllure) {
    context.task.meta.allure = describeClause(result, session.sampleOf(result));
  }
  if (outcome === "fail") {
    throw new Error(JSON.stringify(reason));
  }
  if (outcome !== "pass") {
    context.skip(reason);
  }
}
