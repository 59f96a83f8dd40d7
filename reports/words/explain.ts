import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { oneLine } from "./escape.ts";
import { count } from "./numbers.ts";

/** One labelled line of an explanation; the text is harmless anywhere but in markup. */
export interface Line {
  readonly label: string;
  readonly text: string;
}

/** What a clause says, and how an answer departs from it: the same words in every report. */
export function explain(clause: Pick<ClauseResult, "statement">, violation: Violation): readonly Line[] {
  return [
    { label: "statement", text: clause.statement },
    { label: "request", text: oneLine(violation.curl, 2_000) },
    ...explainPlace(clause, violation),
  ];
}

/** Where an answer departs from the document, what was expected there, and what came. */
export function explainPlace(
  { statement }: Pick<ClauseResult, "statement">,
  violation: Violation,
): readonly Line[] {
  const { message, pointer, expected, actual, occurrences, known } = violation;
  const places = occurrences > 1 ? `, seen ${count(occurrences)} times` : "";
  const lines = [
    ...(message === statement ? [] : [{ label: "problem", text: oneLine(message) }]),
    { label: "pointer", text: (pointer === "" ? "the whole answer" : oneLine(pointer)) + places },
    { label: "expected", text: oneLine(expected) },
    { label: "actual", text: oneLine(actual) },
  ];
  return known === undefined ? lines : [...lines, { label: "known", text: oneLine(known) }];
}

/** Labels and texts in two columns. */
export function aligned(lines: readonly Line[], indent = "  "): readonly string[] {
  const width = Math.max(...lines.map(({ label }) => label.length));
  return lines.map(({ label, text }) => `${indent}${label.padEnd(width)}  ${text}`);
}
