// §2.4: accounts that the balances of tokens show
import { holdersIn, nextIn, rowsIn } from "../../../engine/clauses/pagination.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import { compareIds, integerText } from "../../../engine/model/compare.ts";

/** Holders of a token, as far as tokens with a single page of balances show them. */
export interface TokenHolders {
  /** The only holder of a token. */
  readonly sole?: string | undefined;
  /** The lowest and the highest holder of a token: lt, or gt, of the account does not select the token. */
  readonly lowest?: string | undefined;
  readonly highest?: string | undefined;
}

/**
 * The holders that are extreme among the accounts of a token. An account with a balance of 0 may count as a holder, so that it is
 * among the accounts, but is not chosen itself.
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
