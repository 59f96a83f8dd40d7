// §4: what each endpoint shows, in words
import type { Endpoint } from "../../../schemas/operations.ts";

/** What an endpoint shows, for statements. */
export const NAMES: Readonly<Record<Endpoint, string>> = {
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
