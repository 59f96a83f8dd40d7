// §7.1, §7.2, §7.6: the documented error body of the four endpoints that show it
import { inconclusiveWithout } from "./kit/requests/verdicts.ts";
import type { FaultyName } from "./kit/requests/verdicts.ts";
import { isNotFound, checkRefused, leftTo, isRefusedByName } from "./kit/requests/verdicts.ts";
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
import { untilLater } from "./kit/requests/ordinary.ts";
import { faulty, refusal as recordedRefusal } from "./kit/requests/recorded.ts";

/** Part 7 shows one shape for every error: `_status.messages[].message`. */
function checkShape(refused: ApiResponse): CheckResult {
  const expected = "_status with messages, an array of objects that each have a string message";
  return documentedMessages(refused) === undefined
    ? [wholeResponse(refused, "an error does not have the documented body", expected)]
    : [];
}

/**
 * How an error is provoked on each endpoint: which part of the request is malformed, and how; the clause `refusal` is on whether
 * one comes. `subject` is the name of a
 * query parameter with what it is repaired by, or else the path of the repaired request.
 */
const PROVOCATIONS = {
  tokens: {
    refusal: "4.4-token-id-refused",
    subject: "tokens.tokenId",
    part: "tokenId",
    invalid: formats.entityIdFilter.invalid,
    repaired: "0.0.1",
  },
  tokenBalances: {
    refusal: "4.3-path-refused",
    subject: "tokenWithHolders",
    part: "path",
    invalid: formats.entityId.invalid,
  },
  networkFees: {
    refusal: "4.5-timestamp-refused",
    subject: "networkFees.timestamp",
    part: "timestamp",
    invalid: formats.timestampFilter.invalid,
    repaired: untilLater(undefined),
  },
  topicMessage: {
    refusal: "4.6-time-refused",
    subject: "someTime",
    part: "path",
    invalid: formats.topicTimestamp.invalid,
  },
} as const;

type Check = (refused: ApiResponse, named: FaultyName) => CheckResult;

/** The malformed value that finds most: the clauses on the format send it too, so that it goes out once. */
const malformedOf = (endpoint: keyof typeof PROVOCATIONS): string =>
  PROVOCATIONS[endpoint].invalid().boundaries[0]?.value ?? "";

/** What may be missing where a request is repaired. */
const MAY_MISS = new Set<keyof typeof PROVOCATIONS>(["networkFees", "topicMessage"]);

/** Checks an error. Where none names the parameter, the request is repaired too: a refusal of everything proves nothing. */
async function provoke(
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
  return isSuccess(twin) || (MAY_MISS.has(endpoint) && isNotFound(twin))
    ? check(refused, named)
    : inconclusiveWithout("the same request with a valid value", twin);
}

function errorClauses(endpoint: keyof typeof PROVOCATIONS) {
  const { subject, part, refusal } = PROVOCATIONS[endpoint];
  const wrong = (status: number, body: unknown) => exampleResponse(endpoint, status, body);
  const missing = wrong(404, NOT_FOUND);
  const checkedBy = (checkError: Check) => {
    // That no error comes is the matter of the clause on the format; that signatures are missing tells nothing (interpretation 14).
    const check: Check = (response, named) => {
      if (isSuccess(response)) {
        return leftTo(refusal, "a request that has to be refused succeeds", response);
      }
      return lacksSignatures(response) ? unproven(response) : checkError(response, named);
    };
    return {
      run: (t: Context<{ readonly subject: typeof subject }>) => provoke(t, endpoint, t.subject, check),
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
    sequence({
      ...common,
      ...checkedBy(checkShape),
      id: `7.1-${endpoint}-error-body`,
      statement: "a malformed request gets a _status object with messages that each have a text",
      cites: ["2.1 error body", "7 error body", 11, 22],
      passes: MAY_MISS.has(endpoint) ? [...common.passes, [missing, missing]] : common.passes,
      fails: {
        "messages is an object": wrong(400, { _status: { messages: { message: "Invalid parameter: p" } } }),
        "a message without a text": wrong(400, { _status: { messages: [{}] } }),
        "another envelope": wrong(400, { error: "Invalid parameter: p" }),
      },
    }),
    sequence({
      ...common,
      ...checkedBy(checkRefused),
      id: `7.2-${endpoint}-names-parameter`,
      statement:
        part === "path"
          ? "a malformed path parameter gets a message that names a parameter"
          : "a malformed query parameter gets a message that names it",
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
