import { CannotRun } from "../engine/target/cannot-run.ts";
import { didYouMean, select } from "../engine/target/selection.ts";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";
import { placeInfo } from "../schemas/places.ts";

/** Which clauses: sections (`4.4`), endpoints (`tokens`) or ids. Without `only`, all of them. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

type Told = "id" | "section" | "endpoint" | "statement" | "readings";
/** A clause as data. */
export interface ClauseData extends Pick<ClauseInfo, Told> {
  /** Lines of the document that it judges. */
  readonly lines: readonly number[];
}

/** The clauses of the contract, in its order. Throws `CannotRun` where a selector selects nothing. */
export async function clauses({ only = [], skip = [] }: Selection = {}): Promise<readonly ClauseData[]> {
  return select((await loadCatalogue()).clauses, only, skip).map(dataOf);
}

/** One clause by its id; throws `CannotRun` where there is none. */
export async function clause(id: string): Promise<ClauseData> {
  const all = (await loadCatalogue()).clauses;
  const found = all.find((other) => other.id === id);
  if (found === undefined) {
    const ids = all.map((other) => other.id);
    throw new CannotRun(`there is no clause ${JSON.stringify(id)}${didYouMean(id, ids)}`);
  }
  return dataOf(found);
}

function dataOf({ id, section, endpoint, statement, readings, cites }: ClauseInfo): ClauseData {
  const lines = cites.flatMap((name) => placeInfo(name)?.line ?? []);
  return { id, section, endpoint, statement, readings, lines };
}
