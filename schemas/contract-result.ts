// §2.7, §4.7
import { entityId, evmAddress, hexText, int64, integer, plainText, timestampText } from "./formats.ts";
import { arrayOf, mainRecord, orNull, record } from "./formats.ts";

const log = record("log", {
  address: plainText,
  bloom: plainText,
  contract_id: entityId,
  data: hexText,
  index: integer,
  topics: arrayOf(hexText),
});

const stateChange = record("state-change", {
  address: plainText,
  contract_id: entityId,
  slot: hexText,
  value_read: hexText,
  value_written: hexText,
});

/** The result of a contract call or creation; the hex fields are those that the table of §2.7 calls hex. */
export const contractResult = mainRecord("contract-result", {
  access_list: orNull(hexText),
  address: hexText,
  amount: orNull(int64),
  block_gas_used: orNull(int64),
  block_hash: orNull(hexText),
  // Record files are counted from zero.
  block_number: { ...orNull(int64), minimum: 0 },
  bloom: orNull(hexText),
  call_result: orNull(hexText),
  chain_id: orNull(hexText),
  contract_id: orNull(entityId),
  created_contract_ids: orNull(arrayOf(orNull(entityId))),
  error_message: orNull(plainText),
  failed_initcode: hexText,
  from: orNull(evmAddress),
  function_parameters: orNull(hexText),
  gas_consumed: orNull(int64),
  gas_limit: int64,
  gas_price: orNull(hexText),
  gas_used: orNull(int64),
  hash: hexText,
  max_fee_per_gas: orNull(hexText),
  max_priority_fee_per_gas: orNull(hexText),
  nonce: orNull(int64),
  r: orNull(hexText),
  s: orNull(hexText),
  result: plainText,
  status: { type: "string", enum: ["0x1", "0x0"] },
  timestamp: timestampText,
  to: orNull(evmAddress),
  transaction_index: orNull(int64),
  type: { type: ["integer", "null"], enum: [0, 2, null] },
  v: orNull(integer),
  logs: arrayOf(log),
  state_changes: arrayOf(stateChange),
});
