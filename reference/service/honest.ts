import type { Endpoint } from "../../schemas/operations.ts";
import { success, type Handler } from "../exchange.ts";
import type { Ledger } from "./ledger.ts";
import { balanceList, tokenList } from "./lists.ts";
import { USUAL_SETTINGS, type Settings } from "./parameters.ts";
import { contract, contractResult, networkFees, topicMessage } from "./records.ts";
import { verification } from "./verification.ts";

/** Answers every operation as the contract asks, from the ledger as it stands at each request. */
export function honest(ledger: () => Ledger, settings: Settings = USUAL_SETTINGS): Handler {
  const handlers: Readonly<Record<Endpoint, Handler>> = {
    statusSummary: () => success(ledger().summary),
    tokens: tokenList(ledger, settings),
    tokenBalances: balanceList(ledger, settings),
    networkFees: networkFees(ledger, settings),
    topicMessage: topicMessage(ledger),
    contractResult: contractResult(ledger),
    contract: contract(ledger, settings),
    sessionVerify: verification(ledger, "session"),
    verify: verification(ledger, "direct"),
  };
  return (ask) => handlers[ask.endpoint](ask);
}
