import { CannotRun } from "./cannot-run.ts";

export interface Selectable {
  readonly id: string;
  readonly section: string;
  readonly endpoint: string;
}

/** The clauses that some `only` selects (all, without one) and no `skip` does, in their order. */
export function select<T extends Selectable>(
  clauses: readonly T[],
  only: readonly string[],
  skip: readonly string[],
): readonly T[] {
  for (const [option, selectors] of [
    ["--only", only],
    ["--skip", skip],
  ] as const) {
    const idle = selectors.find((selector) => !clauses.some((clause) => selects(selector, clause)));
    if (idle !== undefined) {
      const near = didYouMean(idle, namesIn(clauses));
      throw new CannotRun(
        `${option} ${idle} selects nothing: it takes a section (4.4), an endpoint (tokens) or a clause id${near}`,
      );
    }
  }
  const selected = clauses.filter(
    (clause) =>
      (only.length === 0 || only.some((selector) => selects(selector, clause))) &&
      !skip.some((selector) => selects(selector, clause)),
  );
  if (selected.length === 0) {
    throw new CannotRun("no clause is left to judge: --skip takes away all that --only selects");
  }
  return selected;
}

/** All that selects one of some clauses. */
export function namesIn(clauses: readonly Selectable[]): readonly string[] {
  return clauses.flatMap(({ id, section, endpoint }) => [id, section, endpoint]);
}

/** A section selects its subsections too. */
export function selects(selector: string, { id, section, endpoint }: Selectable): boolean {
  return (
    selector === id ||
    selector === endpoint ||
    selector === section ||
    (/^\d+$/.test(selector) && section.startsWith(`${selector}.`))
  );
}

/** Characters beyond which a text is no mistyped word. */
const LONGEST = 200;

/** Words that are close enough to one that was mistyped to be meant, the closest first. */
export function nearest(word: string, candidates: readonly string[], most = 4): readonly string[] {
  if (word.length > LONGEST) {
    return [];
  }
  const lower = word.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, far: distance(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, far }) => far <= Math.ceil(Math.max(word.length, candidate.length) * 0.4))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean … ?`, or nothing where no candidate is near. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const found = nearest(word, candidates);
  return found.length === 0 ? "" : `: did you mean ${found.join(", ")}?`;
}

/** Edits of one character that turn a text into another; one that only lacks its end is half as far. */
function distance(from: string, to: string): number {
  if (to.startsWith(from) && from !== "") {
    return Math.min(2, (to.length - from.length) / 2);
  }
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
