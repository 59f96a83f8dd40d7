// §4.5: the order of network fees
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const FEES = "networkFees";

type FeeOrders = kit.ListInBothOrders & { readonly plain: kit.PagedList };

/** `fresh` bypasses the cache, to reveal a service that applies the order of one request to the next one. */
async function sendFeeOrders(
  t: kit.RequestSender,
  order: string,
  { others = [], ...sending }: { readonly others?: kit.Query; readonly fresh?: true } = {},
): Promise<FeeOrders> {
  const requestFees = (query: kit.Query) =>
    kit.pagedList(t, { ...kit.requestTo(FEES, { query }), ...sending }, 1);
  const up = await requestFees([...others, [order, "asc"]]);
  const down = await requestFees([...others, [order, "desc"]]);
  return { up, down, plain: await requestFees(others) };
}

function whyNoFees({ up, down, plain }: FeeOrders): kit.Inconclusive | undefined {
  const response = kit.firstResponses([up, down, plain]).find((one) => !kit.isSuccess(one));
  return (
    response && kit.inconclusive(`the response has no fees: ${kit.describeResponse(response)}`, response)
  );
}

/** If one of the three responses shows fees, none may be the Not found body. */
function checkFeesShown({ up, down, plain }: FeeOrders): kit.CheckResult {
  const pagedLists = [up, down, plain];
  const hidden = pagedLists.filter((one) => kit.firstResponses([one]).some(kit.isNotFound));
  const message = "no fees are found, although the request with another order returns fees";
  return pagedLists.some(kit.listHasRows) ? hidden.flatMap((one) => kit.notAListViolation(one, message)) : [];
}

function checkNumberOfFees(
  returned: kit.PagedList,
  up: kit.PagedList,
  how: string,
): readonly kit.Violation[] {
  const message = `the number of fees ${how} differs from the number with asc`;
  const expected = `${kit.countOf(up.rows.length, "fee")}, as with asc`;
  return kit.firstResponses(returned.rows.length === up.rows.length ? [] : [returned]).map((response) => {
    const actual = kit.countOf(returned.rows.length, "fee");
    return { message, pointer: "/fees", expected, actual, response, compared: kit.firstResponses([up]) };
  });
}

/** Only the transaction types are compared, because gas may change between two responses. */
const typesOf = ({ rows }: kit.PagedList) => rows.map((row) => row["transaction_type"]);

/** Fees with equal values of the field by which both orders are sorted may be in another sequence (interpretation 16). */
function isSortedAsAscending({ up, down, plain }: FeeOrders): boolean {
  const isSorted = (key: kit.SortKey) => kit.firstOutOfOrder(plain.rows, key, "asc") === undefined;
  return (
    JSON.stringify(typesOf(plain)) === JSON.stringify(typesOf(up)) ||
    (plain.rows.length === up.rows.length && kit.explainingKeys(up.rows, down.rows).some(isSorted))
  );
}

function checkDefaultOrder(orders: FeeOrders): kit.CheckResult {
  const { up, down, plain } = orders;
  const [response] = kit.firstResponses([plain]);
  const unusable = whyNoFees(orders);
  if (unusable !== undefined || response === undefined) return unusable ?? [];
  if (Math.max(up.rows.length, plain.rows.length) < 2) {
    return kit.inconclusive("too few fees to determine an order", response);
  }
  if (isSortedAsAscending(orders)) return [];
  if (kit.explainingKeys(up.rows, down.rows).length === 0 && kit.sharedKey(up.rows) === undefined) {
    return kit.inconclusive("the default order of the fees cannot be determined", response, {
      code: "unspecified",
      dependsOn: ["4.5-order-sorted"],
    });
  }
  if (plain.rows.length !== up.rows.length) return checkNumberOfFees(plain, up, "without an order");
  const [types, ascending] = [typesOf(plain), typesOf(up)];
  const at = types.findIndex((type, index) => type !== ascending[index]);
  const [plainRows, upRows, downRows] = [plain, up, down].map(({ rows }) =>
    rows.map((row) => JSON.stringify(row)),
  );
  const violation: kit.Violation = {
    message: "the fees without an order are not in ascending order",
    pointer: `/fees/${at}/transaction_type`,
    expected: `${kit.cutValue(ascending[at])}, as with asc`,
    actual: kit.cutValue(types[at]),
    rowFault: { kind: "order" },
    response,
    // The request with desc was sent directly before: a service may apply its order to this one.
    compared: kit.firstResponses([up, down]),
    // The fees have not changed since if those without an order equal those with desc, and asc and desc return the same rows.
    ...(plainRows?.join() === downRows?.join() && upRows?.toSorted().join() === downRows?.toSorted().join()
      ? { decisive: true }
      : {}),
  };
  return kit.whyAnyOrder([...up.rows, ...down.rows, ...plain.rows]) ?? [violation];
}

const feeRow = (gas: number, type: string): kit.ListRow => ({ gas, transaction_type: type });
const UP = [feeRow(3, "ContractCall"), feeRow(2, "ContractCreate"), feeRow(1, "EthereumTransaction")];
const DOWN = UP.toReversed();
const [ASCENDING_FEES, DESCENDING_FEES] = [examples.feesOf(UP), examples.feesOf(DOWN)];
const NO_SUCH_FEES = examples.notFoundOf(FEES);
const SAME_TYPES = UP.map((row) => ({ ...row, gas: 9 }));
const SAME_GAS = [feeRow(1, "EthereumTransaction"), feeRow(1, "ContractCall"), feeRow(2, "ContractCreate")];
const HIGHEST_GAS_FIRST = SAME_GAS.toReversed();

const feesReceived = (...orders: readonly (readonly kit.ListRow[])[]) => orders.map(examples.feesOf);

const orderOfFees = {
  contract: [244],
  interpretations: [16],
  parameters: ["order"],
  compares: true,
  needs: { name: "networkFees.order" },
} as const;
type OrderContext = kit.Context<typeof orderOfFees.needs>;

/** The network fees take an order, asc or desc; the default order is ascending (§4.5). */
export const feesOrder = [
  kit.sequence({
    ...orderOfFees,
    id: "4.5-order-sorted",
    statement: "the fees are sorted by one of their fields: ascending with asc, descending with desc",
    run: async (t: OrderContext) => {
      const orders = await sendFeeOrders(t, t.name);
      return whyNoFees(orders) ?? kit.checkOrder(orders);
    },
    passes: [feesReceived(UP, DOWN, UP), feesReceived(DOWN, UP, DOWN)],
    fails: { "order ignored": feesReceived(UP, UP, UP) },
  }),
  kit.sequence({
    ...orderOfFees,
    exclusive: true,
    skipAtSmoke: true,
    id: "4.5-order-after-another",
    statement: "the fees have the requested order, also after or during a request with another order",
    run: (t: OrderContext) =>
      kit.checkOneAfterAnother(
        t,
        (way) => kit.requestTo(FEES, { query: [[t.name, way]] }),
        "4.5-order-sorted",
      ),
    ...examples.afterAnotherOrder(ASCENDING_FEES, DESCENDING_FEES, examples.badRequestOf(FEES, "order")),
  }),
  kit.sequence({
    ...orderOfFees,
    id: "4.5-order-same-rows",
    effectOf: ["networkFees.order"],
    statement: "if one order finds fees, all do; asc finds as many as desc, of the same transaction types",
    run: async (t: OrderContext) => {
      const orders = await sendFeeOrders(t, t.name);
      return kit.firstViolation(
        () => checkFeesShown(orders),
        () => whyNoFees(orders) ?? kit.checkSameRows(orders),
        () => checkNumberOfFees(orders.down, orders.up, "with desc"),
      );
    },
    passes: [feesReceived(UP, DOWN, UP), feesReceived(UP, SAME_TYPES, UP)],
    fails: {
      "one type only with asc": feesReceived(UP, DOWN.slice(1), UP),
      "one type twice with desc": feesReceived(UP, [...DOWN.slice(0, 1), ...DOWN], UP),
      "Not found with an order": [NO_SUCH_FEES, NO_SUCH_FEES, ASCENDING_FEES],
    },
  }),
  kit.sequence({
    ...orderOfFees,
    exclusive: true,
    id: "4.5-default-order",
    statement: "without an order, as many fees are returned as with asc, sorted in the same way",
    contract: [243],
    parameters: [],
    aspect: "order",
    run: async (t: OrderContext) => checkDefaultOrder(await sendFeeOrders(t, t.name, { fresh: true })),
    passes: [
      feesReceived(UP, DOWN, SAME_TYPES),
      feesReceived(SAME_GAS, HIGHEST_GAS_FIRST, [...SAME_GAS.slice(0, 2).toReversed(), ...SAME_GAS.slice(2)]),
    ],
    fails: {
      "descending by default": feesReceived(SAME_GAS, HIGHEST_GAS_FIRST, HIGHEST_GAS_FIRST),
      "a fee missing": feesReceived(UP, DOWN, UP.slice(0, -1)),
    },
  }),
];

/** The order applies to the fees at a time too (§4.5). */
export const feesOrderAtTime = kit.sequence({
  ...orderOfFees,
  id: "4.5-order-at-time",
  statement: "with a timestamp, fees are returned in each order (default: asc), or Not found for all",
  interpretations: [16, 17],
  exclusive: true,
  needs: { name: "networkFees.timestamp", fees: "fees", order: "networkFees.order" },
  values: ({ fees }) => kit.boundsMostlyMet(kit.memberText(fees, "timestamp")),
  run: async (t, value) => {
    const orders = await sendFeeOrders(t, t.order, { others: [[t.name, value]], fresh: true });
    return kit.firstViolation(
      ...kit.firstResponses([orders.up, orders.down]).map((response) => () => kit.checkFound(response)),
      () => checkFeesShown(orders),
      () => kit.checkOrder(orders),
      () => checkDefaultOrder(orders),
    );
  },
  passes: [feesReceived(UP, DOWN, UP), feesReceived(UP, DOWN, SAME_TYPES)],
  fails: {
    "order ignored": feesReceived(UP, UP, UP),
    "descending by default": feesReceived(UP, DOWN, DOWN),
    "a server error with desc": [
      ASCENDING_FEES,
      examples.responseOf(FEES, 500, { error: "boom" }),
      ASCENDING_FEES,
    ],
    "Not found with desc": [ASCENDING_FEES, NO_SUCH_FEES, ASCENDING_FEES],
  },
});
