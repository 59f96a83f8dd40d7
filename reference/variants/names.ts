import { invalidParameters } from "../exchange.ts";
import { CURSOR, type ParameterNames } from "../parameters.ts";
import type { Rewriting } from "../rewriting/ask.ts";
import type { Variant } from "../variant.ts";

const OTHER: ParameterNames = {
  tokens: { limit: "page_size", order: "sort", name: "q", publicKey: "key" },
  tokenBalances: {
    balance: "amount",
    accountId: "holder",
    publicKey: "holder_key",
    limit: "max",
    order: "direction",
    timestamp: "as_of",
  },
  networkFees: { order: "sorted", timestamp: "at" },
};

/** Names beside those that are others here. */
const SHOWN = { tokens: ["token.id", "account.id", CURSOR], tokenBalances: [CURSOR], networkFees: [] };

const othersRefused: Rewriting = (handler) => (ask) => {
  const { endpoint, query } = ask;
  if (endpoint !== "tokens" && endpoint !== "tokenBalances" && endpoint !== "networkFees") {
    return handler(ask);
  }
  const known = new Set<string>([...Object.values(OTHER[endpoint]), ...SHOWN[endpoint]]);
  const unknown = query.map(([name]) => name).filter((name) => !known.has(name));
  return unknown.length === 0 ? handler(ask) : invalidParameters([...new Set(unknown)]);
};

/** Other names where the contract gives none. */
export const nameVariants: Readonly<Record<string, Variant>> = {
  "other-parameter-names": {
    description: "the parameters that the contract does not name have other names",
    settings: { names: OTHER },
  },
  "other-names-alone": {
    description: "parameters have other names, and every name that is not theirs is refused",
    settings: { names: OTHER },
    answers: (handler) => othersRefused(handler),
  },
};
