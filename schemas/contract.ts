// §2.8, §4.8
import { plainBoolean, entityId, evmAddress, int64, plainText, timestampText, BYTECODE } from "./formats.ts";
import { mainRecord, orNull, record } from "./formats.ts";

const bytecode = { type: "string", pattern: BYTECODE.source } as const;

/** One contract; unlike those of a contract result, its hex strings need no 0x. */
export const contract = mainRecord("contract", {
  admin_key: record("admin-key", { _type: plainText, key: plainText }),
  auto_renew_account: orNull(entityId),
  auto_renew_period: orNull(int64),
  contract_id: orNull(entityId),
  created_timestamp: orNull(timestampText),
  deleted: plainBoolean,
  evm_address: evmAddress,
  expiration_timestamp: orNull(timestampText),
  file_id: orNull(entityId),
  max_automatic_token_associations: { type: ["integer", "null"], format: "int32" },
  memo: plainText,
  obtainer_id: orNull(entityId),
  permanent_removal: orNull(plainBoolean),
  proxy_account_id: orNull(entityId),
  timestamp: record("timestamp", { from: timestampText, to: timestampText }),
  bytecode: orNull(bytecode),
  runtime_bytecode: orNull(bytecode),
});
