// §1, §4, §4.2 to §4.10: status, media type and JSON body of each 2xx response that looks like a success (`isForPassiveClauses`).
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

/** By endpoint: the ids of its clauses on the media type, on the body and on the status. */
const TRANSPORT_IDS: Readonly<Record<kit.Endpoint, readonly [kit.ClauseId, kit.ClauseId, kit.ClauseId]>> = {
  statusSummary: ["4.2-media-type", "4.2-json-body", "4.2-success-status"],
  tokenBalances: ["4.3-media-type", "4.3-json-body", "4.3-success-status"],
  tokens: ["4.4-media-type", "4.4-json-body", "4.4-success-status"],
  networkFees: ["4.5-media-type", "4.5-json-body", "4.5-success-status"],
  topicMessage: ["4.6-media-type", "4.6-json-body", "4.6-success-status"],
  contractResult: ["4.7-media-type", "4.7-json-body", "4.7-success-status"],
  contract: ["4.8-media-type", "4.8-json-body", "4.8-success-status"],
  sessionVerify: ["4.9-media-type", "4.9-json-body", "4.9-success-status"],
  verify: ["4.10-media-type", "4.10-json-body", "4.10-success-status"],
};

const JSON_MEDIA = /^(?:application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)$/;
/** The contract does not state whether JSON may be sent under these media types (interpretation 21). */
const AMBIGUOUS_MEDIA = new Set(["text/plain", "text/json"]);

function checkMediaType(response: kit.ApiResponse): readonly kit.Violation[] {
  const field = response.headers["content-type"];
  const [essence = ""] = (field ?? "").split(/[;,]/);
  const media = essence.trim().toLowerCase();
  if (JSON_MEDIA.test(media) || AMBIGUOUS_MEDIA.has(media)) return [];
  const expected = "application/json, or a media type that ends with +json";
  const actual = field === undefined ? "no Content-Type" : `Content-Type: ${field}`;
  return [
    { message: "a successful response has no JSON media type", pointer: "", expected, actual, response },
  ];
}

/** Responses with these statuses have no body (RFC 9110, 15.3.5 and 15.3.6): only the clause on the status fails for them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

const withBody = {
  subject: "a success with a body",
  about: (response: kit.ApiResponse): kit.ApiResponse | undefined =>
    WITHOUT_BODY.has(response.status) ? undefined : response,
} as const;

const typed = (endpoint: kit.Endpoint, type?: string) =>
  examples.successOf(endpoint, { headers: type === undefined ? {} : { "content-type": type } });

/** Requests and responses use JSON (§1, §4). */
export const mediaTypeClauses = kit.ENDPOINT_NAMES.map((endpoint) =>
  kit.passive({
    id: TRANSPORT_IDS[endpoint][0],
    reads: "headers",
    statement: `a successful response with ${kit.ENDPOINT_WORDS[endpoint]} has a JSON media type, or text/plain`,
    contract: kit.jsonLines(endpoint),
    interpretations: [21],
    aspect: "response",
    ...withBody,
    check: checkMediaType,
    passes: [
      typed(endpoint, "application/json"),
      typed(endpoint, 'Application/JSON; charset="utf-8"'),
      typed(endpoint, "application/vnd.api+json;version=1"),
      typed(endpoint, "text/plain"),
    ],
    ignores: [examples.responseOf(endpoint, 204, "")],
    fails: {
      "text/html": typed(endpoint, "text/html; charset=utf-8"),
      "the media type of any bytes": typed(endpoint, "application/octet-stream"),
      "another media type": typed(endpoint, "application/jsonp"),
      "no Content-Type": typed(endpoint),
    },
  }),
);

/** The body of a success is JSON (§1, §4). */
export const jsonBodies = kit.ENDPOINT_NAMES.map((endpoint) => {
  const text = JSON.stringify(examples.SUCCESS[endpoint]);
  return kit.passive({
    id: TRANSPORT_IDS[endpoint][1],
    reads: "body",
    statement: `the body of ${kit.ENDPOINT_WORDS[endpoint]} is one JSON value in UTF-8 without a byte order mark`,
    contract: kit.jsonLines(endpoint),
    interpretations: [21],
    aspect: "response",
    ...withBody,
    check: (response) => {
      const { fault } = response.body;
      const expected = "one well-formed JSON value in UTF-8 without a byte order mark";
      const message = "the body of a successful response is not one JSON value";
      return fault === undefined ? [] : [{ message, pointer: "", expected, actual: fault, response }];
    },
    passes: [examples.responseOf(endpoint, 200, text), examples.responseOf(endpoint, 200, `\n ${text}\r\n`)],
    ignores: [examples.responseOf(endpoint, 204, "")],
    fails: {
      "a byte order mark": examples.responseOf(endpoint, 200, `\uFEFF${text}`),
      "two JSON values": examples.responseOf(endpoint, 200, text + text),
      "an empty body": examples.responseOf(endpoint, 200, ""),
    },
  });
});

/** Success is HTTP 200 (§4, §4.2 to §4.10). */
export const successStatuses = kit.ENDPOINT_NAMES.map((endpoint) =>
  kit.passive({
    id: TRANSPORT_IDS[endpoint][2],
    reads: "status",
    statement: `a 2xx response with ${kit.ENDPOINT_WORDS[endpoint]} has status 200`,
    contract: [
      kit.operations[endpoint].responseLine,
      ...(kit.operations[endpoint].service === "verify" ? [] : [195]),
      ...(endpoint === "statusSummary" ? [7] : []),
    ],
    interpretations: [21],
    aspect: "response",
    subject: "a success",
    about: (response) => response,
    check: (response) => (response.status === 200 ? [] : [kit.wrongStatusViolation(response)]),
    passes: [
      typed(endpoint, "application/json"),
      examples.responseOf(endpoint, 200, { ...examples.SUCCESS[endpoint], more: 1 }),
    ],
    fails: { "status 201": examples.responseOf(endpoint, 201, examples.SUCCESS[endpoint]) },
  }),
);
