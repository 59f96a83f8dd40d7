// §4.5, §7.4: network fees, their order and their timestamp filter
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

const NETWORK_FEES = "networkFees";

const feeRow = (gas: number, type: string): kit.ListRow => ({ gas, transaction_type: type });
const UP = [feeRow(3, "ContractCall"), feeRow(2, "ContractCreate"), feeRow(1, "EthereumTransaction")];
const DOWN = UP.toReversed();
const ASCENDING_FEES = examples.feesOf(UP);
const INVALID_FEES_ORDER = examples.badRequestOf(NETWORK_FEES, "order");
/** Example responses: fees, the refusal of an order, and fees again, the last two of them at once. */
const feesAfterRefusal = (
  before: readonly (readonly kit.ListRow[])[],
  then: readonly kit.ListRow[],
  atOnce: readonly (readonly kit.ListRow[])[] = [UP, DOWN],
): readonly kit.ApiResponse[] => [
  ...before.map(examples.feesOf),
  INVALID_FEES_ORDER,
  ...[then, ...atOnce].map(examples.feesOf),
];
/** Example responses to asc, asc, desc and desc. */
const FEES_EACH_ORDER_TWICE = [UP, UP, DOWN, DOWN].map(examples.feesOf);
const INVALID_FEES_TIME = examples.badRequestOf(NETWORK_FEES, "timestamp");
const NOT_FOUND_FEES = examples.notFoundOf(NETWORK_FEES);
const SAME_TYPES = UP.map((row) => ({ ...row, gas: 9 }));
/** Fees sorted by gas; two types have the same gas. */
const SAME_GAS = [feeRow(1, "EthereumTransaction"), feeRow(1, "ContractCall"), feeRow(2, "ContractCreate")];
const HIGHEST_GAS_FIRST = SAME_GAS.toReversed();

const feesAtTime = { name: "networkFees.timestamp", fees: "fees" } as const;
const orderPrerequisites = { name: "networkFees.order" } as const;

/** A clause that requests the fees with asc, with desc and without an order, in this sequence, and checks the three responses. */
const bothOrders = (
  check: (orders: kit.FeeOrders) => kit.CheckResult,
  sending: { readonly fresh?: true } = {},
) =>
  ({
    contract: [244],
    interpretations: [16],
    parameters: ["order"],
    compares: true,
    needs: orderPrerequisites,
    run: async (t: kit.Context<typeof orderPrerequisites>) =>
      check(await kit.sendFeeOrders(t, t.name, sending)),
  }) as const;
const feesReceived = (
  up: readonly kit.ListRow[],
  down: readonly kit.ListRow[],
  plain: readonly kit.ListRow[],
): readonly kit.ApiResponse[] => [up, down, plain].map(examples.feesOf);

/** The network fees take an order, asc or desc (§4.5, line 244); the default order is ascending (line 243). */
export const feesOrder = [
  kit.sequence({
    ...bothOrders((orders) => kit.whyNoFees(orders) ?? kit.checkOrder(orders)),
    id: "4.5-order-sorted",
    statement: "the fees are sorted by one of their fields: ascending with asc, descending with desc",
    passes: [feesReceived(UP, DOWN, UP), feesReceived(DOWN, UP, DOWN)],
    fails: { "order ignored": feesReceived(UP, UP, UP) },
  }),
  kit.sequence({
    exclusive: true,
    id: "4.5-order-after-another",
    statement: "the fees have the requested order, also after or during a request with another order",
    contract: [244],
    interpretations: [16],
    parameters: ["order"],
    compares: true,
    needs: orderPrerequisites,
    run: (t) =>
      kit.checkOneAfterAnother(
        t,
        (way) => kit.requestTo(NETWORK_FEES, { query: [[t.name, way]] }),
        "4.5-order-sorted",
      ),
    passes: [feesAfterRefusal([DOWN, UP, DOWN], UP), feesAfterRefusal([UP, DOWN, UP], DOWN, [DOWN, UP])],
    fails: {
      "desc has the order of the previous request": [
        ...feesAfterRefusal([DOWN, UP, UP], UP),
        ...FEES_EACH_ORDER_TWICE,
      ],
      "asc has the order of the previous request": [
        ...feesAfterRefusal([DOWN, DOWN, DOWN], UP),
        ...FEES_EACH_ORDER_TWICE,
      ],
      "a refused order reverses asc": [...feesAfterRefusal([DOWN, UP, DOWN], DOWN), ...FEES_EACH_ORDER_TWICE],
      "the order of a simultaneous request": [
        ...feesAfterRefusal([DOWN, UP, DOWN], UP, [DOWN, DOWN]),
        ...FEES_EACH_ORDER_TWICE,
      ],
    },
  }),
  kit.sequence({
    ...bothOrders((orders) =>
      kit.firstViolation(
        () => kit.checkFeesShown(orders),
        () => kit.whyNoFees(orders) ?? kit.checkSameRows(orders),
        () => kit.differentNumberOfFees(orders.down, orders.up, "with desc"),
      ),
    ),
    id: "4.5-order-same-rows",
    effectOf: ["networkFees.order"],
    statement: "if one order finds fees, all do; asc finds as many as desc, of the same transaction types",
    passes: [feesReceived(UP, DOWN, UP), feesReceived(UP, SAME_TYPES, UP)],
    fails: {
      "one type only with asc": feesReceived(UP, DOWN.slice(1), UP),
      "one type twice with desc": feesReceived(UP, [...DOWN.slice(0, 1), ...DOWN], UP),
      "Not found with an order": [NOT_FOUND_FEES, NOT_FOUND_FEES, ASCENDING_FEES],
    },
  }),
  kit.sequence({
    ...bothOrders(kit.checkDefaultOrder, { fresh: true }),
    exclusive: true,
    id: "4.5-default-order",
    statement: "without an order, as many fees are returned as with asc, sorted in the same way",
    contract: [243],
    parameters: [],
    interpretations: [16],
    aspect: "order",
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

/**
 * Requests fees at a time that no record can have: the response must be the not-found body (§7.4). A service that shows no fees
 * without a time either may return an empty list, which is inconclusive.
 */
async function checkMissingFees(t: kit.Context<typeof feesAtTime>, query: kit.Query) {
  const response = await t.get(kit.requestTo(NETWORK_FEES, { query, expects: "missing" }));
  if (kit.callsMalformed(response)) return kit.refusedElsewhere(response);
  if (kit.isSuccess(response) && [response, t.fees].every((one) => kit.rowsIn(one).length === 0)) {
    return kit.inconclusive("the service returns no fees without a timestamp either", response);
  }
  const message = kit.isSuccess(response)
    ? "fees are returned for a time that no record can have"
    : "the response for missing fees is not the Not found body";
  return kit.isNotFound(response)
    ? []
    : (kit.whySignaturesMissing(response) ?? [kit.missingNotFoundBody(response, message)]);
}

const SOME_FEES = examples.feesOf([feeRow(1, "ContractCall")]);
const NO_FEES = examples.feesOf([]);

const missingFees = { endpoint: NETWORK_FEES, contract: [18, 299], interpretations: [13, 14, 17] } as const;

/** Missing network fees return the single message Not found (§7, line 299). No record meets a bound below 0 or above every timestamp. */
export const missingFeesNotFound = kit.sequence({
  ...missingFees,
  id: "7.4-fees-not-found",
  statement: "fees for a bound that no record meets: the single message Not found, with any status",
  needs: feesAtTime,
  values: () => kit.BOUNDS_NEVER_MET,
  run: (t, value) => checkMissingFees(t, [[t.name, value]]),
  passes: [NOT_FOUND_FEES, examples.responseOf(NETWORK_FEES, 400, { ...examples.NOT_FOUND, requestId: "7" })],
  fails: {
    "the fees": SOME_FEES,
    "an empty list": NO_FEES,
    "other wording": examples.responseOf(NETWORK_FEES, 404, examples.errorBodyOf("Not Found")),
    "two messages": examples.responseOf(NETWORK_FEES, 404, examples.errorBodyOf("Not found", "Not found")),
  },
});

/** The Not found body is returned with an order too, because both parameters may be sent (§4.5, line 244; §7, line 299). */
export const missingFeesNotFoundInOrder = kit.sequence({
  ...missingFees,
  id: "7.4-fees-not-found-any-order",
  statement: "fees for a bound that no record meets, in an order: the single message Not found",
  needs: { ...feesAtTime, order: "networkFees.order" },
  values: () =>
    kit.BOUNDS_NEVER_MET.flatMap(({ name, value }) =>
      ["asc", "desc"].map((way) => ({ name: `${name}, order ${way}`, value: [value, way] as const })),
    ),
  run: (t, [bound, way]) => checkMissingFees(t, kit.queryFrom([t.name, bound], [t.order, way])),
  passes: [NOT_FOUND_FEES, examples.responseOf(NETWORK_FEES, 200, examples.NOT_FOUND)],
  fails: { "the fees": SOME_FEES },
});

/** The order applies to the fees at a time too (§4.5, lines 243 and 244). */
export const feesOrderAtTime = kit.sequence({
  id: "4.5-order-at-time",
  statement: "with a timestamp, fees are returned in each order (default: asc), or Not found for all",
  contract: [244],
  interpretations: [16, 17],
  parameters: ["order"],
  compares: true,
  exclusive: true,
  needs: { ...feesAtTime, order: "networkFees.order" },
  values: ({ fees }) => kit.boundsMostlyMet(kit.memberText(fees, "timestamp")),
  run: async (t, value) => {
    const orders = await kit.sendFeeOrders(t, t.order, { others: [[t.name, value]], fresh: true });
    // Each of the two parameters is accepted alone, so both together return fees or Not found (§7.4).
    const pages = [orders.up, orders.down].flatMap((pagesRead) => pagesRead.pages);
    return kit.firstViolation(
      ...pages.map((page) => () => kit.checkFound(page.response)),
      () => kit.checkFeesShown(orders),
      () => kit.checkOrder(orders),
      () => kit.checkDefaultOrder(orders),
    );
  },
  passes: [feesReceived(UP, DOWN, UP), feesReceived(UP, DOWN, SAME_TYPES)],
  fails: {
    "order ignored": feesReceived(UP, UP, UP),
    "descending by default": feesReceived(UP, DOWN, DOWN),
    "a server error with desc": [
      ASCENDING_FEES,
      examples.responseOf(NETWORK_FEES, 500, { error: "boom" }),
      ASCENDING_FEES,
    ],
    "Not found with desc": [ASCENDING_FEES, NOT_FOUND_FEES, ASCENDING_FEES],
  },
});

/** Number of steps back in time: each step requests fees from before the time of the last response. A service may fail only for old fees. */
const STEPS_BACK = 2;

/** The consensus timestamp is a TimestampFilter (§2.1, line 18; §4.5, line 244); fees may be missing then (§7, line 299). */
export const feesEarlier = kit.sequence({
  id: "4.5-timestamp-earlier",
  statement: "a request for fees at an earlier time succeeds, or gets only the message Not found",
  contract: [18, 244],
  interpretations: [7, 13, 14, 17],
  parameters: ["timestamp"],
  aspect: "form",
  needs: { ...feesAtTime, size: "size" },
  values: ({ size }) =>
    kit.asNamed(kit.isSmoke(size) ? [] : ["a time before the returned fees, and a time before those"]),
  run: async (t) => {
    let response = t.fees;
    if (!kit.isSuccess(response)) return kit.inconclusiveWithout("the request for the fees", response);
    for (let step = 0; step < STEPS_BACK && kit.isSuccess(response); step += 1) {
      const time = kit.memberText(response, "timestamp") ?? "";
      if (!kit.TIMESTAMP_PATTERN.test(time)) {
        return kit.inconclusive("the returned fees have no well-formed timestamp", response, {
          dependsOn: ["2.5-timestamp"],
        });
      }
      response = await t.get(
        kit.requestTo(NETWORK_FEES, { query: [[t.name, `lt:${time}`]], expects: "missing" }),
      );
    }
    return kit.checkFound(response);
  },
  examplesWith: { inputs: { fees: ASCENDING_FEES } },
  passes: [[NOT_FOUND_FEES], [ASCENDING_FEES, NOT_FOUND_FEES], [ASCENDING_FEES, ASCENDING_FEES]],
  fails: {
    "refused as invalid": INVALID_FEES_TIME,
    "a server error for an earlier time": [ASCENDING_FEES, examples.responseOf(NETWORK_FEES, 500, "boom")],
  },
});

/** The consensus timestamp is a TimestampFilter (§2.1, line 18; §4.5, line 244): a bound that every time meets selects the fees. */
export const feesAtAnyTime = kit.sequence({
  id: "4.5-timestamp-all",
  statement: "fees are returned for a time bound that every record meets",
  contract: [18, 244],
  interpretations: [17],
  parameters: ["timestamp"],
  needs: { ...feesAtTime, size: "size" },
  values: ({ fees, size }) => kit.boundsAlwaysMet(size, kit.memberText(fees, "timestamp")),
  run: async (t, value) => {
    const response = await t.get(kit.requestTo(NETWORK_FEES, { query: [[t.name, value]] }));
    if (kit.rowsIn(response).length > 0) return [];
    if (!kit.isSuccess(response) && !kit.isNotFound(response)) {
      return kit.whySignaturesMissing(response) ?? kit.refusedElsewhere(response);
    }
    // The service may have lost its fees since (§7.4): the fees without a time are requested again.
    const now = await t.get({ ...kit.requestTo(NETWORK_FEES), fresh: true });
    const message = "no fees are returned for a time bound that every record meets";
    return kit.rowsIn(now).length > 0
      ? [{ ...kit.wholeResponse(response, message, "status 200 with fees"), compared: [now] }]
      : kit.inconclusive("the service returns no fees without a timestamp either", now);
  },
  passes: [SOME_FEES, ASCENDING_FEES],
  fails: { "an empty list": [NO_FEES, SOME_FEES], "not found": [NOT_FOUND_FEES, SOME_FEES] },
});
