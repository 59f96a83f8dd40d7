import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { explain, looksLike } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../words/numbers.ts";
import { causesOf, type SharedCause } from "../words/tally.ts";
import { lineText } from "../words/whom.ts";

/** GitHub shows no more of one step. */
const MOST = 10;

type Note = ReturnType<typeof noteOf>;

/** Workflow commands of GitHub Actions, at most ten: what else fails the run, then the causes of failures. */
export function annotations(result: RunResult): string {
  const notes = [...verdictNotes(result), ...causesOf(result).map(noteOf)];
  const left = notes.length - MOST + 1;
  const rest = { title: "more", lines: [`${countOf(left, "more cause")} of failures: see the report`] };
  const shown = notes.length > MOST ? [...notes.slice(0, MOST - 1), rest] : notes;
  return shown
    .map(({ title, lines }) => `::error title=${property(`Conformance: ${title}`)}::${data(lines)}\n`)
    .join("");
}

/** What fails the run beside broken clauses. */
function verdictNotes({ verdict, reason, strict, summary }: RunResult): readonly Note[] {
  if (verdict === "incomplete") {
    return [{ title: "incomplete", lines: [reason ?? "the run is incomplete"] }];
  }
  const { inconclusive } = summary;
  return strict === true && inconclusive > 0
    ? [{ title: "strict", lines: [`${countOf(inconclusive, "inconclusive clause")}: see the report`] }]
    : [];
}

/** Its lines are harmless, each by itself. */
function noteOf({ clause, violation, also, guesses }: SharedCause) {
  const lines = explain(clause, violation).map(lineText);
  const same = also.length > 0 ? [`the same breaks ${countOf(also.length, "other clause")}`] : [];
  const guess = guesses.length > 0 ? [looksLike(guesses)] : [];
  return { title: clause.id, lines: [operationLabel(clause.endpoint), ...guess, ...lines, ...same] };
}

/** The breaks between lines are escaped, as GitHub wants it. */
const data = (lines: readonly string[]): string =>
  lines.map((line) => oneLine(line, 2_000).replaceAll("%", "%25")).join("%0A");

const property = (text: string): string => data([text]).replaceAll(":", "%3A").replaceAll(",", "%2C");
