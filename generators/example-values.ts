// §2: valid and invalid values of the fields of records
import { LosslessNumber } from "lossless-json";
import {
  ENTITY_ID,
  EVM_ADDRESS,
  HEX_PATTERN,
  TIMESTAMP_PATTERN,
  BYTECODE,
  TRANSACTION_ID_FORM,
  type JsonSchema,
} from "../schemas/formats.ts";

/** A value that matches each pattern of the records. */
const TEXTS: Readonly<Record<string, string>> = {
  [ENTITY_ID.source]: "0.0.1001",
  [TIMESTAMP_PATTERN.source]: "1700000000.000000001",
  [EVM_ADDRESS.source]: `0x${"a1".repeat(20)}`,
  [HEX_PATTERN.source]: "0xab",
  [BYTECODE.source]: "0xab",
  [TRANSACTION_ID_FORM.source]: "0.0.1001-1700000000-000000001",
  "date-time": "2024-01-01T00:00:00Z",
  uri: "https://page.example.test/a",
};

function jsonTypeOf({ type }: JsonSchema): string {
  return [type ?? "string"].flat().find((one) => one !== "null") ?? "null";
}

/** A value that conforms to a schema: with every member, without null, and with one element in each array. */
export function validValue(schema: JsonSchema): unknown {
  if (schema.enum !== undefined) {
    return schema.enum[0];
  }
  switch (jsonTypeOf(schema)) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, validValue(one)]),
      );
    case "array":
      return schema.items === undefined ? [] : [validValue(schema.items)];
    case "integer":
      return 7;
    case "boolean":
      return false;
    default:
      return TEXTS[schema.pattern ?? schema.format ?? ""] ?? "text";
  }
}

const OTHER_TYPE: Readonly<Record<string, unknown>> = {
  object: "text",
  array: "text",
  integer: "7",
  boolean: "false",
  string: 7,
};

/** Values that violate a schema, each in one way. The caller adds null where it is not allowed. */
export function invalidValues(schema: JsonSchema): Readonly<Record<string, unknown>> {
  if (schema.type === undefined && schema.enum === undefined) {
    return {};
  }
  const type = jsonTypeOf(schema);
  return {
    "another type": OTHER_TYPE[type],
    ...(schema.enum === undefined
      ? {}
      : { "a value that is not listed": type === "integer" ? 1 : "unlisted" }),
    ...(schema.pattern === undefined ? {} : { "a pattern not met": "§" }),
    ...(schema.format === "date-time" ? { "no date": "yesterday", "no offset": "2024-01-01T00:00:00" } : {}),
    ...(schema.format === "uri" ? { "no scheme": "/page" } : {}),
    ...(type === "integer" ? { "a fraction": 1.5 } : {}),
    ...(schema.format === "int32" ? { "above int32": 2 ** 31 } : {}),
    ...(schema.format === "int64" ? { "above int64": new LosslessNumber("9223372036854775808") } : {}),
    ...(schema.minimum === undefined ? {} : { "below the lowest": schema.minimum - 1 }),
    ...(schema.items?.properties === undefined
      ? {}
      : { "one object for the array": validValue(schema.items) }),
    ...(schema.properties === undefined ? {} : { "an array for the object": [validValue(schema)] }),
    ...(type === "array" && schema.items?.type !== undefined
      ? { "a bad element": [new LosslessNumber("1.5")] }
      : {}),
  };
}
