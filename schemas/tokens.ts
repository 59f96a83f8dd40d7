// §4.4
import type { JsonSchema } from "./json-schema.ts";
import { links } from "./links.ts";
import { token } from "./token.ts";

/** The body of the token list. */
export const tokens = {
  $comment: "main",
  title: "tokens",
  type: "object",
  required: ["tokens", "links"],
  properties: {
    tokens: { type: "array", items: token },
    links,
  },
} as const satisfies JsonSchema;
