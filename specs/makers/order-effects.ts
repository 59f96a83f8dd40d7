// §4.3, §4.4: the order under a limit of one and under a filter
import { askFirstRows, askUnderFilter, judgeFirstRows } from "../rules/order-effects.ts";
import { answer, SUCCESS } from "../fixtures/answers.ts";
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import type { Reply } from "../../engine/exchange.ts";
import type { ListRow } from "../../engine/walk.ts";
import { invalidOrder, validOrder } from "../../generators/order.ts";
import { judgeOrder } from "../rules/order.ts";
import { accepted, refused } from "./parameters.ts";
import { walkOf } from "../fixtures/walks.ts";

/** The clauses on the order parameter itself, and where it meets others. */
export function orderEffectClauses(list: "tokens" | "balances"): readonly AskingClause[] {
  const endpoint = list === "tokens" ? "tokens" : "tokenBalances";
  const section = list === "tokens" ? "4.4" : "4.3";
  const [identity, member] = list === "tokens" ? ["token_id", "tokens"] : ["account", "balances"];
  const filter = list === "tokens" ? "tokens.tokenId" : "tokenBalances.accountId";
  const key = `${endpoint}.order` as const;
  const row = (num: number): ListRow => ({ [identity]: `0.0.${num}` });
  const [a, b] = [row(11), row(12)];
  const both = { up: walkOf(endpoint, [[a, b]]), down: walkOf(endpoint, [[b, a]]) };
  const page = (rows: readonly ListRow[]): Reply =>
    answer(endpoint, 200, { ...SUCCESS[endpoint], [member]: rows });
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
    clause({
      id: id("with-limit-1"),
      endpoint,
      statement: "with a limit of 1 the order still decides which row comes",
      readings: [16],
      compares: true,
      needs: { list, order: key, limit: `${endpoint}.limit` },
      ask: ({ list: found, order, limit }) => askFirstRows(found, order, limit),
      check: (answered) => judgeFirstRows(answered, member),
      accepts: [
        { answer: { ...both, firstUp: page([a]), firstDown: page([b]) }, value: undefined },
        { answer: { ...both, firstUp: page([]), firstDown: page([b]) }, value: undefined },
      ],
      rejects: {
        "the same row both ways": {
          answer: { ...both, firstUp: page([a]), firstDown: page([a]) },
          value: undefined,
        },
        "turned round": { answer: { ...both, firstUp: page([b]), firstDown: page([a]) }, value: undefined },
      },
    }),
    clause({
      id: id("under-filter"),
      endpoint,
      statement: "the order holds for a filtered list too",
      readings: [16],
      compares: true,
      needs: { list, order: key, filter },
      ask: ({ list: found, order, filter: name }) => askUnderFilter(found, order, name),
      check: (answered) => judgeOrder(answered),
      accepts: [
        { answer: both, value: undefined },
        {
          answer: { up: walkOf(endpoint, [[a], [b]]), down: walkOf(endpoint, [[b], [a]]) },
          value: undefined,
        },
      ],
      rejects: {
        "order ignored": { answer: { up: both.up, down: both.up }, value: undefined },
        "turned round": { answer: { up: both.down, down: both.up }, value: undefined },
      },
    }),
  ];
}
