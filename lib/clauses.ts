import { select } from "../engine/target/selection.ts";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";
import { placeInfo } from "../schemas/places.ts";

/** Selects clauses by section (`4.4`), endpoint (`tokens`) or id. Without `only`, all clauses are selected. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

type ClauseTextMember = "id" | "section" | "endpoint" | "statement" | "interpretations";
/** A clause as data. */
export interface ClauseData extends Pick<ClauseInfo, ClauseTextMember> {
  /** The lines of the contract that the clause checks. */
  readonly lines: readonly number[];
}

/** The selected clauses, in the order of the contract. Throws `CannotRun` if a selector matches no clause. */
export async function clauses({ only = [], skip = [] }: Selection = {}): Promise<readonly ClauseData[]> {
  return select(await loadCatalogue(), only, skip).map(clauseData);
}

function clauseData({ id, section, endpoint, statement, interpretations, cites }: ClauseInfo): ClauseData {
  return { id, section, endpoint, statement, interpretations, lines: linesOf({ cites }) };
}

/** The lines of the contract that a clause cites. */
export const linesOf = ({ cites }: Pick<ClauseInfo, "cites">): readonly number[] =>
  cites.flatMap((name) => placeInfo(name)?.line ?? []);
