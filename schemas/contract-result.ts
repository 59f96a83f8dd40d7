// §2.7, §4.7
import { ENTITY_ID, EVM_ADDRESS, HEX, TIMESTAMP } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";

const hex = { type: "string", pattern: HEX.source } as const satisfies JsonSchema;
const hexOrNull = { type: ["string", "null"], pattern: HEX.source } as const satisfies JsonSchema;
const int64OrNull = { type: ["integer", "null"], format: "int64" } as const satisfies JsonSchema;
const entityId = { type: "string", pattern: ENTITY_ID.source } as const satisfies JsonSchema;
const entityIdOrNull = { type: ["string", "null"], pattern: ENTITY_ID.source } as const satisfies JsonSchema;
const addressOrNull = { type: ["string", "null"], pattern: EVM_ADDRESS.source } as const satisfies JsonSchema;

const log = {
  title: "log",
  type: "object",
  required: ["address", "bloom", "contract_id", "data", "index", "topics"],
  properties: {
    address: { type: "string" },
    bloom: { type: "string" },
    contract_id: entityId,
    data: hex,
    index: { type: "integer" },
    topics: { type: "array", items: hex },
  },
} as const satisfies JsonSchema;

const stateChange = {
  title: "state-change",
  type: "object",
  required: ["address", "contract_id", "slot", "value_read", "value_written"],
  properties: {
    address: { type: "string" },
    contract_id: entityId,
    slot: hex,
    value_read: hex,
    value_written: hex,
  },
} as const satisfies JsonSchema;

const properties = {
  access_list: hexOrNull,
  address: hex,
  amount: int64OrNull,
  block_gas_used: int64OrNull,
  block_hash: hexOrNull,
  // Record files are counted from zero.
  block_number: { ...int64OrNull, minimum: 0 },
  bloom: hexOrNull,
  call_result: hexOrNull,
  chain_id: hexOrNull,
  contract_id: entityIdOrNull,
  created_contract_ids: { type: ["array", "null"], items: entityIdOrNull },
  error_message: { type: ["string", "null"] },
  failed_initcode: hex,
  from: addressOrNull,
  function_parameters: hexOrNull,
  gas_consumed: int64OrNull,
  gas_limit: { type: "integer", format: "int64" },
  gas_price: hexOrNull,
  gas_used: int64OrNull,
  hash: hex,
  max_fee_per_gas: hexOrNull,
  max_priority_fee_per_gas: hexOrNull,
  nonce: int64OrNull,
  r: hexOrNull,
  s: hexOrNull,
  result: { type: "string" },
  status: { type: "string", enum: ["0x1", "0x0"] },
  timestamp: { type: "string", pattern: TIMESTAMP.source },
  to: addressOrNull,
  transaction_index: int64OrNull,
  type: { type: ["integer", "null"], enum: [0, 2, null] },
  v: { type: ["integer", "null"] },
  logs: { type: "array", items: log },
  state_changes: { type: "array", items: stateChange },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** What a contract call or creation led to; its hex fields are the ones that the table calls hex. */
export const contractResult = {
  $comment: "main",
  title: "contract-result",
  type: "object",
  required: [
    "access_list",
    "address",
    "amount",
    "block_gas_used",
    "block_hash",
    "block_number",
    "bloom",
    "call_result",
    "chain_id",
    "contract_id",
    "created_contract_ids",
    "error_message",
    "failed_initcode",
    "from",
    "function_parameters",
    "gas_consumed",
    "gas_limit",
    "gas_price",
    "gas_used",
    "hash",
    "max_fee_per_gas",
    "max_priority_fee_per_gas",
    "nonce",
    "r",
    "s",
    "result",
    "status",
    "timestamp",
    "to",
    "transaction_index",
    "type",
    "v",
    "logs",
    "state_changes",
  ],
  properties,
} as const satisfies JsonSchema;
