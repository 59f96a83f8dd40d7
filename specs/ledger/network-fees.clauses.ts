// §4.5: network fees, their order and their timestamp filter
import { each, law } from "../../engine/clauses/declare.ts";
import type { Trial } from "../../engine/clauses/clause.ts";
import { call } from "../../engine/model/call.ts";
import type { Judgement, Reply } from "../../engine/model/exchange.ts";
import type { ListRow } from "../../engine/clauses/pagination.ts";
import { parameters } from "../../generators/parameters.ts";
import { formats } from "../../generators/formats.ts";
import { answer, invalidParameter, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { inTurn } from "../laws/requests/findings.ts";
import { boundsElsewhere, untilAfter } from "../laws/requests/ordinary.ts";
import { judgeOrder, judgeSameCounts, judgeSameRows } from "../laws/lists/order.ts";
import { refusedFeeQuery } from "../makers/parameters.ts";
import { askFeeOrders, judgeDefaultOrder, judgeFees, noFees, type FeeOrders } from "../laws/records/fees.ts";
import { accepting, textIn } from "../laws/records/records.ts";
import { feesOf } from "../fixtures/walks.ts";
import { onlyWith } from "../laws/requests/recorded.ts";

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
  when: onlyWith("timestamp"),
  statement: "a well-formed timestamp filter gets fees, or the message Not found",
  cites: ["2.1 TimestampFilter form", "4.5 timestamp form", "8 timestamp"],
  readings: [7, 17],
  needs: { name: "networkFees.timestamp", size: "size", fees: "fees" },
  given: ({ size, fees }) => ({
    ...accepting(formats.timestampFilter.valid(), size, { oneIn: 4 }),
    contexts: boundsElsewhere(size, textIn(fees, "timestamp")),
  }),
  ask: ({ name }, value) => call(FEES, { query: [[name, value]] }),
  ...accepted("timestamp"),
});

export const feesTimestampRefused = refusedFeeQuery("networkFees.timestamp", {
  statement: "a malformed timestamp filter of network fees gets an error that names the parameter",
  readings: [8, 10, 11],
  cases: formats.timestampFilter.invalid,
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

/** Judges the fees under asc, under desc, and without an order: they are asked for in this sequence. */
const bothOrders = (judge: (orders: FeeOrders) => Judgement) =>
  ({
    cites: ["4.5 order effect"],
    readings: [16],
    compares: true,
    needs: order,
    run: async ({ have: { name }, ...t }: Trial<typeof order>) => judge(await askFeeOrders(t, name)),
  }) as const;
const came = (
  up: readonly ListRow[],
  down: readonly ListRow[],
  plain: readonly ListRow[],
): readonly Reply[] => [up, down, plain].map(feesOf);

export const feesOrder = [
  each({
    id: "4.5-order-accepted",
    when: onlyWith("order"),
    statement: "an order of asc or desc gets network fees, or the message Not found",
    cites: ["4.5 order form"],
    readings: [7],
    needs: order,
    given: () => parameters.order.valid(),
    ask: ({ name }, value) => call(FEES, { query: [[name, value]] }),
    ...accepted("order"),
  }),
  refusedFeeQuery("networkFees.order", {
    statement: "a malformed order of network fees gets an error that names the parameter",
    readings: [8, 10, 11],
    cases: parameters.order.invalid,
    repaired: () => "asc",
  }),
  law({
    ...bothOrders((orders) => noFees(orders) ?? judgeOrder(orders)),
    id: "4.5-order-sorted",
    statement: "the fees are sorted ascending with asc, descending with desc",
    keeps: [came(UP, DOWN, UP), came(DOWN, UP, DOWN)],
    breaks: { "order ignored": came(UP, UP, UP) },
  }),
  law({
    ...bothOrders(
      (orders) =>
        noFees(orders) ??
        inTurn(
          () => judgeSameRows(orders, "transaction_type"),
          () => judgeSameCounts(orders, "transaction_type"),
        ),
    ),
    id: "4.5-order-same-rows",
    statement: "the fees have the same transaction types with asc as with desc",
    keeps: [came(UP, DOWN, UP), came([], [], [])],
    breaks: {
      "one type only under asc": came(UP, DOWN.slice(1), UP),
      "one type twice under desc": came(UP, [...DOWN.slice(0, 1), ...DOWN], UP),
    },
  }),
  law({
    ...bothOrders(judgeDefaultOrder),
    id: "4.5-default-order",
    statement: "the fees are in ascending order when no order is given",
    cites: ["4.5 default order"],
    keeps: [
      came(UP, DOWN, UP),
      came(UP, DOWN, SAME_TYPES),
      came(SAME_GAS, DEAREST_FIRST, [...SAME_GAS.slice(0, 2).toReversed(), ...SAME_GAS.slice(2)]),
    ],
    breaks: {
      "descending by default": came(UP, DOWN, DOWN),
      "dearest first by default": came(SAME_GAS, DEAREST_FIRST, DEAREST_FIRST),
      "one missing": came(UP, DOWN, UP.slice(0, -1)),
    },
  }),
];
