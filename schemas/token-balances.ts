// §2.4, §4.3
import { ENTITY_ID, TIMESTAMP } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";
import { links } from "./links.ts";

const balance = {
  title: "balance",
  type: "object",
  required: ["account", "balance", "decimals"],
  properties: {
    account: { type: "string", pattern: ENTITY_ID.source },
    // No width and no sign is stated, so neither is demanded.
    balance: { type: "integer" },
    decimals: { type: "integer" },
  },
} as const satisfies JsonSchema;

/** Who holds how much of one token. */
export const tokenBalances = {
  $comment: "main",
  title: "token-balances",
  type: "object",
  required: ["timestamp", "balances", "links"],
  properties: {
    timestamp: { type: "string", pattern: TIMESTAMP.source },
    balances: { type: "array", items: balance },
    links,
  },
} as const satisfies JsonSchema;
