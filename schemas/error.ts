// §7
import type { JsonSchema } from "./json-schema.ts";

const message = {
  title: "message",
  type: "object",
  required: ["message"],
  properties: { message: { type: "string" } },
} as const satisfies JsonSchema;

const status = {
  title: "status",
  type: "object",
  required: ["messages"],
  properties: { messages: { type: "array", items: message } },
} as const satisfies JsonSchema;

/** The body of an error, where the contract shows one. */
export const errorBody = {
  $comment: "main",
  title: "error",
  type: "object",
  required: ["_status"],
  properties: { _status: status },
} as const satisfies JsonSchema;
