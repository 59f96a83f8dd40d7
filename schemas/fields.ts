// §2: the types that fields have
import { ENTITY_ID, EVM_ADDRESS, HEX, TIMESTAMP } from "./formats.ts";

export const text = { type: "string" } as const;
export const integer = { type: "integer" } as const;
export const int64 = { type: "integer", format: "int64" } as const;
export const boolean = { type: "boolean" } as const;
export const dateTime = { type: "string", format: "date-time" } as const;
export const uri = { type: "string", format: "uri" } as const;
export const entityId = { type: "string", pattern: ENTITY_ID.source } as const;
export const evmAddress = { type: "string", pattern: EVM_ADDRESS.source } as const;
export const hex = { type: "string", pattern: HEX.source } as const;
export const timestamp = { type: "string", pattern: TIMESTAMP.source } as const;
