import type { Endpoint } from "../../schemas/operations.ts";
import { success, type Handler } from "../exchange.ts";
import type { Ledger } from "./ledger.ts";
import { balanceList, tokenList } from "./lists.ts";
import { USUAL_SETTINGS, type ServiceSettings } from "./parameters.ts";
import * as records from "./records.ts";
import { verificationHandler } from "./verification.ts";

/** The conforming handler of every operation. It calls `ledger` for each request, because the data may change. */
export function conformingHandler(ledger: () => Ledger, settings: ServiceSettings = USUAL_SETTINGS): Handler {
  const handlers: Readonly<Record<Endpoint, Handler>> = {
    statusSummary: () => success(ledger().summary),
    tokens: tokenList(ledger, settings),
    tokenBalances: balanceList(ledger, settings),
    networkFees: records.networkFeesHandler(ledger, settings),
    topicMessage: records.topicMessageHandler(ledger),
    contractResult: records.contractResultHandler(ledger),
    contract: records.contractHandler(ledger, settings),
    sessionVerify: verificationHandler(ledger, "session"),
    verify: verificationHandler(ledger, "direct"),
  };
  return (request) => handlers[request.endpoint](request);
}
