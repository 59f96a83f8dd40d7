import { CannotRun } from "../engine/target/cannot-run.ts";
import { didYouMean } from "../engine/target/nearest.ts";
import { select } from "../engine/target/selection.ts";
import { loadCatalogue, type ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import { runClause, type Session } from "./session.ts";

/** Which clauses: sections (`4.4`), endpoints (`tokens`) or ids. Without `only`, all of them. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** One clause: await it for its data, or run it. */
export interface OneClause extends Promise<ClauseInfo> {
  /** Judges this clause alone. Throws `CannotRun` where there is no such clause, and never because of the target. */
  run(session: Session): Promise<ClauseResult>;
}

/**
 * The clauses of the contract, in its order: id, section, endpoint, statement, and where it is read in more than
 * one way, the readings that were chosen. Throws `CannotRun` where a selector selects nothing.
 */
export function clauses(selection?: Selection): Promise<readonly ClauseInfo[]>;
/** One clause by its id. */
export function clauses(id: string): OneClause;
export function clauses(wanted: Selection | string = {}): Promise<readonly ClauseInfo[]> | OneClause {
  return typeof wanted === "string" ? oneClause(wanted) : selected(wanted);
}

async function selected({ only = [], skip = [] }: Selection): Promise<readonly ClauseInfo[]> {
  return select((await loadCatalogue()).clauses, only, skip);
}

function oneClause(id: string): OneClause {
  const found = find(id);
  // Who only runs it hears of an unknown id there.
  found.catch(() => undefined);
  return Object.assign(found, {
    run: async (session: Session) => await runClause((await found).id, session),
  });
}

async function find(id: string): Promise<ClauseInfo> {
  const all = (await loadCatalogue()).clauses;
  const clause = all.find((other) => other.id === id);
  if (clause === undefined) {
    const ids = all.map((other) => other.id);
    throw new CannotRun(`there is no clause ${JSON.stringify(id)}${didYouMean(id, ids)}`);
  }
  return clause;
}
