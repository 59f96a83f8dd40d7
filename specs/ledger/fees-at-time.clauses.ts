// §4.5, §7.4: network fees under a timestamp filter
import { inTurn, undecided } from "../laws/requests/findings.ts";
import { call } from "../../engine/model/call.ts";
import { law } from "../../engine/clauses/declare.ts";
import { isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Judgement, Reply } from "../../engine/model/exchange.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND } from "../fixtures/answers.ts";
import { judgeOrder } from "../laws/lists/order.ts";
import { feesOf } from "../fixtures/walks.ts";
import {
  askFeeOrders,
  judgeDefaultOrder,
  judgeFees,
  lacksSignatures,
  unproven,
} from "../laws/records/fees.ts";
import { callsMalformed } from "../laws/requests/malformed.ts";
import { textIn } from "../laws/records/records.ts";
import { always, LAST, NEVER } from "../laws/requests/ordinary.ts";
import { isNotFound, notFoundInstead, refusedElsewhere } from "../laws/requests/verdicts.ts";

const FEES = "networkFees";

/**
 * A time that no record can have is answered with the message of 7.4. A service that shows no fees without a time either
 * may answer with an empty list.
 */
function judgeNone(reply: Reply, plain: Reply): Judgement {
  if (lacksSignatures(reply)) {
    return unproven(reply);
  }
  if (callsMalformed(reply)) {
    return refusedElsewhere(reply, "4.5-timestamp-accepted");
  }
  const none = isSuccess(reply) && [reply, plain].every((each) => rowsIn(each, "fees").length === 0);
  const message = isSuccess(reply)
    ? "a request for fees at a time that no record can have succeeds"
    : "missing fees do not get the not-found body";
  return none || isNotFound(reply) ? [] : [notFoundInstead(reply, message)];
}

const needs = { name: "networkFees.timestamp", fees: "fees" } as const;
const UP = [
  { gas: 3, transaction_type: "ContractCall" },
  { gas: 9, transaction_type: "ContractCreate" },
  { gas: 1, transaction_type: "EthereumTransaction" },
];
const SAME_TYPES = UP.map((row) => ({ ...row, gas: 5 }));
const some = feesOf([{ gas: 1, transaction_type: "ContractCall" }]);
const none = feesOf([]);

const missing = {
  endpoint: FEES,
  cites: ["2.1 TimestampFilter effect", "7 missing fees"],
  readings: [13, 14, 17],
  leavesOpen: ["7.7"],
} as const;

export const noFeesThen = law({
  ...missing,
  id: "7.4-fees-not-found",
  statement: "fees for a time before all records get the message Not found",
  needs,
  // Before all records, and after all that there can be: the statement is older than the latter, and frozen.
  given: () => ({ boundaries: NEVER }),
  run: async ({ have: { name, fees }, ...t }, value) =>
    judgeNone(await t.get(call(FEES, { query: [[name, value]], expects: "missing" })), fees),
  keeps: [
    [answer(FEES, 404, NOT_FOUND)],
    [answer(FEES, 400, { ...NOT_FOUND, requestId: "7" })],
    { replies: [none], have: { fees: none } },
  ],
  breaks: {
    "fees all the same": [some],
    "an empty list": [none],
    "other wording": [answer(FEES, 404, errorBody("Not Found"))],
    "two messages": [answer(FEES, 404, errorBody("Not found", "Not found"))],
  },
});

export const noFeesThenInOrder = law({
  ...missing,
  id: "7.4-fees-not-found-any-order",
  statement: "fees for a time before all records get the message Not found with any order too",
  needs: { ...needs, order: "networkFees.order" },
  given: () => ({ boundaries: ["asc", "desc"].map((value) => ({ name: value, value })) }),
  run: async ({ have: { name, order, fees }, ...t }, way) => {
    const query = [
      [name, "lt:0"],
      [order, way],
    ] as const;
    return judgeNone(await t.get(call(FEES, { query, expects: "missing" })), fees);
  },
  keeps: [[answer(FEES, 404, NOT_FOUND)], { replies: [none], have: { fees: none } }],
  breaks: { "fees all the same": [some] },
});

const [ASC, DESC, SAME] = [feesOf(UP), feesOf(UP.toReversed()), feesOf(SAME_TYPES)];
const invalid = answer(FEES, 400, invalidParameter("timestamp"));

/** One bound of each operator. */
const orderedAt = (time: string | undefined) => always(time).filter(({ value }) => value !== LAST);

export const feesOrderAtTime = law({
  id: "4.5-order-at-time",
  statement: "fees at a time ascend with asc or no order, descend with desc",
  cites: ["4.5 order effect"],
  readings: [16, 17],
  compares: true,
  needs: { ...needs, order: "networkFees.order" },
  given: ({ fees }) => ({ boundaries: orderedAt(textIn(fees, "timestamp")) }),
  run: async ({ have: { name, order }, ...t }, value) => {
    const orders = await askFeeOrders(t, order, [[name, value]]);
    // Each of the two parameters is accepted alone, so both together get fees, or an answer that part 7 shows.
    const pages = [orders.up, orders.down].flatMap((walked) => walked.pages);
    return inTurn(
      ...pages.map((page) => () => judgeFees(page.reply)),
      () => judgeOrder(orders),
      () => judgeDefaultOrder(orders),
    );
  },
  keeps: [
    [ASC, DESC, ASC],
    [feesOf(UP.slice(1)), feesOf(UP.slice(1).toReversed()), feesOf(UP.slice(1))],
    [ASC, DESC, SAME],
  ],
  breaks: {
    "order ignored": [ASC, ASC, ASC],
    "descending by default": [ASC, DESC, DESC],
    "an accident under desc": [ASC, answer(FEES, 500, { error: "boom" }), ASC],
    "refused as invalid": [invalid, invalid, ASC],
  },
});

export const feesAtAnyTime = law({
  id: "4.5-timestamp-all",
  statement: "fees are returned for a time bound that every record meets",
  cites: ["2.1 TimestampFilter effect", "4.5 timestamp effect"],
  readings: [17],
  needs,
  given: ({ fees }) => ({ boundaries: always(textIn(fees, "timestamp")) }),
  run: async ({ have: { name, fees }, ...t }, value) => {
    const reply = await t.get(call(FEES, { query: [[name, value]] }));
    if (rowsIn(fees, "fees").length === 0) {
      return undecided("the service shows no fees without a time either", fees);
    }
    if (lacksSignatures(reply)) {
      return unproven(reply);
    }
    const message = "no fees are returned for a time bound that every record meets";
    return rowsIn(reply, "fees").length > 0
      ? []
      : isSuccess(reply) || isNotFound(reply)
        ? [wholeAnswer(reply, message, "status 200 with fees")]
        : refusedElsewhere(reply, "4.5-timestamp-accepted");
  },
  keeps: [[some], [feesOf(UP)]],
  breaks: { "an empty list": [none], "not found": [answer(FEES, 404, NOT_FOUND)] },
});
