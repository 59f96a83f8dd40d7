// §4.5, §7.4: network fees, their order and their timestamp filter
import { law } from "../../engine/clauses/declare.ts";
import type { Trial } from "../../engine/clauses/clause.ts";
import { call, type Judgement, type Query, type Reply } from "../../engine/model/exchange.ts";
import { rowsIn, type ListRow } from "../../engine/clauses/pagination.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND } from "../fixtures/answers.ts";
import { callsMalformed, inTurn, isNotFound, notFoundInstead } from "../laws/requests/verdicts.ts";
import { refusedElsewhere, undecided } from "../laws/requests/verdicts.ts";
import { always, mostly, NEVER, queryFrom } from "../laws/requests/ordinary.ts";
import { judgeOrder, judgeSameRows, judgeOneAfterAnother, ORDER_AFTER_ANOTHER } from "../laws/lists/order.ts";
import {
  askFeeOrders,
  judgeDefaultOrder,
  judgeFound,
  judgeShown,
  noFees,
  notAsMany,
  unproven,
  type FeeOrders,
} from "../laws/records/fees.ts";
import { textIn } from "../laws/records/records.ts";
import { feesOf } from "../fixtures/walks.ts";
import { isSuccess, wholeAnswer, lacksSignatures } from "../../engine/message/classify.ts";
import { asNamed } from "../../generators/cases.ts";
import { TIMESTAMP } from "../../schemas/formats.ts";

const FEES = "networkFees";

const fee = (gas: number, type: string): ListRow => ({ gas, transaction_type: type });
const UP = [fee(3, "ContractCall"), fee(2, "ContractCreate"), fee(1, "EthereumTransaction")];
const DOWN = UP.toReversed();
const asc = feesOf(UP);
const invalid = answer(FEES, 400, invalidParameter("timestamp"));
const notFound = answer(FEES, 404, NOT_FOUND);
const SAME_TYPES = UP.map((row) => ({ ...row, gas: 9 }));
/** Sorted by gas, which two types have in common. */
const SAME_GAS = [fee(1, "EthereumTransaction"), fee(1, "ContractCall"), fee(2, "ContractCreate")];
const DEAREST_FIRST = SAME_GAS.toReversed();

const atTime = { name: "networkFees.timestamp", fees: "fees" } as const;
const inOrder = { name: "networkFees.order" } as const;

/** Judges the fees under asc, under desc, and without an order: they are asked for in this sequence. */
const bothOrders = (judge: (orders: FeeOrders) => Judgement, sending: { readonly fresh?: true } = {}) =>
  ({
    cites: ["4.5 order effect", 16],
    compares: true,
    needs: inOrder,
    run: async (t: Trial<typeof inOrder>) => judge(await askFeeOrders(t, t.name, sending)),
  }) as const;
const came = (
  up: readonly ListRow[],
  down: readonly ListRow[],
  plain: readonly ListRow[],
): readonly Reply[] => [up, down, plain].map(feesOf);

export const feesOrder = [
  law({
    ...bothOrders((orders) => noFees(orders) ?? judgeOrder(orders)),
    id: "4.5-order-sorted",
    statement: "the fees are sorted ascending with asc, descending with desc",
    keeps: [came(UP, DOWN, UP), came(DOWN, UP, DOWN)],
    breaks: { "order ignored": came(UP, UP, UP) },
  }),
  law({
    ...ORDER_AFTER_ANOTHER,
    id: "4.5-order-after-another",
    statement: "the fees have the order of their own request after a request with the other order",
    cites: ["4.5 order effect", 16],
    compares: true,
    needs: inOrder,
    run: (t) => judgeOneAfterAnother(t, (way) => call(FEES, { query: [[t.name, way]] })),
    first: [asc, asc],
    last: asc,
    keeps: [feesOf(DOWN), [feesOf(DOWN), feesOf(DOWN), asc, feesOf(DOWN)]],
    breaks: {
      "desc has the order of the request before": asc,
      "asc has the order of the request before": [asc, asc, feesOf(DOWN), feesOf(DOWN)],
    },
  }),
  law({
    ...bothOrders((orders) =>
      inTurn(
        () => judgeShown(orders),
        () => noFees(orders) ?? judgeSameRows(orders),
        () => notAsMany(orders.down, orders.up, "under desc"),
      ),
    ),
    id: "4.5-order-same-rows",
    statement: "the fees have the same transaction types with asc as with desc",
    keeps: [came(UP, DOWN, UP), came(UP, SAME_TYPES, UP)],
    breaks: {
      "one type only under asc": came(UP, DOWN.slice(1), UP),
      "one type twice under desc": came(UP, [...DOWN.slice(0, 1), ...DOWN], UP),
      "not found with an order": [notFound, notFound, asc],
    },
  }),
  law({
    ...bothOrders(judgeDefaultOrder, { fresh: true }),
    exclusive: true,
    id: "4.5-default-order",
    statement: "the fees are in ascending order when no order is given",
    cites: ["4.5 default order", 16],
    keeps: [
      came(UP, DOWN, SAME_TYPES),
      came(SAME_GAS, DEAREST_FIRST, [...SAME_GAS.slice(0, 2).toReversed(), ...SAME_GAS.slice(2)]),
    ],
    breaks: {
      "dearest first by default": came(SAME_GAS, DEAREST_FIRST, DEAREST_FIRST),
      "one missing": came(UP, DOWN, UP.slice(0, -1)),
    },
  }),
];

/**
 * A time that no record can have is answered with the message of 7.4. A service that shows no fees without a time either
 * may answer with an empty list, which decides nothing.
 */
async function judgeNoFees(t: Trial<typeof atTime>, query: Query): Promise<Judgement> {
  const reply = await t.get(call(FEES, { query, expects: "missing" }));
  if (lacksSignatures(reply)) {
    return unproven(reply);
  }
  if (callsMalformed(reply)) {
    return refusedElsewhere(reply, "4.5-timestamp-accepted");
  }
  if (isSuccess(reply) && [reply, t.fees].every((one) => rowsIn(one).length === 0)) {
    return undecided("the service shows no fees without a time either", reply);
  }
  const message = isSuccess(reply)
    ? "a request for fees at a time that no record can have succeeds"
    : "missing fees do not get the not-found body";
  return isNotFound(reply) ? [] : [notFoundInstead(reply, message)];
}

const some = feesOf([fee(1, "ContractCall")]);
const none = feesOf([]);

const missing = {
  endpoint: FEES,
  cites: ["2.1 TimestampFilter effect", "7 missing fees", 13, 14, 17],
} as const;

export const noFeesThen = law({
  ...missing,
  id: "7.4-fees-not-found",
  statement: "fees for a time before all records get the message Not found",
  needs: atTime,
  // Before all records, and after all that there can be: the statement is older than the latter, and frozen.
  given: () => NEVER,
  run: (t, value) => judgeNoFees(t, [[t.name, value]]),
  keeps: [notFound, answer(FEES, 400, { ...NOT_FOUND, requestId: "7" })],
  breaks: {
    "fees all the same": some,
    "an empty list": none,
    "other wording": answer(FEES, 404, errorBody("Not Found")),
    "two messages": answer(FEES, 404, errorBody("Not found", "Not found")),
  },
});

export const noFeesThenInOrder = law({
  ...missing,
  id: "7.4-fees-not-found-any-order",
  statement: "fees for a time before all records get the message Not found with any order too",
  needs: { ...atTime, order: "networkFees.order" },
  given: () => asNamed(["asc", "desc"]),
  run: (t, way) => judgeNoFees(t, queryFrom([t.name, "lt:0"], [t.order, way])),
  keeps: [notFound, answer(FEES, 200, NOT_FOUND)],
  breaks: { "fees all the same": some },
});

export const feesOrderAtTime = law({
  id: "4.5-order-at-time",
  statement: "fees at a time ascend with asc or no order, descend with desc",
  cites: ["4.5 order effect", 16, 17],
  compares: true,
  exclusive: true,
  needs: { ...atTime, order: "networkFees.order" },
  given: ({ fees }) => mostly(textIn(fees, "timestamp")),
  run: async (t, value) => {
    const orders = await askFeeOrders(t, t.order, { others: [[t.name, value]], fresh: true });
    // Each of the two parameters is accepted alone, so both together get fees, or an answer that part 7 shows.
    const pages = [orders.up, orders.down].flatMap((walked) => walked.pages);
    return inTurn(
      ...pages.map((page) => () => judgeFound(page.reply)),
      () => judgeShown(orders),
      () => judgeOrder(orders),
      () => judgeDefaultOrder(orders),
    );
  },
  keeps: [came(UP, DOWN, UP), came(UP, DOWN, SAME_TYPES)],
  breaks: {
    "order ignored": came(UP, UP, UP),
    "descending by default": came(UP, DOWN, DOWN),
    "an accident under desc": [asc, answer(FEES, 500, { error: "boom" }), asc],
    "not found under desc": [asc, notFound, asc],
  },
});

/** So many times the fees before those that came are asked for: what is wrong with them alone shows there. */
const EARLIER = 2;

export const feesEarlier = law({
  id: "4.5-timestamp-earlier",
  statement: "a time bound below the time of the fees that came gets fees, or the message Not found",
  cites: ["2.1 TimestampFilter form", "4.5 timestamp form", 7, 13, 14, 17],
  needs: { ...atTime, size: "size" },
  given: ({ size }) => asNamed(size.contexts === 0 ? [] : ["twice"]),
  run: async (t) => {
    let reply = t.fees;
    for (let step = 0; step < EARLIER && isSuccess(reply); step += 1) {
      const time = textIn(reply, "timestamp") ?? "";
      if (!TIMESTAMP.test(time)) {
        return undecided("the fees that came do not show their time", reply, { suspects: ["2.5-timestamp"] });
      }
      reply = await t.get(call(FEES, { query: [[t.name, `lt:${time}`]], expects: "missing" }));
    }
    return judgeFound(reply);
  },
  proves: { have: { fees: asc } },
  keeps: [[notFound], [asc, notFound], [asc, asc]],
  breaks: { "refused as invalid": invalid, "an accident before them": [asc, answer(FEES, 500, "boom")] },
});

export const feesAtAnyTime = law({
  id: "4.5-timestamp-all",
  statement: "fees are returned for a time bound that every record meets",
  cites: ["2.1 TimestampFilter effect", "4.5 timestamp effect", 17],
  needs: { ...atTime, size: "size" },
  given: ({ fees, size }) => always(size, textIn(fees, "timestamp")),
  run: async (t, value) => {
    const reply = await t.get(call(FEES, { query: [[t.name, value]] }));
    if (lacksSignatures(reply)) {
      return unproven(reply);
    }
    if (rowsIn(reply).length > 0) {
      return [];
    }
    if (!isSuccess(reply) && !isNotFound(reply)) {
      return refusedElsewhere(reply, "4.5-timestamp-accepted");
    }
    // The fees of a moment may be missing (7.4): those without a time are requested again.
    const now = await t.get({ ...call(FEES), fresh: true });
    const message = "no fees are returned for a time bound that every record meets";
    return rowsIn(now).length > 0
      ? [{ ...wholeAnswer(reply, message, "status 200 with fees"), beside: [now] }]
      : undecided("the service shows no fees without a time either", now);
  },
  keeps: [some, asc],
  breaks: { "an empty list": [none, some], "not found": [notFound, some] },
});
