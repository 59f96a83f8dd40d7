// §1, §4, §4.2, §4.4, §4.5, §4.9, §4.10, §5: status, media type and JSON body of a success, and requests without parameters.
// The passive clauses send nothing: they check each 2xx response that looks like a success (`isWatched` in
// engine/message/classify.ts), and are inconclusive if no such response came.
import {
  type RequestSender,
  requestTo,
  type Violation,
  type CheckResult,
  type ApiResponse,
} from "../engine/model/exchange.ts";
import { violationIf, inSequence, inconclusive } from "./kit/requests/check-results.ts";
import { isNotFound } from "./kit/requests/refusals.ts";
import { single, everyResponse, sequence, passive } from "../engine/clauses/declare.ts";
import {
  describe,
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
import { ENDPOINT_NAMES, operations, type Endpoint } from "../schemas/operations.ts";
import { contractPlace } from "../schemas/places.ts";
import { exampleResponse, SUCCESS, successExamples } from "./examples/responses.ts";
import { successCites, jsonCites } from "./kit/requests/cites.ts";
import { SAMPLE_WORDS, ENDPOINT_WORDS } from "./kit/requests/endpoint-names.ts";
import { unproven } from "./kit/records/fees.ts";
import { checkSample, allResults } from "./kit/records/record-checks.ts";
import { requestedAddress, postVerification } from "./kit/records/verification.ts";
import { isPlainRequest } from "./kit/requests/recorded.ts";

/** One clause per endpoint, by a table of their ids. */
type EndpointIds = Readonly<Record<Endpoint, ClauseId>>;

const JSON_MEDIA = /^(?:application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)$/;
/** The contract does not say whether JSON may be sent under these media types: they pass (interpretation 21). */
const AMBIGUOUS_MEDIA = new Set(["text/plain", "text/json"]);

function checkMediaType(response: ApiResponse): readonly Violation[] {
  const field = response.headers["content-type"];
  const [essence = ""] = (field ?? "").split(/[;,]/);
  const media = essence.trim().toLowerCase();
  if (JSON_MEDIA.test(media) || AMBIGUOUS_MEDIA.has(media)) {
    return [];
  }
  const expected = "application/json, or a media type that ends with +json";
  const actual = field === undefined ? "no Content-Type" : `Content-Type: ${field}`;
  return [
    { message: "a success is not sent under a JSON media type", pointer: "", expected, actual, response },
  ];
}

/**
 * Statuses of responses without a body (RFC 9110, 15.3.5 and 15.3.6). Only the clause on the status fails for them, not
 * those on the body.
 */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

const withBody = {
  subject: "a success with a body",
  about: (response: ApiResponse): ApiResponse | undefined =>
    WITHOUT_BODY.has(response.status) ? undefined : response,
} as const;

const typed = (endpoint: Endpoint, type?: string) =>
  exampleResponse(endpoint, 200, SUCCESS[endpoint], {
    headers: type === undefined ? {} : { "content-type": type },
  });

const MEDIA_TYPE_IDS: EndpointIds = {
  statusSummary: "4.2-media-type",
  tokenBalances: "4.3-media-type",
  tokens: "4.4-media-type",
  networkFees: "4.5-media-type",
  topicMessage: "4.6-media-type",
  contractResult: "4.7-media-type",
  contract: "4.8-media-type",
  sessionVerify: "4.9-media-type",
  verify: "4.10-media-type",
};

/** All requests and responses use JSON (§1, line 10); success is HTTP 200 with a JSON body (§4, line 195). */
export const mediaTypeClauses = ENDPOINT_NAMES.map((endpoint) =>
  passive({
    id: MEDIA_TYPE_IDS[endpoint],
    reads: "headers",
    statement: `a successful response with ${ENDPOINT_WORDS[endpoint]} has a JSON media type`,
    cites: [...jsonCites(endpoint), 21],
    ...withBody,
    check: checkMediaType,
    passes: [
      typed(endpoint, "application/json"),
      typed(endpoint, 'Application/JSON; charset="utf-8"'),
      typed(endpoint, "application/vnd.api+json;version=1"),
      typed(endpoint, "text/plain"),
    ],
    ignores: [exampleResponse(endpoint, 204, "")],
    fails: {
      "text/html": typed(endpoint, "text/html; charset=utf-8"),
      "any bytes": typed(endpoint, "application/octet-stream"),
      "not the JSON type": typed(endpoint, "application/jsonp"),
      "no Content-Type": typed(endpoint),
    },
  }),
);

const JSON_BODY_IDS: EndpointIds = {
  statusSummary: "4.2-json-body",
  tokenBalances: "4.3-json-body",
  tokens: "4.4-json-body",
  networkFees: "4.5-json-body",
  topicMessage: "4.6-json-body",
  contractResult: "4.7-json-body",
  contract: "4.8-json-body",
  sessionVerify: "4.9-json-body",
  verify: "4.10-json-body",
};

/** All responses use JSON (§1, line 10); success is HTTP 200 with a JSON body (§4, line 195). */
export const jsonBodies = ENDPOINT_NAMES.map((endpoint) => {
  const text = JSON.stringify(SUCCESS[endpoint]);
  return passive({
    id: JSON_BODY_IDS[endpoint],
    statement: `the body of ${ENDPOINT_WORDS[endpoint]} is one well-formed JSON value`,
    cites: [...jsonCites(endpoint), 21],
    ...withBody,
    check: (response) => {
      const { fault } = response.body;
      const expected = "one well-formed JSON value in UTF-8 without a byte order mark";
      const message = "the body of a success is not one JSON value";
      return fault === undefined ? [] : [{ message, pointer: "", expected, actual: fault, response }];
    },
    passes: [exampleResponse(endpoint, 200, text), exampleResponse(endpoint, 200, `\n ${text}\r\n`)],
    ignores: [exampleResponse(endpoint, 204, "")],
    fails: {
      "a byte order mark": exampleResponse(endpoint, 200, `\uFEFF${text}`),
      "two values": exampleResponse(endpoint, 200, text + text),
      nothing: exampleResponse(endpoint, 200, ""),
    },
  });
});

const SUCCESS_STATUS_IDS: EndpointIds = {
  statusSummary: "4.2-success-status",
  tokenBalances: "4.3-success-status",
  tokens: "4.4-success-status",
  networkFees: "4.5-success-status",
  topicMessage: "4.6-success-status",
  contractResult: "4.7-success-status",
  contract: "4.8-success-status",
  sessionVerify: "4.9-success-status",
  verify: "4.10-success-status",
};

/**
 * Success is HTTP 200 (§4, line 195), as each endpoint says of its response too: "Response 200" (§4.2, line 205, to §4.10,
 * line 278).
 */
export const successStatuses = ENDPOINT_NAMES.map((endpoint) =>
  passive({
    id: SUCCESS_STATUS_IDS[endpoint],
    reads: "status",
    statement: `a successful response with ${ENDPOINT_WORDS[endpoint]} has status 200`,
    cites: [
      contractPlace(`${operations[endpoint].section} response`),
      ...(operations[endpoint].service === "verify" ? [] : (["4 status 200"] as const)),
      ...(endpoint === "statusSummary" ? (["1 status API"] as const) : []),
      21,
    ],
    ...everyResponse,
    check: (response) =>
      violationIf(response.status !== 200, response, "a success has another status than 200", "status 200"),
    passes: [
      typed(endpoint, "application/json"),
      exampleResponse(endpoint, 200, { ...SUCCESS[endpoint], more: 1 }),
    ],
    fails: { "status 201": exampleResponse(endpoint, 201, SUCCESS[endpoint]) },
  }),
);

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
  const message = "a plain request does not succeed";
  return lacksSignatures(response)
    ? unproven(response)
    : violationIf(!isSuccess(response), response, message, "status 200 with the success body");
}

/**
 * The service may have no fees at the moment (§7.4). If it answers a path that does not exist in the same way, it lacks
 * the endpoint instead.
 */
async function checkMissingFees(t: RequestSender, response: ApiResponse): Promise<CheckResult> {
  return !(await isRouteMissing(t, response))
    ? inconclusive("the service has no fees at the moment", response, { obstacle: "data" })
    : inconclusive(`the same response as to ${NO_SUCH_PATH}: the service does not have this path`, response, {
        obstacle: "service",
        remedy: { kind: "mendFirst" },
      });
}

const PLAIN_RESPONSE_IDS = {
  statusSummary: "4.2-answers-200",
  tokens: "4.4-answers-200",
  networkFees: "4.5-answers-200",
} as const satisfies Partial<EndpointIds>;

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
      return isOfFees && isNotFound(response) ? await checkMissingFees(t, response) : checkPlain(response);
    },
    recorded: {
      when: isPlainRequest,
      check: (response) =>
        isOfFees && isNotFound(response)
          ? inconclusive("the service has no fees at the moment", response, { obstacle: "data" })
          : checkPlain(response),
    },
    ...successExamples(endpoint),
  });
});

const VERIFICATION_RESPONSE_IDS = {
  sessionVerify: "4.9-answers-200",
  verify: "4.10-answers-200",
} as const satisfies Partial<EndpointIds>;

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
          ? [wholeResponse(response, "the path of the document leads nowhere", expected)]
          : checkSample(there, requestedAddress(there));
      });
      return allResults(checked, "no sample was sent");
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
    const reason =
      "without the configured headers the summary is refused, perhaps by a gateway in front of it";
    return {
      inconclusive: `${reason}: ${describe(response)}`,
      obstacle: "network",
      lost: true,
      by: response,
    };
  }
  if (isBlocked(response)) {
    return { inconclusive: BLOCKED.reason, ...BLOCKED.why, lost: true, by: response };
  }
  const isClosed = isBarred(response) || webPageIn(response) !== undefined;
  const message = isClosed ? "the summary is not given to everybody" : "a plain request does not succeed";
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
    "a page to log in": exampleResponse(SUMMARY, 200, "<html></html>"),
  },
});
