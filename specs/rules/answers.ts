// §2, §7: answers for the samples that prove each check
import { readBody } from "../../engine/body.ts";
import { call, type CallOptions } from "../../engine/call.ts";
import type { Reply } from "../../engine/exchange.ts";
import type { Endpoint } from "../../schemas/operations.ts";

/** What a sample answer is an answer to, and its headers. */
export interface AnswerOptions extends CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer as the engine would hand it to a check; a text body goes out as it is, anything else as JSON. */
export function answer(
  endpoint: Endpoint,
  status: number,
  body: unknown,
  options: AnswerOptions = {},
): Reply {
  const { headers = { "content-type": "application/json" }, ...request } = options;
  const ask = call(endpoint, request);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    ask,
    url: `https://target.example.test${ask.target}`,
    prefix: "",
    status,
    headers,
    body: readBody(Buffer.from(text)),
  };
}

/** The error body of part 7 with these messages. */
export function errorBody(...messages: readonly string[]): object {
  return { _status: { messages: messages.map((message) => ({ message })) } };
}

/** The body of a parameter error. */
export function invalidParameter(name: string): object {
  return errorBody(`Invalid parameter: ${name}`);
}

export const NOT_FOUND = errorBody("Not found");

/** The smallest body that is recognised as a success of each endpoint. */
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
