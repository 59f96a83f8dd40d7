/// <reference types="vitest" />
/**
 * A matcher for vitest, jest and Playwright, `expect.extend(matchers)`; see docs/results.md. Types of the first come
 * with this module, and of the others for whoever has them.
 */
import type { Endpoint } from "../schemas/operations.ts";
import type { RequestDescription } from "./client-response.ts";
import { check, type CheckOptions } from "./check.ts";

/** What else is known: the URL that was requested, or the request and what `check` takes. */
export type MatcherRequest =
  string | URL | (CheckOptions & { readonly request?: string | URL | RequestDescription });

/** What a matcher tells its runner. */
export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * `await expect(response).toMatchContract("tokens")`: the response keeps every clause that speaks of it. Throws where
 * none does, in a negated assertion too: what is not checked is neither kept nor broken.
 */
export async function toMatchContract(
  received: unknown,
  endpoint: Endpoint,
  asked: MatcherRequest = {},
): Promise<Matched> {
  const isUrl = typeof asked === "string" || asked instanceof URL;
  const { request, ...options } = isUrl ? { request: asked } : asked;
  const { verdict, message } = await check(received, endpoint, request, options);
  if (verdict === "notChecked") {
    throw new Error(message);
  }
  return { pass: verdict === "passed", message: () => message };
}

/** For `expect.extend` of vitest, jest and Playwright. */
export const matchers = { toMatchContract: toMatchContract } as const;

/** The assertion, as runners know it. It is a promise whatever was received: await it. */
export interface ContractMatchers<R> {
  toMatchContract(endpoint: Endpoint, asked?: MatcherRequest): R;
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
