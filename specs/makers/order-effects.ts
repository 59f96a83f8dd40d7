// §4.3, §4.4: the values of the order parameter
import type { AskingClause, ClauseId } from "../../engine/clauses/clause.ts";
import { invalidOrder, validOrder } from "../../generators/order.ts";
import { accepted, refused } from "./parameters.ts";

/** The clauses on the order parameter itself. */
export function orderEffectClauses(list: "tokens" | "balances"): readonly AskingClause[] {
  const endpoint = list === "tokens" ? "tokens" : "tokenBalances";
  const section = list === "tokens" ? "4.4" : "4.3";
  const key = `${endpoint}.order` as const;
  const id = (slug: string): ClauseId => `${section}-order-${slug}`;
  return [
    accepted({
      id: id("accepted"),
      statement: "the orders asc, desc are accepted",
      list,
      key,
      cases: validOrder,
      readings: [7],
    }),
    refused({
      id: id("refused"),
      statement: "an order of other words is refused by name",
      list,
      key,
      cases: invalidOrder,
      readings: [8, 10, 11],
      repaired: () => "asc",
    }),
  ];
}
