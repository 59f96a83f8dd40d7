// §4.3: token balances at a time, together with the other parameters
import { clause } from "../../engine/clause.ts";
import { isSuccess, wholeAnswer } from "../../engine/classify.ts";
import type { Query } from "../../engine/call.ts";
import { one, type Asking, type Judgement, type Reply } from "../../engine/exchange.ts";
import { rowsIn, walk, type ListRow } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { answer, invalidParameter, SUCCESS } from "../fixtures/answers.ts";
import { judgeFiltered, type Filtered, type RowFilter } from "../rules/filters.ts";
import { callsMalformed } from "../rules/malformed.ts";
import { untilLater } from "../rules/ordinary.ts";
import { bothWays, judgeOrder } from "../rules/order.ts";
import { accountFilter, balanceFilter } from "../rules/row-filters.ts";
import { refusedWalk, walkOf } from "../fixtures/walks.ts";

const BALANCES = "tokenBalances";
const REFUSED = answer(BALANCES, 400, invalidParameter("timestamp"));
const needs = { list: "balances", time: "tokenBalances.timestamp" } as const;
const row = (num: number): ListRow => ({ account: `0.0.${num}`, balance: num });

/** Refused by the parameters; that there is no snapshot of the time is another matter. */
function isRefused(reply: Reply | undefined): boolean {
  return reply !== undefined && callsMalformed(reply);
}

/** The rows that a filter leaves at a time; a snapshot may hold other rows than the list of today. */
function* askAtTime(list: Listing, query: Query, bound: string): Asking<Filtered> {
  const found = yield* walk({ ...list.ask(query), memo: true }, list.member, 2);
  return { operator: "gte", bound, walk: found, list: { rows: [], complete: false } };
}

function filterAtTime(slug: string, filter: RowFilter) {
  const filtered = (...nums: readonly number[]): { answer: Filtered; value: undefined } => {
    const bound = filter.read(row(10)) ?? "";
    const list = { rows: [], complete: false };
    return {
      answer: { operator: "gte", bound, walk: walkOf(BALANCES, [nums.map(row)]), list },
      value: undefined,
    };
  };
  return clause({
    id: `4.3-${slug}-at-time`,
    endpoint: BALANCES,
    statement: `rows at a time still meet the filter on ${filter.field}`,
    readings: [17],
    needs: { ...needs, name: filter.key },
    ask: ({ list, time, name }) => {
      const values = list.rows
        .map(filter.read)
        .filter((value) => value !== undefined && filter.isBound(value));
      const sorted = values.filter((value) => value !== undefined).toSorted(filter.compare);
      const bound = sorted[Math.max(sorted.length - 5, 0)] ?? filter.lowest;
      return askAtTime(
        list,
        [
          [time, untilLater(list.time)],
          [name, `gte:${bound}`],
        ],
        bound,
      );
    },
    check: (found) =>
      found.walk.rows.length > 0 || isRefused(found.walk.pages[0]?.reply)
        ? judgeFiltered(found, filter)
        : NOTHING,
    accepts: [filtered(10, 11), filtered(100)],
    rejects: {
      "filter ignored": filtered(9, 10, 11),
      "refused as invalid": {
        ...filtered(),
        answer: { ...filtered().answer, walk: refusedWalk(REFUSED) },
      },
    },
  });
}

const NOTHING = { undecided: "no balances come with a time", cause: "data" } as const;

export const filtersAtTime = [
  filterAtTime("account-id", accountFilter),
  filterAtTime("balance", balanceFilter),
];

function judgeOne(reply: Reply): Judgement {
  const { length } = rowsIn(reply, "balances");
  const place = { pointer: "/balances", expected: "at most 1 row", actual: `${length} rows`, reply };
  if (isRefused(reply)) {
    return [wholeAnswer(reply, "a well-formed limit is refused at a time", "status 200 and the list")];
  }
  if (!isSuccess(reply) || length === 0) {
    return NOTHING;
  }
  return length > 1 ? [{ ...place, message: "a page at a time holds more rows than the limit" }] : [];
}

const page = (...nums: readonly number[]): Reply =>
  answer(BALANCES, 200, { ...SUCCESS[BALANCES], balances: nums.map(row) });

export const limitAtTime = clause({
  id: "4.3-limit-at-time",
  endpoint: BALANCES,
  statement: "the limit holds at a time too",
  readings: [17],
  needs: { ...needs, limit: "tokenBalances.limit" },
  ask: ({ list, time, limit }) =>
    one(
      list.ask([
        [time, untilLater(list.time)],
        [limit, "1"],
      ]),
    ),
  check: judgeOne,
  accepts: [
    { answer: page(9), value: undefined },
    { answer: { ...page(9), headers: {} }, value: undefined },
  ],
  rejects: {
    "limit ignored": { answer: page(9, 10), value: undefined },
    "refused as invalid": { answer: REFUSED, value: undefined },
  },
});

export const orderAtTime = clause({
  id: "4.3-order-at-time",
  endpoint: BALANCES,
  statement: "the order holds at a time too",
  readings: [16, 17],
  compares: true,
  needs: { ...needs, order: "tokenBalances.order" },
  ask: ({ list, time, order }) =>
    bothWays(
      (way) => list.ask([[time, untilLater(list.time)], [order, way], ...list.largest]),
      list.member,
      2,
    ),
  check: judgeOrder,
  accepts: [
    {
      answer: { up: walkOf(BALANCES, [[row(9), row(10)]]), down: walkOf(BALANCES, [[row(10), row(9)]]) },
      value: undefined,
    },
    {
      answer: { up: walkOf(BALANCES, [[row(9)]]), down: walkOf(BALANCES, [[row(10), row(9)]]) },
      value: undefined,
    },
  ],
  rejects: {
    "order ignored": {
      answer: { up: walkOf(BALANCES, [[row(9), row(10)]]), down: walkOf(BALANCES, [[row(9), row(10)]]) },
      value: undefined,
    },
    "refused as invalid": {
      answer: { up: refusedWalk(REFUSED), down: refusedWalk(REFUSED) },
      value: undefined,
    },
  },
});
