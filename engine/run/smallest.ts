import {
  attempt,
  confirm,
  isKnown,
  kindOf,
  SHRINK_BUDGET,
  type Attempt,
  type Reproduction,
} from "./attempt.ts";
import type { AskingClause, ClauseCase, CaseSource, Inputs, PrerequisiteNames } from "../clauses/clause.ts";
import type { Send } from "../model/exchange.ts";

/** A case that fails, with what came of it. */
interface FailingCase {
  readonly item: ClauseCase;
  readonly tried: Attempt;
}

/**
 * Leaves out one parameter after the other, as long as the case fails in the same way and within a bound on requests, and
 * confirms the result. The requests of smaller cases are mostly those of other clauses: they are sent once.
 *
 * @returns the given case where none is smaller, or where the smaller one does not fail again
 */
export async function withoutParameters(
  clause: AskingClause,
  have: Inputs<PrerequisiteNames>,
  given: CaseSource<unknown> | undefined,
  failing: FailingCase,
  bench: Reproduction & { readonly send: Send },
): Promise<FailingCase> {
  let least = failing;
  let budget = SHRINK_BUDGET;
  const smallerOf = ({ item }: FailingCase) => given?.smaller?.(item.value) ?? [];
  for (let candidates = smallerOf(least); candidates.length > 0;) {
    const [item, ...others] = candidates;
    if (item === undefined || budget <= 0 || bench.signal.aborted) {
      break;
    }
    const tried = await attempt(clause, have, item.value, bench.send);
    budget -= tried.responses.length;
    const isSame = kindOf(tried) === kindOf(failing.tried) && !isKnown(clause, tried, bench.coverage);
    least = isSame ? { item, tried } : least;
    candidates = isSame ? smallerOf(least) : others;
  }
  if (least === failing) {
    return failing;
  }
  const tried = await confirm(clause, have, least.item, least.tried, bench);
  return "reason" in tried || kindOf(tried) !== kindOf(failing.tried) ? failing : { item: least.item, tried };
}
