import type { ErrorObject } from "ajv";
import { LosslessNumber } from "lossless-json";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { exactBody, integerOf } from "../message/body.ts";
import { isObject, type JsonRecord } from "../message/classify.ts";
import { stepTo, writtenAt } from "../message/pointer.ts";
import type { Violation, ApiResponse } from "../model/exchange.ts";
import { getOrInsert, mapValues, memoizeByObject, shortened, uniqueBy } from "../model/model.ts";
import type { BodyRows, RecordRows, FieldRow } from "./fields.ts";
import { compile } from "./validator.ts";

/** How often a field occurs in one body, and how many of its violations are kept. */
type FieldCounts = Record<"seen" | "null" | "notNull" | "absent" | "violations", number>;

/** Maximum number of violations of one field in one response that are kept: further ones show nothing new. */
const MOST_PLACES = 200;

interface InspectedBody {
  readonly response: ApiResponse;
  readonly counts: Map<FieldRow, FieldCounts>;
  readonly violations: (readonly [FieldRow, Violation])[];
}

/** Checks each field of a success body by its own schema, and counts the fields. */
export function inspectBody({ root }: BodyRows, response: ApiResponse): InspectedBody {
  const inspected: InspectedBody = { response, counts: new Map(), violations: [] };
  const exact = exactBody(response.body)?.value;
  const value = exact === undefined ? response.body.value : withDoubles(exact);
  if (isObject(value)) {
    inspectRecord(root, value, "", inspected);
  }
  return inspected;
}

function inspectRecord(
  { rows }: RecordRows,
  value: JsonRecord,
  pointer: string,
  inspected: InspectedBody,
): void {
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
    if (row.record !== undefined) {
      inspectInside(row, row.record, member, place, inspected);
    }
  }
}

const emptyCountsOfField = (): FieldCounts => ({ seen: 0, null: 0, notNull: 0, absent: 0, violations: 0 });

/** The schema of a field without those of the fields inside it, which have rows of their own. */
const withoutMembers: (schema: JsonSchema) => JsonSchema = memoizeByObject(
  ({ properties: _properties, required: _required, ...schema }: JsonSchema) =>
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

/** Inspects the record or records in a field; also those of an array in place of one record, or of one in place of an array. */
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
    // An object without a member of the record is not the record, but for instance an array serialized as an object.
    const isRecord = (value: JsonRecord): boolean =>
      isArray === (row.kind === "records") || record.rows.some(({ name }) => Object.hasOwn(value, name));
    if (isObject(element) && isRecord(element)) {
      inspectRecord(record, element, isArray ? pointer + stepTo(index) : pointer, inspected);
    }
  }
}

/** An exact value with doubles in place of its numbers, chosen so that a schema accepts them exactly if it accepts the numbers. */
function withDoubles(exact: unknown): unknown {
  if (exact instanceof LosslessNumber) {
    return doubleFor(integerOf(exact.value));
  }
  if (Array.isArray(exact)) {
    return exact.map(withDoubles);
  }
  return isObject(exact) ? mapValues(exact, withDoubles) : exact;
}

const [LOWEST_INT64, HIGHEST_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A double that is inside int64 exactly if the integer is. The nearest double of the highest int64 would be outside. */
function doubleFor(integer: bigint | undefined): number {
  if (integer === undefined) {
    return 0.5;
  }
  if (integer < LOWEST_INT64 || integer > HIGHEST_INT64) {
    return integer < 0n ? -Number.MAX_VALUE : Number.MAX_VALUE;
  }
  return Math.min(Number(integer), 2 ** 63 - 1024);
}

/** A value as JSON, cut to {@link LONGEST_FIELD_VALUE} characters. */
export const cutValue = (value: unknown): string =>
  shortened(
    typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "absent"),
    LONGEST_FIELD_VALUE,
  );

export const LONGEST_FIELD_VALUE = 160;
