// §4.5, §4.7, §4.8: parameters that are accepted alone are accepted together. For the lists: specs/4.1-lists/combined.clauses.ts
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const mayHaveNoRecord = (endpoint: kit.Endpoint): boolean => endpoint !== "networkFees";

/**
 * Fails if all parameters together get an error, although each of them alone, or the path without parameters, succeeds. With `gateways:
 * "steady"`, a 5xx is checked only if it repeats while another request still gets a response: an outage does not fail the clause.
 */
async function checkServedTogether(
  t: kit.RequestSender,
  endpoint: kit.Endpoint,
  query: kit.Query,
  path?: string,
): Promise<kit.CheckResult> {
  const ofRecord = path === undefined ? {} : { path };
  const both: kit.CallOptions = { ...ofRecord, query };
  const singles = path === undefined ? query.map((parameter) => ({ query: [parameter] })) : [ofRecord];
  const response = await t.get({ ...kit.requestTo(endpoint, both), gateways: "steady" });
  if (kit.isSuccess(response)) return [];
  const alone = await t.all(singles.map((single) => kit.requestTo(endpoint, single)));
  if (mayHaveNoRecord(endpoint) && kit.looksMissing(response)) return [];
  const unserved = alone.find((single) => !kit.isSuccess(single));
  const message =
    path === undefined
      ? "parameters that are accepted alone get an error together"
      : "a record that is found without the parameter gets an error with it";
  const expected = "a response without an error";
  const missing = "with fewer parameters the request does not succeed either";
  return (
    kit.whySignaturesMissing(response) ??
    (unserved === undefined
      ? kit.violationIf(true, response, message, expected, alone)
      : kit.inconclusive(`${missing}: ${kit.describeResponse(unserved)}`, unserved))
  );
}

/** The responses to all parameters together, then to each alone. */
function togetherExamples(endpoint: kit.Endpoint) {
  const success = examples.successOf(endpoint);
  const alone = mayHaveNoRecord(endpoint) ? [success] : [success, success];
  const error = (status: number, body: object) => [examples.responseOf(endpoint, status, body), ...alone];
  const none = examples.notFoundOf(endpoint);
  const missing = [none, ...alone];
  return {
    emptyPass: "acceptance",
    passes: [
      [success],
      [examples.responseOf(endpoint, 200, { ...examples.SUCCESS[endpoint], more: 1 })],
      ...(mayHaveNoRecord(endpoint) ? [missing, [none, none]] : []),
    ],
    fails: {
      "a server error": error(500, { error: "boom" }),
      "refused as invalid": error(400, examples.errorBodyOf("Invalid parameter: timestamp")),
      ...(mayHaveNoRecord(endpoint) ? {} : { "not found": missing }),
    },
  } as const;
}

/** An order and a timestamp of the network fees may be sent together (§4.5). */
export const feesTogether = kit.sequence({
  id: "4.5-together-accepted",
  statement: "fees are returned for an order with a timestamp if they are returned for each alone",
  contract: [244],
  interpretations: [7, 14, 22],
  parameters: ["order", "timestamp"],
  aspect: "form",
  needs: { name: "networkFees.timestamp", order: "networkFees.order", fees: "fees" },
  values: () => ({ boundaries: [], contexts: kit.asNamed(["desc", "asc"], "order ") }),
  run: (t, way) => {
    const later = kit.farUpperBound(kit.memberText(t.fees, "timestamp"));
    const query = kit.queryFrom([t.name, later], [t.order, way]);
    return checkServedTogether(t, "networkFees", query);
  },
  ...togetherExamples("networkFees"),
});

/** A request with nonce 0, the default, means the same as one without (§4.7). */
export const nonceTogether = kit.sequence({
  id: "4.7-together-accepted",
  statement: "adding nonce 0 to a known transaction id causes no error except for a missing record",
  contract: [256],
  interpretations: [7, 22],
  needs: { found: "transactions", name: "contractResult.nonce" },
  values: ({ found }) => kit.sampleCases(found, 1),
  run: (t, path) => checkServedTogether(t, kit.RESULT, [[t.name, "0"]], path),
  ...togetherExamples(kit.RESULT),
});

/** timestamp is an optional query parameter of a contract (§4.8). */
export const timeTogether = kit.sequence({
  id: "4.8-together-accepted",
  statement: "adding a timestamp to a known id or address causes no error except for a missing record",
  contract: [263],
  interpretations: [7, 17, 22],
  needs: { found: "contracts", name: "contract.timestamp" },
  values: ({ found }) => ({ boundaries: [], contexts: kit.asNamed(kit.contractNames(found)) }),
  run: (t, path) => checkServedTogether(t, "contract", [[t.name, "gte:0"]], path),
  ...togetherExamples("contract"),
});
