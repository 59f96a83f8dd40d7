/**
 * The door for vitest: `await conformance(target, options)` at the top of a spec file makes a test of every clause;
 * see docs/getting-started.md.
 */
import { afterAll, describe, test, type SuiteCollector, type TestContext } from "vitest";
import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import { CannotRun, messageOf, plainError } from "../engine/model/cannot-run.ts";
import type { ClauseResult, ReportedViolation } from "../engine/model/clause-results.ts";
import { countOf, present } from "../engine/model/model.ts";
import type { RunResult } from "../engine/model/results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { select } from "../engine/target/selection.ts";
import { TARGET_MEMBERS } from "../engine/target/target.ts";
import { plannedClauses } from "../reports/reading/assemble.ts";
import {
  aligned,
  curlsOf,
  explainPlace,
  more,
  outcomeText,
  violationProblem,
  reasonText,
} from "../reports/words/explain.ts";
import { groupBy, serviceOf } from "../reports/words/labels.ts";
import { verdictLine } from "../reports/words/run.ts";
import { SERVICE_WORDS } from "../schemas/operations.ts";
import { allureTeller, type TellAllure } from "./allure.ts";
import { oneRun, type ConformanceOptions, type OneRun } from "./one-run.ts";
import { begin, type RunTarget } from "./run.ts";
import { folderOf, leaveFolder, reportIn, takenFolder } from "./spec-folders.ts";

export type { ConformanceOptions } from "./one-run.ts";
export type { RunTarget } from "./run.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What became of the clause that the test stands for. */
    clause?: ClauseResult;
  }
}

/** The test that fails where the run did not come to its end, an endpoint returned nothing usable, or warnings fail a strict run. */
const COMPLETE = "the run was complete";
/** A run ends by itself: no test of it has a time of its own, and a second try would give the same. */
const LASTING = { timeout: 0, retry: 0 } as const;
/** Vitest reports the ends of tests every 100 ms. The line on the verdict waits longer, so that it is printed after them. */
const FLUSH_MS = 250;

/** Clauses of an endpoint with the suite that holds their tests, in the same order. */
interface Registered {
  readonly suite: SuiteCollector;
  readonly own: readonly ClauseInfo[];
}

/**
 * Registers, while vitest collects, a `describe` for each endpoint and in it a `test` for each clause, one skipped test
 * for each service without a URL, and one more test that fails if the run is incomplete, or strict with a warning.
 * Clauses that vitest filters out are not tested, and their requests are not sent.
 *
 * Throws, while vitest collects, if the target or an option is wrong.
 */
export async function conformance(target: RunTarget, options: ConformanceOptions = {}): Promise<void> {
  const { settings, selected, others, given } = await readSettings(target, options);
  const one = oneRun(target, options);
  const registered: Registered[] = [];
  const started = new Set<string>();
  let wanted: readonly string[] | undefined;
  let folder: string | undefined;
  const beginOnce = ({ projectName, filepath }: File): void => {
    if (wanted !== undefined) {
      return;
    }
    // Looked at once, before the first verdict: a test that is skipped with its reason has that mode later.
    const ids = registered.flatMap(wantedOf);
    if (ids.length === 0) {
      throw plainError("nothing was tested: no clause is among the selected tests");
    }
    const isWhole = ids.length === selected.length;
    const out = given.out ?? (isWhole ? folderOf(projectName) : undefined);
    folder = out === undefined ? undefined : takenFolder(out, filepath);
    one.begin({ ...(isWhole ? {} : { only: ids, skip: [] }), ...present({ out }) });
    wanted = ids;
  };
  const register = registration();
  const tell = allureTeller(target, options.env);
  for (const [endpoint, own] of groupBy(selected, (clause) => clause.endpoint)) {
    const suite = describe(endpoint, () => {
      for (const clause of own) {
        register(clause, async (context) => {
          started.add(clause.id);
          beginOnce(context.task.file);
          tellVitest(await checked(one, clause, context, tell), context, settings.strict);
        });
      }
    });
    registered.push({ suite, own });
  }
  registerServicesNotGiven(others, tell);
  let isAsked = false;
  test(COMPLETE, LASTING, async ({ expect, task }) => {
    isAsked = true;
    beginOnce(task.file);
    await tell.run();
    expect(await demandComplete(one)).not.toBe("incomplete");
  });
  afterAll(async () => {
    if (wanted?.some((id) => !started.has(id)) === true) {
      // Vitest gave up, as it does with `bail`: nobody waits for the other verdicts.
      one.abort();
    }
    await printVerdict(one, folder);
    leaveFolder(folder);
    await (isAsked ? undefined : demandComplete(one));
  }, 0);
}

/** Prints the verdict and the place of the report, after the ends of all tests. Nothing is printed for a run that never began. */
async function printVerdict(one: OneRun, folder: string | undefined): Promise<void> {
  const verdict = await one
    .result()
    ?.then(verdictLine, (error) => `Conformance: incomplete. ${messageOf(error)}.`);
  if (verdict !== undefined) {
    await new Promise((resume) => setTimeout(resume, FLUSH_MS));
    // oxlint-disable-next-line no-console -- reporters of vitest print it with the output of the file
    console.log(`${verdict} Report: ${reportIn(folder)}`);
  }
}

/** Reads the target and the options. The error of a wrong one has no stack: the place in the suite explains nothing. */
async function readSettings(target: RunTarget, { env = process.env, ...options }: ConformanceOptions) {
  const {
    signal: _signal,
    onClause: _onClause,
    onRequest: _onRequest,
    onWarning: _onWarning,
    ...own
  } = options;
  try {
    const { settings, catalogue, options: given } = await begin({ target, options: own, env });
    const { urls } = settings.target;
    const others = select(catalogue, given.only ?? [], given.skip ?? []).filter(
      ({ endpoint }) => urls[serviceOf(endpoint)] === undefined,
    );
    return { settings, given, selected: plannedClauses(settings, catalogue), others };
  } catch (error) {
    if (error instanceof CannotRun) {
      error.stack = `${error.name}: ${error.message}`;
    }
    throw error;
  }
}

/** One skipped test for each service whose clauses are not tested, because no URL of it is given. */
function registerServicesNotGiven(clauses: readonly ClauseInfo[], tell: TellAllure): void {
  for (const [service, own] of groupBy(clauses, ({ endpoint }) => serviceOf(endpoint))) {
    const [first] = own;
    const name = `the ${SERVICE_WORDS[service]} service is not tested without ${TARGET_MEMBERS[service]} (${countOf(own.length, "clause")})`;
    test(name, async ({ skip }) => {
      if (first !== undefined) {
        await tell.place(first);
      }
      skip(`no URL is given: add ${TARGET_MEMBERS[service]} to the target`);
    });
  }
}

/** The clauses that vitest is going to run, by the modes that a name, `.only`, a line or a tag gave their tests. */
const wantedOf = ({ suite, own }: Registered): readonly string[] =>
  own
    .filter((_, index) => {
      const mode = suite.tasks[index]?.mode;
      return mode !== "skip" && mode !== "todo";
    })
    .map(({ id }) => id);

type File = TestContext["task"]["file"];
type TestBody = (context: TestContext) => Promise<void>;

/**
 * Adds the test of a clause, with tags where the configuration has them: vitest refuses tags that it does not know,
 * and most projects have none.
 */
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

/** The verdict on a clause, when Allure and whoever reads the task know of it. */
async function checked(
  one: OneRun,
  clause: ClauseInfo,
  { task }: TestContext,
  tellAllure: TellAllure,
): Promise<ClauseResult> {
  // In front of the verdict: a test of a run that cannot begin has its place too.
  await tellAllure.place(clause);
  const verdict = await one.verdict(clause.id);
  task.meta.clause = verdict;
  await tellAllure.verdict(verdict);
  return verdict;
}

/**
 * The error of a failed clause, which Allure calls failed and not broken. Reporters take `expected` and `actual` from it;
 * vitest does not print them as a difference, since the message has them already.
 */
class AssertionError extends Error {
  override readonly name = "AssertionError";
  readonly showDiff = false;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  constructor(message: string, shown: { readonly expected?: string; readonly actual?: string } = {}) {
    super(message);
    this.expected = shown.expected;
    this.actual = shown.actual;
    // The place in the suite that throws it explains nothing.
    this.stack = `${this.name}: ${message}`;
  }
}

/** A violation: the clause, the place, the expected and the actual value, and the request, each once. */
function failureText(clause: ClauseResult, violation: ReportedViolation): string {
  const lines = [
    ...explainPlace(clause, violation).filter(({ label }) => label !== "problem"),
    ...curlsOf(violation).map((curl) => ({ label: "request", text: oneLine(curl, 2_000) })),
    { label: "seed", text: String(violation.seed) },
  ];
  const others = more(clause.violations.length - 1, "violation").map((text) => `${text}: see the report`);
  const title = `${clause.id}: ${oneLine(violationProblem(clause, violation) ?? clause.statement)}`;
  return [title, ...aligned(lines), ...others].join("\n");
}

/** Passes, fails or skips the test. */
function tellVitest(clause: ClauseResult, { expect, skip }: TestContext, isStrict: boolean): void {
  const { id, outcome, cause, violations } = clause;
  const [first] = violations;
  if (cause === "suite") {
    throw new Error(`a bug in the suite itself: ${id}: ${reasonText(clause)}`);
  }
  if (outcome === "failed") {
    throw new AssertionError(
      first === undefined ? `${id}: ${reasonText(clause)}` : failureText(clause, first),
      first,
    );
  }
  if (outcome === "inconclusive" && isStrict) {
    throw new AssertionError(`${id}: ${outcomeText(clause)}`);
  }
  if (outcome !== "passed") {
    skip(outcomeText(clause));
  }
  // A project may demand an assertion of each test.
  expect(outcome).toBe("passed");
}

async function demandComplete(one: OneRun): Promise<RunResult["verdict"] | undefined> {
  const result = await one.result();
  if (result?.verdict === "incomplete") {
    throw plainError(`the run is incomplete: ${result.reason ?? "no reason given"}`);
  }
  if (result?.reason !== undefined) {
    throw new AssertionError(`the run is strict, and ${result.reason}`);
  }
  return result?.verdict;
}
