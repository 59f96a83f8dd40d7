// §4.2, §4.4, §4.5, §4.9, §4.10, §5: success without parameters, for known verifications, and without credentials
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

/** Inconclusive if credentials, signature files (§7.5) or fees (§7.4) are missing, or if a firewall blocks the client. */
function checkPlain(response: kit.ApiResponse): kit.CheckResult {
  if (kit.isBlocked(response)) return { ...kit.BLOCKED, isUnusable: true, by: response };
  if (response.request.endpoint === "statusSummary" && kit.isAccessDenied(response)) {
    return {
      code: "credentialsNeeded",
      reason: `status ${response.status}: the status service requires credentials`,
      dependsOn: ["5-summary-needs-no-credentials"],
      isUnusable: true,
      by: response,
      remedy: { kind: "giveCredentials", of: "status" },
    };
  }
  if (response.request.endpoint === "networkFees" && kit.isNotFound(response)) {
    // The end of a run decides whether the service lacks the path of the fees.
    return kit.inconclusive("the service currently has no fees", response, { code: "dataUnsuitable" });
  }
  const message = "a request without parameters does not succeed";
  if (response.status !== 200 && kit.isSuccess(response)) {
    // A known deviation accepts this status for other clauses, not for this one.
    return [kit.wrongStatusViolation(response)];
  }
  return (
    kit.whySignaturesMissing(response) ??
    kit.violationIf(!kit.isSuccess(response), response, message, "status 200 with the success body")
  );
}

const PLAIN_RESPONSE_IDS = {
  statusSummary: "4.2-answers-200",
  tokens: "4.4-answers-200",
  networkFees: "4.5-answers-200",
} as const satisfies Partial<Record<kit.Endpoint, kit.ClauseId>>;

/** A request without parameters returns 200 (§4.2, §4.4, §4.5). */
export const plainResponses = (["statusSummary", "tokens", "networkFees"] as const).map((endpoint) =>
  kit.single({
    id: PLAIN_RESPONSE_IDS[endpoint],
    emptyPass: "status",
    statement: `a request for ${kit.ENDPOINT_WORDS[endpoint]} without parameters succeeds with status 200`,
    contract: kit.successLines(endpoint),
    interpretations: [21],
    aspect: "success",
    // The clause does not read `url`: without a URL of the service, it is not tested.
    needs: { url: endpoint === "statusSummary" ? "summary" : "baseUrl" },
    when: ({ query, path, expects }) => query.length === 0 && path === undefined && expects === "success",
    request: () => kit.requestTo(endpoint, endpoint === "networkFees" ? {} : { ownPath: true }),
    check: checkPlain,
    ...examples.successExamples(endpoint),
  }),
);

/** A request with an address and a chain id returns 200 (§4.9, §4.10). */
export const verificationResponses = kit.VERIFICATION_ENDPOINTS.map((endpoint) => {
  const { passes, fails } = examples.successExamples(endpoint);
  return kit.sequence({
    id: endpoint === "sessionVerify" ? "4.9-answers-200" : "4.10-answers-200",
    emptyPass: "status",
    statement: `a request for ${kit.ENDPOINT_WORDS[endpoint]} of a known contract succeeds with status 200`,
    contract: kit.successLines(endpoint),
    interpretations: [21],
    aspect: "success",
    needs: { samples: "verifications" },
    run: async (t) => {
      const message = "the operation exists only at another path than the contract specifies";
      const expected = `the operation at ${kit.operations[endpoint].path}`;
      const checked = await kit.inSequence(t.samples, async (body) => {
        const request = kit.postVerification(endpoint, body);
        const response = await t.get({ ...request, ownPath: true });
        const there = kit.isSuccess(response) ? response : await t.get(request);
        return kit.isSuccess(there) && there.url !== response.url
          ? [kit.wholeResponse(response, message, expected)]
          : kit.checkSample(there, kit.requestedAddress(there));
      });
      return kit.allResults(checked, "no sample was requested");
    },
    passes,
    fails: kit.mapValues(fails, (response) => [response, response]),
  });
});

const SUMMARY = "statusSummary";

/** A service may refuse only a later request for the summary. */
const REPETITIONS = ["first", "second", "third", "fourth"].map((nth, value) => {
  return { name: `the ${nth} request`, value };
});

function checkWithoutCredentials(response: kit.ApiResponse): kit.CheckResult {
  // Any 2xx status passes: the service did not demand credentials.
  if (kit.hasSuccessBody(response)) return [];
  if (response.request.withoutUserHeaders === true) {
    const reason = "without the configured headers the summary is refused, possibly by a gateway";
    return {
      code: "gatewayError",
      reason: `${reason}: ${kit.describeResponse(response)}`,
      isUnusable: true,
      by: response,
    };
  }
  if (kit.isBlocked(response)) return { ...kit.BLOCKED, isUnusable: true, by: response };
  const isClosed = kit.isAccessDenied(response) || kit.webPageIn(response) !== undefined;
  const message = isClosed
    ? "the summary requires credentials"
    : "a request without parameters does not succeed";
  return [kit.wholeResponse(response, message, "status 200 with the summary")];
}

/** The status API declares no security requirement (§5). */
export const needsNoCredentials = kit.single({
  id: "5-summary-needs-no-credentials",
  emptyPass: "status",
  endpoint: SUMMARY,
  statement: "every request for the status summary without credentials succeeds",
  contract: [286],
  needs: { configured: "statusHeaders", summary: "summary" },
  values: () => REPETITIONS,
  request: ({ configured }, time: number) => ({
    ...kit.requestTo(SUMMARY),
    ...(configured ? { withoutUserHeaders: true } : {}),
    ...(time === 0 ? {} : { fresh: true }),
  }),
  check: checkWithoutCredentials,
  passes: [
    examples.responseOf(SUMMARY, 201, examples.SUCCESS[SUMMARY]),
    examples.responseOf(SUMMARY, 200, { ...examples.SUCCESS[SUMMARY], more: 1 }),
  ],
  fails: {
    "credentials required": examples.responseOf(SUMMARY, 401, { message: "who are you?" }),
    "a login page": examples.responseOf(SUMMARY, 200, "<html></html>"),
  },
});
