// §4.2, §4.4, §4.5, §4.9, §4.10, §5: requests without parameters and for verifications succeed, the summary without credentials
import {
  type RequestSender,
  requestTo,
  type CheckResult,
  type ApiResponse,
} from "../engine/model/exchange.ts";
import { violationIf, inSequence, inconclusive } from "./kit/requests/check-results.ts";
import { isNotFound } from "./kit/requests/refusals.ts";
import { single, sequence } from "../engine/clauses/declare.ts";
import {
  describeResponse,
  BLOCKED,
  isBarred,
  isBlocked,
  isServed,
  isSuccess,
  webPageIn,
  wholeResponse,
  lacksSignatures,
} from "../engine/message/classify.ts";
import { isRouteMissing, NO_SUCH_PATH } from "../engine/clauses/missing-route.ts";
import type { ClauseId } from "../engine/clauses/clause.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import { exampleResponse, SUCCESS, successExamples } from "./examples/responses.ts";
import { successCites } from "./kit/requests/cites.ts";
import { SAMPLE_WORDS, ENDPOINT_WORDS } from "./kit/requests/endpoint-names.ts";
import { unproven } from "./kit/records/fees.ts";
import { checkSample, allResults } from "./kit/records/record-checks.ts";
import { requestedAddress, postVerification } from "./kit/records/verification.ts";
import { isPlainRequest } from "./kit/requests/recorded.ts";

/** Checks the response to a request without parameters; a gateway, missing credentials or missing signature files are inconclusive. */
function checkPlain(response: ApiResponse): CheckResult {
  if (isBlocked(response)) {
    return { inconclusive: BLOCKED.reason, ...BLOCKED.why, lost: true, by: response };
  }
  if (response.request.endpoint === "statusSummary" && isBarred(response)) {
    return {
      inconclusive: `answered ${response.status}: the status service needs credentials`,
      obstacle: "user",
      dependsOn: ["5-summary-needs-no-credentials"],
      lost: true,
      by: response,
      remedy: { kind: "giveCredentials", of: "status" },
    };
  }
  const message = "a request without parameters does not succeed";
  return lacksSignatures(response)
    ? unproven(response)
    : violationIf(!isSuccess(response), response, message, "status 200 with the success body");
}

/**
 * The service may have no fees at the moment (§7.4). If it answers a path that does not exist in the same way, it lacks
 * the endpoint instead.
 */
async function checkAbsentFees(t: RequestSender, response: ApiResponse): Promise<CheckResult> {
  return !(await isRouteMissing(t, response))
    ? inconclusive("the service currently has no fees", response, { obstacle: "data" })
    : inconclusive(`the same response as to ${NO_SUCH_PATH}: the service does not have this path`, response, {
        obstacle: "service",
        remedy: { kind: "mendFirst" },
      });
}

const PLAIN_RESPONSE_IDS = {
  statusSummary: "4.2-answers-200",
  tokens: "4.4-answers-200",
  networkFees: "4.5-answers-200",
} as const satisfies Partial<Record<Endpoint, ClauseId>>;

/**
 * The summary takes no parameters and returns 200 (§4.2, line 205); all parameters of the token list are optional (§4.4, lines
 * 226 and 227); the network fees are returned with 200 (§4.5, line 243).
 */
export const plainResponses = (["statusSummary", "tokens", "networkFees"] as const).map((endpoint) => {
  const isOfFees = endpoint === "networkFees";
  return sequence({
    id: PLAIN_RESPONSE_IDS[endpoint],
    emptyPass: "status",
    statement: `a request for ${ENDPOINT_WORDS[endpoint]} without parameters succeeds with status 200`,
    cites: [...successCites(endpoint), 21],
    // The clause uses none of it: without a URL of the service it is not tested.
    needs: { url: endpoint === "statusSummary" ? "summary" : "baseUrl" },
    run: async (t) => {
      const response = await t.get(requestTo(endpoint, isOfFees ? {} : { ownPath: true }));
      return isOfFees && isNotFound(response) ? await checkAbsentFees(t, response) : checkPlain(response);
    },
    recorded: {
      when: isPlainRequest,
      check: (response) =>
        isOfFees && isNotFound(response)
          ? inconclusive("the service currently has no fees", response, { obstacle: "data" })
          : checkPlain(response),
    },
    ...successExamples(endpoint),
  });
});

const VERIFICATION_RESPONSE_IDS = {
  sessionVerify: "4.9-answers-200",
  verify: "4.10-answers-200",
} as const satisfies Partial<Record<Endpoint, ClauseId>>;

/** A request with an address and a chain id returns 200 (§4.9, lines 270 and 271; §4.10, lines 277 and 278). */
export const verificationResponses = (["sessionVerify", "verify"] as const).map((endpoint) =>
  sequence({
    id: VERIFICATION_RESPONSE_IDS[endpoint],
    emptyPass: "status",
    statement: `a request for ${SAMPLE_WORDS[endpoint]} succeeds with status 200`,
    cites: [...successCites(endpoint), 21],
    needs: { samples: "verifications" },
    run: async (t) => {
      const expected = `the operation at ${operations[endpoint].path}`;
      const checked = await inSequence(t.samples, async (body) => {
        const request = postVerification(endpoint, body);
        const response = await t.get({ ...request, ownPath: true });
        const there = isSuccess(response) ? response : await t.get(request);
        return isSuccess(there) && there.url !== response.url
          ? [wholeResponse(response, "the path of the contract does not exist", expected)]
          : checkSample(there, requestedAddress(there));
      });
      return allResults(checked, "no sample was requested");
    },
    ...successExamples(endpoint, 2),
  }),
);

const SUMMARY = "statusSummary";

/** The summary is requested several times: a service may refuse only a later request. */
const REPETITIONS = ["at first", "again", "a third time", "a fourth time"].map((name, value) => ({
  name,
  value,
}));

/** Checks the summary that was requested without the headers that the user configured for other requests. */
function checkWithoutCredentials(response: ApiResponse): CheckResult {
  // Whatever its status: the service did not demand credentials.
  if (isSuccess(response) || isServed(response)) {
    return [];
  }
  if (response.request.withoutUserHeaders === true) {
    const reason = "without the configured headers the summary is refused, possibly by a gateway";
    return {
      inconclusive: `${reason}: ${describeResponse(response)}`,
      obstacle: "network",
      lost: true,
      by: response,
    };
  }
  if (isBlocked(response)) {
    return { inconclusive: BLOCKED.reason, ...BLOCKED.why, lost: true, by: response };
  }
  const isClosed = isBarred(response) || webPageIn(response) !== undefined;
  const message = isClosed
    ? "the summary requires credentials"
    : "a request without parameters does not succeed";
  return [wholeResponse(response, message, "status 200 with the summary")];
}

/** The status API declares no security requirement (§5, line 286). */
export const needsNoCredentials = single({
  id: "5-summary-needs-no-credentials",
  emptyPass: "status",
  endpoint: SUMMARY,
  statement: "the status summary needs no credentials",
  cites: ["5 status API"],
  needs: { configured: "statusHeaders", summary: "summary" },
  given: () => REPETITIONS,
  // Without configured headers every request for the summary is one without credentials.
  request: ({ configured }, time: number) => ({
    ...requestTo(SUMMARY),
    ...(configured ? { withoutUserHeaders: true } : {}),
    ...(time === 0 ? {} : { fresh: true }),
  }),
  check: checkWithoutCredentials,
  passes: [
    exampleResponse(SUMMARY, 201, SUCCESS[SUMMARY]),
    exampleResponse(SUMMARY, 200, { ...SUCCESS[SUMMARY], more: 1 }),
  ],
  fails: {
    "credentials required": exampleResponse(SUMMARY, 401, { message: "who are you?" }),
    "a login page": exampleResponse(SUMMARY, 200, "<html></html>"),
  },
});
