import { lineOfField } from "../../schemas/contract-lines.ts";
import type { ClauseId } from "../model/clause-results.ts";
import * as formats from "../../schemas/formats.ts";
import { fieldClause, type JsonSchema } from "../../schemas/json-schema.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";

/** One row of a table of fields in the contract (§2), which is one `fields` clause. */
export interface FieldRow {
  readonly id: ClauseId;
  readonly section: `${number}.${number}`;
  readonly endpoint: Endpoint;
  readonly name: string;
  /** The line of the contract that names the field. */
  readonly line: number;
  readonly statement: string;
  readonly schema: JsonSchema;
  readonly nullable: boolean;
  /** `leaf`: a plain value; `record`: one object with rows of its own; `records`: an array of such objects. */
  readonly kind: "leaf" | "record" | "records";
  readonly record?: RecordRows;
  readonly expected: string;
}

export interface RecordRows {
  readonly rows: FieldRow[];
}

/** All fields of the success body of an endpoint. */
export interface BodyRows {
  readonly endpoint: Endpoint;
  readonly root: RecordRows;
  /** Every field once, in the order of the contract. */
  readonly all: readonly FieldRow[];
}

/**
 * Makes one `fields` clause for each row of the tables of a success body (§2). If the body is a list of the main record, the fields
 * around the list belong to the section of the endpoint, for instance §4.4 instead of §2.3.
 */
export function bodyRows(endpoint: Endpoint): BodyRows {
  const { success, section, recordSection } = operations[endpoint];
  const isListOfMain = Object.values(success.properties ?? {}).some(
    ({ items }) => items?.$comment === "main",
  );
  const rowsBySchema = new Map<JsonSchema, RecordRows>();
  const all: FieldRow[] = [];

  function recordRows(schema: JsonSchema, inherited: FieldRow["section"]): RecordRows {
    const existing = rowsBySchema.get(schema);
    if (existing !== undefined) {
      return existing;
    }
    const ownSection = schema !== success && schema.$comment === "main" ? recordSection : inherited;
    const record: RecordRows = { rows: [] };
    rowsBySchema.set(schema, record);
    for (const [index, [name, field]] of Object.entries(schema.properties ?? {}).entries()) {
      record.rows.push(rowOf(schema, ownSection, name, field, index));
    }
    return record;
  }

  function rowOf(
    parent: JsonSchema,
    ownSection: FieldRow["section"],
    name: string,
    schema: JsonSchema,
    index: number,
  ): FieldRow {
    const nested = schema.properties === undefined ? schema.items : schema;
    const isRecord = nested?.properties !== undefined;
    const expected = describeSchema(schema);
    const position = all.length;
    const row: FieldRow = {
      id: fieldClause(ownSection, parent, name),
      section: ownSection,
      endpoint,
      name,
      line: lineOfField(ownSection, parent.title ?? "", index),
      statement: [parent.title?.replaceAll("-", " ") ?? [], `${name} is ${expected}`].flat().join(": "),
      schema,
      nullable: schema.type === undefined || [schema.type].flat().includes("null"),
      kind: isRecord ? (nested === schema ? "record" : "records") : "leaf",
      ...(isRecord ? { record: recordRows(nested, ownSection) } : {}),
      expected,
    };
    // A field comes before the fields inside it.
    all.splice(position, 0, row);
    return row;
  }

  return { endpoint, root: recordRows(success, isListOfMain ? section : recordSection), all };
}

/** The required kind of a value, in words: "an EntityId or null", "one of \"0x0\", \"0x1\"". */
function describeSchema(schema: JsonSchema): string {
  if (schema.enum !== undefined) {
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  if (schema.type === undefined) {
    return "present, with any value";
  }
  const types: readonly string[] = [schema.type].flat();
  const main = types.find((type) => type !== "null") ?? "null";
  const described = describeMain(main, schema);
  if (!types.includes("null")) {
    return described;
  }
  // "a string that starts with 0x or null" could be read in two ways.
  return described.split(" ").length > 2 ? `null, or ${described}` : `${described} or null`;
}

function describeMain(main: string, schema: JsonSchema): string {
  if (main === "array") {
    const title = schema.items?.title?.replaceAll("-", " ");
    const items = schema.items === undefined ? "anything" : describeSchema(schema.items);
    return title === undefined ? `an array, each item ${items}` : `an array of ${title} objects`;
  }
  if (main === "object") {
    return schema.properties === undefined ? "an object" : "one object";
  }
  const name = (schema.format === "uri" ? "URI" : schema.format) ?? patternName(schema.pattern) ?? main;
  const article = /^(?!URI)[aeiou]/i.test(name) ? "an" : "a";
  return `${article} ${name}${schema.minimum === undefined ? "" : ` of at least ${schema.minimum}`}`;
}

const PATTERN_NAMES: Readonly<Record<string, string>> = {
  [formats.ENTITY_ID.source]: "EntityId",
  [formats.TIMESTAMP_PATTERN.source]: "Timestamp",
  [formats.EVM_ADDRESS.source]: "EvmAddress",
  [formats.HEX_PATTERN.source]: "hex string that starts with 0x",
  [formats.TRANSACTION_ID_FORM.source]: "shard.realm.num-seconds-nanoseconds string",
};

const patternName = (pattern: string | undefined): string | undefined =>
  pattern === undefined ? undefined : (PATTERN_NAMES[pattern] ?? `string matching ${pattern}`);
