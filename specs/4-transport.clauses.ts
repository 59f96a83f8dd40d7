// §1, §4, §5: status and media type of a success, and one JSON value in its body. What is `watching` sends nothing: it sees each
// 2xx response that looks like a success (`isWatched`, engine/message/classify.ts), and is inconclusive where none came.
import {
  type RequestSender,
  requestTo,
  type Violation,
  type CheckResult,
  type ApiResponse,
} from "../engine/model/exchange.ts";
import { violationIf, inSequence, isNotFound, inconclusive } from "./kit/requests/verdicts.ts";
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
import { operations, type Endpoint } from "../schemas/operations.ts";
import { contractPlace } from "../schemas/places.ts";
import { exampleResponse, SUCCESS, successExamples } from "./examples/responses.ts";
import { successCites, jsonCites } from "./kit/requests/cites.ts";
import { SAMPLE_WORDS, ENDPOINT_WORDS } from "./kit/requests/endpoint-names.ts";
import { unproven } from "./kit/records/fees.ts";
import { checkSample, allResults } from "./kit/records/records.ts";
import { askedAddress, postVerification } from "./kit/records/verification.ts";
import { isPlainRequest } from "./kit/requests/recorded.ts";

const ALL_OPERATIONS = Object.values(operations);

const JSON_MEDIA = /^(?:application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)$/;
/** Whether JSON may go under these names is open (interpretation 21). */
const OPEN_MEDIA = new Set(["text/plain", "text/json"]);

function checkMediaType(response: ApiResponse): readonly Violation[] {
  const field = response.headers["content-type"];
  const [essence = ""] = (field ?? "").split(/[;,]/);
  const media = essence.trim().toLowerCase();
  if (JSON_MEDIA.test(media) || OPEN_MEDIA.has(media)) {
    return [];
  }
  const expected = "application/json, or a media type that ends with +json";
  const actual = field === undefined ? "no Content-Type" : `Content-Type: ${field}`;
  return [
    { message: "a success is not sent under a JSON media type", pointer: "", expected, actual, response },
  ];
}

/** By these statuses a response has no body (RFC 9110, 15.3.5 and 15.3.6): what is wrong is the status alone. */
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

export const mediaTypeClauses = ALL_OPERATIONS.map(({ endpoint, section }) =>
  passive({
    id: `${section}-media-type`,
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

export const jsonBodies = ALL_OPERATIONS.map(({ endpoint, section }) => {
  const text = JSON.stringify(SUCCESS[endpoint]);
  return passive({
    id: `${section}-json-body`,
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

export const successStatuses = ALL_OPERATIONS.map(({ endpoint, section }) =>
  passive({
    id: `${section}-success-status`,
    reads: "status",
    statement: `a successful response with ${ENDPOINT_WORDS[endpoint]} has status 200`,
    cites: [
      contractPlace(`${section} response`),
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

/** The fees of a moment may be missing (§7.4), but a path that does not exist gets the same error as any other such path. */
async function checkMissingFees(t: RequestSender, response: ApiResponse): Promise<CheckResult> {
  return !(await isRouteMissing(t, response))
    ? inconclusive("the service has no fees at the moment", response, { obstacle: "data" })
    : inconclusive(`the same response as to ${NO_SUCH_PATH}: the service does not have this path`, response, {
        obstacle: "service",
        remedy: { kind: "mendFirst" },
      });
}

/** A plain request for an endpoint that needs no parameter. */
export const plainResponses = (["statusSummary", "tokens", "networkFees"] as const).map((endpoint) => {
  const isOfFees = endpoint === "networkFees";
  return sequence({
    id: `${operations[endpoint].section}-answers-200`,
    emptyPass: "status",
    statement: `a request for ${ENDPOINT_WORDS[endpoint]} without parameters succeeds with status 200`,
    cites: [...successCites(endpoint), 21],
    // Only so that the service has a URL.
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

export const verificationResponses = (["sessionVerify", "verify"] as const).map((endpoint) =>
  sequence({
    id: `${operations[endpoint].section}-answers-200`,
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
          : checkSample(there, askedAddress(there));
      });
      return allResults(checked, "no sample was sent");
    },
    ...successExamples(endpoint, 2),
  }),
);

const SUMMARY = "statusSummary";

/** It is read again: a later response may have another form. */
const AGAIN = ["at first", "again", "a third time", "a fourth time"].map((name, value) => ({ name, value }));

/** Where the user sends headers with other requests, this one is sent without them. */
function checkBare(response: ApiResponse): CheckResult {
  // Whatever its status: nobody was requested credentials.
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

export const needsNoCredentials = single({
  id: "5-summary-needs-no-credentials",
  emptyPass: "status",
  endpoint: SUMMARY,
  statement: "the status summary needs no credentials",
  cites: ["5 status API"],
  needs: { configured: "statusHeaders", summary: "summary" },
  given: () => AGAIN,
  // Where no headers are configured, every request for the summary is such a one.
  request: ({ configured }, time: number) => ({
    ...requestTo(SUMMARY),
    ...(configured ? { withoutUserHeaders: true } : {}),
    ...(time === 0 ? {} : { fresh: true }),
  }),
  check: checkBare,
  passes: [
    exampleResponse(SUMMARY, 201, SUCCESS[SUMMARY]),
    exampleResponse(SUMMARY, 200, { ...SUCCESS[SUMMARY], more: 1 }),
  ],
  fails: {
    "credentials required": exampleResponse(SUMMARY, 401, { message: "who are you?" }),
    "a page to log in": exampleResponse(SUMMARY, 200, "<html></html>"),
  },
});
