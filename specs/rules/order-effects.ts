// §4.3, §4.4: the order under a limit of one and under a filter
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import { all, type Asking, type Judgement, type Reply } from "../../engine/exchange.ts";
import { cut } from "../../engine/inspect.ts";
import { explainingKeys, type Direction } from "../../engine/sort-keys.ts";
import { pagesFor, rowsIn, type ListRow } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { invalidOrder, validOrder } from "../../generators/order.ts";
import { answer, SUCCESS } from "./answers.ts";
import { bothWays, judgeOrder, type BothWays } from "./order.ts";
import { sortedIds } from "./page-plans.ts";
import { accepted, refused } from "./parameters.ts";
import { walkOf } from "./walks.ts";

/** The whole list both ways, and its first row alone both ways. */
interface FirstRows extends BothWays {
  readonly firstUp: Reply;
  readonly firstDown: Reply;
}

function* askFirstRows(list: Listing, order: string, limit: string): Asking<FirstRows> {
  const whole = yield* bothWays(
    (way) => list.ask([[order, way], ...list.largest]),
    list.member,
    pagesFor(list),
  );
  const firsts = yield* all([
    {
      ...list.ask([
        [order, "asc"],
        [limit, "1"],
      ]),
      memo: true,
    },
    {
      ...list.ask([
        [order, "desc"],
        [limit, "1"],
      ]),
      memo: true,
    },
  ]);
  const [firstUp, firstDown] = firsts;
  if (firstUp === undefined || firstDown === undefined) {
    throw new Error("two requests were sent, not two answered");
  }
  return { ...whole, firstUp, firstDown };
}

/** With a limit of 1 the first row is still the lowest under asc, the highest under desc. */
function judgeFirstRows({ up, down, firstUp, firstDown }: FirstRows, member: string): Judgement {
  const keys = explainingKeys(up.rows, down.rows);
  if (keys.length === 0 || up.end !== "null" || down.end !== "null") {
    return { undecided: "the order of the whole list is not known", cause: "data" };
  }
  return [
    ...judgeFirst(firstUp, up.rows, "asc", member, keys),
    ...judgeFirst(firstDown, down.rows, "desc", member, keys),
  ];
}

function judgeFirst(
  reply: Reply,
  rows: readonly ListRow[],
  way: Direction,
  member: string,
  keys: ReturnType<typeof explainingKeys>,
) {
  const [row] = rowsIn(reply, member);
  const [due] = rows;
  if (row === undefined || due === undefined || keys.some(({ compare }) => compare(row, due) === 0)) {
    return [];
  }
  const message = `with a limit of 1 the first row under ${way} is another one`;
  const [key] = keys;
  const name = key?.member ?? "";
  const place = { pointer: `/${member}/0/${name}`, expected: cut(due[name]), actual: cut(row[name]) };
  return [{ message, ...place, reply }];
}

/** A few rows at one end of the list, both ways. */
function* askUnderFilter(list: Listing, order: string, filter: string): Asking<BothWays> {
  const ids = sortedIds(list);
  const bound = ids[Math.max(ids.length - 12, 0)] ?? "0.0.0";
  return yield* bothWays(
    (way) => list.ask([[filter, `gte:${bound}`], [order, way], ...list.largest]),
    list.member,
    pagesFor(list),
  );
}

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
      repaired: "asc",
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
