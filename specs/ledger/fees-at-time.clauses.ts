// §4.5, §7.4: network fees at a time
import { findingIf, inTurn } from "../laws/requests/findings.ts";
import { call, type Query } from "../../engine/model/call.ts";
import { clause } from "../../engine/clauses/clause.ts";
import { isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import { one, type Asking, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import type { Named } from "../../generators/cases.ts";
import { rowsIn, walk, type ListRow, type Walk } from "../../engine/clauses/pagination.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { bothWays, judgeOrder } from "../laws/lists/order.ts";
import { refusedWalk, walkOf } from "../fixtures/walks.ts";
import {
  judgeDefaultOrder,
  judgeFees,
  lacksSignatures,
  unproven,
  type FeeOrders,
} from "../laws/records/fees.ts";
import { callsMalformed } from "../laws/requests/malformed.ts";
import { untilAfter } from "../laws/requests/ordinary.ts";
import { isNotFound, refusedElsewhere } from "../laws/requests/verdicts.ts";

const FEES = "networkFees";

/** What came for a time that no record can have, and what comes without a time. */
interface AtNoTime {
  readonly reply: Reply;
  readonly plain: Reply;
}

/** Where no fees can be, the one message of 7.4 says so; who has none at all may show an empty list each time. */
function judgeNone({ reply, plain }: AtNoTime): Judgement {
  if (lacksSignatures(reply)) {
    return unproven(reply);
  }
  if (callsMalformed(reply)) {
    return refusedElsewhere(reply, "4.5-timestamp-accepted");
  }
  const none = isSuccess(reply) && [reply, plain].every((each) => rowsIn(each, "fees").length === 0);
  const message = isSuccess(reply)
    ? "a time that no record can have is answered as one that has fees"
    : "missing fees are not answered with the not-found body";
  return findingIf(!(none || isNotFound(reply)), reply, message, 'one message: "Not found"');
}

const IMPOSSIBLE = [
  { name: "before 0", value: "lt:0" },
  { name: "after the last timestamp", value: "gt:9999999999.999999999" },
];
const certain = (fees: Reply): readonly Named<string>[] => [
  { name: "up to a day later", value: untilAfter(fees) },
  { name: "0 or later", value: "gte:0" },
  { name: "up to the last timestamp", value: "lte:9999999999.999999999" },
  { name: "later than 0", value: "gt:0" },
  { name: "before a day later", value: untilAfter(fees).replace("lte", "lt") },
];

const needs = { name: "networkFees.timestamp", fees: "fees" } as const;
const UP = [
  { gas: 3, transaction_type: "ContractCall" },
  { gas: 9, transaction_type: "ContractCreate" },
  { gas: 1, transaction_type: "EthereumTransaction" },
];
const some = answer(FEES, 200, { ...SUCCESS[FEES], fees: [{ gas: 1, transaction_type: "ContractCall" }] });
const none = answer(FEES, 200, SUCCESS[FEES]);

function* askAtNoTime(plain: Reply, query: Query): Asking<AtNoTime> {
  return { plain, reply: yield* one(call(FEES, { query, expects: "missing" })) };
}

const atNoTime = (reply: Reply, plain = some) => ({ answer: { reply, plain }, value: "lt:0" });

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
  statement: "fees of a time that no record can have are answered with the message Not found",
  needs,
  given: () => ({ boundaries: IMPOSSIBLE, few: IMPOSSIBLE }),
  ask: ({ name, fees }, value) => askAtNoTime(fees, [[name, value]]),
  accepts: [
    atNoTime(answer(FEES, 404, NOT_FOUND)),
    atNoTime(answer(FEES, 400, { ...NOT_FOUND, requestId: "7" })),
    atNoTime(none, none),
  ],
  rejects: {
    "fees all the same": atNoTime(some),
    "an empty list": atNoTime(none),
    "other wording": atNoTime(answer(FEES, 404, errorBody("Not Found"))),
    "two messages": atNoTime(answer(FEES, 404, errorBody("Not found", "Not found"))),
  },
});

export const noFeesThenInOrder = clause({
  ...missing,
  id: "7.4-fees-not-found-any-order",
  statement: "fees of a time that no record can have are missing under each order too",
  needs: { ...needs, order: "networkFees.order" },
  given: () => {
    const boundaries = ["asc", "desc"].map((value) => ({ name: value, value }));
    return { boundaries, few: boundaries.slice(1) };
  },
  ask: ({ name, order, fees }, way) =>
    askAtNoTime(fees, [
      [name, "lt:0"],
      [order, way],
    ]),
  accepts: [atNoTime(answer(FEES, 404, NOT_FOUND)), atNoTime(none, none)],
  rejects: { "fees all the same": atNoTime(some) },
});

function* askOrdersThen(time: string, order: string, value: string): Asking<FeeOrders> {
  const then = [time, value] as const;
  const ways = yield* bothWays((way) => call(FEES, { query: [then, [order, way]] }), "fees", 1);
  return { ...ways, plain: yield* walk({ ...call(FEES, { query: [then] }), memo: true }, "fees", 1) };
}

/** Each parameter is taken on its own: what comes for both is fees, or an answer that part 7 shows. */
function judgeOrdersThen(orders: FeeOrders): Judgement {
  const pages = [orders.up, orders.down].flatMap((walked) => walked.pages);
  return inTurn(
    ...pages.map(
      ({ reply }) =>
        () =>
          judgeFees(reply),
    ),
    () => judgeOrder(orders),
    () => judgeDefaultOrder(orders),
  );
}

const then = (up: readonly ListRow[], down: readonly ListRow[], plain: readonly ListRow[]) => ({
  answer: { up: walkOf(FEES, [up]), down: walkOf(FEES, [down]), plain: walkOf(FEES, [plain]) },
  value: "lte:1",
});
const refused = (up: Walk, down: Walk) => ({
  answer: { up, down, plain: walkOf(FEES, [UP]) },
  value: "lte:1",
});
const invalid = refusedWalk(answer(FEES, 400, invalidParameter("timestamp")));
const broken = refusedWalk(answer(FEES, 500, { error: "boom" }));

export const feesOrderAtTime = clause({
  id: "4.5-order-at-time",
  endpoint: FEES,
  statement: "the fees at a time are sorted upwards under asc or no order, downwards under desc",
  cites: ["4.5 order effect"],
  readings: [16, 17],
  compares: true,
  needs: { ...needs, order: "networkFees.order" },
  given: ({ fees }) => ({ boundaries: certain(fees).slice(0, 1) }),
  ask: ({ name, order }, value) => askOrdersThen(name, order, value),
  check: judgeOrdersThen,
  accepts: [
    then(UP, UP.toReversed(), UP),
    then(UP.slice(1), UP.slice(1).toReversed(), UP.slice(1)),
    then(
      UP,
      UP.toReversed(),
      UP.map((row) => ({ ...row, gas: 5 })),
    ),
  ],
  rejects: {
    "order ignored": then(UP, UP, UP),
    "descending by default": then(UP, UP.toReversed(), UP.toReversed()),
    "an accident under desc": refused(walkOf(FEES, [UP]), broken),
    "refused as invalid": refused(invalid, invalid),
  },
});

export const feesAtAnyTime = clause({
  id: "4.5-timestamp-all",
  endpoint: FEES,
  statement: "fees are shown for a time bound that every record meets",
  cites: ["2.1 TimestampFilter effect", "4.5 timestamp effect"],
  readings: [17],
  needs,
  given: ({ fees }) => ({ boundaries: certain(fees), few: certain(fees).slice(0, 2) }),
  ask: function* ({ name, fees }, value) {
    return { plain: fees, reply: yield* one({ ...call(FEES, { query: [[name, value]] }), memo: true }) };
  },
  check: ({ plain, reply }) => {
    if (rowsIn(plain, "fees").length === 0) {
      return { undecided: "the target shows no fees without a time either", cause: "data", by: plain };
    }
    if (lacksSignatures(reply)) {
      return unproven(reply);
    }
    const message = "no fees are shown for a time bound that every record meets";
    return rowsIn(reply, "fees").length > 0
      ? []
      : isSuccess(reply) || isNotFound(reply)
        ? [wholeAnswer(reply, message, "status 200 with fees")]
        : refusedElsewhere(reply, "4.5-timestamp-accepted");
  },
  accepts: [
    { answer: { plain: some, reply: some }, value: "gte:0" },
    { answer: { plain: some, reply: { ...some, headers: {} } }, value: "gte:0" },
  ],
  rejects: {
    "an empty list": { answer: { plain: some, reply: none }, value: "gte:0" },
    "not found": { answer: { plain: some, reply: answer(FEES, 404, NOT_FOUND) }, value: "gte:0" },
  },
});
