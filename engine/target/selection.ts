import type { Catalogue, ClauseInfo } from "../clauses/catalogue.ts";
import { CannotRun } from "../model/cannot-run.ts";
import { didYouMean } from "./nearest.ts";

/** Selects clauses: an empty `only` selects all but `skip`. Throws `CannotRun` if no clause is selected, or if a selector matches none. */
export function select(
  { clauses, unspecified }: Pick<Catalogue, "clauses" | "unspecified">,
  only: readonly string[],
  skip: readonly string[],
): readonly ClauseInfo[] {
  for (const selector of [...only, ...skip]) {
    if (clauses.some((clause) => selectorMatches(selector, clause))) continue;
    const option = only.includes(selector) ? "--only" : "--skip";
    const isUnspecified = unspecified.some(({ id }) => id === selector);
    const why = ": the contract does not specify it, so no clause tests it";
    throw new CannotRun(
      `${option} ${selector} selects nothing${isUnspecified ? why : hintFor(selector, clauses)}`,
    );
  }
  const isSelectedBy = (selectors: readonly string[], clause: ClauseInfo): boolean =>
    selectors.some((selector) => selectorMatches(selector, clause));
  const chosen = clauses.filter((clause) => only.length === 0 || isSelectedBy(only, clause));
  const selected = chosen.filter((clause) => !isSelectedBy(skip, clause));
  if (selected.length === 0) {
    throw new CannotRun("no clause is selected: --skip excludes every clause that --only selects");
  }
  return selected;
}

/** A hint for an unknown selector: the nearest known one, or the kinds of selectors. */
export function hintFor(selector: string, clauses: readonly ClauseInfo[]): string {
  const known = new Set(clauses.flatMap(({ id, section, endpoint }) => [id, section, endpoint]));
  return (
    didYouMean(selector, [...known]) || ": expected a section (4.4), an endpoint (tokens) or a clause id"
  );
}

/** Whether a selector selects a clause. A section selects its subsections too. */
export const selectorMatches = (selector: string, { id, section, endpoint }: ClauseInfo): boolean =>
  [id, endpoint, section].includes(selector) ||
  (/^\d+$/.test(selector) && section.startsWith(`${selector}.`));
