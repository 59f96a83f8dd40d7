// §2, §4.6, §4.7, §4.8: the formats of values as patterns, the schemas of fields, and the functions that make schemas of records

// The patterns are those of the contract, including an unescaped dot. Values on which a pattern and its prose disagree are
// generated as ambiguous values, which a service may accept or refuse.

/** §2.1: shard, realm and num, each of 1 to 10 digits. */
export const ENTITY_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}$/;

/** §2.1 */
export const TIMESTAMP_PATTERN = /^\d{1,10}(\.\d{1,9})?$/;

/** §2.1: the dot in the pattern is unescaped, so any one character may stand before the decimals. */
export const TIMESTAMP_FILTER = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(.\d{1,9})?$/;

/** §2.1: shard and realm stand together or not at all. */
export const ENTITY_ID_FILTER = /^((gte?|lte?|eq|ne):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;

/** §2.1 */
export const BALANCE_FILTER = /^((gte?|lte?|eq|ne):)?\d{1,10}$/;

/** §2.1: 20 bytes in hexadecimal digits, with or without 0x. The prose, 40 to 42 characters, also allows 41 characters. */
export const EVM_ADDRESS = /^(0x)?[A-Fa-f0-9]{40}$/;

/** §4.6, the path parameter: the dot in the pattern is unescaped too. */
export const TOPIC_TIMESTAMP = /^\d{1,10}(.\d{1,9})?$/;

/** §4.8, the path parameter: also lets an address follow a shard and a realm. */
export const CONTRACT_ID_OR_ADDRESS = /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/;

// The contract describes the following forms only in prose; these patterns are interpretations of it.

/** §2.7: hex that starts with 0x. No digits and an odd number of digits are allowed. */
export const HEX_PATTERN = /^0x[0-9A-Fa-f]*$/;

/** §2.8 */
export const BYTECODE = /^(0x)?[0-9A-Fa-f]*$/;

/** §2.6: the form of a transaction id in a response, for which the contract gives no numbers of digits. */
export const TRANSACTION_ID_FORM = /^\d+\.\d+\.\d+-\d+-\d+$/;

/** §4.7: a transaction id in a request, with its numbers of digits. */
export const TRANSACTION_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,19}-\d{1,9}$/;

/** §4.7 */
export const TRANSACTION_HASH_PATTERN = /^(0x)?[0-9A-Fa-f]{64}$/;

export type JsonType = "string" | "integer" | "number" | "boolean" | "object" | "array" | "null";

/**
 * The subset of JSON Schema 2020-12 in which the records are written. An object with properties is a record: its `title` is part of
 * the ids of the clauses on its fields ({@link fieldClause}), unless `$comment` marks it as the main record of its section.
 */
export type JsonSchema = {
  readonly $comment?: "main";
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly items?: JsonSchema;
  readonly enum?: readonly (string | number | null)[];
  readonly pattern?: string;
  readonly format?: "date-time" | "uri" | "int32" | "int64";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string | number;
};

// The schemas of single fields. Ajv checks their formats: `int64` is a signed integer of 64 bits; a `date-time` follows RFC 3339
// (T, t or a space before the time, a colon in the offset, a day that exists); a `uri` has a scheme.
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

type Properties = Readonly<Record<string, JsonSchema>>;

/** A record in which every member is required, as in the tables of the contract. */
export function record<const P extends Properties>(title: string, properties: P) {
  return { title, type: "object", required: Object.keys(properties), properties } as const;
}

export function mainRecord<const P extends Properties>(title: string, properties: P) {
  return { $comment: "main", ...record(title, properties) } as const;
}

export const arrayOf = <const S extends JsonSchema>(items: S) => ({ type: "array", items }) as const;

export function orNull<const S extends { readonly type: JsonType }>(schema: S) {
  return { ...schema, type: [schema.type, "null"] } as const;
}

/** The id of the clause on a field of a record: the section, the title of the record unless it is a main one, and the name. */
export const fieldClause = <S extends string>(
  section: S,
  { $comment: role, title }: JsonSchema,
  name: string,
): `${S}-${string}` =>
  `${section}-${title === undefined || role === "main" ? "" : `${title}-`}${kebab(name)}`;

/** `gasUsed`, `gas_used` and `_type` as parts of an id: `gas-used`, `type`. */
const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^-+/, "");
