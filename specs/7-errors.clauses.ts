// §7.1, §7.2, §7.6: the documented error body of the four endpoints that show it, and the parameter that it names
import { formats } from "../generators/formats.ts";
import { REFUSAL_CLAUSES } from "./depends-on.ts";
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

function checkShape(refused: kit.ApiResponse): kit.CheckResult {
  const expected = "_status with messages, an array of objects that each have a string message";
  return kit.documentedMessages(refused) === undefined
    ? [kit.wholeResponse(refused, "an error has a body other than the documented one", expected)]
    : [];
}

/**
 * How each endpoint is made to return an error: by an invalid value of a query parameter with the name `subject`, or of the path, of which
 * `subject` is a valid value. `valid`: a valid value of the query parameter. `mayBeMissing`: with the valid value there may be no record.
 */
const PROVOCATIONS = {
  tokens: {
    errorBody: "7.1-tokens-error-body",
    namesParameter: "7.2-tokens-names-parameter",
    subject: "tokens.tokenId",
    invalid: formats.entityIdFilter.invalid,
    valid: "0.0.1",
    mayBeMissing: false,
  },
  tokenBalances: {
    errorBody: "7.1-tokenBalances-error-body",
    namesParameter: "7.2-tokenBalances-names-parameter",
    subject: "tokenWithHolders",
    invalid: formats.entityId.invalid,
    valid: undefined,
    mayBeMissing: false,
  },
  networkFees: {
    errorBody: "7.1-networkFees-error-body",
    namesParameter: "7.2-networkFees-names-parameter",
    subject: "networkFees.timestamp",
    invalid: formats.timestampFilter.invalid,
    valid: kit.farUpperBound(undefined),
    mayBeMissing: true,
  },
  topicMessage: {
    errorBody: "7.1-topicMessage-error-body",
    namesParameter: "7.2-topicMessage-names-parameter",
    subject: "someTime",
    invalid: formats.topicTimestamp.invalid,
    valid: undefined,
    mayBeMissing: true,
  },
} as const;

type Check = (refused: kit.ApiResponse, named: kit.NameInError) => kit.CheckResult;

/** The clauses on the format send this value too, so that one request serves all of them. */
const malformedOf = (endpoint: keyof typeof PROVOCATIONS): string =>
  PROVOCATIONS[endpoint].invalid().boundaries[0]?.value ?? "";

/** An endpoint may refuse every request: a valid request follows if the error does not name the parameter. */
async function checkProvokedError(
  t: kit.RequestSender,
  endpoint: keyof typeof PROVOCATIONS,
  subject: string,
  check: Check,
): Promise<kit.CheckResult> {
  const { valid, mayBeMissing } = PROVOCATIONS[endpoint];
  const request = (value: string, expects: kit.Expectation): kit.ApiRequest => {
    const place = valid === undefined ? { path: value } : { query: [[subject, value] as const] };
    return kit.requestTo(endpoint, { ...place, expects });
  };
  const refused = await t.get(request(malformedOf(endpoint), "refusal"));
  const named = valid === undefined ? "any" : { name: subject };
  if (kit.isRefusedByName(refused, named)) return check(refused, named);
  const expects = endpoint === "topicMessage" ? "missing" : "success";
  const counterpart = await t.get(request(valid ?? subject, expects));
  return kit.isSuccess(counterpart) || (mayBeMissing && kit.isNotFound(counterpart))
    ? check(refused, named)
    : kit.inconclusiveWithout("the same request with a valid value", counterpart);
}

function errorClauses(endpoint: keyof typeof PROVOCATIONS) {
  const { subject, errorBody, namesParameter, valid, mayBeMissing } = PROVOCATIONS[endpoint];
  const wrong = (status: number, body: unknown) => examples.responseOf(endpoint, status, body);
  const missing = wrong(404, examples.NOT_FOUND);
  const checkedBy = (checkError: Check) => {
    // The clause on the format reports a success. Missing signature files are inconclusive (interpretation 14).
    const check: Check = (response, named) =>
      kit.isSuccess(response)
        ? kit.failsClause(REFUSAL_CLAUSES[endpoint], "a request that must be refused succeeds", response)
        : (kit.whySignaturesMissing(response) ?? checkError(response, named));
    return (t: kit.Context<{ readonly subject: typeof subject }>) =>
      checkProvokedError(t, endpoint, t.subject, check);
  };
  const common = {
    endpoint,
    needs: { subject },
    examplesWith: { inputs: { subject: "p" } },
    last: examples.successOf(endpoint),
    passes: [
      [examples.badRequestOf(endpoint, "p")],
      [examples.responseOf(endpoint, 200, { ...examples.invalidParameter("p"), trace: 7 })],
    ],
  } as const;
  return [
    // An error body is an object _status with messages, an array of objects that each have a string message (§7.1).
    kit.sequence({
      ...common,
      run: checkedBy(checkShape),
      id: errorBody,
      statement: "the error for a malformed value lists messages in _status, each with a string message",
      contract: [22, 296],
      interpretations: [11, 22],
      passes: mayBeMissing ? [...common.passes, [missing, missing]] : common.passes,
      fails: {
        "messages is an object": wrong(400, { _status: { messages: { message: "Invalid parameter: p" } } }),
        "a message without a text": wrong(400, { _status: { messages: [{}] } }),
        "an error body without _status": wrong(400, { error: "Invalid parameter: p" }),
      },
    }),
    // A parameter error lists the message "Invalid parameter: <parameter_name>" (§7.2), on these endpoints (§7.6).
    kit.sequence({
      ...common,
      run: checkedBy(kit.checkRefused),
      id: namesParameter,
      statement: `the error for a malformed ${valid === undefined ? "path has a message Invalid parameter: <any name, not the value>" : "parameter has the message Invalid parameter: <its name>"}`,
      contract: [297, 301],
      interpretations: [11, 22],
      fails: {
        "no name of a parameter": wrong(400, examples.errorBodyOf("Invalid parameter")),
        "another wording": wrong(400, examples.errorBodyOf("Bad parameter: p")),
        "the value instead of a name": wrong(400, examples.invalidParameter(malformedOf(endpoint))),
      },
    }),
  ];
}

export const documentedErrors = (["tokenBalances", "tokens", "networkFees", "topicMessage"] as const).flatMap(
  errorClauses,
);
