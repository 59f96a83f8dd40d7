import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { broken } from "../../engine/schema/example-values.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { allReadings } from "../../engine/target/package-info.ts";
import { placeInfo } from "../../schemas/places.ts";
import { aligned } from "../../reports/words/explain.ts";
import { operationLabel, sectionLabel } from "../../reports/words/labels.ts";
import { countOf } from "../../reports/words/numbers.ts";
import { requestsOf } from "./requests.ts";

/** What is told of a clause before anything is asked. */
export type Explanation = Awaited<ReturnType<typeof explainAll>>[number];

/** Requests and failing answers that the text shows; the JSON has them all. */
const MOST_REQUESTS = 6;
/** Cases whose requests are shown. */
const SHOWN_CASES = 3;
const MOST_FAILING = 8;

/** Explains clauses; the requests of those that ask are taken from a run against the embedded reference. */
export async function explainAll(clauses: readonly ClauseInfo[], catalogue: Catalogue) {
  const ids = new Set(clauses.map(({ id }) => id));
  const asked = await requestsOf(catalogue.asking.filter(({ id }) => ids.has(id)));
  const titles = new Map(allReadings().map(({ number, title }) => [number, title]));
  return clauses.map((clause) => {
    const { requests = [], cases, caseNames } = asked.get(clause.id) ?? {};
    return {
      ...clause,
      document: documentLines(clause.cites),
      readAs: clause.readings.map((number) => ({
        number,
        title: titles.get(number) ?? "",
        page: `docs/readings.md#${number}`,
      })),
      requests,
      ...(cases === undefined ? {} : { cases, caseNames }),
      fails: failing(clause, catalogue),
      file: catalogue.files.get(clause.id) ?? "",
    };
  });
}

/** Names of answers that would fail a clause: those that prove its check. */
function failing({ id }: ClauseInfo, { asking, watching, tables }: Catalogue): readonly string[] {
  const own = [...asking, ...watching].find((clause) => clause.id === id);
  if (own !== undefined) {
    return Object.keys(own.rejects);
  }
  const row = tables.flatMap(({ body }) => body.all).find((other) => other.id === id);
  return row === undefined
    ? []
    : ["absent", ...(row.nullable ? [] : ["null"]), ...Object.keys(broken(row.schema))];
}

/** Where cited places stand in the document, and what stands there in our own words. */
const documentLines = (cites: readonly string[]): readonly string[] =>
  cites
    .flatMap((name) => placeInfo(name) ?? [])
    .map(({ section, line, fact }) => `§${section}, line ${line}: ${fact}`);

export function explanationText(explanation: Explanation): string {
  const { id, statement, section, endpoint, document, readAs, kind, file } = explanation;
  const lines = aligned([
    { label: "statement", text: statement },
    { label: "section", text: `${section} ${sectionLabel(section)}` },
    { label: "endpoint", text: `${endpoint}, ${operationLabel(endpoint)}` },
    ...labelled("document", document),
    ...labelled(
      "reading",
      readAs.map(({ number, title, page }) => `${number} ${title} (${page})`),
    ),
    ...labelled(kind === "asking" ? "sends" : "checks", sentLines(explanation)),
    ...labelled("fails if", shortened(explanation.fails, MOST_FAILING)),
    { label: "file", text: file },
    { label: "run it", text: `ledger-conformance run --only ${id}` },
  ]);
  return `${[id, ...lines].join("\n")}\n`;
}

/** The first line has the label, the others none. */
const labelled = (label: string, texts: readonly string[]) =>
  texts.map((text, index) => ({ label: index === 0 ? label : "", text }));

function sentLines({ kind, requests, cases = 0, caseNames = [] }: Explanation): readonly string[] {
  const shown = Math.min(SHOWN_CASES, cases);
  const [own, others] = [caseNames.slice(0, shown), caseNames.slice(shown)];
  return [
    ...shortened(requests, MOST_REQUESTS),
    ...(kind === "asking" ? [] : ["every successful response of the endpoint, whatever it was sent for"]),
    ...(cases > 1 ? [oneLine(`for ${shown} of ${countOf(cases, "case")}: ${own.join("; ")}`, 400)] : []),
    ...(others.length === 0 ? [] : [oneLine(`others: ${others.join("; ")}`, 300)]),
  ];
}

const shortened = (texts: readonly string[], most: number): readonly string[] => [
  ...texts.slice(0, most).map((text) => oneLine(text, 400)),
  ...(texts.length > most ? [`and ${texts.length - most} more`] : []),
];
