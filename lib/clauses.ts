import { select } from "../config/selection.ts";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";

/** Which clauses: sections (`4.4`), endpoints (`tokens`) or ids. Without `only`, all of them. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/**
 * The clauses of the contract, in its order: id, section, endpoint, statement, and where it is read in more than
 * one way, the readings that were chosen. Throws `CannotRun` where a selector selects nothing.
 */
export async function clauses({ only = [], skip = [] }: Selection = {}): Promise<readonly ClauseInfo[]> {
  return select((await loadCatalogue()).clauses, only, skip);
}
