// §4.9, §4.10: requests to the verification endpoints
import { requestTo } from "../../../engine/model/exchange.ts";
import type { ApiRequest, Expectation, ApiResponse } from "../../../engine/model/exchange.ts";

export const VERIFICATION_ENDPOINTS = ["sessionVerify", "verify"] as const;
export type VerifyEndpoint = (typeof VERIFICATION_ENDPOINTS)[number];

/** By endpoint: the member of the success body that lists the entries, and the lines of the contract on the entries and on the request. */
export const VERIFICATIONS = {
  sessionVerify: { entries: "contracts", entryLine: 179, requestLine: 270 },
  verify: { entries: "result", entryLine: 181, requestLine: 277 },
} as const satisfies Readonly<Record<VerifyEndpoint, object>>;

export function postVerification(
  endpoint: VerifyEndpoint,
  body: unknown,
  expects: Expectation = "success",
): ApiRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return requestTo(endpoint, { body: text, expects });
}

/** The address in the request body of a response; empty if there is none. */
export function requestedAddress(response: ApiResponse): string {
  return /"address"\s*:\s*"([^"]*)"/.exec(response.request.body ?? "")?.[1] ?? "";
}
