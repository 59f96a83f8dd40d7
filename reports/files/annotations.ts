import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../words/escape.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../words/numbers.ts";
import { causesOf, type Cause } from "../words/tally.ts";

/** GitHub shows no more of one step. */
const MOST = 10;

interface Note {
  readonly title: string;
  readonly message: string;
}

/**
 * Workflow commands of GitHub Actions, one per line: what else fails the run, then the causes of failures, at
 * most ten in all. Text of the service stays inside one line, and is no command there.
 */
export function annotations(result: RunResult): string {
  const notes = [...verdictNotes(result), ...causesOf(result.clauses).map(noteOf)];
  const shown = notes.length > MOST ? [...notes.slice(0, MOST - 1), restOf(notes.length - MOST + 1)] : notes;
  return shown
    .map(({ title, message }) => `::error title=${property(`Conformance: ${title}`)}::${data(message)}\n`)
    .join("");
}

/** What fails the run beside broken clauses. */
function verdictNotes({ verdict, reason, strict, summary }: RunResult): readonly Note[] {
  if (verdict === "incomplete") {
    return [{ title: "incomplete", message: reason ?? "the run is incomplete" }];
  }
  const { inconclusive } = summary;
  return strict === true && inconclusive > 0
    ? [{ title: "strict", message: `${countOf(inconclusive, "inconclusive clause")}: see the report` }]
    : [];
}

function noteOf({ clause, violation, also }: Cause): Note {
  const { pointer, expected, actual, curl } = violation;
  const parts = [
    `${clause.statement} (${operationLabel(clause.endpoint)})`,
    `${pointer === "" ? "the whole answer" : oneLine(pointer, 200)}: expected ${oneLine(expected, 300)}`,
    `got ${oneLine(actual, 300)}`,
    ...(also.length > 0 ? [`the same breaks ${countOf(also.length, "other clause")}`] : []),
    oneLine(curl, 1_000),
  ];
  return { title: clause.id, message: parts.join("\n") };
}

function restOf(count: number): Note {
  return { title: "more", message: `${countOf(count, "more cause")} of failures: see the report` };
}

/** Each line of a message is harmless by itself; the breaks between them are escaped, as GitHub wants it. */
function data(text: string): string {
  return text
    .split("\n")
    .map((line) => oneLine(line, 2_000))
    .join("\n")
    .replaceAll("%", "%25")
    .replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
