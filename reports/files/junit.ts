import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { explainAll, outcomeText, reasonText } from "../words/explain.ts";
import { byEndpoint } from "../words/tally.ts";
import { xmlDocument, type Element } from "./xml.ts";

/** Violations of one clause that are told in full. */
const MOST_VIOLATIONS = 5;
/** What a test case that did not pass says, and what the sums of a suite are called. */
const SUMS = { failure: "failures", error: "errors", skipped: "skipped" } as const;

/**
 * `junit.xml`: a suite per endpoint, a test case per clause under its id. What was not judged, and what is known,
 * is skipped with its reason; a fault of the suite, and a run that did not come to its end, are errors. Where a strict
 * run met what is odd, one more case fails.
 */
export function junitXml(result: RunResult): string {
  const { clauses, startedAt, strict = false } = result;
  const suites = byEndpoint(clauses).map(([endpoint, own]) => {
    const cases = own.map((clause) => testCase(clause, strict));
    return suite(endpoint, cases, { timestamp: startedAt });
  });
  const all =
    result.reason === undefined ? suites : [...suites, suite("run", [endOf(result, result.reason)])];
  return xmlDocument({
    name: "testsuites",
    attributes: { name: "ledger-conformance", ...sumsOf(all.flatMap(childrenOf)) },
    content: all,
  });
}

/** What no clause tells: why there is no verdict, or what is odd where the run is strict. */
const endOf = ({ verdict }: RunResult, reason: string): Element => ({
  name: "testcase",
  attributes: {
    name: verdict === "incomplete" ? "the run was complete" : "nothing is odd",
    classname: "run",
  },
  content: [
    {
      name: verdict === "incomplete" ? "error" : "failure",
      attributes: { message: oneLine(reason), type: verdict },
    },
  ],
});

const suite = (
  name: string,
  cases: readonly Element[],
  more: { readonly timestamp?: string } = {},
): Element => ({
  name: "testsuite",
  attributes: { name, ...sumsOf(cases), ...more },
  content: cases,
});

const childrenOf = ({ content = [] }: Element): readonly Element[] =>
  typeof content === "string" ? [] : content;

function sumsOf(children: readonly Element[]) {
  const cases = children.filter(({ name }) => name === "testcase");
  const sums = Object.entries(SUMS).map(([tag, name]) => {
    const size = cases.filter((item) => childrenOf(item).some((child) => child.name === tag)).length;
    return [name, size] as const;
  });
  return { tests: cases.length, ...Object.fromEntries(sums) };
}

function testCase(clause: ClauseResult, strict: boolean): Element {
  const { id, endpoint } = clause;
  return {
    name: "testcase",
    attributes: { name: id, classname: endpoint },
    content: became(clause, strict),
  };
}

/** What became of a clause, with its evidence; nothing where it was kept. */
function became(clause: ClauseResult, strict: boolean): readonly Element[] {
  const { outcome, cause = "contract" } = clause;
  const content = manyLines(explainAll(clause, MOST_VIOLATIONS), 100_000);
  const told = (name: keyof typeof SUMS, message: string, type: string): readonly Element[] => [
    { name, attributes: { message, type }, content },
  ];
  if (outcome === "pass") {
    return [];
  }
  if (outcome === "fail") {
    return told("failure", reasonText(clause), cause);
  }
  if (cause === "suite") {
    return told("error", outcomeText(clause), outcome);
  }
  return told(outcome === "inconclusive" && strict ? "failure" : "skipped", outcomeText(clause), outcome);
}
