import type { Catalogue, ClauseInfo } from "../clauses/catalogue.ts";
import { CannotRun } from "../model/cannot-run.ts";
import { didYouMean } from "./nearest.ts";

/** The clauses that `only` selects (all if it is empty) without those that `skip` selects. Throws `CannotRun` if there are none, or if a selector matches none. */
export function select(
  { clauses, unspecified }: Pick<Catalogue, "clauses" | "unspecified">,
  only: readonly string[],
  skip: readonly string[],
): readonly ClauseInfo[] {
  for (const [option, selectors] of [
    ["--only", only],
    ["--skip", skip],
  ] as const) {
    const idle = selectors.find((selector) => !clauses.some((clause) => selectorMatches(selector, clause)));
    if (idle !== undefined) {
      throw new CannotRun(
        unspecified.some(({ id }) => id === idle)
          ? `${option} ${idle} selects nothing: the contract does not specify it, so no clause tests it`
          : `${option} ${idle} selects nothing${hintFor(idle, clauses)}`,
      );
    }
  }
  const selected = clauses.filter(
    (clause) =>
      (only.length === 0 || only.some((selector) => selectorMatches(selector, clause))) &&
      !skip.some((selector) => selectorMatches(selector, clause)),
  );
  if (selected.length === 0) {
    throw new CannotRun("no clause is selected: --skip excludes every clause that --only selects");
  }
  return selected;
}

/** A hint for an unknown selector: the nearest known one, or the kinds of selectors. */
export const hintFor = (selector: string, clauses: readonly ClauseInfo[]): string =>
  didYouMean(selector, [
    ...new Set(clauses.flatMap(({ id, section, endpoint }) => [id, section, endpoint])),
  ]) || ": expected a section (4.4), an endpoint (tokens) or a clause id";

/** Whether a selector selects a clause. A section selects its subsections too. */
export const selectorMatches = (selector: string, { id, section, endpoint }: ClauseInfo): boolean =>
  selector === id ||
  selector === endpoint ||
  selector === section ||
  (/^\d+$/.test(selector) && section.startsWith(`${selector}.`));
