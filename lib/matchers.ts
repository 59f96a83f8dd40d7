/// <reference types="vitest" />
// The matcher for vitest, jest and Playwright; see docs/results.md. Its types are declared for all three runners, installed or not.
import type { Endpoint } from "../schemas/operations.ts";
import type { RequestDescription } from "./client-response.ts";
import { checkResponse, type CheckOptions } from "./check.ts";

/** The URL of the request, or an object with the request and the options of `check`. */
export type MatcherRequest =
  string | URL | (CheckOptions & { readonly request?: string | URL | RequestDescription });

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * `await expect(response).toMatchContract("tokens")` passes if the response violates no clause. Throws if no clause could check
 * the response, in a negated assertion too: such a response neither conforms nor violates the contract.
 */
export async function toMatchContract(
  received: unknown,
  endpoint: Endpoint,
  request: MatcherRequest = {},
): Promise<MatcherResult> {
  const isUrl = typeof request === "string" || request instanceof URL;
  const { request: sent, ...options } = isUrl ? { request } : request;
  const { outcome, message } = await checkResponse(received, endpoint, sent, options);
  if (outcome === "notTested") throw new Error(message);
  return { pass: outcome === "passed", message: () => message };
}

export const matchers = { toMatchContract } as const;

/** The assertion on `expect(response)`, which returns a promise in every runner: await it. */
export interface ContractMatchers<R> {
  toMatchContract(endpoint: Endpoint, request?: MatcherRequest): R;
}

declare module "vitest" {
  interface Matchers<T> extends ContractMatchers<Promise<void>> {}
}

declare global {
  namespace jest {
    interface Matchers<R, T> extends ContractMatchers<Promise<void>> {}
  }
  namespace PlaywrightTest {
    interface Matchers<R, T> extends ContractMatchers<Promise<void>> {}
  }
}
