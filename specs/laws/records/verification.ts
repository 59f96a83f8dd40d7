// §4.9, §4.10: bodies that are sent to the verification endpoints
import { type Ask, call, type Expectation, type Reply } from "../../../engine/model/exchange.ts";

/** The endpoints that are asked to verify a contract. */
export const VERIFYING = ["sessionVerify", "verify"] as const;
export type VerifyEndpoint = (typeof VERIFYING)[number];

export function verificationAsk(
  endpoint: VerifyEndpoint,
  body: unknown,
  expects: Expectation = "success",
): Ask {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return call(endpoint, { body: text, expects });
}

export function askedAddress(reply: Reply): string {
  return /"address"\s*:\s*"([^"]*)"/.exec(reply.ask.body ?? "")?.[1] ?? "";
}
