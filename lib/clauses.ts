import { select } from "../engine/target/selection.ts";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";

/** Selects clauses by section (`4.4`; `4` includes 4.1 to 4.10), endpoint (`tokens`) or id: those of `only`, by default all, but none of `skip`. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

export interface ClauseData extends Pick<ClauseInfo, "id" | "section" | "endpoint" | "statement"> {
  readonly interpretations: readonly number[];
  /** The lines of the contract that state the clause. */
  readonly lines: readonly number[];
}

/** The clauses that `only` selects without those of `skip`. Throws `CannotRun` if a selector matches none, or if none is left. */
export const clauses = async ({ only = [], skip = [] }: Selection = {}): Promise<readonly ClauseData[]> =>
  select(await loadCatalogue(), only, skip).map(clauseData);

export function clauseData(clause: ClauseInfo): ClauseData {
  const { id, section, endpoint, statement, interpretations = [], contract } = clause;
  return { id, section, endpoint, statement, interpretations, lines: contract };
}
