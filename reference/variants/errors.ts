import { ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { failure, isArray, notFound, success, type ServerRequest, type ServerResponse } from "../exchange.ts";
import { servedRows } from "../listing.ts";
import { changedEverywhere, editFailure, hasParameter, isSuccessResponse } from "../rewriting.ts";
import { respondWith, when, type Rewriting, type ValueChange } from "../rewriting.ts";
import { withSamples, type Variant, type Variants } from "../variant.ts";

const allWith = (status: number): Variant => ({
  description: `every error has the status code ${status}, with the documented body`,
  responses: editFailure((response) => ({ ...response, status })),
});

/** The endpoints whose error bodies the contract does not specify. */
const UNDOCUMENTED = ENDPOINT_NAMES.filter((endpoint) => operations[endpoint].documentsErrors !== true);

const errorsAs = (form: string, change: (response: ServerResponse) => ServerResponse): Variant => ({
  concerns: UNDOCUMENTED,
  description: `errors of contract and verification endpoints ${form}`,
  responses: editFailure(change),
});

const API_KEY = "key-of-the-explorer";

const requireApiKey = when(({ method, body }) => method === "POST" && !body.includes(API_KEY))(
  respondWith(failure(401, ["no apiKey"])),
);

const refuseSecondVerification: Rewriting = (handler) => {
  const verified = new Set<string>();
  return (request) => {
    const response = handler(request);
    if (!isSuccessResponse(response)) return response;
    const [address = ""] = /[0-9a-f]{40}/i.exec(request.body) ?? [];
    const contract = `${request.endpoint} ${address.toLowerCase()}`;
    if (verified.has(contract)) return failure(409, ["already verified"]);
    verified.add(contract);
    return response;
  };
};

const refusedByExplorer = editFailure(() =>
  success({ status: "0", message: "NOTOK", result: "Error! Invalid request" }),
);

/** An error with status 200 that repeats the path parameter in members that records have too. */
const echoName = ({ param }: ServerRequest): ServerResponse =>
  success({ error: "no such record", contract_id: param, hash: param, address: param });

/** The same error for every cause, serialized in two ways. */
const alternateSerialization: Rewriting = (handler) => {
  let count = 0;
  const headers = { "content-type": "application/json" };
  const error = '"error": "no such thing"';
  return editFailure(() => {
    count += 1;
    return { status: 500, headers, raw: count % 3 === 0 ? `{${error}, ${error}}` : `{ ${error} }` };
  })(handler);
};

/** Ignores the order of fees. The first two requests with desc get an error about missing signature files. */
const ignoreFeesOrder: Rewriting = (handler) => {
  let count = 0;
  const lacking: Rewriting = (other) => (request) =>
    (count += 1) <= 2 ? failure(404, [ERROR_SIGNATURES]) : other(request);
  const isOther = ([name]: ServerRequest["query"][number]): boolean => name !== "order";
  return when(hasParameter("order", "desc"))(lacking)((request) =>
    handler({ ...request, query: request.query.filter(isOther) }),
  );
};

const ERROR_SIGNATURES =
  "Require at least 1/3 signature files to prove consensus, got 2 out of 24 for file 2024-02-03T17_05_00.000000000Z.rcd_sig";

function addMessages(response: ServerResponse, { endpoint, query }: ServerRequest): ServerResponse {
  if (response.status !== 400 || UNDOCUMENTED.includes(endpoint) || !("body" in response)) return response;
  const place = endpoint === "topicMessage" ? "timestamp" : "tokenId";
  const messages = [
    { message: "Bad request" },
    ...query.map(([name]) => ({ message: `Invalid parameter: ${name}`, detail: null })),
    { message: `Invalid parameter: ${place}` },
  ];
  return { ...response, body: { _status: { messages } } };
}

const keepFirst: ValueChange = (value, name) =>
  name === "messages" && isArray(value) ? value.slice(0, 1) : value;

const NO_BODY = { headers: {}, raw: "" };

const isEmptyPage = (response: ServerResponse): boolean =>
  isSuccessResponse(response) && servedRows(response.body).length === 0;

/** Replaces an empty list of balances by `other`, if the response to the request that `also` returns is empty too. */
const emptyBalances =
  (also: (request: ServerRequest) => ServerRequest, other: ServerResponse): Rewriting =>
  (handler) =>
  (request) => {
    const response = handler(request);
    return isEmptyPage(response) && isEmptyPage(handler(also(request))) ? other : response;
  };

export const errorVariants: Variants = {
  "errors-with-200": allWith(200),
  "errors-with-422": allWith(422),
  "errors-with-500": allWith(500),
  "contract-errors-as-html": errorsAs("are HTML pages", ({ status }) => ({
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    raw: "<!doctype html><h1>No</h1>",
  })),
  "contract-errors-empty": errorsAs("have empty bodies", ({ status }) => ({ status, ...NO_BODY })),
  "contract-errors-in-other-envelopes": errorsAs("are JSON in another form", ({ status, headers }) => ({
    status,
    headers,
    body: { errors: [{ code: status }] },
  })),
  "contract-errors-alike": {
    concerns: UNDOCUMENTED,
    description:
      "contract and verification endpoints return one error for invalid requests and for missing records",
    responses: alternateSerialization,
    target: withSamples(({ contracts, contractResults }) => ({
      contracts: ["0.0.4000000007", ...contracts],
      contractResults: [`0x${"ab".repeat(32)}`, ...contractResults],
    })),
  },
  "explorer-errors": {
    concerns: UNDOCUMENTED,
    description:
      "errors of contract and verification endpoints have the form of block explorers; an apiKey is required",
    responses: (handler) => refusedByExplorer(requireApiKey(handler)),
    target: withSamples(({ verifications }) => ({
      verifications: verifications.map((each) => ({ ...each, apiKey: API_KEY })),
    })),
  },
  "contract-errors-echo-the-name": {
    concerns: UNDOCUMENTED,
    description:
      "errors of contract and verification endpoints have status 200 and repeat the value in the path",
    responses: (handler) => (request) => editFailure(() => echoName(request))(handler)(request),
  },
  "verified-once": {
    concerns: ["sessionVerify", "verify"],
    description: "an endpoint that verified a contract refuses to verify it again",
    responses: refuseSecondVerification,
  },
  "no-snapshot-without-a-body": {
    concerns: ["tokenBalances"],
    description: "an empty list of balances at a timestamp has status 404 and an empty body",
    responses: when("timestamp")(emptyBalances((request) => request, { status: 404, ...NO_BODY })),
  },
  "wordier-errors": {
    description: "documented parameter errors have more messages and members than the contract shows",
    responses: editFailure(addMessages),
  },
  "first-error-alone": {
    description: "of several malformed parameters only the first is reported",
    responses: editFailure((response) =>
      "body" in response ? { ...response, body: changedEverywhere(response.body, keepFirst) } : response,
    ),
  },
  "no-signature-files": {
    concerns: ["networkFees"],
    description: "network fees always return an error about missing signature files",
    responses: respondWith(failure(503, [ERROR_SIGNATURES])),
  },
  "no-signature-files-for-errors": {
    concerns: ["networkFees"],
    description: "every error of network fees is about missing signature files",
    responses: editFailure(() => failure(503, [ERROR_SIGNATURES])),
  },
  "fees-know-no-order": {
    concerns: ["networkFees"],
    description:
      "network fees ignore the order, and the first two requests for desc get the error about signature files",
    responses: ignoreFeesOrder,
    target: (target) => ({ ...target, parameters: {} }),
  },
  "unknown-token-not-found": {
    concerns: ["tokenBalances"],
    description: "the balances of a token without balances have status 404",
    responses: emptyBalances((request) => ({ ...request, query: [] }), notFound()),
  },
};
