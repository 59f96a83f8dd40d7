// §7.1, §7.2, §7.6: the documented error body of the four endpoints that show it, and the parameter that it names
import { inconclusiveWithout, leftTo } from "./kit/requests/check-results.ts";
import type { FaultyName } from "./kit/requests/refusals.ts";
import { isNotFound, checkRefused, isRefusedByName } from "./kit/requests/refusals.ts";
import type {
  ApiRequest,
  RequestSender,
  Expectation,
  CheckResult,
  ApiResponse,
} from "../engine/model/exchange.ts";
import { requestTo } from "../engine/model/exchange.ts";
import { sequence } from "../engine/clauses/declare.ts";
import type { Context } from "../engine/clauses/clause.ts";
import { documentedMessages, isSuccess, wholeResponse, lacksSignatures } from "../engine/message/classify.ts";
import { formats } from "../generators/formats.ts";
import {
  exampleResponse,
  exampleErrorBody,
  invalidParameter,
  NOT_FOUND,
  SUCCESS,
} from "./examples/responses.ts";
import { unproven } from "./kit/records/fees.ts";
import { REFUSAL_CLAUSES } from "./depends-on.ts";
import { untilLater } from "./kit/requests/ordinary.ts";
import { faulty, refusal as recordedRefusal } from "./kit/requests/recorded.ts";

/** Checks the one shape of an error body: `_status.messages[].message` (§7, line 296). */
function checkShape(refused: ApiResponse): CheckResult {
  const expected = "_status with messages, an array of objects that each have a string message";
  return documentedMessages(refused) === undefined
    ? [wholeResponse(refused, "an error has a body other than the documented one", expected)]
    : [];
}

/**
 * How each endpoint is made to return an error.
 * `part`: the part of the request that is invalid, with values of `invalid`.
 * `subject`: a query parameter, whose valid value is `repaired`, or else the path of the repaired request.
 */
const PROVOCATIONS = {
  tokens: {
    errorBody: "7.1-tokens-error-body",
    namesParameter: "7.2-tokens-names-parameter",
    subject: "tokens.tokenId",
    part: "tokenId",
    invalid: formats.entityIdFilter.invalid,
    repaired: "0.0.1",
  },
  tokenBalances: {
    errorBody: "7.1-tokenBalances-error-body",
    namesParameter: "7.2-tokenBalances-names-parameter",
    subject: "tokenWithHolders",
    part: "path",
    invalid: formats.entityId.invalid,
  },
  networkFees: {
    errorBody: "7.1-networkFees-error-body",
    namesParameter: "7.2-networkFees-names-parameter",
    subject: "networkFees.timestamp",
    part: "timestamp",
    invalid: formats.timestampFilter.invalid,
    repaired: untilLater(undefined),
  },
  topicMessage: {
    errorBody: "7.1-topicMessage-error-body",
    namesParameter: "7.2-topicMessage-names-parameter",
    subject: "someTime",
    part: "path",
    invalid: formats.topicTimestamp.invalid,
  },
} as const;

type Check = (refused: ApiResponse, named: FaultyName) => CheckResult;

/** The most revealing invalid value. The clauses on the format send it too, so that one request serves all of them. */
const malformedOf = (endpoint: keyof typeof PROVOCATIONS): string =>
  PROVOCATIONS[endpoint].invalid().boundaries[0]?.value ?? "";

/** Endpoints whose repaired request may return the not-found body: nothing may exist at that time. */
const MAY_BE_MISSING = new Set<keyof typeof PROVOCATIONS>(["networkFees", "topicMessage"]);

/**
 * Sends an invalid request and checks its error. If the error does not name the parameter, the repaired request is sent too: an
 * endpoint that refuses every request proves nothing.
 */
async function checkProvokedError(
  t: RequestSender,
  endpoint: keyof typeof PROVOCATIONS,
  subject: string,
  check: Check,
): Promise<CheckResult> {
  const provocation = PROVOCATIONS[endpoint];
  const isQuery = "repaired" in provocation;
  const request = (value: string, expects: Expectation): ApiRequest => {
    const place = isQuery ? { query: [[subject, value] as const] } : { path: value };
    return requestTo(endpoint, { ...place, expects });
  };
  const refused = await t.get(request(malformedOf(endpoint), "refusal"));
  const named = isQuery ? { name: subject } : "any";
  if (isRefusedByName(refused, named)) {
    return check(refused, named);
  }
  const expects = endpoint === "topicMessage" ? "missing" : "success";
  const twin = await t.get(request(isQuery ? provocation.repaired : subject, expects));
  return isSuccess(twin) || (MAY_BE_MISSING.has(endpoint) && isNotFound(twin))
    ? check(refused, named)
    : inconclusiveWithout("the same request with a valid value", twin);
}

function errorClauses(endpoint: keyof typeof PROVOCATIONS) {
  const { subject, part, errorBody, namesParameter } = PROVOCATIONS[endpoint];
  const wrong = (status: number, body: unknown) => exampleResponse(endpoint, status, body);
  const missing = wrong(404, NOT_FOUND);
  const checkedBy = (checkError: Check) => {
    // The clause on the format fails if no error comes. Missing signature files (§7.5) are inconclusive (interpretation 14).
    const check: Check = (response, named) => {
      if (isSuccess(response)) {
        return leftTo(REFUSAL_CLAUSES[endpoint], "a request that must be refused succeeds", response);
      }
      return lacksSignatures(response) ? unproven(response) : checkError(response, named);
    };
    return {
      run: (t: Context<{ readonly subject: typeof subject }>) =>
        checkProvokedError(t, endpoint, t.subject, check),
      recorded: recordedRefusal(faulty(part), check),
    };
  };
  const common = {
    endpoint,
    needs: { subject },
    proves: { have: { subject: "p" } },
    last: exampleResponse(endpoint, 200, SUCCESS[endpoint]),
    passes: [
      [exampleResponse(endpoint, 400, invalidParameter("p"))],
      [exampleResponse(endpoint, 200, { ...invalidParameter("p"), trace: 7 })],
    ],
  } as const;
  return [
    // An error body is an object _status with messages, an array of objects that each have a string message (§7, line 296).
    sequence({
      ...common,
      ...checkedBy(checkShape),
      id: errorBody,
      statement: "a malformed request gets a _status object whose messages each have a text",
      cites: ["2.1 error body", "7 error body", 11, 22],
      passes: MAY_BE_MISSING.has(endpoint) ? [...common.passes, [missing, missing]] : common.passes,
      fails: {
        "messages is an object": wrong(400, { _status: { messages: { message: "Invalid parameter: p" } } }),
        "a message without a text": wrong(400, { _status: { messages: [{}] } }),
        "another envelope": wrong(400, { error: "Invalid parameter: p" }),
      },
    }),
    // A parameter error lists the message "Invalid parameter: <parameter_name>" (§7, line 297), on these endpoints (line 301).
    sequence({
      ...common,
      ...checkedBy(checkRefused),
      id: namesParameter,
      statement: `a malformed ${part === "path" ? "path parameter gets a message that names a parameter" : "query parameter gets a message that names it"}`,
      cites: ["7 parameter error", "7 documented errors", 11, 22],
      fails: {
        "no name": wrong(400, exampleErrorBody("Invalid parameter")),
        "other words": wrong(400, exampleErrorBody("Bad parameter: p")),
        "the value in place of a name": wrong(400, invalidParameter(malformedOf(endpoint))),
      },
    }),
  ];
}

export const documentedErrors = (["tokenBalances", "tokens", "networkFees", "topicMessage"] as const).flatMap(
  errorClauses,
);
