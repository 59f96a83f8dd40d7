// §4.1, §4.3, §4.4, §4.5: a listing order turns the list round
import { clause, type AskingClause } from "../../engine/clauses/clause.ts";
import { pagesFor, type ListRow } from "../../engine/clauses/pagination.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { walkOf } from "../fixtures/walks.ts";
import { invalidOrder, validOrder } from "../../generators/order.ts";
import { IDENTITY, LISTS, type ListName } from "../laws/lists/lists.ts";
import { parameterCites } from "./cites.ts";
import { formClauses } from "./forms.ts";
import { bothWays, judgeOrder, judgeSameRows, type BothWays } from "../laws/lists/order.ts";

/** Samples for both rules: rows of the given ids, in the order given. */
function bothOf(endpoint: Endpoint, up: readonly ListRow[], down: readonly ListRow[]): BothWays {
  return { up: walkOf(endpoint, [up]), down: walkOf(endpoint, [down]) };
}

/** The facts of an order: its two words, one key explains it, and it neither adds nor drops rows. */
export function orderClauses(list: ListName): readonly AskingClause[] {
  const { endpoint, section } = LISTS[list];
  const { identity } = IDENTITY[list];
  const key = `${endpoint}.order` as const;
  const row = (num: number): ListRow => ({ [identity]: `0.0.${num}`, decimals: 0 });
  const [a, b, c] = [row(9), row(10), row(100)];
  const common = {
    endpoint,
    cites: [
      ...parameterCites(key, "effect"),
      ...(list === "balances" ? (["4.3 sorted"] as const) : []),
    ] as const,
    readings: [16],
    leavesOpen: [section],
    compares: true,
  } as const;
  const needs = { list, order: key } as const;
  return [
    ...formClauses({
      key,
      takes: { statement: "the orders asc, desc are accepted", cases: validOrder, readings: [7] },
      refuses: {
        statement: "an order of other words is refused by name",
        cases: invalidOrder,
        readings: [8, 10, 11],
        repaired: () => "asc",
      },
    }),
    clause({
      ...common,
      id: `${section}-order-sorted`,
      statement: "one member of the rows is sorted upwards under asc, downwards under desc",
      needs,
      ask: ({ list, order }) =>
        bothWays(
          (direction) => list.ask([[order, direction], ...list.largest]),
          list.member,
          list.size.sparing ? 1 : pagesFor(list),
        ),
      check: (answer) => judgeOrder(answer),
      accepts: [
        { answer: bothOf(endpoint, [a, b, c], [c, b, a]) },
        { answer: bothOf(endpoint, [a, b], [b, a]) },
      ],
      rejects: {
        "order ignored": { answer: bothOf(endpoint, [a, b, c], [a, b, c]) },
        "rows in no order": { answer: bothOf(endpoint, [c, a, b], [b, a, c]) },
        "one row out of place": { answer: bothOf(endpoint, [a, b, c], [c, a, b]) },
      },
    }),
    clause({
      ...common,
      id: `${section}-order-same-rows`,
      statement: "the ascending list holds the same rows as the descending one",
      spared: true,
      needs,
      ask: ({ list, order }) =>
        bothWays((direction) => list.ask([[order, direction], ...list.largest]), list.member, pagesFor(list)),
      check: (answer) => judgeSameRows(answer, identity),
      accepts: [{ answer: bothOf(endpoint, [a, b, c], [c, b, a]) }, { answer: bothOf(endpoint, [], []) }],
      rejects: {
        "a row only under asc": { answer: bothOf(endpoint, [a, b, c], [c, b]) },
        "a row only under desc": { answer: bothOf(endpoint, [a], [b, a]) },
      },
    }),
  ];
}
