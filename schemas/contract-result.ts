// §2.7, §4.7
import { entityId, evmAddress, hex, int64, integer, text, timestamp } from "./fields.ts";
import { arrayOf, mainRecord, orNull, record } from "./json-schema.ts";

const log = record("log", {
  address: text,
  bloom: text,
  contract_id: entityId,
  data: hex,
  index: integer,
  topics: arrayOf(hex),
});

const stateChange = record("state-change", {
  address: text,
  contract_id: entityId,
  slot: hex,
  value_read: hex,
  value_written: hex,
});

/** What a contract call or creation led to; its hex fields are the ones that the table calls hex. */
export const contractResult = mainRecord("contract-result", {
  access_list: orNull(hex),
  address: hex,
  amount: orNull(int64),
  block_gas_used: orNull(int64),
  block_hash: orNull(hex),
  // Record files are counted from zero.
  block_number: { ...orNull(int64), minimum: 0 },
  bloom: orNull(hex),
  call_result: orNull(hex),
  chain_id: orNull(hex),
  contract_id: orNull(entityId),
  created_contract_ids: orNull(arrayOf(orNull(entityId))),
  error_message: orNull(text),
  failed_initcode: hex,
  from: orNull(evmAddress),
  function_parameters: orNull(hex),
  gas_consumed: orNull(int64),
  gas_limit: int64,
  gas_price: orNull(hex),
  gas_used: orNull(int64),
  hash: hex,
  max_fee_per_gas: orNull(hex),
  max_priority_fee_per_gas: orNull(hex),
  nonce: orNull(int64),
  r: orNull(hex),
  s: orNull(hex),
  result: text,
  status: { type: "string", enum: ["0x1", "0x0"] },
  timestamp,
  to: orNull(evmAddress),
  transaction_index: orNull(int64),
  type: { type: ["integer", "null"], enum: [0, 2, null] },
  v: orNull(integer),
  logs: arrayOf(log),
  state_changes: arrayOf(stateChange),
});
