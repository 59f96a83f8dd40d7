// §2.3
import { ENTITY_ID } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";

/** One row of the token list; the inside of `admin_key` and further values of `type` are not shown. */
export const token = {
  $comment: "main",
  title: "token",
  type: "object",
  required: ["admin_key", "decimals", "metadata", "name", "symbol", "token_id", "type"],
  properties: {
    admin_key: { type: ["object", "null"] },
    decimals: { type: "integer" },
    metadata: { type: "string" },
    name: { type: "string" },
    symbol: { type: "string" },
    token_id: { type: "string", pattern: ENTITY_ID.source },
    type: { type: "string" },
  },
} as const satisfies JsonSchema;
