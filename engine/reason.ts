import { Trouble, type Ask } from "./exchange.ts";

/** Characters of a request that a reason names. */
const LONGEST = 200;

/** What came, with the request that it came for: the reason of a clause that was not judged. */
export function naming(came: string, { method, target }: Pick<Ask, "method" | "target">): string {
  const asked = target.length > LONGEST ? `${target.slice(0, LONGEST)}…` : target;
  // In quotes: what a service left of a secret at the end of a link is hidden before one.
  return `${came}, to ${method} ${JSON.stringify(asked)}`;
}

/** A reason without the request: what is in the way of many cases and clauses is one reason. */
export function whatCame(reason: string): string {
  return reason.replace(/, to (?:GET|POST) "\S*"/, "");
}

/** The answer to a request, or trouble that names it. */
export async function named<T>(ask: Ask, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    if (error instanceof Trouble && error.concerns === "request") {
      throw new Trouble(naming(error.message, ask));
    }
    throw error;
  }
}
