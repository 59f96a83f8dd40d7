// §2.6, §4.6
import { ENTITY_ID, TIMESTAMP, TRANSACTION_ID_FORM } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";

const chunkInfo = {
  title: "chunk-info",
  type: "object",
  required: ["initial_transaction_id", "nonce", "number", "total", "scheduled"],
  properties: {
    initial_transaction_id: { type: "string", pattern: TRANSACTION_ID_FORM.source },
    nonce: { type: "integer" },
    number: { type: "integer" },
    total: { type: "integer" },
    scheduled: { type: "boolean" },
  },
} as const satisfies JsonSchema;

/** One message of a topic. */
export const topicMessage = {
  $comment: "main",
  title: "topic-message",
  type: "object",
  required: [
    "chunk_info",
    "consensus_timestamp",
    "message",
    "payer_account_id",
    "running_hash",
    "running_hash_version",
    "sequence_number",
    "topic_id",
  ],
  properties: {
    chunk_info: chunkInfo,
    consensus_timestamp: { type: "string", pattern: TIMESTAMP.source },
    message: { type: "string" },
    payer_account_id: { type: "string", pattern: ENTITY_ID.source },
    running_hash: { type: "string" },
    running_hash_version: { type: "integer" },
    sequence_number: { type: "integer" },
    topic_id: { type: "string", pattern: ENTITY_ID.source },
  },
} as const satisfies JsonSchema;
