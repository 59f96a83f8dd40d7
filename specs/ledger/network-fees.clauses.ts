// §4.5: network fees, their order and their timestamp filter
import { clause, each } from "../../engine/clauses/declare.ts";
import type { Trial } from "../../engine/clauses/clause.ts";
import { call } from "../../engine/model/call.ts";
import type { ListRow } from "../../engine/clauses/pagination.ts";
import { invalidOrder, validOrder } from "../../generators/order.ts";
import { invalidTimestampFilter, validTimestampFilter } from "../../generators/timestamp-filter.ts";
import { answer, invalidParameter, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { inTurn } from "../laws/requests/findings.ts";
import { untilAfter } from "../laws/requests/ordinary.ts";
import { judgeOrder, judgeSameCounts, judgeSameRows } from "../laws/lists/order.ts";
import { refusedFeeQuery } from "../makers/parameters.ts";
import { askFeeOrders, judgeDefaultOrder, judgeFees, noFees } from "../laws/records/fees.ts";
import { accepting } from "../laws/records/records.ts";
import { feeOrders } from "../fixtures/walks.ts";
import { alone } from "../laws/requests/recorded.ts";

const FEES = "networkFees";

/** What a well-formed value is answered with. */
function accepted(parameter: string) {
  return {
    check: judgeFees,
    keeps: [answer(FEES, 200, SUCCESS[FEES]), answer(FEES, 404, NOT_FOUND)],
    breaks: {
      "refused as invalid": answer(FEES, 400, invalidParameter(parameter)),
      "a page instead": answer(FEES, 200, "<html></html>"),
    },
  } as const;
}

export const feesTimestampAccepted = each({
  id: "4.5-timestamp-accepted",
  when: alone("timestamp"),
  endpoint: FEES,
  statement: "a well-formed timestamp filter gets fees, or the message Not found",
  cites: ["2.1 TimestampFilter form", "4.5 timestamp form", "8 timestamp"],
  readings: [7, 17],
  sends: {
    needs: { name: "networkFees.timestamp", size: "size" },
    given: ({ size }) => accepting(validTimestampFilter(), size, 2),
    ask: ({ name }, value) => call(FEES, { query: [[name, value]] }),
  },
  ...accepted("timestamp"),
});

export const feesTimestampRefused = refusedFeeQuery("networkFees.timestamp", {
  statement: "a malformed timestamp filter of network fees gets an error that names the parameter",
  readings: [8, 10, 11],
  cases: invalidTimestampFilter,
  repaired: untilAfter,
});

function fee(gas: number, type: string): ListRow {
  return { gas, transaction_type: type };
}

const UP = [fee(3, "ContractCall"), fee(2, "ContractCreate"), fee(1, "EthereumTransaction")];
const DOWN = UP.toReversed();
const SAME_TYPES = UP.map((row) => ({ ...row, gas: 9 }));
/** Sorted by gas, which two types have in common. */
const SAME_GAS = [fee(1, "EthereumTransaction"), fee(1, "ContractCall"), fee(2, "ContractCreate")];
const DEAREST_FIRST = SAME_GAS.toReversed();

const order = { name: "networkFees.order" } as const;
const bothOrders = {
  endpoint: FEES,
  cites: ["4.5 order effect"],
  readings: [16],
  compares: true,
  needs: order,
  ask: ({ have: { name }, ...t }: Trial<typeof order>) => askFeeOrders(t, name),
} as const;

export const feesOrder = [
  each({
    id: "4.5-order-accepted",
    when: alone("order"),
    endpoint: FEES,
    statement: "an order of asc or desc gets network fees, or the message Not found",
    cites: ["4.5 order form"],
    readings: [7],
    sends: {
      needs: order,
      given: () => validOrder(),
      ask: ({ name }, value) => ({ ...call(FEES, { query: [[name, value]] }), memo: true }),
    },
    ...accepted("order"),
  }),
  refusedFeeQuery("networkFees.order", {
    statement: "a malformed order of network fees gets an error that names the parameter",
    readings: [8, 10, 11],
    cases: invalidOrder,
    repaired: () => "asc",
  }),
  clause({
    ...bothOrders,
    id: "4.5-order-sorted",
    statement: "the fees are sorted ascending with asc, descending with desc",
    check: (answered) => noFees(answered) ?? judgeOrder(answered),
    accepts: [feeOrders(UP, DOWN, UP), feeOrders(DOWN, UP, DOWN)],
    rejects: { "order ignored": feeOrders(UP, UP, UP) },
  }),
  clause({
    ...bothOrders,
    id: "4.5-order-same-rows",
    statement: "the fees have the same transaction types with asc as with desc",
    check: (answered) =>
      noFees(answered) ??
      inTurn(
        () => judgeSameRows(answered, "transaction_type"),
        () => judgeSameCounts(answered, "transaction_type"),
      ),
    accepts: [feeOrders(UP, DOWN, UP), feeOrders([], [], [])],
    rejects: {
      "one type only under asc": feeOrders(UP, DOWN.slice(1), UP),
      "one type twice under desc": feeOrders(UP, [...DOWN.slice(0, 1), ...DOWN], UP),
    },
  }),
  clause({
    ...bothOrders,
    id: "4.5-default-order",
    statement: "the fees are in ascending order when no order is given",
    cites: ["4.5 default order"],
    check: judgeDefaultOrder,
    accepts: [
      feeOrders(UP, DOWN, UP),
      feeOrders(UP, DOWN, SAME_TYPES),
      feeOrders(SAME_GAS, DEAREST_FIRST, [...SAME_GAS.slice(0, 2).toReversed(), ...SAME_GAS.slice(2)]),
    ],
    rejects: {
      "descending by default": feeOrders(UP, DOWN, DOWN),
      "dearest first by default": feeOrders(SAME_GAS, DEAREST_FIRST, DEAREST_FIRST),
    },
  }),
];
