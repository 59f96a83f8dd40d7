import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { operationLabel, sectionLabel } from "../../reports/words/labels.ts";
import { placeInfo } from "../../schemas/places.ts";
import { present } from "../../engine/model/model.ts";
import { allReadings } from "../../engine/target/readings.ts";
import { plainRequest, requestsOf } from "./requests.ts";
import { explainRow, examplesOf, examplesWatched } from "./examples.ts";

/** Everything that the suite knows of a clause before it asks anybody. */
export type Explanation = Awaited<ReturnType<typeof explainAll>>[number];

/** Explains clauses; the requests of those that ask are taken from a run against the embedded reference. */
export async function explainAll(clauses: readonly ClauseInfo[], catalogue: Catalogue) {
  const ids = new Set(clauses.map(({ id }) => id));
  const asked = await requestsOf(catalogue.asking.filter(({ id }) => ids.has(id)));
  const titles = new Map(allReadings().map(({ number, title }) => [number, title]));
  return clauses.map((clause) => {
    const { requests = [plainRequest(clause.endpoint)], cases, caseNames } = asked.get(clause.id) ?? {};
    return {
      ...clause,
      sectionTitle: sectionLabel(clause.section),
      operation: operationLabel(clause.endpoint),
      citedAt: citedPlaces(clause.cites),
      // Those of its own first case, or for a clause that only watches, the plain request of its endpoint.
      requests,
      file: catalogue.files.get(clause.id) ?? "",
      ...present({ cases, caseNames, case: caseNames?.[0], ...examplesFor(clause, catalogue) }),
      readAs: clause.readings.map((number) => {
        return { number, title: titles.get(number) ?? "", page: `docs/readings.md#${number}` };
      }),
    };
  });
}

function examplesFor({ id, endpoint }: ClauseInfo, { asking, watching, tables }: Catalogue) {
  const own = asking.find((clause) => clause.id === id);
  const watched = watching.find((clause) => clause.id === id);
  const bodies = tables.map(({ body }) => body).filter((body) => body.endpoint === endpoint);
  return {
    examples: own === undefined ? watched && examplesWatched(watched) : examplesOf(own),
    row: bodies.flatMap((body) => explainRow(body, id) ?? [])[0],
  };
}

/** Where cited places stand in the document, and what stands there in our own words. */
const citedPlaces = (cites: readonly string[]) =>
  cites.flatMap((name) => placeInfo(name) ?? []).map(({ section, line, fact }) => ({ section, line, fact }));

/** The same for people, one line each. */
export const citedLines = (cites: readonly string[]): readonly string[] =>
  citedPlaces(cites).map(({ section, line, fact }) => `§${section}, line ${line}: ${fact}`);
