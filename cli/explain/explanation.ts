import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { operationLabel, sectionLabel } from "../../reports/words/labels.ts";
import { citedPlaces } from "./cited.ts";
import { allReadings } from "../../config/readings.ts";
import { plainRequest, requestsOf, type Asked } from "./requests.ts";
import { explainRow, type RowExplanation, examplesOf, examplesWatched, type Examples } from "./examples.ts";

/** Everything that the suite knows of a clause before it asks anybody. */
export interface Explanation extends ClauseInfo {
  readonly sectionTitle: string;
  readonly operation: string;
  /** The same places, by section and line of the document. */
  readonly citedAt: ReturnType<typeof citedPlaces>;
  /** The same readings, by their titles, and where they are told. */
  readonly readAs: readonly { readonly number: number; readonly title: string; readonly page: string }[];
  /** Requests of its own first case, or for a clause that only watches, the plain request of its endpoint. */
  readonly requests: readonly string[];
  /** What is special about that case. */
  readonly case?: string;
  /** Cases that a run of level standard sends. */
  readonly cases?: number;
  /** An accepted and a refused sample. */
  readonly examples?: Examples;
  /** What a row of a table demands. */
  readonly row?: RowExplanation;
}

/** Explains clauses; the requests of those that ask are taken from a run against the embedded reference. */
export async function explainAll(
  clauses: readonly ClauseInfo[],
  catalogue: Catalogue,
): Promise<readonly Explanation[]> {
  const ids = new Set(clauses.map(({ id }) => id));
  const asked = await requestsOf(catalogue.asking.filter(({ id }) => ids.has(id)));
  const titles = new Map(allReadings().map(({ number, title }) => [number, title]));
  return clauses.map((clause) => ({
    ...explainOne(clause, catalogue, asked.get(clause.id)),
    readAs: clause.readings.map((number) => {
      return { number, title: titles.get(number) ?? "", page: `docs/readings.md#${number}` };
    }),
  }));
}

function explainOne(
  clause: ClauseInfo,
  catalogue: Catalogue,
  asked: Asked | undefined,
): Omit<Explanation, "readAs"> {
  const { section, endpoint } = clause;
  return {
    ...clause,
    sectionTitle: sectionLabel(section),
    operation: operationLabel(endpoint),
    citedAt: citedPlaces(clause.cites),
    requests: asked?.requests ?? [plainRequest(endpoint)],
    ...(asked === undefined ? {} : { cases: asked.cases }),
    ...(asked === undefined || asked.name === "" ? {} : { case: asked.name }),
    ...examplesFor(clause, catalogue),
  };
}

function examplesFor(
  { id, endpoint }: ClauseInfo,
  { asking, watching, tables }: Catalogue,
): Pick<Explanation, "examples" | "row"> {
  const own = asking.find((clause) => clause.id === id);
  const watched = watching.find((clause) => clause.id === id);
  const [row] = tables
    .filter(({ body }) => body.endpoint === endpoint)
    .flatMap(({ body }) => explainRow(body, id) ?? []);
  return {
    ...(own === undefined ? {} : { examples: examplesOf(own) }),
    ...(watched === undefined ? {} : { examples: examplesWatched(watched) }),
    ...(row === undefined ? {} : { row }),
  };
}
