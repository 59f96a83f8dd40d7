// §2.4: accounts that the balances of tokens show
import { holdersIn, nextIn, rowsIn } from "../../../engine/clauses/pagination.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import { compareIds, integerText } from "../../../engine/model/compare.ts";

/** Accounts that hold a token whose balances fit on one page; undefined if no such account is known. */
export interface TokenHolders {
  /** The only holder of a token. */
  readonly sole?: string | undefined;
  /** The lowest account of a token: account.id=lt with it does not select the token. `highest`: likewise with gt. */
  readonly lowest?: string | undefined;
  readonly highest?: string | undefined;
}

/**
 * Finds the accounts of {@link TokenHolders}. An account with balance 0 is no holder: a token whose lowest account has balance 0 has no
 * `lowest`.
 */
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
