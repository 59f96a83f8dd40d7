import type { ErrorObject } from "ajv";
import { LosslessNumber, stringify } from "lossless-json";
import { exactBody, integerOf, stepTo, writtenAt } from "../message/body.ts";
import { isObject, type JsonRecord } from "../message/classify.ts";
import type { Violation, ApiResponse } from "../model/exchange.ts";
import { getOrInsert, mapValues, memoizeByObject } from "../model/model.ts";
import { sharedLength, shortened, uniqueBy } from "../model/model.ts";
import { compile } from "./validator.ts";
import { tryOrUndefined } from "../model/cannot-run.ts";
import { lineOfField } from "../../schemas/contract-lines.ts";
import type { ClauseId } from "../model/clause-results.ts";
import * as formats from "../../schemas/formats.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";

/** One row of a table of fields in the contract (§2), which is one `fields` clause. */
export interface FieldRow {
  readonly id: ClauseId;
  readonly section: `${number}.${number}`;
  readonly endpoint: Endpoint;
  readonly name: string;
  /** The title of the schema of the record that has the field. */
  readonly recordTitle: string;
  readonly line: number;
  readonly statement: string;
  readonly schema: formats.JsonSchema;
  readonly nullable: boolean;
  /** `record`: one object with rows of its own; `records`: an array of such objects; `leaf`: any other value. */
  readonly kind: "leaf" | "record" | "records";
  readonly record?: RecordRows;
  readonly expected: string;
}

export type RecordRows = readonly FieldRow[];

export interface BodyRows {
  readonly endpoint: Endpoint;
  readonly root: RecordRows;
  /** Every field once, in the order of the contract. */
  readonly all: readonly FieldRow[];
}

/** One clause for each row (§2). Around a list of the main record, fields belong to the section of the endpoint: §4.4 instead of §2.3. */
export function bodyRows(endpoint: Endpoint): BodyRows {
  const { success, section, recordSection } = operations[endpoint];
  const members = Object.values(success.properties ?? {});
  const isListOfMain = members.some(({ items }) => items?.$comment === "main");
  const rowsBySchema = new Map<formats.JsonSchema, RecordRows>();
  const all: FieldRow[] = [];

  function recordRows(parent: formats.JsonSchema, inherited: FieldRow["section"]): RecordRows {
    const existing = rowsBySchema.get(parent);
    if (existing !== undefined) return existing;
    const ownSection = parent !== success && parent.$comment === "main" ? recordSection : inherited;
    const recordTitle = parent.title ?? "";
    const rows: FieldRow[] = [];
    rowsBySchema.set(parent, rows);
    Object.entries(parent.properties ?? {}).forEach(([name, schema], index) => {
      const nested = schema.properties === undefined ? schema.items : schema;
      const isRecord = nested?.properties !== undefined;
      const expected = describeSchema(schema);
      const position = all.length;
      const row: FieldRow = {
        id: formats.fieldClause(ownSection, parent, name),
        section: ownSection,
        endpoint,
        name,
        recordTitle,
        line: lineOfField(ownSection, recordTitle, index),
        statement: [parent.title?.replaceAll("-", " ") ?? [], `${name} is ${expected}`].flat().join(": "),
        schema,
        nullable: schema.type === undefined || [schema.type].flat().includes("null"),
        kind: isRecord ? (nested === schema ? "record" : "records") : "leaf",
        ...(isRecord ? { record: recordRows(nested, ownSection) } : {}),
        expected,
      };
      rows.push(row);
      // A field comes before the fields inside it.
      all.splice(position, 0, row);
    });
    return rows;
  }

  return { endpoint, root: recordRows(success, isListOfMain ? section : recordSection), all };
}

/** The required kind of a value, in words: "an EntityId or null", "one of \"0x0\", \"0x1\"". */
function describeSchema(schema: formats.JsonSchema): string {
  const { enum: values } = schema;
  if (values !== undefined) return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.type === undefined) return "present, with any value";
  const types: readonly string[] = [schema.type].flat();
  const main = types.find((type) => type !== "null") ?? "null";
  const described = describeMain(main, schema);
  if (!types.includes("null")) return described;
  // "a string that starts with 0x or null" could be read in two ways.
  return described.split(" ").length > 2 ? `null, or ${described}` : `${described} or null`;
}

function describeMain(main: string, schema: formats.JsonSchema): string {
  if (main === "array") {
    const title = schema.items?.title?.replaceAll("-", " ");
    const items = schema.items === undefined ? "anything" : describeSchema(schema.items);
    return title === undefined ? `an array, each item ${items}` : `an array of ${title} objects`;
  }
  if (main === "object") return schema.properties === undefined ? "an object" : "one object";
  const name = (schema.format === "uri" ? "URI" : schema.format) ?? patternName(schema.pattern) ?? main;
  const article = /^(?!URI)[aeiou]/i.test(name) ? "an" : "a";
  return `${article} ${name}${schema.minimum === undefined ? "" : ` of at least ${schema.minimum}`}`;
}

const PATTERN_NAMES: Readonly<Record<string, string>> = {
  [formats.ENTITY_ID.source]: "EntityId",
  [formats.TIMESTAMP_PATTERN.source]: "Timestamp",
  [formats.EVM_ADDRESS.source]: "EvmAddress",
  [formats.HEX_PATTERN.source]: "hex string that starts with 0x",
  [formats.BYTECODE.source]: "hex string with or without 0x",
  [formats.TRANSACTION_ID_FORM.source]: "shard.realm.num-seconds-nanoseconds string",
};

const patternName = (pattern: string | undefined): string | undefined =>
  pattern === undefined ? undefined : (PATTERN_NAMES[pattern] ?? `string matching ${pattern}`);

/** How often a field is present (`seen`), null, not null and absent in one body, and how many of its violations are kept. */
type FieldCounts = Record<"seen" | "null" | "notNull" | "absent" | "violations", number>;

/** Maximum number of violations of one field in one response: further ones show nothing new. */
const MOST_PLACES = 200;

interface InspectedBody {
  readonly response: ApiResponse;
  readonly counts: Map<FieldRow, FieldCounts>;
  readonly violations: (readonly [FieldRow, Violation])[];
}

/** Checks and counts each field of a success body by its own schema. */
export function inspectBody({ root }: BodyRows, response: ApiResponse): InspectedBody {
  const inspected: InspectedBody = { response, counts: new Map(), violations: [] };
  const exact = exactBody(response.body)?.value;
  const value = exact === undefined ? response.body.value : withDoubles(exact);
  if (isObject(value)) inspectRecord(root, value, "", inspected);
  return inspected;
}

function inspectRecord(rows: RecordRows, value: JsonRecord, pointer: string, inspected: InspectedBody): void {
  for (const row of rows) {
    const counts = getOrInsert(inspected.counts, row, emptyCountsOfField);
    const place = pointer + stepTo(row.name);
    if (!Object.hasOwn(value, row.name)) {
      counts.absent += 1;
      addFieldViolation(row, place, { expected: row.expected, actual: "absent" }, inspected);
      continue;
    }
    const member = value[row.name];
    counts.seen += 1;
    counts[member === null ? "null" : "notNull"] += 1;
    const validate = compile(withoutMembers(row.schema));
    const errors = validate(member) ? [] : (validate.errors ?? []);
    // Several errors at one place are one violation.
    for (const error of uniqueBy(errors, ({ instancePath }) => instancePath)) {
      addFieldViolation(row, place + error.instancePath, explainFieldError(row, error), inspected);
    }
    if (row.record !== undefined) inspectInside(row, row.record, member, place, inspected);
  }
}

const emptyCountsOfField = (): FieldCounts => ({ seen: 0, null: 0, notNull: 0, absent: 0, violations: 0 });

/** The schema of a field without those of the fields inside it, which have rows of their own. */
const withoutMembers: (schema: formats.JsonSchema) => formats.JsonSchema = memoizeByObject(
  ({ properties: _properties, required: _required, ...schema }: formats.JsonSchema) =>
    schema.items === undefined ? schema : { ...schema, items: withoutMembers(schema.items) },
);

function addFieldViolation(
  row: FieldRow,
  pointer: string,
  { expected, actual }: Pick<Violation, "expected" | "actual">,
  { response, counts, violations }: InspectedBody,
): void {
  const ofRow = counts.get(row);
  if (ofRow !== undefined && ofRow.violations < MOST_PLACES) {
    ofRow.violations += 1;
    const written = actual === "absent" ? undefined : writtenAt(response.body, pointer);
    const shown = written === undefined ? actual : shortened(written, LONGEST_FIELD_VALUE);
    violations.push([row, { message: row.statement, expected, actual: shown, pointer, response }]);
  }
}

function explainFieldError(row: FieldRow, { keyword, parentSchema, data }: ErrorObject) {
  const isElement = row.kind === "records" && keyword === "type" && parentSchema?.["type"] === "object";
  const actual = Array.isArray(data) ? `an array of ${data.length}` : cutValue(data);
  return { expected: isElement ? "an object" : row.expected, actual };
}

/** One record in place of an array, or the reverse, violates only the clause of the field itself. */
function inspectInside(
  row: FieldRow,
  record: RecordRows,
  member: unknown,
  pointer: string,
  inspected: InspectedBody,
): void {
  const isArray = Array.isArray(member);
  const elements: readonly unknown[] = isArray ? member : [member];
  for (const [index, element] of elements.entries()) {
    // If the kind is wrong, an object without any member of the record is skipped: it may be an array serialized as an object.
    const isRecord = (value: JsonRecord): boolean =>
      isArray === (row.kind === "records") || record.some(({ name }) => Object.hasOwn(value, name));
    if (isObject(element) && isRecord(element)) {
      inspectRecord(record, element, isArray ? pointer + stepTo(index) : pointer, inspected);
    }
  }
}

/** A double for each number, chosen so that a schema accepts the double if and only if the number is valid. */
function withDoubles(exact: unknown): unknown {
  if (exact instanceof LosslessNumber) return doubleFor(integerOf(exact.value));
  if (Array.isArray(exact)) return exact.map(withDoubles);
  return isObject(exact) ? mapValues(exact, withDoubles) : exact;
}

const [LOWEST_INT64, HIGHEST_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A double that is in int64 if and only if the integer is, unlike the nearest double; 0.5 for undefined, which means no integer. */
function doubleFor(integer: bigint | undefined): number {
  if (integer === undefined) return 0.5;
  if (integer < LOWEST_INT64) return -Number.MAX_VALUE;
  return integer > HIGHEST_INT64 ? Number.MAX_VALUE : Math.min(Number(integer), 2 ** 63 - 1024);
}

/** A value as JSON, cut to {@link LONGEST_FIELD_VALUE} characters; `absent` for undefined. */
export const cutValue = (value: unknown): string => shortened(valueText(value), LONGEST_FIELD_VALUE);

/** Numbers of an exact value keep their digits. `JSON.stringify` writes an object that a service disguised as such a number. */
const valueText = (value: unknown): string =>
  tryOrUndefined(() => stringify(value)) ?? JSON.stringify(value) ?? "absent";

/** Two different values, as {@link cutValue}. If the cut would hide the difference: lengths of arrays, or texts cut after the difference. */
export function cutValues(one: unknown, other: unknown): readonly [string, string] {
  const [text, otherText] = [valueText(one), valueText(other)];
  const shared = sharedLength(text, otherText);
  if (shared < LONGEST_FIELD_VALUE) return [cutValue(one), cutValue(other)];
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) {
    return [`an array of ${one.length}`, `an array of ${other.length}`];
  }
  // The beginning stays, because redaction does not recognise the end of a secret. Reports omit it.
  const most = shared + LONGEST_FIELD_VALUE / 2;
  return [shortened(text, most), shortened(otherText, most)];
}

export const LONGEST_FIELD_VALUE = 160;
