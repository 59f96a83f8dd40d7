// §4: contexts of a request, so that every pair of states occurs together

import { rotated } from "./cases.ts";

/** The factors in which requests differ, each with its states. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A context: a state for every factor. */
export type ParameterContext = Readonly<Record<string, string>>;

/** States of two factors that exclude each other: each state of the one with each of the other. */
export type Exclusion = Factors;

/** A factor in a state. */
interface State {
  readonly factor: string;
  readonly state: string;
}

/** The key of a pair of states, in either order. */
export function pairName(one: State, other: State): string {
  const [a, b] = one.factor < other.factor ? [one, other] : [other, one];
  return `${a.factor}=${a.state} ${b.factor}=${b.state}`;
}

/** The pairs of states of some factors in a context. */
export function pairsIn(context: ParameterContext): readonly string[] {
  const states = statesOf(context);
  return states.flatMap((one, index) => states.slice(index + 1).map((other) => pairName(one, other)));
}

/** Every pair of states that may occur together. */
export function statePairs(factors: Factors, exclusions: readonly Exclusion[]): readonly string[] {
  return possiblePairs(factors, excludedPairs(exclusions)).map(([one, other]) => pairName(one, other));
}

function possiblePairs(
  factors: Factors,
  excluded: ReadonlySet<string>,
): readonly (readonly [State, State])[] {
  const states = Object.entries(factors).map(([factor, all]) =>
    all.map((state): State => ({ factor, state })),
  );
  const pairs = states.flatMap((ones, index) =>
    states
      .slice(index + 1)
      .flatMap((others) => ones.flatMap((one) => others.map((other) => [one, other] as const))),
  );
  return pairs.filter(([one, other]) => !excluded.has(pairName(one, other)));
}

function excludedPairs(exclusions: readonly Exclusion[]): ReadonlySet<string> {
  const names = exclusions.flatMap((exclusion) =>
    possiblePairs(exclusion, new Set()).map(([one, other]) => pairName(one, other)),
  );
  return new Set(names);
}

/** The input of a covering array. */
export interface CoveringPlan {
  readonly factors: Factors;
  readonly exclusions?: readonly Exclusion[];
  /** Combinations that some context must contain. */
  readonly required?: readonly ParameterContext[];
  /** Two of these factors meet in one pair of their states out of four; another one by each `turn`. */
  readonly thinned?: readonly string[];
}

/** The fraction of pairs that is kept for thinned factors, as its denominator. */
const ONE_IN = 4;

/** The pairs of states that the contexts of a turn contain. */
export function wantedPairs(
  { factors, exclusions = [], thinned = [] }: CoveringPlan,
  turn = 0,
): readonly (readonly [State, State])[] {
  const place = ({ factor, state }: State): number => factors[factor]?.indexOf(state) ?? 0;
  return possiblePairs(factors, excludedPairs(exclusions)).filter(
    ([one, other]) =>
      ![one, other].every(({ factor }) => thinned.includes(factor)) ||
      (place(one) + place(other) + turn) % ONE_IN === 0,
  );
}

/**
 * A covering array of strength 2, computed greedily: contexts that together contain every wanted pair of states. Equal factors
 * give equal contexts, the most revealing first; another `turn` gives other contexts. The required combinations come first.
 */
export function coveringArray(coverage: CoveringPlan, turn = 0): readonly ParameterContext[] {
  const { factors, exclusions = [], required = [] } = coverage;
  const excluded = excludedPairs(exclusions);
  const open = new Map(wantedPairs(coverage, turn).map((pair) => [pairName(...pair), pair]));
  const uses = new Map<string, number>();
  const contexts: ParameterContext[] = [];
  const add = (seed: readonly State[]): void => {
    const chosen = complete(factors, seed, excluded, open, uses, turn + contexts.length);
    const context = Object.fromEntries(
      Object.keys(factors).map((factor) => [factor, chosen.get(factor) ?? ""]),
    );
    for (const name of pairsIn(context)) {
      open.delete(name);
    }
    for (const [factor, state] of chosen) {
      uses.set(`${factor}=${state}`, (uses.get(`${factor}=${state}`) ?? 0) + 1);
    }
    contexts.push(context);
  };
  required.map(statesOf).forEach(add);
  for (let next = open.values().next(); next.done !== true; next = open.values().next()) {
    add(next.value);
  }
  return contexts;
}

function statesOf(context: ParameterContext): readonly State[] {
  return Object.entries(context).map(([factor, state]) => ({ factor, state }));
}

/** A context with some fixed states. Every other state is the one that covers most uncovered pairs. */
function complete(
  factors: Factors,
  seed: readonly State[],
  excluded: ReadonlySet<string>,
  open: ReadonlyMap<string, unknown>,
  uses: ReadonlyMap<string, number>,
  turn: number,
): ReadonlyMap<string, string> {
  const chosen = new Map(seed.map(({ factor, state }) => [factor, state]));
  while (chosen.size < Object.keys(factors).length) {
    const candidates = Object.entries(factors)
      .filter(([factor]) => !chosen.has(factor))
      .flatMap(([factor, states]) => rotated(states, turn).map((state): State => ({ factor, state })))
      .filter((state) => namesWith(state, chosen).every((name) => !excluded.has(name)));
    const scored = candidates.map((state) => ({
      state,
      gain: namesWith(state, chosen).filter((name) => open.has(name)).length,
      used: uses.get(`${state.factor}=${state.state}`) ?? 0,
    }));
    const [first] = scored.toSorted((a, b) => b.gain - a.gain || a.used - b.used);
    if (first === undefined) {
      throw new Error(`no state is left beside ${JSON.stringify([...chosen])}: the exclusions contradict`);
    }
    chosen.set(first.state.factor, first.state.state);
  }
  return chosen;
}

function namesWith(state: State, chosen: ReadonlyMap<string, string>): readonly string[] {
  return [...chosen].map(([factor, other]) => pairName(state, { factor, state: other }));
}

/** Each factor in its first state: the parameter is absent. */
const absentIn = (factors: Factors): ParameterContext =>
  Object.fromEntries(Object.entries(factors).map(([factor, [state = ""]]) => [factor, state]));

/** The contexts that a target allows, each with all factors. */
export function legalContexts(
  contexts: readonly ParameterContext[],
  factors: Factors,
  exclusions: readonly Exclusion[],
): readonly ParameterContext[] {
  const absent = absentIn(factors);
  const allowed = new Set(statePairs(factors, exclusions));
  return contexts
    .map((context) => ({ ...absent, ...context }))
    .filter((context) => pairsIn(context).every((pair) => allowed.has(pair)));
}

/** A context with all factors that the target has. */
export function withFactors(context: ParameterContext, factors: Factors): ParameterContext {
  const has = ([factor]: readonly [string, string]): boolean => (factors[factor]?.length ?? 0) > 1;
  return { ...absentIn(factors), ...Object.fromEntries(Object.entries(context).filter(has)) };
}
