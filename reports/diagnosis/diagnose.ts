import type { ClauseResult, Guess } from "../../engine/model/clause-results.ts";
import { ENDPOINT_NAMES, type Endpoint } from "../../schemas/operations.ts";
import measured from "./named-faults.json" with { type: "json" };

/** A fault that was put into the reference once, and what the suite said of it. */
export interface NamedFault {
  readonly name: string;
  readonly endpoint: string;
  readonly words: string;
  /** The clauses that failed, the one that names what is wrong in front, and what came at the places of some. */
  readonly broke: readonly string[];
  readonly showed: readonly string[];
}

type Broken = Pick<ClauseResult, "id" | "endpoint" | "outcome" | "violations">;

const MOST = 3;
/** Share of clauses that a fault and an endpoint have in common, of all that either breaks: below it nothing fits. */
const LEAST = 0.45;
/** What stands at the places, and which cases fail, tells apart faults that break the same clauses, and no others. */
const DETAIL = 0.3;
/** That what this run showed is explained counts more than that all was shown: a lower level shows less. */
const EXPLAINED = 0.7;
/** What explains all that is broken, and is this near to the best, is told with it: data that lack a case hide a clause. */
const NEAR = 0.12;
/** Scores that differ by less are the same. */
const EQUAL = 1e-9;

/** What a failing clause shows of a fault: which cases fail, what stood at the places, which body came. */
export const shownBy = ({ id, violations }: Pick<ClauseResult, "id" | "violations">): readonly string[] => [
  ...new Set(
    violations.flatMap(({ kind, fault, difference, cases = [] }) => [
      `${id} ${kind ?? fault ?? `JSON${difference?.pointer ?? ""}`}`,
      ...cases.map((name) => `${id} ${name}`),
    ]),
  ),
];

/** The faults of the table, as they stand in it: clauses by their number in a list of all. */
export function namedFaults(): readonly NamedFault[] {
  const { clauses, faults } = measured;
  return faults.map((fault) => ({ ...fault, broke: fault.broke.map((index) => clauses[index] ?? "") }));
}

/** A guess at what is wrong, endpoint by endpoint: named faults that broke the same clauses. */
export function diagnose(
  clauses: readonly Broken[],
  table: readonly NamedFault[] = namedFaults(),
): readonly Guess[] {
  const judged = new Set(
    clauses.filter(({ outcome }) => outcome === "pass" || outcome === "fail").map(({ id }) => id),
  );
  return ENDPOINT_NAMES.flatMap((endpoint) => {
    const failing = clauses.filter((clause) => clause.endpoint === endpoint && clause.outcome === "fail");
    const faults = table.filter((fault) => fault.endpoint === endpoint);
    return failing.length === 0 ? [] : guesses(endpoint, failing, faults, judged).slice(0, MOST);
  });
}

/** The fault that fits best, with those that fit as well; then the same for the clauses that it does not explain. */
function guesses(
  endpoint: Endpoint,
  failing: readonly Broken[],
  faults: readonly NamedFault[],
  judged: ReadonlySet<string>,
): readonly Guess[] {
  const shown = new Set(failing.flatMap(shownBy));
  const ids = new Set(failing.map(({ id }) => id));
  const fits = faults.map((fault) => fitOf(fault, ids, shown, judged)).toSorted((a, b) => b.score - a.score);
  const [best] = fits;
  if (best === undefined || best.overlap < LEAST) {
    return [];
  }
  const alike = fits.filter(
    ({ score, common }) => best.score - score <= (common.length === ids.size ? NEAR : EQUAL),
  );
  const next = fits.find(({ common }) => common.length < best.common.length)?.common.length ?? 0;
  const told = alike.map(({ fault: { name, words }, common }) => ({
    endpoint,
    fault: name,
    words,
    fits: common.length,
    of: ids.size,
    nextBest: next,
    clauses: [...common],
  }));
  const rest = failing.filter(({ id }) => !best.common.includes(id));
  return rest.length === 0 ? told : [...told.slice(0, MOST - 1), ...guesses(endpoint, rest, faults, judged)];
}

/** The clause that a text of `shownBy` is of. */
const idIn = (text: string): string => text.slice(0, text.indexOf(" "));

/** How well a fault fits: of what it breaks only what this run judged can count. */
function fitOf(
  fault: NamedFault,
  ids: ReadonlySet<string>,
  shown: ReadonlySet<string>,
  judged: ReadonlySet<string>,
) {
  const breaks = fault.broke.filter((id) => judged.has(id));
  const common = breaks.filter((id) => ids.has(id));
  const own = fault.showed.filter((text) => ids.has(idIn(text)));
  const told = new Set(own.map(idIn));
  const due = [...shown].filter((text) => told.has(idIn(text)));
  const seen = own.filter((text) => shown.has(text)).length;
  const detail =
    own.length === 0 ? 0 : (seen / due.length) * EXPLAINED + (seen / own.length) * (1 - EXPLAINED);
  const overlap = common.length / Math.max(1, breaks.length + ids.size - common.length);
  return { fault, common, overlap, score: overlap + detail * DETAIL };
}
