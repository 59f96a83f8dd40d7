// §4.1, §4.3, §4.4: the contexts of requests for a list that a target allows
import { oncePer } from "../../../engine/model/memo.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import type { Named } from "../../../generators/cases.ts";
import { coveringArray, type Context, type Factors } from "../../../generators/covering.ts";
import { LIST_CONTEXTS, type ListContexts } from "./contexts.ts";
import { searchTexts } from "./names.ts";

/** The contexts of a list. */
export function contextsOf(list: Listing): ListContexts {
  return LIST_CONTEXTS[list.member === "tokens" ? "tokens" : "balances"];
}

/** The factors, with the states alone that this target has. */
function available(list: Listing, material: Material): Factors {
  const { factors, filters } = contextsOf(list);
  const lacks: Readonly<Record<string, boolean>> = {
    publicKey: material.keys.length === 0,
    timestamp: list.time === undefined,
    name: searchTexts(list).length < 2,
    accountId: material.accounts.length === 0,
  };
  const absent = (factor: string): boolean => material.names[factor] === undefined || lacks[factor] === true;
  const boundOf = new Map(Object.entries(filters).map(([factor, { bound }]) => [bound, factor]));
  return Object.fromEntries(
    Object.entries(factors).map(([factor, states]) => [
      factor,
      absent(boundOf.get(factor) ?? factor) ? states.slice(0, 1) : states,
    ]),
  );
}

/** The contexts for this target, those that show most first. */
export const listContexts: (material: Material) => (list: Listing) => readonly Named<Context>[] = oncePer(
  (material) =>
    oncePer((list) => {
      const factors = available(list, material);
      const turns = Array.from({ length: list.size.arrays }, (_, turn) => turn);
      const { exclusions, required, few } = contextsOf(list);
      const contexts =
        turns.length === 0
          ? few.map((context) => within(factors, context))
          : turns.flatMap((turn) => coveringArray(factors, exclusions, turn, required));
      const named = contexts.map((value) => ({ name: nameOf(value), value }));
      return named.filter(({ name }, index) => named.findIndex((other) => other.name === name) === index);
    }),
);

/** A context without what it does not name, and without what this target does not have. */
function within(factors: Factors, context: Context): Context {
  return Object.fromEntries(
    Object.entries(factors).map(([factor, states]) => {
      const [first = "", state = first] = [states[0], context[factor]];
      return [factor, states.includes(state) ? state : first];
    }),
  );
}

function nameOf(context: Context): string {
  const present = Object.entries(context).filter(([, state]) => state !== "absent" && state !== "no bound");
  return present.map(([factor, state]) => `${factor} ${state}`).join(", ") || "without parameters";
}

/** The contexts of some kind. */
export function contextsWhere(
  list: Listing,
  material: Material,
  fits: (context: Context) => boolean,
): readonly Named<Context>[] {
  return listContexts(material)(list).filter(({ value }) => fits(value));
}
