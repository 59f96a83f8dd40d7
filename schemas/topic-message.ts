// §2.6, §4.6
import { boolean, entityId, integer, text, timestamp } from "./fields.ts";
import { TRANSACTION_ID_FORM } from "./formats.ts";
import { mainRecord, record } from "./json-schema.ts";

const chunkInfo = record("chunk-info", {
  initial_transaction_id: { type: "string", pattern: TRANSACTION_ID_FORM.source },
  nonce: integer,
  number: integer,
  total: integer,
  scheduled: boolean,
});

/** One message of a topic. */
export const topicMessage = mainRecord("topic-message", {
  chunk_info: chunkInfo,
  consensus_timestamp: timestamp,
  message: text,
  payer_account_id: entityId,
  running_hash: text,
  running_hash_version: integer,
  sequence_number: integer,
  topic_id: entityId,
});
