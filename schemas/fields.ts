// §2: the types that fields have
import { ENTITY_ID, EVM_ADDRESS, HEX_PATTERN, TIMESTAMP_PATTERN } from "./formats.ts";

export const plainText = { type: "string" } as const;
export const integer = { type: "integer" } as const;
export const int64 = { type: "integer", format: "int64" } as const;
export const plainBoolean = { type: "boolean" } as const;
export const dateTime = { type: "string", format: "date-time" } as const;
export const uriText = { type: "string", format: "uri" } as const;
export const entityId = { type: "string", pattern: ENTITY_ID.source } as const;
export const evmAddress = { type: "string", pattern: EVM_ADDRESS.source } as const;
export const hexText = { type: "string", pattern: HEX_PATTERN.source } as const;
export const timestampText = { type: "string", pattern: TIMESTAMP_PATTERN.source } as const;
