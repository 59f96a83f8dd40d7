// §1, §4, §4.2 to §4.10: status, media type and JSON body of a success. These clauses send nothing: they check each 2xx response
// that looks like a success (`isWatched` in engine/message/classify.ts), and are inconclusive if no such response came.
import type { Violation, ApiResponse } from "../engine/model/exchange.ts";
import { violationIf } from "./kit/requests/check-results.ts";
import { everyResponse, passive } from "../engine/clauses/declare.ts";
import type { ClauseId } from "../engine/clauses/clause.ts";
import { ENDPOINT_NAMES, operations, type Endpoint } from "../schemas/operations.ts";
import { contractPlace } from "../schemas/places.ts";
import { exampleResponse, SUCCESS } from "./examples/responses.ts";
import { jsonCites } from "./kit/requests/cites.ts";
import { ENDPOINT_WORDS } from "./kit/requests/endpoint-names.ts";

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
    { message: "a successful response has no JSON media type", pointer: "", expected, actual, response },
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
      "another media type": typed(endpoint, "application/jsonp"),
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
      const message = "the body of a successful response is not one JSON value";
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
      violationIf(
        response.status !== 200,
        response,
        "a successful response has a status other than 200",
        "status 200",
      ),
    passes: [
      typed(endpoint, "application/json"),
      exampleResponse(endpoint, 200, { ...SUCCESS[endpoint], more: 1 }),
    ],
    fails: { "status 201": exampleResponse(endpoint, 201, SUCCESS[endpoint]) },
  }),
);
