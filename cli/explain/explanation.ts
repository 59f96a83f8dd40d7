import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { operationLabel, sectionLabel } from "../../reports/words/labels.ts";
import { citedPlaces, type Cited } from "./cited.ts";
import { allReadings } from "../../config/readings.ts";
import type { Reading } from "../../engine/model/clause-results.ts";
import { plainRequest, requestsOf, type Asked } from "./requests.ts";
import { explainRow, type RowExplanation } from "./rows.ts";
import { examplesOf, examplesWatched, type Examples } from "./samples.ts";

/** A reading of a doubtful place that a clause leans on, and where it is told. */
export interface ReadAs {
  readonly number: number;
  readonly title: string;
  readonly page: string;
}

/** Everything that the suite knows of a clause before it asks anybody. */
export interface Explanation extends ClauseInfo {
  readonly sectionTitle: string;
  readonly operation: string;
  /** The same places, by section and line of the document. */
  readonly citedAt: readonly Cited[];
  /** The same readings, by their titles. */
  readonly readAs: readonly ReadAs[];
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
  const all = allReadings();
  return clauses.map((clause) => ({
    ...explainOne(clause, catalogue, asked.get(clause.id)),
    readAs: clause.readings.map((number) => readAs(number, all)),
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
  { id, kind, endpoint }: ClauseInfo,
  { asking, watching, tables }: Catalogue,
): Pick<Explanation, "examples" | "row"> {
  if (kind === "table") {
    const rows = tables
      .filter(({ body }) => body.endpoint === endpoint)
      .map(({ body }) => explainRow(body, id));
    const row = rows.find((found) => found !== undefined);
    return row === undefined ? {} : { row };
  }
  const own = asking.find((clause) => clause.id === id);
  const watched = watching.find((clause) => clause.id === id);
  return {
    ...(own === undefined ? {} : { examples: examplesOf(own) }),
    ...(watched === undefined ? {} : { examples: examplesWatched(watched) }),
  };
}

function readAs(number: number, all: readonly Reading[]): ReadAs {
  const { title = "" } = all.find((reading) => reading.number === number) ?? {};
  return { number, title, page: `docs/readings.md#${number}` };
}
