// §4: contexts of a request, so that every pair of states occurs together

import { rotated } from "./cases.ts";

export type Factors = Readonly<Record<string, readonly string[]>>;

export type ParameterContext = Readonly<Record<string, string>>;

/** States of two factors that exclude each other: each state of the one with each of the other. */
export type Exclusion = Factors;

export interface State {
  readonly factor: string;
  readonly state: string;
}

function pairName(one: State, other: State): string {
  const [a, b] = one.factor < other.factor ? [one, other] : [other, one];
  return `${a.factor}=${a.state} ${b.factor}=${b.state}`;
}

/** The pairs of states of two factors that may occur together; the first state, the absence of a parameter, is in no pair. */
export function statePairs(
  factors: Factors,
  exclusions: readonly Exclusion[],
): readonly (readonly [State, State])[] {
  const present = Object.entries(factors).map(([factor, [, ...states]]) => [factor, states] as const);
  return possiblePairs(Object.fromEntries(present), excludedPairs(exclusions));
}

function possiblePairs(factors: Factors, excluded: ReadonlySet<string>) {
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

/** A covering array: contexts that together contain every pair of {@link statePairs}. Another `turn` gives other contexts. */
export function coveringArray(
  factors: Factors,
  exclusions: readonly Exclusion[],
  turn = 0,
): readonly ParameterContext[] {
  const excluded = excludedPairs(exclusions);
  const open = new Map(statePairs(factors, exclusions).map((pair) => [pairName(...pair), pair]));
  const uses = new Map<string, number>();
  const contexts: ParameterContext[] = [];
  for (let seed = open.values().next(); seed.done !== true; seed = open.values().next()) {
    const chosen = complete(factors, seed.value, excluded, open, uses, turn + contexts.length);
    const context = Object.fromEntries(
      Object.keys(factors).map((factor) => [factor, chosen.get(factor) ?? ""]),
    );
    for (const [factor, state] of chosen) {
      namesWith({ factor, state }, chosen).forEach((name) => open.delete(name));
      uses.set(`${factor}=${state}`, (uses.get(`${factor}=${state}`) ?? 0) + 1);
    }
    contexts.push(context);
  }
  return contexts;
}

/** Completes a context whose states in `seed` are fixed: chooses, one after another, the state that adds most uncovered pairs (`open`). */
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
      throw new Error(`the exclusions exclude every state together with ${JSON.stringify([...chosen])}`);
    }
    chosen.set(first.state.factor, first.state.state);
  }
  return chosen;
}

function namesWith(state: State, chosen: ReadonlyMap<string, string>): readonly string[] {
  return [...chosen].map(([factor, other]) => pairName(state, { factor, state: other }));
}

/** A factor that `context` lacks, or that has only one state, gets its first state: the parameter is absent. */
export function withFactors(context: ParameterContext, factors: Factors): ParameterContext {
  const states = Object.entries(factors).map(([factor, [first = "", ...others]]) => {
    return [factor, others.length > 0 ? (context[factor] ?? first) : first] as const;
  });
  return Object.fromEntries(states);
}

/** Sets a factor of a context, if it is absent, to one of its states; which one depends on the other states, so that contexts differ. */
export function withStateInTurn(
  context: ParameterContext,
  factor: string,
  factors: Factors,
): ParameterContext {
  const states = factors[factor] ?? [];
  const places = Object.entries(context).map(([other, state]) => factors[other]?.indexOf(state) ?? 0);
  const turn = places.reduce((sum, place) => sum + place, 0) % states.length;
  return context[factor] === "absent" ? { ...context, [factor]: states[turn] ?? "absent" } : context;
}
