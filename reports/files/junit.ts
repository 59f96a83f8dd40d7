import { html as xml } from "hono/html";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { failureText, violationText, outcomeText, reasonText } from "../words/explain.ts";
import { byEndpoint } from "../words/labels.ts";

/** Characters that XML 1.0 forbids even as references; `oneLine` has already replaced the control characters among them. */
const XML_FORBIDDEN = /[\ufffe\uffff]/g;

interface JunitCase {
  readonly name: string;
  /** The name of the child element; absent, like the members below, if the clause passed. */
  readonly kind?: "failure" | "error" | "skipped";
  readonly message?: string;
  readonly type?: string;
  readonly text?: string;
}

/**
 * `junit.xml`: a suite for each endpoint, with a test case for each clause. Known, inconclusive and not tested clauses are skipped with
 * their reason, but inconclusive ones fail in a strict run. A bug in the suite, and an incomplete run, are errors. If a strict run fails
 * because of a warning, one more case fails. Only the whole run has a time, because clauses are tested concurrently.
 */
export async function junitXml(result: RunResult): Promise<string> {
  const { clauses, startedAt, durationMs, strict = false, verdict, reason } = result;
  const suites: (readonly [string, readonly JunitCase[]])[] = byEndpoint(clauses).map(([endpoint, own]) => [
    endpoint,
    own.map((clause) => ({ name: `${clause.id} ${clause.statement}`, ...outcomeElement(clause, strict) })),
  ]);
  if (reason !== undefined) {
    const isIncomplete = verdict === "incomplete";
    const name = isIncomplete ? "the run was complete" : "the run has no warnings";
    const kind = isIncomplete ? "error" : "failure";
    suites.push(["run", [{ name, kind, message: oneLine(reason), type: verdict }]]);
  }
  const all = suites.flatMap(([, cases]) => cases);
  const elements = suites.map(
    ([name, cases]) =>
      xml`<testsuite name="${name}" ${sums(cases)} time="0" timestamp="${startedAt}">\n${cases.map((one) => element(name, one))}</testsuite>\n`,
  );
  const text =
    await xml`<testsuites name="ledger-conformance" ${sums(all)} time="${(durationMs / 1_000).toFixed(3)}">\n${elements}</testsuites>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(text).replace(XML_FORBIDDEN, "\ufffd")}`;
}

function sums(cases: readonly JunitCase[]) {
  const count = (kind: JunitCase["kind"]): number => cases.filter((one) => one.kind === kind).length;
  return xml`tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
}

function element(suite: string, { name, kind, message = "", type = "", text = "" }: JunitCase) {
  const child = kind !== undefined && xml`<${kind} message="${message}" type="${type}">${text}</${kind}>`;
  return xml`<testcase name="${name}" classname="${suite}" time="0">${child}</testcase>\n`;
}

function outcomeElement(clause: ClauseResult, strict: boolean): Partial<JunitCase> {
  const { outcome, code, violations } = clause;
  const [first] = violations;
  const text = failureText(clause, 5);
  if (outcome === "passed") return {};
  if (outcome === "failed") {
    const message = first ? violationText(clause, first) : reasonText(clause);
    return { kind: "failure", message, type: "contract", text };
  }
  const failed = outcome === "inconclusive" && strict ? "failure" : "skipped";
  const kind = code === "suiteFailed" ? "error" : failed;
  return { kind, message: outcomeText(clause), type: outcome, text };
}
