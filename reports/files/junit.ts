import { createRequire } from "node:module";
import type { Builder, TestCase } from "junit-report-builder";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/model/escape.ts";
import { explainAll, outcomeText, reasonText } from "../words/explain.ts";
import { byEndpoint } from "../words/tally.ts";

// Its types speak of an ES module with a default; what is loaded is CommonJS and the builder itself.
const reporter: Builder = createRequire(import.meta.url)("junit-report-builder");

/** Violations of one clause that are told in full. */
const MOST_VIOLATIONS = 5;
/** XML 1.0 has no place for these, not even escaped; everything else that is unseen is escaped already. */
const NO_XML = /[\ufffe\uffff]/g;

/**
 * `junit.xml`: a suite per endpoint, a test case per clause under its id. What was not judged, and what is known,
 * is skipped with its reason; a fault of the suite, and a run that did not come to its end, are errors.
 */
export function junitXml(result: RunResult): string {
  const report = reporter.newBuilder().name("ledger-conformance");
  for (const [endpoint, own] of byEndpoint(result.clauses)) {
    const suite = report.testSuite().name(endpoint).timestamp(result.startedAt);
    if (result.files === undefined) {
      suite.property("seed", String(result.seed)).property("level", result.level);
    }
    own.forEach((clause) => tell(suite.testCase(), clause, result.strict === true));
  }
  if (result.verdict === "incomplete") {
    const run = report.testSuite().name("run").testCase().name("the run came to its end").className("run");
    run.error(fit(oneLine(result.reason ?? "the run is incomplete")), "incomplete");
  }
  return report.build();
}

function tell(testCase: TestCase, clause: ClauseResult, strict: boolean): void {
  const { id, endpoint, statement, outcome, cause, cases } = clause;
  testCase.name(id).className(endpoint).property("statement", statement).property("cases", String(cases));
  const why = fit(outcomeText(clause));
  if (outcome === "fail") {
    testCase.failure(fit(reasonText(clause)), cause);
    complete(testCase, "failure", { text: evidence(clause) });
  } else if (cause === "suite") {
    testCase.error(why, outcome);
  } else if (outcome === "inconclusive" && strict) {
    testCase.failure(why, outcome);
  } else if (outcome !== "pass") {
    complete(testCase.skipped(), "skipped", { message: why, text: evidence(clause) });
  }
}

/** Writes what the builder cannot: the reason of `<skipped/>`, and texts in which an end of CDATA stands. */
function complete(
  testCase: TestCase,
  tag: "failure" | "skipped",
  { message, text }: { readonly message?: string; readonly text: string },
): void {
  const build = testCase.build.bind(testCase);
  testCase.build = (parent) => {
    const element = build(parent);
    const child = element.children.find((item) => "name" in item && item.name === tag);
    if (message !== undefined) {
      child?.att("message", message);
    }
    if (text !== "") {
      child?.txt(text);
    }
    return element;
  };
}

const evidence = (clause: ClauseResult): string =>
  fit(manyLines(explainAll(clause, MOST_VIOLATIONS), 100_000));

const fit = (text: string): string => text.replace(NO_XML, "");
