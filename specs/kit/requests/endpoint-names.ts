// §4: noun phrases for the endpoints and their samples, for statements
import type { Endpoint } from "../../../schemas/operations.ts";

/** The record or list that each endpoint returns, in words. */
export const ENDPOINT_WORDS: Readonly<Record<Endpoint, string>> = {
  statusSummary: "the status summary",
  tokenBalances: "the token balances",
  tokens: "the token list",
  networkFees: "the network fees",
  topicMessage: "a topic message",
  contractResult: "a contract result",
  contract: "a contract",
  sessionVerify: "a session verification",
  verify: "a verification",
};

/** The response to a request for a sample of each endpoint, in words. */
export const SAMPLE_WORDS = {
  tokenBalances: "the balances of a known token",
  topicMessage: "a known topic message",
  contractResult: "a known contract result",
  contract: "a known contract",
  sessionVerify: "a session verification of a known contract",
  verify: "a verification of a known contract",
} as const satisfies Partial<Record<Endpoint, string>>;
