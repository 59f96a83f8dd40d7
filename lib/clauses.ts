import { select } from "../engine/target/selection.ts";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";

/** Selects clauses by section (`4.4`), endpoint (`tokens`) or id. Without `only`, all clauses are selected. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

export interface ClauseData extends Pick<ClauseInfo, "id" | "section" | "endpoint" | "statement"> {
  readonly interpretations: readonly number[];
  /** The lines of the contract that state the clause. */
  readonly lines: readonly number[];
}

/** The selected clauses, in the order of the contract. Throws `CannotRun` if a selector matches no clause, or if no clause is left. */
export const clauses = async ({ only = [], skip = [] }: Selection = {}): Promise<readonly ClauseData[]> =>
  select(await loadCatalogue(), only, skip).map(clauseData);

/** Converts a clause to the data that the library and `clauses --json` return. */
export function clauseData(clause: ClauseInfo): ClauseData {
  const { id, section, endpoint, statement, interpretations = [], contract } = clause;
  return { id, section, endpoint, statement, interpretations, lines: contract };
}
