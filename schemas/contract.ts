// §2.8, §4.8
import { BYTECODE, ENTITY_ID, EVM_ADDRESS, TIMESTAMP } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";

const entityIdOrNull = { type: ["string", "null"], pattern: ENTITY_ID.source } as const satisfies JsonSchema;
const timestamp = { type: "string", pattern: TIMESTAMP.source } as const satisfies JsonSchema;
const timestampOrNull = { type: ["string", "null"], pattern: TIMESTAMP.source } as const satisfies JsonSchema;
const bytecodeOrNull = { type: ["string", "null"], pattern: BYTECODE.source } as const satisfies JsonSchema;

const adminKey = {
  title: "admin-key",
  type: "object",
  required: ["_type", "key"],
  properties: {
    _type: { type: "string" },
    key: { type: "string" },
  },
} as const satisfies JsonSchema;

const timestampRange = {
  title: "timestamp",
  type: "object",
  required: ["from", "to"],
  properties: { from: timestamp, to: timestamp },
} as const satisfies JsonSchema;

/** One contract; unlike those of a contract result, its hex strings need no 0x. */
export const contract = {
  $comment: "main",
  title: "contract",
  type: "object",
  required: [
    "admin_key",
    "auto_renew_account",
    "auto_renew_period",
    "contract_id",
    "created_timestamp",
    "deleted",
    "evm_address",
    "expiration_timestamp",
    "file_id",
    "max_automatic_token_associations",
    "memo",
    "obtainer_id",
    "permanent_removal",
    "proxy_account_id",
    "timestamp",
    "bytecode",
    "runtime_bytecode",
  ],
  properties: {
    admin_key: adminKey,
    auto_renew_account: entityIdOrNull,
    auto_renew_period: { type: ["integer", "null"], format: "int64" },
    contract_id: entityIdOrNull,
    created_timestamp: timestampOrNull,
    deleted: { type: "boolean" },
    evm_address: { type: "string", pattern: EVM_ADDRESS.source },
    expiration_timestamp: timestampOrNull,
    file_id: entityIdOrNull,
    max_automatic_token_associations: { type: ["integer", "null"], format: "int32" },
    memo: { type: "string" },
    obtainer_id: entityIdOrNull,
    permanent_removal: { type: ["boolean", "null"] },
    proxy_account_id: entityIdOrNull,
    timestamp: timestampRange,
    bytecode: bytecodeOrNull,
    runtime_bytecode: bytecodeOrNull,
  },
} as const satisfies JsonSchema;
