// §2.4: accounts that the balances of tokens show
import { holdersIn, nextIn, rowsIn } from "../../../engine/clauses/pagination.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import { compareIds, integerText } from "../../../engine/model/compare.ts";

/** Holders of a token, as far as tokens with a single page of balances show them. */
export interface TokenHolders {
  /** The only holder of a token. */
  readonly sole?: string | undefined;
  /** The lowest holder of a token, so that lt does not select it; and the highest, so that gt does not. */
  readonly lowest?: string | undefined;
  readonly highest?: string | undefined;
}

/** Accounts that are the lowest, highest or only one of a token. One with a balance of 0 is compared, but never returned. */
export function holdersOfTokens(tokens: readonly Sample[]): TokenHolders {
  const groups = tokens.map(({ response }) => {
    const rows = nextIn(response) === null ? rowsIn(response) : [];
    const accounts = rows.map(({ account }) => integerText(account)).toSorted(compareIds);
    const holders = holdersIn({ rows }, rows.length);
    const holderAt = (index: number) => holders.find((id) => id === accounts.at(index));
    return { lowest: holderAt(0), highest: holderAt(-1), sole: rows.length === 1 ? holders[0] : undefined };
  });
  const idsOf = (end: keyof TokenHolders): readonly string[] =>
    groups.flatMap((group) => group[end] ?? []).toSorted(compareIds);
  return { sole: idsOf("sole")[0], lowest: idsOf("lowest").at(-1), highest: idsOf("highest")[0] };
}
