// §4.9, §4.10: bodies that are sent to the verification endpoints
import {
  type ApiRequest,
  requestTo,
  type Expectation,
  type ApiResponse,
} from "../../../engine/model/exchange.ts";

/** The endpoints that are asked to verify a contract. */
export const VERIFYING = ["sessionVerify", "verify"] as const;
export type VerifyEndpoint = (typeof VERIFYING)[number];

export function postVerification(
  endpoint: VerifyEndpoint,
  body: unknown,
  expects: Expectation = "success",
): ApiRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return requestTo(endpoint, { body: text, expects });
}

export function askedAddress(response: ApiResponse): string {
  return /"address"\s*:\s*"([^"]*)"/.exec(response.request.body ?? "")?.[1] ?? "";
}
