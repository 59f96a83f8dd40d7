import type { ErrorObject } from "ajv";
import { LosslessNumber } from "lossless-json";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { operations } from "../../schemas/operations.ts";
import { exactBody, integerOf } from "../message/body.ts";
import { isObject, type JsonRecord } from "../message/classify.ts";
import { stepsOf, stepTo, valueAt, writtenAt } from "../message/pointer.ts";
import type { Violation, ApiResponse } from "../model/exchange.ts";
import { getOrInsert, mapValues, shortened } from "../model/model.ts";
import type { BodyRows, RecordRows, FieldRow } from "./fields.ts";
import { compile } from "./validator.ts";

type FieldCounts = Record<"seen" | "null" | "notNull" | "absent", number>;

/** Maximum number of violations of one field in one response that are kept: further ones show nothing new. */
const MOST_PLACES = 200;

/** Checks a success body by its schema, and assigns each error to its field. */
export function inspectBody(body: BodyRows, response: ApiResponse) {
  const { value } = response.body;
  const fields: CountedFields = { counts: new Map(), separate: [] };
  const violations: (readonly [FieldRow, Violation])[] = [];
  if (!isObject(value)) {
    return { ...fields, violations };
  }
  countFields(body.root, value, "", fields);
  const exact = exactBody(response.body)?.value;
  const checked = exact === undefined ? value : withDoubles(exact);
  // Several errors at one place are one violation.
  const places = new Map<FieldRow, Set<string>>();
  const wholeBody = { schema: operations[body.endpoint].success, pointer: "" };
  for (const { schema, pointer } of [wholeBody, ...fields.separate]) {
    for (const error of errorsIn(schema, valueAt(checked, pointer))) {
      const place = pointer + errorPlace(error);
      const row = fieldRowAt(body.root, stepsOf(place));
      const reported = (row && places.get(row)) ?? new Set();
      if (row !== undefined && reported.size < MOST_PLACES && !reported.has(place)) {
        places.set(row, reported.add(place));
        violations.push([
          row,
          { ...fieldViolation(row, error, writtenAt(response.body, place)), pointer: place, response },
        ]);
      }
    }
  }
  return { ...fields, violations };
}

function errorsIn(schema: JsonSchema, value: unknown): readonly ErrorObject[] {
  const validate = compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

function errorPlace({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params["missingProperty"];
  return typeof missing === "string" ? instancePath + stepTo(missing) : instancePath;
}

/** The field at a pointer, or the field that contains it. */
function fieldRowAt({ rows }: RecordRows, [step, ...rest]: readonly string[]): FieldRow | undefined {
  const row = rows.find(({ name }) => name === step);
  const inside = /^\d+$/.test(rest[0] ?? "") ? rest.slice(1) : rest;
  return row?.record === undefined || inside.length === 0 ? row : fieldRowAt(row.record, inside);
}

function fieldViolation(row: FieldRow, { keyword, parentSchema, data }: ErrorObject, written?: string) {
  const isElement = row.kind === "records" && keyword === "type" && parentSchema?.["type"] === "object";
  const actual = Array.isArray(data) ? `an array of ${data.length}` : cutValue(data);
  return {
    message: row.statement,
    expected: isElement ? "an object" : row.expected,
    actual:
      keyword === "required"
        ? "absent"
        : written === undefined
          ? actual
          : shortened(written, LONGEST_FIELD_VALUE),
  };
}

interface CountedFields {
  readonly counts: Map<FieldRow, FieldCounts>;
  /** Records that are checked by themselves, because an array stands in place of one record, or one record in place of an array. */
  readonly separate: { readonly schema: JsonSchema; readonly pointer: string }[];
}

function countFields({ rows }: RecordRows, value: JsonRecord, pointer: string, fields: CountedFields): void {
  for (const row of rows) {
    const counts = getOrInsert(fields.counts, row, () => ({ seen: 0, null: 0, notNull: 0, absent: 0 }));
    if (!Object.hasOwn(value, row.name)) {
      counts.absent += 1;
      continue;
    }
    const member = value[row.name];
    counts.seen += 1;
    counts[member === null ? "null" : "notNull"] += 1;
    if (row.record !== undefined) {
      countFieldsInside(row, row.record, member, pointer + stepTo(row.name), fields);
    }
  }
}

function countFieldsInside(
  row: FieldRow,
  record: RecordRows,
  member: unknown,
  pointer: string,
  fields: CountedFields,
): void {
  const isArray = Array.isArray(member);
  const elements: readonly unknown[] = isArray ? member : [member];
  for (const [index, element] of elements.entries()) {
    if (isObject(element)) {
      const elementPointer = isArray ? pointer + stepTo(index) : pointer;
      if (isArray !== (row.kind === "records")) {
        // An object without a member of the record is not the record, but for instance an array serialized as an object.
        if (!record.rows.some(({ name }) => Object.hasOwn(element, name))) {
          continue;
        }
        fields.separate.push({ schema: row.schema.items ?? row.schema, pointer: elementPointer });
      }
      countFields(record, element, elementPointer, fields);
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
