import { html as xml } from "hono/html";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { explainAll, outcomeText, reasonText } from "../words/explain.ts";
import { byEndpoint } from "../words/labels.ts";

/** Violations of one clause that are told in full. */
const MOST_VIOLATIONS = 5;
/** XML has no place for these, not even escaped; other control characters are made visible with the texts. */
const NEVER = /[\ufffe\uffff]/g;

interface Case {
  readonly name: string;
  readonly classname: string;
  /** What became of it, and why; absent where it passed. */
  readonly kind?: "failure" | "error" | "skipped";
  readonly message?: string;
  readonly type?: string;
  readonly text?: string;
}

/**
 * `junit.xml`: a suite per endpoint, a test case per clause under its id. What was not judged, and what is known,
 * is skipped with its reason; a fault of the suite, and a run that did not come to its end, are errors. Where
 * warnings fail a strict run, one more case fails.
 */
export async function junitXml(result: RunResult): Promise<string> {
  const { clauses, startedAt, strict = false, verdict, reason } = result;
  const suites: (readonly [string, readonly Case[]])[] = byEndpoint(clauses).map(([endpoint, own]) => [
    endpoint,
    own.map((clause) => ({ name: clause.id, classname: endpoint, ...became(clause, strict) })),
  ]);
  if (reason !== undefined) {
    const [name, kind] =
      verdict === "incomplete"
        ? (["the run was complete", "error"] as const)
        : (["the run has no warnings", "failure"] as const);
    suites.push(["run", [{ name, kind, classname: "run", message: oneLine(reason), type: verdict }]]);
  }
  const all = suites.flatMap(([, cases]) => cases);
  const told = suites.map(
    ([name, cases]) =>
      xml`<testsuite name="${name}" ${sums(cases)} timestamp="${startedAt}">\n${cases.map(element)}</testsuite>\n`,
  );
  const text = await xml`<testsuites name="ledger-conformance" ${sums(all)}>\n${told}</testsuites>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(text).replace(NEVER, "\ufffd")}`;
}

function sums(cases: readonly Case[]) {
  const [failures, errors, skipped] = (["failure", "error", "skipped"] as const).map(
    (kind) => cases.filter((one) => one.kind === kind).length,
  );
  return xml`tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

const element = ({ name, classname, kind, message = "", type = "", text = "" }: Case) =>
  kind === undefined
    ? xml`<testcase name="${name}" classname="${classname}"/>\n`
    : xml`<testcase name="${name}" classname="${classname}"><${kind} message="${message}" type="${type}">${text}</${kind}></testcase>\n`;

/** What became of a clause, with its evidence; nothing where it passed. */
function became(clause: ClauseResult, strict: boolean): Partial<Case> {
  const { outcome, cause = "contract" } = clause;
  const text = manyLines(explainAll(clause, MOST_VIOLATIONS), 100_000);
  switch (outcome) {
    case "pass":
      return {};
    case "fail":
      return { kind: "failure", message: reasonText(clause), type: cause, text };
    default: {
      const failed = outcome === "inconclusive" && strict ? "failure" : "skipped";
      return {
        kind: cause === "suite" ? "error" : failed,
        message: outcomeText(clause),
        type: outcome,
        text,
      };
    }
  }
}
