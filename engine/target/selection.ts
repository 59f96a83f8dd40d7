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
    throw new CannotRun("no clause is left to test: --skip takes away all that --only selects");
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

/** ` Did you mean … ?`, or nothing where no candidate is near: they begin and end as the word does, the most alike first. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = [...new Set(candidates)]
    .map((candidate) => ({ candidate, share: likeness(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ share }) => share >= 0.6)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, 4);
  return near.length === 0 ? "" : `: did you mean ${near.map(({ candidate }) => candidate).join(", ")}?`;
}

/** The part of the longer text that both have at their beginning and at their end; all of it, where one only lacks its end. */
function likeness(word: string, candidate: string): number {
  if (word !== "" && candidate.startsWith(word)) {
    return 1;
  }
  const shorter = Math.min(word.length, candidate.length);
  let head = 0;
  while (head < shorter && word[head] === candidate[head]) {
    head += 1;
  }
  let tail = 0;
  while (head + tail < shorter && word.at(-1 - tail) === candidate.at(-1 - tail)) {
    tail += 1;
  }
  return (head + tail) / Math.max(word.length, candidate.length);
}
