import { cut, oneLine } from "../../engine/model/escape.ts";
import { aligned, type LabelledLine } from "../../reports/words/explain.ts";
import { countOf } from "../../reports/words/numbers.ts";
import type { ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { citedLines, type Explanation } from "./explanation.ts";
import type { RowExplanation, Example } from "./examples.ts";

const KINDS: Readonly<Record<ClauseInfo["kind"], string>> = {
  asking: "sends requests of its own",
  watching: "judges every success answer of its endpoint, whoever asked",
  table: "judges this row of the table in every success answer of its endpoint",
};

/** What is shown of requests, answers and refused values; `--json` has them all, and whole. */
const MOST_REQUESTS = 4;
const MOST_ANSWERS = 3;
const MOST_REFUSED = 3;
const LONGEST_BODY = 240;

export function explanationText(explanation: Explanation): string {
  const { id, statement, cites, section, sectionTitle, endpoint, operation, kind } = explanation;
  const { readAs, leavesOpen, row, examples, file } = explanation;
  const lines = aligned([
    { label: "statement", text: statement },
    { label: "section", text: `${section} ${sectionTitle}` },
    { label: "endpoint", text: `${endpoint}, ${operation}` },
    { label: "judged by", text: KINDS[kind] },
    { label: "file", text: file },
    ...labelled("document", citedLines(cites)),
    ...labelled(
      "reading",
      readAs.map(({ number, title, page }) => `${number} ${title} (${page})`),
    ),
    ...labelled("left open", leavesOpen.length === 0 ? [] : [leavesOpen.join(", ")]),
    ...labelled("requests", requestLines(explanation)),
    ...(row === undefined ? [] : rowLines(row)),
    ...(examples === undefined
      ? []
      : [
          ...labelled("accepted", exampleLines(examples.accepted)),
          ...labelled("refused", exampleLines(examples.refused)),
        ]),
    { label: "judge it", text: `ledger-conformance run --only ${id}` },
  ]);
  return `${[id, ...lines].join("\n")}\n`;
}

/** The first line has the label, the others none. */
export const labelled = (label: string, texts: readonly string[]): readonly LabelledLine[] =>
  texts.map((text, index) => ({ label: index === 0 ? label : "", text }));

function requestLines(explanation: Explanation): readonly string[] {
  const { kind, requests, cases = 0, case: name = "", caseNames = [] } = explanation;
  const more = requests.length - MOST_REQUESTS;
  const others = caseNames.slice(1).join("; ");
  return [
    ...requests.slice(0, MOST_REQUESTS).map((request) => oneLine(request, 400)),
    ...(more > 0 ? [`and ${countOf(more, "more request")}`] : []),
    ...(kind === "asking" && cases > 1
      ? [`for the first of ${countOf(cases, "case")}: ${oneLine(name)}`]
      : []),
    ...(others === "" ? [] : [oneLine(`others: ${others}`, 400)]),
  ];
}

function rowLines({ pointers, schema, accepted, refused }: RowExplanation): readonly LabelledLine[] {
  const others = refused.map(({ name, value }) =>
    value === undefined ? name : `${shortened(value)} (${name})`,
  );
  return [
    ...labelled("field", pointers),
    { label: "schema", text: shortened(JSON.stringify(schema)) },
    { label: "accepted", text: accepted.map(shortened).join(", ") },
    ...labelled("refused", others.slice(0, MOST_REFUSED)),
  ];
}

function exampleLines({ name, value, answers, finding }: Example): readonly string[] {
  return [
    ...(name === undefined ? [] : [name]),
    ...(value === undefined || value === "" ? [] : [`for ${JSON.stringify(value)}`]),
    ...answers.slice(0, MOST_ANSWERS).map(({ request, status, body }) => {
      return `${oneLine(request, 200)} → ${status} ${shortened(body === "" ? "(an empty body)" : body)}`;
    }),
    ...(finding === undefined
      ? []
      : [
          `finding: ${oneLine(finding.message)}${finding.pointer === "" ? "" : ` at ${finding.pointer}`}`,
          `expected ${oneLine(finding.expected, 200)}, actual ${oneLine(finding.actual, 200)}`,
        ]),
  ];
}

const shortened = (text: string): string => oneLine(cut(text, LONGEST_BODY));
