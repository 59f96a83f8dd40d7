// The entry point for vitest, which makes a test of every clause; see docs/getting-started.md.
import { afterAll, describe, test, type SuiteCollector, type TestContext } from "vitest";
import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import { isObject } from "../engine/message/classify.ts";
import { CannotRun, messageOf, plainError, SUITE_BUG } from "../engine/model/cannot-run.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import { countOf, present, groupBy } from "../engine/model/model.ts";
import type { RunResult } from "../engine/model/results.ts";
import { select } from "../engine/target/selection.ts";
import { TARGET_MEMBERS } from "../engine/target/target.ts";
import { plannedClauses } from "../reports/reading/assemble.ts";
import { outcomeText, reasonText } from "../reports/words/explain.ts";
import { serviceOf } from "../reports/words/labels.ts";
import { verdictLine } from "../reports/words/run.ts";
import { SERVICE_WORDS } from "../schemas/operations.ts";
import { AssertionError, clauseError } from "./assertion.ts";
import { createAllureReporter, type AllureReporter } from "./allure.ts";
import { prepareRun, type ConformanceOptions, type SharedRun } from "./one-run.ts";
import { begin, type RunTarget } from "./run.ts";
import { folderOf, releaseFolder, reportIn, reserveFolder } from "./spec-folders.ts";

export type { ConformanceOptions } from "./one-run.ts";
export type { RunTarget } from "./run.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The result of the clause of this test. */
    clause?: ClauseResult;
  }
}

/** No time limit, because the run has one, and no retries, because a retry would return the same result. */
const LASTING = { timeout: 0, retry: 0 } as const;

/**
 * Registers tests while vitest collects:
 * - a `describe` for each endpoint, with a `test` for each of its clauses;
 * - a skipped test for each service without a URL;
 * - a test that fails if the run is incomplete, or if warnings fail a strict run.
 * Clauses that vitest filters out are not tested, and their requests are not sent. Throws, while vitest collects, if the target or
 * an option is wrong.
 */
export async function conformance(target: RunTarget, options: ConformanceOptions = {}): Promise<void> {
  const { settings, selected, others, runOptions } = await readSettings(target, options);
  const one = prepareRun(target, options);
  const suites: (readonly [suite: SuiteCollector, clauses: readonly ClauseInfo[]])[] = [];
  const started = new Set<string>();
  let selectedClauseIds: readonly string[] | undefined;
  let folder: string | undefined;
  const beginOnce = ({ projectName, filepath }: File): void => {
    if (selectedClauseIds !== undefined) return;
    // The selection is read before the first verdict, because a test that skips itself gets the mode `skip`.
    const ids = suites.flatMap(([suite, clauses]) => selectedIds(suite, clauses));
    if (ids.length === 0) throw plainError("nothing was tested: no clause is among the selected tests");
    const isWhole = ids.length === selected.length;
    const out = runOptions.out ?? (isWhole ? folderOf(projectName) : undefined);
    folder = out === undefined ? undefined : reserveFolder(out, filepath);
    one.begin({ ...(isWhole ? {} : { only: ids, skip: [] }), ...present({ out }) });
    selectedClauseIds = ids;
  };
  const register = registration();
  const allure = createAllureReporter(settings);
  for (const [endpoint, ownClauses] of groupBy(selected, (clause) => clause.endpoint)) {
    const suite = describe(endpoint, () => {
      for (const clause of ownClauses) {
        register(clause, async (context) => {
          started.add(clause.id);
          beginOnce(context.task.file);
          settleTest(await checked(one, clause, context, allure), context, settings.strict);
        });
      }
    });
    suites.push([suite, ownClauses]);
  }
  registerMissingServices(others, allure);
  let isCompletionTested = false;
  test("the run was complete", LASTING, async ({ expect, task }) => {
    isCompletionTested = true;
    beginOnce(task.file);
    await allure.run();
    expect(await demandComplete(one)).not.toBe("incomplete");
  });
  afterAll(async () => {
    // If vitest stopped early, as with `bail`, no test waits for the other verdicts.
    if (selectedClauseIds?.some((id) => !started.has(id)) === true) one.abort();
    await printVerdict(one, folder);
    releaseFolder(folder);
    await (isCompletionTested ? undefined : demandComplete(one));
  }, 0);
}

async function printVerdict(one: SharedRun, folder: string | undefined): Promise<void> {
  const verdict = await one
    .result()
    ?.then(verdictLine, (error) => `Conformance: incomplete. ${messageOf(error)}.`);
  if (verdict !== undefined) {
    // Vitest reports ended tests every 100 ms. The verdict is printed after them.
    await new Promise((resume) => setTimeout(resume, 250));
    // oxlint-disable-next-line no-console -- reporters of vitest print it with the output of the file
    console.log(`${verdict} Report: ${reportIn(folder)}`);
  }
}

/** Reads the target and the options. Throws `CannotRun`, without a stack trace into the suite, if one is wrong. */
async function readSettings(target: RunTarget, { env = process.env, ...options }: ConformanceOptions) {
  const { signal: _s, onClause: _c, onRequest: _r, onWarning: _w, ...own } = options;
  try {
    const { settings, catalogue, options: runOptions } = await begin({ target, options: own, env });
    const { urls } = settings.target;
    const others = select(catalogue, runOptions.only ?? [], runOptions.skip ?? []).filter(
      ({ endpoint }) => urls[serviceOf(endpoint)] === undefined,
    );
    return { settings, runOptions, selected: plannedClauses(settings, catalogue), others };
  } catch (error) {
    if (error instanceof CannotRun) error.stack = `${error.name}: ${error.message}`;
    throw error;
  }
}

function registerMissingServices(clauses: readonly ClauseInfo[], allure: AllureReporter): void {
  for (const [service, ownClauses] of groupBy(clauses, ({ endpoint }) => serviceOf(endpoint))) {
    const [first] = ownClauses;
    const name = `the ${SERVICE_WORDS[service]} service is not tested without ${TARGET_MEMBERS[service]} (${countOf(ownClauses.length, "clause")})`;
    test(name, async ({ skip }) => {
      if (first !== undefined) await allure.place(first);
      skip(`no URL is given: add ${TARGET_MEMBERS[service]} to the target`);
    });
  }
}

/** The ids of the clauses whose tests vitest will run. Filters (name, line, tag, `.only`) set the mode of all other tests to `skip`. */
const selectedIds = ({ tasks }: SuiteCollector, clauses: readonly ClauseInfo[]): readonly string[] =>
  clauses.flatMap(({ id }, index) => (["skip", "todo"].includes(tasks[index]?.mode ?? "") ? [] : [id]));

type File = TestContext["task"]["file"];
type TestBody = (context: TestContext) => Promise<void>;

/** Creates a function that registers tests, with tags if the configuration declares them: vitest rejects undeclared tags. */
function registration(): (clause: ClauseInfo, body: TestBody) => void {
  let isTagged = true;
  return ({ id, statement, section, endpoint }, body) => {
    const name = `${id} ${statement}`;
    if (isTagged) {
      try {
        test(name, { ...LASTING, tags: [section, endpoint, serviceOf(endpoint)] }, body);
        return;
      } catch {
        isTagged = false;
      }
    }
    test(name, LASTING, body);
  };
}

/**
 * The result of a clause, which is passed on to Allure and to the meta data of the test. A failed clause waits for the end of the
 * run, which finds the clause of which it is a consequence, unless vitest stops at failures (`bail`).
 */
async function checked(one: SharedRun, clause: ClauseInfo, { task }: TestContext, allure: AllureReporter) {
  // Labels are set before the result is awaited, so that the test has them even if the run cannot begin.
  await allure.place(clause);
  const early = await one.verdict(clause.id);
  const isEarly = early.outcome !== "failed" || stopsAtFailures();
  const last = isEarly ? undefined : (await one.result())?.clauses.find(({ id }) => id === clause.id);
  const verdict = last ?? early;
  task.meta.clause = verdict;
  await allure.verdict(verdict);
  return verdict;
}

/** Whether vitest runs with `bail`. Its public API does not show the configuration to tests. */
function stopsAtFailures(): boolean {
  const worker: unknown = Reflect.get(globalThis, "__vitest_worker__");
  const config: unknown = isObject(worker) ? worker["config"] : undefined;
  return isObject(config) && Number(config["bail"] ?? 0) > 0;
}

function settleTest(clause: ClauseResult, { expect, skip }: TestContext, isStrict: boolean): void {
  const { id, outcome, code } = clause;
  if (code === "suiteFailed") throw new Error(`${SUITE_BUG}: ${id}: ${reasonText(clause)}`);
  if (outcome === "failed") throw clauseError(clause);
  if (outcome === "inconclusive" && isStrict) throw new AssertionError(`${id}: ${outcomeText(clause)}`);
  if (outcome !== "passed") skip(outcomeText(clause));
  // Projects may require an assertion in each test (`requireAssertions`).
  expect(outcome).toBe("passed");
}

async function demandComplete(one: SharedRun): Promise<RunResult["verdict"] | undefined> {
  const result = await one.result();
  if (result?.verdict === "incomplete") {
    throw plainError(`the run is incomplete: ${result.reason ?? "no reason given"}`);
  }
  if (result?.reason !== undefined) throw new AssertionError(`the run is strict, and ${result.reason}`);
  return result?.verdict;
}
