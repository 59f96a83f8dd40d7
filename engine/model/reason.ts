import { present } from "./model.ts";
import { Trouble, type Ask, type Reason, type Remedy, type Why } from "./exchange.ts";

/** Characters of a request that a reason names. */
const LONGEST = 200;

/** What came, with the request that it came for. */
export function naming(
  came: string,
  { method, target }: Pick<Ask, "method" | "target">,
  remedy?: Remedy,
): Reason {
  const asked = target.length > LONGEST ? `${target.slice(0, LONGEST)}…` : target;
  // In quotes: what a service left of a secret at the end of a link is hidden before one.
  return { reason: `${came}, to ${method} ${JSON.stringify(asked)}`, came, ...remedied(remedy) };
}

/** A remedy where there is one. */
export function remedied(remedy: Remedy | undefined): Pick<Reason, "remedy"> {
  return present({ remedy });
}

/** The reason that an error tells, with what it knows beside its message. */
export function reasonOf({ message, why }: Error & { readonly why?: Why }): Reason {
  return { reason: message, ...why };
}

/** The answer to a request, or trouble that names it. */
export async function named<T>(ask: Ask, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    if (error instanceof Trouble && error.concerns === "request") {
      const { reason, ...why } = naming(error.message, ask, error.why.remedy);
      throw new Trouble(reason, "request", why);
    }
    throw error;
  }
}
