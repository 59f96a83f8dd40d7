// §4: what each endpoint shows, in words
import type { Endpoint } from "../../../schemas/operations.ts";

/** What an endpoint shows, for statements. */
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

/** What a sample of each endpoint is, for statements. */
export const SAMPLE_WORDS = {
  tokenBalances: "the balances of a known token",
  topicMessage: "a known topic message",
  contractResult: "a known contract result",
  contract: "a known contract",
  sessionVerify: "a session verification of a known contract",
  verify: "a verification of a known contract",
} as const satisfies Partial<Record<Endpoint, string>>;
