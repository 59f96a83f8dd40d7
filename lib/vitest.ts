/**
 * The door for vitest: `await conformance(target, options)` at the top of a spec file makes a test of every clause;
 * see docs/getting-started.md.
 */
import { resolve } from "node:path";
import { afterAll, describe, test, type SuiteCollector, type TestContext } from "vitest";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import { tried } from "../engine/model/cannot-run.ts";
import type { RunResult } from "../engine/model/results.ts";
import { DEFAULTS } from "../engine/target/options.ts";
import { optionsOf } from "../engine/target/resolve.ts";
import { select } from "../engine/target/selection.ts";
import { departureText, explainAll, outcomeText, reasonText } from "../reports/words/explain.ts";
import { groupBy, serviceOf } from "../reports/words/labels.ts";
import { allureTeller, type TellAllure } from "./allure.ts";
import { oneRun, type ConformanceOptions, type OneRun } from "./one-run.ts";
import type { RunTarget } from "./run.ts";

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

/** The result folders of the spec file that runs, each with the run that writes it. */
const folders = new Map<string, OneRun>();

/** Clauses of an endpoint with the suite that holds their tests, in the same order. */
interface Registered {
  readonly suite: SuiteCollector;
  readonly own: readonly ClauseInfo[];
}

/**
 * Registers, while vitest collects, a `describe` for each endpoint and in it a `test` for each clause, and one more
 * test that fails if the run is incomplete, or strict and with warnings. What vitest filters out is not judged, and its requests are not sent.
 */
export async function conformance(target: RunTarget, options: ConformanceOptions = {}): Promise<void> {
  const { only = [], skip = [], strict = false, out = DEFAULTS.out } = optionsGiven(target, options);
  const selected = select(await loadCatalogue(), only, skip);
  const one = oneRun(target, { ...options, out });
  const folder = resolve(out);
  const registered: Registered[] = [];
  const started = new Set<string>();
  let wanted: readonly string[] | undefined;
  const begin = (): void => {
    // Looked at once, in front of the first verdict: a test that is skipped with its reason has that mode later.
    wanted ??= registered.flatMap(wantedOf);
    if (wanted.length === 0) {
      throw new Error("nothing was tested: no clause is among the selected tests");
    }
    if ((folders.get(folder) ?? one) !== one) {
      throw new Error(
        `${folder}: another call of conformance writes its result there: give each call an "out" of its own`,
      );
    }
    folders.set(folder, one);
    one.begin(wanted.length === selected.length ? undefined : wanted);
  };
  const register = registration();
  const tell = allureTeller(target, options.env);
  for (const [endpoint, own] of groupBy(selected, (clause) => clause.endpoint)) {
    const suite = describe(endpoint, () => {
      for (const clause of own) {
        register(clause, async (context) => {
          started.add(clause.id);
          begin();
          const result = await judged(one, clause, context, tell);
          if (result === undefined) {
            context.skip(`no URL is given for this service (--${serviceOf(endpoint)}-url)`);
          } else {
            tellVitest(result, context, strict);
          }
        });
      }
    });
    registered.push({ suite, own });
  }
  let isAsked = false;
  test(COMPLETE, LASTING, async ({ expect }) => {
    isAsked = true;
    begin();
    await tell.run();
    expect(await demandComplete(one)).not.toBe("incomplete");
  });
  afterAll(async () => {
    folders.delete(folder);
    if (wanted?.some((id) => !started.has(id)) === true) {
      // Vitest gave up, as it does with `bail`: nobody waits for the other verdicts.
      one.abort();
    }
    await (isAsked ? one.result()?.catch(() => undefined) : demandComplete(one));
  }, 0);
}

/** Those of a target file too; a file that cannot be read is told by the run, in each test. */
const optionsGiven = (target: RunTarget, options: ConformanceOptions): ConformanceOptions => ({
  ...tried(() => optionsOf(target, options.env ?? process.env)),
  ...options,
});

/** The clauses that vitest is going to run, by the modes that a name, `.only`, a line or a tag gave their tests. */
const wantedOf = ({ suite, own }: Registered): readonly string[] =>
  own
    .filter((_, index) => {
      const mode = suite.tasks[index]?.mode;
      return mode !== "skip" && mode !== "todo";
    })
    .map(({ id }) => id);

type Body = (context: TestContext) => Promise<void>;

/**
 * Adds the test of a clause, with tags where the configuration has them: vitest refuses tags that it does not know,
 * and most projects have none.
 */
function registration(): (clause: ClauseInfo, body: Body) => void {
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
async function judged(
  one: OneRun,
  clause: ClauseInfo,
  { task }: TestContext,
  tellAllure: TellAllure,
): Promise<ClauseResult | undefined> {
  // In front of the verdict: a test of a run that cannot begin has its place too.
  await tellAllure.place(clause);
  const verdict = await one.verdict(clause.id);
  if (verdict !== undefined) {
    task.meta.clause = verdict;
    await tellAllure.verdict(verdict);
  }
  return verdict;
}

/** What an assertion throws: reporters show a difference, and Allure calls the test failed and not broken. */
class AssertionError extends Error {
  override readonly name = "AssertionError";
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  constructor(message: string, shown: { readonly expected?: string; readonly actual?: string } = {}) {
    super(message);
    this.expected = shown.expected;
    this.actual = shown.actual;
    // Where in the suite it is thrown tells nobody anything.
    this.stack = `${this.name}: ${message}`;
  }
}

/** Passes, fails or skips the test. */
function tellVitest(clause: ClauseResult, { expect, skip }: TestContext, isStrict: boolean): void {
  const { id, outcome, cause, violations } = clause;
  const [first] = violations;
  if (cause === "suite") {
    throw new Error(`a fault of the suite itself: ${id}: ${reasonText(clause)}`);
  }
  if (outcome === "fail") {
    throw new AssertionError(
      first === undefined
        ? `${id}: ${reasonText(clause)}`
        : [`${id}: ${departureText(clause, first)}`, explainAll(clause, 1), `seed ${first.seed}`].join("\n"),
      first,
    );
  }
  if (outcome === "inconclusive" && isStrict) {
    throw new AssertionError(`${id}: ${outcomeText(clause)}`);
  }
  if (outcome !== "pass") {
    skip(outcomeText(clause));
  }
  // A project may demand an assertion of each test.
  expect(outcome).toBe("pass");
}

async function demandComplete(one: OneRun): Promise<RunResult["verdict"] | undefined> {
  const result = await one.result();
  if (result?.verdict === "incomplete") {
    throw new Error(`the run is incomplete: ${result.reason ?? "no reason given"}`);
  }
  if (result?.reason !== undefined) {
    throw new AssertionError(`the run is strict, and ${result.reason}`);
  }
  return result?.verdict;
}
