// §2.5, §4.5
import { TIMESTAMP } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";
import { limits } from "./limits.ts";

const fee = {
  title: "fee",
  type: "object",
  required: ["gas", "transaction_type"],
  properties: {
    gas: { type: "integer" },
    transaction_type: { type: "string", enum: limits.feeTransactionTypes },
  },
} as const satisfies JsonSchema;

/** The estimated gas of each kind of transaction. */
export const networkFees = {
  $comment: "main",
  title: "network-fees",
  type: "object",
  required: ["fees", "timestamp"],
  properties: {
    fees: { type: "array", items: fee },
    timestamp: { type: "string", pattern: TIMESTAMP.source },
  },
} as const satisfies JsonSchema;
