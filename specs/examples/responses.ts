// §2, §4, §7: example responses, and the examples of clauses on valid and malformed values
import { readBody } from "../../engine/message/body.ts";
import { requestTo } from "../../engine/model/exchange.ts";
import type { ResponseBody, CallOptions, ApiResponse } from "../../engine/model/exchange.ts";
import type { Sample } from "../../engine/clauses/prerequisites.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { RESULT } from "../kit/records/contract-results.ts";
import { CONTRACT } from "../kit/records/contracts.ts";
import { VERIFICATIONS, type VerifyEndpoint } from "../kit/records/records.ts";
import { COMPARISON_REQUESTS } from "../kit/requests/acceptance.ts";

interface ResponseOptions extends CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A string is the body itself; any other value is serialised as JSON. */
export function responseOf(
  endpoint: Endpoint,
  status: number,
  body: unknown,
  options: ResponseOptions = {},
): ApiResponse {
  const { headers = { "content-type": "application/json" }, ...request } = options;
  const apiRequest = requestTo(endpoint, request);
  // The body is parsed lazily: a run creates thousands of examples, and only tests and explanations read them.
  let read: ResponseBody | undefined;
  return {
    request: apiRequest,
    url: `https://target.example.test${apiRequest.target}`,
    prefix: "",
    status,
    headers,
    get body() {
      return (read ??= readBody(Buffer.from(typeof body === "string" ? body : JSON.stringify(body))));
    },
  };
}

export function errorBodyOf(...messages: readonly string[]): object {
  return { _status: { messages: messages.map((message) => ({ message })) } };
}

export const invalidParameter = (name: string): object => errorBodyOf(`Invalid parameter: ${name}`);

export const NOT_FOUND = errorBodyOf("Not found");

export const SUCCESS: Readonly<Record<Endpoint, object>> = {
  statusSummary: { page: {}, status: {}, components: {}, incidents: {}, scheduled_maintenances: {} },
  tokenBalances: { timestamp: "1700000000.000000001", balances: [], links: { next: null } },
  tokens: { tokens: [], links: { next: null } },
  networkFees: { fees: [], timestamp: "1700000000.000000001" },
  topicMessage: { consensus_timestamp: "1700000000.000000001", topic_id: "0.0.7" },
  contractResult: { hash: `0x${"ab".repeat(32)}`, result: "SUCCESS", status: "0x1" },
  contract: { contract_id: "0.0.5001", evm_address: `0x${"cd".repeat(20)}` },
  sessionVerify: { contracts: [], unused: [] },
  verify: { result: [] },
};

export const successOf = (endpoint: Endpoint, options?: ResponseOptions): ApiResponse =>
  responseOf(endpoint, 200, SUCCESS[endpoint], options);

export const notFoundOf = (endpoint: Endpoint, options?: ResponseOptions): ApiResponse =>
  responseOf(endpoint, 404, NOT_FOUND, options);

export const badRequestOf = (endpoint: Endpoint, name: string, options?: ResponseOptions): ApiResponse =>
  responseOf(endpoint, 400, invalidParameter(name), options);

export const VERIFIED_CONTRACT = { address: `0x${"ab".repeat(20)}`, chainId: "295" } as const;

export function verificationOf(endpoint: VerifyEndpoint, ...addresses: readonly string[]): ApiResponse {
  const entries = addresses.map((address) => ({ address, chainId: "295", status: "perfect" }));
  const body = { ...SUCCESS[endpoint], [VERIFICATIONS[endpoint].entries]: entries };
  return responseOf(endpoint, 200, body, { body: JSON.stringify(VERIFIED_CONTRACT) });
}

export function successExamples(endpoint: Endpoint) {
  return {
    passes: [successOf(endpoint), responseOf(endpoint, 200, { ...SUCCESS[endpoint], more: 1 })],
    fails: {
      "another status": responseOf(endpoint, 201, SUCCESS[endpoint]),
      "an error": responseOf(endpoint, 500, errorBodyOf("Internal error")),
      "an HTML page": responseOf(endpoint, 200, "<html></html>"),
    },
  } as const;
}

export const sampledAs = (identifier: string, response: ApiResponse): Sample => ({
  identifier,
  origin: "a test",
  fromUser: true,
  response,
});

export function resultOf(hash: string, timestamp = "1700000000.000000001", more: object = {}): ApiResponse {
  return responseOf(RESULT, 200, { ...SUCCESS[RESULT], hash, timestamp, ...more });
}

export const topicMessageOf = (more: object, path = "1700000000.000000001"): ApiResponse =>
  responseOf("topicMessage", 200, { ...SUCCESS.topicMessage, ...more }, { path });

export const HASH_A = `0x${"ab".repeat(32)}`;
export const HASH_B = `0x${"cd".repeat(32)}`;
export const RESULT_A = resultOf(HASH_A);
export const RESULT_B = resultOf(HASH_B, "1700000001.000000001");
export const NO_RESULT = responseOf(RESULT, 404, { message: "no such result" });

export const ADDRESS_A = `0x${"cd".repeat(20)}`;
export const contractOf = (more: object, path = "0.0.5001"): ApiResponse =>
  responseOf(CONTRACT, 200, { ...SUCCESS[CONTRACT], ...more }, { path });
export const CONTRACT_A = contractOf({});
export const CONTRACT_B = contractOf({ contract_id: "0.0.5002", evm_address: `0x${"ef".repeat(20)}` });
export const NO_SUCH_CONTRACT = responseOf(CONTRACT, 404, { message: "no such contract" });

/** Examples of a clause that accepts well-formed values, in the order of the requests of `checkAccepted`. */
export function wellFormedExamples(endpoint: keyof typeof COMPARISON_REQUESTS) {
  const bad = responseOf(endpoint, 400, { error: "bad name" });
  const refusals = COMPARISON_REQUESTS[endpoint].malformed.map(() => bad);
  const serverError = responseOf(endpoint, 500, "");
  const one = (status: number, body: unknown) => responseOf(endpoint, status, body);
  const missing = one(404, NOT_FOUND);
  return {
    passes: [
      one(200, SUCCESS[endpoint]),
      missing,
      one(404, errorBodyOf("Not found", "An id has the form shard.realm.num-sss-nnn")),
      one(400, { error: "Not found: an id has the form shard.realm.num-sss-nnn" }),
      [serverError, ...refusals, serverError],
      [bad, ...refusals, bad],
    ],
    fails: {
      "a server error": [serverError, ...refusals, missing],
      "the documented error for an invalid value": one(400, invalidParameter("id")),
      "the message Invalid parameter in an undocumented body": one(200, {
        error: { detail: "Invalid parameter: id" },
      }),
      "an error that asks for the form of a transaction id": one(
        400,
        errorBodyOf("Please use shard.realm.num-sss-nnn"),
      ),
      "the error for a malformed value": [bad, ...refusals, missing],
    },
  } as const;
}

/** As {@link wellFormedExamples}, for an optional parameter: the last response is that to the request without the parameter. */
export function optionalValueExamples(endpoint: "contractResult" | "contract") {
  const { passes, fails } = wellFormedExamples(endpoint);
  const [success, missing] = passes;
  const [serverError, ...comparison] = fails["a server error"];
  const unsupported = responseOf(endpoint, 422, errorBodyOf("The operator ne is not supported"));
  return {
    passes: [...passes, [serverError, ...comparison, missing]],
    fails: {
      ...fails,
      "an error unlike that for a missing record": [unsupported, ...comparison, success],
      "a server error": [serverError, ...comparison, success],
    },
  } as const;
}

/** The responses to a request with all parameters, and `alone` to requests with fewer, which are sent after an error. */
export function togetherExamples(endpoint: Endpoint, alone: readonly ApiResponse[]) {
  const error = (status: number, body: object) => [responseOf(endpoint, status, body), ...alone];
  const none = notFoundOf(endpoint);
  const missing = [none, ...alone];
  const mayBeMissing = endpoint !== "networkFees";
  return {
    emptyPass: "acceptance",
    passes: [
      [successOf(endpoint)],
      [responseOf(endpoint, 200, { ...SUCCESS[endpoint], more: 1 })],
      ...(mayBeMissing ? [missing, [none, none]] : []),
    ],
    fails: {
      "a server error": error(500, { error: "boom" }),
      "refused as invalid": error(400, errorBodyOf("Invalid parameter: timestamp")),
      ...(mayBeMissing ? {} : { "not found": missing }),
    },
  } as const;
}

/** The last response is that to the request with a valid value. */
export function refusedExamples(endpoint: Endpoint) {
  const counterpart = successOf(endpoint);
  return {
    last: counterpart,
    passes: [badRequestOf(endpoint, "id"), responseOf(endpoint, 200, { error: "malformed" })],
    fails: { "the record": counterpart },
  } as const;
}
