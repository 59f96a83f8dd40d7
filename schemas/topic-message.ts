// §2.6, §4.6
import { plainBoolean, entityId, integer, plainText, timestampText, TRANSACTION_ID_FORM } from "./formats.ts";
import { mainRecord, record } from "./formats.ts";

const chunkInfo = record("chunk-info", {
  initial_transaction_id: { type: "string", pattern: TRANSACTION_ID_FORM.source },
  nonce: integer,
  number: integer,
  total: integer,
  scheduled: plainBoolean,
});

export const topicMessage = mainRecord("topic-message", {
  chunk_info: chunkInfo,
  consensus_timestamp: timestampText,
  message: plainText,
  payer_account_id: entityId,
  running_hash: plainText,
  running_hash_version: integer,
  sequence_number: integer,
  topic_id: entityId,
});
