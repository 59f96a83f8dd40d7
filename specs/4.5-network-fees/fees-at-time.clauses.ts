// §4.5, §7.4: network fees at a time
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const NETWORK_FEES = "networkFees";

const feesAtTime = { name: "networkFees.timestamp", fees: "fees" } as const;

/** The response must be the Not found body (§7.4). A service without any fees may return an empty list, which is inconclusive. */
async function checkMissingFees(t: kit.Context<typeof feesAtTime>, query: kit.Query) {
  const response = await t.get(kit.requestTo(NETWORK_FEES, { query, expects: "missing" }));
  if (kit.callsMalformed(response)) return kit.refusedElsewhere(response);
  if (kit.isSuccess(response) && [response, t.fees].every((one) => kit.rowsIn(one).length === 0)) {
    return kit.inconclusive("the service returns no fees without a timestamp either", response);
  }
  const found =
    kit.rowsIn(response).length === 0
      ? "an empty list is returned instead of the Not found error"
      : "fees are returned for a time that no record can have";
  const message = kit.isSuccess(response) ? found : "the response for missing fees is not the Not found body";
  return kit.isNotFound(response)
    ? []
    : (kit.whySignaturesMissing(response) ?? [kit.missingNotFoundBody(response, message)]);
}

const SOME_FEES = examples.feesOf([{ gas: 1, transaction_type: "ContractCall" }]);
const OTHER_FEES = examples.feesOf([{ gas: 1, transaction_type: "ContractCreate" }]);
const NO_FEES = examples.feesOf([]);
const NOT_FOUND_FEES = examples.notFoundOf(NETWORK_FEES);

const missingFees = { endpoint: NETWORK_FEES, contract: [18, 299], interpretations: [13, 14, 17] } as const;

/** Missing network fees return the single message Not found (§7.4). No record meets a bound below 0 or above every timestamp. */
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

/** Both parameters of the fees may be sent (§4.5): the Not found body is returned with an order too (§7.4). */
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

/** Each step requests fees from before the last response: a service may fail only for old fees. */
const STEPS_BACK = 2;

/** The consensus timestamp is a TimestampFilter (§2.1, §4.5); fees may be missing then (§7.4). */
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
  examplesWith: { inputs: { fees: OTHER_FEES } },
  passes: [[NOT_FOUND_FEES], [OTHER_FEES, NOT_FOUND_FEES], [OTHER_FEES, OTHER_FEES]],
  fails: {
    "refused as invalid": examples.badRequestOf(NETWORK_FEES, "timestamp"),
    "a server error for an earlier time": [OTHER_FEES, examples.responseOf(NETWORK_FEES, 500, "boom")],
  },
});

/** A bound of the consensus timestamp that every time meets selects the fees (§2.1, §4.5). */
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
    // The service may have lost its fees since (§7.4).
    const now = await t.get({ ...kit.requestTo(NETWORK_FEES), fresh: true });
    const message = "no fees are returned for a time bound that every record meets";
    return kit.rowsIn(now).length > 0
      ? [{ ...kit.wholeResponse(response, message, "status 200 with fees"), compared: [now] }]
      : kit.inconclusive("the service returns no fees without a timestamp either", now);
  },
  passes: [SOME_FEES, OTHER_FEES],
  fails: { "an empty list": [NO_FEES, SOME_FEES], "not found": [NOT_FOUND_FEES, SOME_FEES] },
});

/** An order and a timestamp of the network fees may be sent together (§4.5). */
export const feesTogether = kit.sequence({
  id: "4.5-together-accepted",
  statement: "fees are returned for an order with a timestamp if they are returned for each alone",
  contract: [244],
  interpretations: [7, 14, 22],
  parameters: ["order", "timestamp"],
  aspect: "form",
  needs: { ...feesAtTime, order: "networkFees.order" },
  values: () => ({ boundaries: [], contexts: kit.asNamed(["desc", "asc"], "order ") }),
  run: (t, way) => {
    const later = kit.farUpperBound(kit.memberText(t.fees, "timestamp"));
    const query = kit.queryFrom([t.name, later], [t.order, way]);
    const requests = query.map((one) => kit.requestTo(NETWORK_FEES, { query: [one] }));
    return kit.checkServedTogether(t, kit.requestTo(NETWORK_FEES, { query }), requests);
  },
  ...examples.togetherExamples(NETWORK_FEES, [SOME_FEES, SOME_FEES]),
});
