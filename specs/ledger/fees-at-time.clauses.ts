// §4.5, §7.4: network fees under a timestamp filter
import { inTurn, undecided } from "../laws/requests/findings.ts";
import { call, type Query } from "../../engine/model/call.ts";
import { clause } from "../../engine/clauses/declare.ts";
import { isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Asker, Judgement, Reply } from "../../engine/model/exchange.ts";
import { rowsIn, type Walk } from "../../engine/clauses/pagination.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { judgeOrder } from "../laws/lists/order.ts";
import { feeOrders, refusedWalk, walkOf } from "../fixtures/walks.ts";
import {
  askFeeOrders,
  judgeDefaultOrder,
  judgeFees,
  lacksSignatures,
  unproven,
  type FeeOrders,
} from "../laws/records/fees.ts";
import { callsMalformed } from "../laws/requests/malformed.ts";
import { textIn } from "../laws/records/records.ts";
import { always, NEVER } from "../laws/requests/ordinary.ts";
import { isNotFound, notFoundInstead, refusedElsewhere } from "../laws/requests/verdicts.ts";

const FEES = "networkFees";

/** What came for a time that no record can have, and what comes without a time. */
type AtNoTime = Readonly<Record<"reply" | "plain", Reply>>;

/**
 * A time that no record can have is answered with the message of 7.4. A service that shows no fees without a time either
 * may answer with an empty list.
 */
function judgeNone({ reply, plain }: AtNoTime): Judgement {
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
const some = answer(FEES, 200, { ...SUCCESS[FEES], fees: [{ gas: 1, transaction_type: "ContractCall" }] });
const none = answer(FEES, 200, SUCCESS[FEES]);

async function askAtNoTime(t: Asker, plain: Reply, query: Query): Promise<AtNoTime> {
  return { plain, reply: await t.get(call(FEES, { query, expects: "missing" })) };
}

const besidePlain = (reply: Reply, plain = some) => ({ answer: { reply, plain }, value: "lt:0" });

const missing = {
  endpoint: FEES,
  cites: ["2.1 TimestampFilter effect", "7 missing fees"],
  readings: [13, 14, 17],
  leavesOpen: ["7.7"],
  check: judgeNone,
} as const;

export const noFeesThen = clause({
  ...missing,
  id: "7.4-fees-not-found",
  statement: "fees for a time before all records get the message Not found",
  needs,
  given: () => ({ boundaries: NEVER }),
  ask: ({ have: { name, fees }, ...t }, value) => askAtNoTime(t, fees, [[name, value]]),
  accepts: [
    besidePlain(answer(FEES, 404, NOT_FOUND)),
    besidePlain(answer(FEES, 400, { ...NOT_FOUND, requestId: "7" })),
    besidePlain(none, none),
  ],
  rejects: {
    "fees all the same": besidePlain(some),
    "an empty list": besidePlain(none),
    "other wording": besidePlain(answer(FEES, 404, errorBody("Not Found"))),
    "two messages": besidePlain(answer(FEES, 404, errorBody("Not found", "Not found"))),
  },
});

export const noFeesThenInOrder = clause({
  ...missing,
  id: "7.4-fees-not-found-any-order",
  statement: "fees for a time before all records get the message Not found with any order too",
  needs: { ...needs, order: "networkFees.order" },
  given: () => ({ boundaries: ["asc", "desc"].map((value) => ({ name: value, value })) }),
  ask: ({ have: { name, order, fees }, ...t }, way) =>
    askAtNoTime(t, fees, [
      [name, "lt:0"],
      [order, way],
    ]),
  accepts: [besidePlain(answer(FEES, 404, NOT_FOUND)), besidePlain(none, none)],
  rejects: { "fees all the same": besidePlain(some) },
});

/** The service accepts each of the two parameters alone, so both together get fees, or an answer that part 7 shows. */
function judgeOrdersThen(orders: FeeOrders): Judgement {
  const pages = [orders.up, orders.down].flatMap((walked) => walked.pages);
  const each = pages.map((page) => () => judgeFees(page.reply));
  return inTurn(
    ...each,
    () => judgeOrder(orders),
    () => judgeDefaultOrder(orders),
  );
}

const refused = (up: Walk, down: Walk) => ({
  answer: { up, down, plain: walkOf(FEES, [UP]) },
  value: "lte:1",
});
const invalid = refusedWalk(answer(FEES, 400, invalidParameter("timestamp")));
const broken = refusedWalk(answer(FEES, 500, { error: "boom" }));

export const feesOrderAtTime = clause({
  id: "4.5-order-at-time",
  endpoint: FEES,
  statement: "fees at a time ascend with asc or no order, descend with desc",
  cites: ["4.5 order effect"],
  readings: [16, 17],
  compares: true,
  needs: { ...needs, order: "networkFees.order" },
  given: ({ fees }) => ({ boundaries: always(textIn(fees, "timestamp")).slice(0, 1) }),
  ask: ({ have: { name, order }, ...t }, value) => askFeeOrders(t, order, [[name, value]]),
  check: judgeOrdersThen,
  accepts: [
    feeOrders(UP, UP.toReversed(), UP),
    feeOrders(UP.slice(1), UP.slice(1).toReversed(), UP.slice(1)),
    feeOrders(UP, UP.toReversed(), SAME_TYPES),
  ],
  rejects: {
    "order ignored": feeOrders(UP, UP, UP),
    "descending by default": feeOrders(UP, UP.toReversed(), UP.toReversed()),
    "an accident under desc": refused(walkOf(FEES, [UP]), broken),
    "refused as invalid": refused(invalid, invalid),
  },
});

export const feesAtAnyTime = clause({
  id: "4.5-timestamp-all",
  endpoint: FEES,
  statement: "fees are returned for a time bound that every record meets",
  cites: ["2.1 TimestampFilter effect", "4.5 timestamp effect"],
  readings: [17],
  needs,
  given: ({ fees }) => ({ boundaries: always(textIn(fees, "timestamp")) }),
  ask: async (t, value) => {
    const { name, fees } = t.have;
    return { plain: fees, reply: await t.get({ ...call(FEES, { query: [[name, value]] }), memo: true }) };
  },
  check: ({ plain, reply }) => {
    if (rowsIn(plain, "fees").length === 0) {
      return undecided("the service shows no fees without a time either", plain);
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
  accepts: [besidePlain(some), besidePlain({ ...some, headers: {} })],
  rejects: { "an empty list": besidePlain(none), "not found": besidePlain(answer(FEES, 404, NOT_FOUND)) },
});
