// §2: valid and invalid values of the fields of records
import { LosslessNumber } from "lossless-json";
import { ENTITY_ID, EVM_ADDRESS, HEX_PATTERN, TIMESTAMP_PATTERN, BYTECODE } from "../schemas/formats.ts";
import { TRANSACTION_ID_FORM, type JsonSchema } from "../schemas/formats.ts";

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
  if (schema.enum !== undefined) return schema.enum[0];
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
  if (schema.type === undefined && schema.enum === undefined) return {};
  const type = jsonTypeOf(schema);
  const { enum: listed, pattern, format, minimum, items, properties } = schema;
  const values = {
    "another type": OTHER_TYPE[type],
    "a value that is not listed": listed && (type === "integer" ? 1 : "unlisted"),
    "a pattern not met": pattern && "§",
    "no date": format === "date-time" ? "yesterday" : undefined,
    "no offset": format === "date-time" ? "2024-01-01T00:00:00" : undefined,
    "no scheme": format === "uri" ? "/page" : undefined,
    "a fraction": type === "integer" ? 1.5 : undefined,
    "above int32": format === "int32" ? 2 ** 31 : undefined,
    "above int64": format === "int64" ? new LosslessNumber("9223372036854775808") : undefined,
    "below the lowest": minimum === undefined ? undefined : minimum - 1,
    "one object for the array": items?.properties && validValue(items),
    "an array for the object": properties && [validValue(schema)],
    "a bad element": type === "array" && items?.type !== undefined ? [new LosslessNumber("1.5")] : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
