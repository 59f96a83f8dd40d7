import { exactBody, integerOf, writtenNumber } from "../message/body.ts";
import { isObject, type JsonObject } from "../message/classify.ts";
import type { Finding, Reply } from "../model/exchange.ts";
import type { BodyRows, RecordRows, Row } from "./fields.ts";

/** How a row may be seen in a record. */
export type RowSight = "seen" | "null" | "notNull" | "absent";

/** Takes what an inspection finds. */
export interface RowSink {
  count(row: Row, sight: RowSight, times: number): void;
  finding(row: Row, finding: Finding): void;
}

/** Judges every row of a success body. An array where a member should be one object still has its elements checked. */
export function inspectBody(body: BodyRows, reply: Reply, sink: RowSink): void {
  const { value } = reply.body;
  if (isObject(value)) {
    const sights = new Map<Row, Map<RowSight, number>>();
    const at = { reply, sink, places: new Map(), sights };
    inspectRecord(at, body.root, value, exactBody(reply.body)?.value, "");
    // A list has the same rows thousands of times: what was seen of each is told once.
    for (const [row, seen] of sights) {
      seen.forEach((times, sight) => sink.count(row, sight, times));
    }
  }
}

/** Places where one row is found broken in one answer: a whole list shows fewer, and more tell nothing new. */
const MOST_PLACES = 200;

interface Inspection {
  readonly reply: Reply;
  readonly sink: RowSink;
  /** How often each row was found broken. */
  readonly places: Map<Row, number>;
  /** How often each row was seen, and how. */
  readonly sights: Map<Row, Map<RowSight, number>>;
}

function count({ sights }: Inspection, row: Row, sight: RowSight): void {
  const seen = sights.get(row) ?? new Map<RowSight, number>();
  sights.set(row, seen.set(sight, (seen.get(sight) ?? 0) + 1));
}

function inspectRecord(
  at: Inspection,
  record: RecordRows,
  value: JsonObject,
  exact: unknown,
  pointer: string,
): void {
  for (const row of record.rows) {
    const member = pointer + row.step;
    if (!Object.hasOwn(value, row.name)) {
      count(at, row, "absent");
      report(at, row, member, "absent");
      continue;
    }
    const isNull = value[row.name] === null;
    count(at, row, "seen");
    count(at, row, isNull ? "null" : "notNull");
    if (!isNull) {
      inspectMember(at, row, value[row.name], child(exact, row.name), member);
    } else if (!row.nullable) {
      report(at, row, member, "null");
    }
  }
}

function inspectMember(at: Inspection, row: Row, value: unknown, exact: unknown, pointer: string): void {
  if (row.record === undefined) {
    judgeLeaf(at, row, value, exact, pointer);
    return;
  }
  const wanted = row.kind === "records";
  const isArray = Array.isArray(value);
  if (isArray !== wanted || (!isArray && !isObject(value))) {
    report(at, row, pointer, isArray ? `an array of ${value.length}` : kindOf(value));
  }
  const records: readonly unknown[] = isArray ? value : [value];
  for (const [index, element] of records.entries()) {
    const place = isArray ? `${pointer}/${index}` : pointer;
    const exactElement = isArray ? child(exact, index) : exact;
    if (isObject(element)) {
      inspectRecord(at, row.record, element, exactElement, place);
    } else if (isArray) {
      report(at, row, place, kindOf(element), "an object");
    }
  }
}

function judgeLeaf(at: Inspection, row: Row, value: unknown, exact: unknown, pointer: string): void {
  if (typeof value === "number" && row.integer) {
    judgeInteger(at, row, writtenNumber(value, exact), pointer);
    return;
  }
  for (const error of row.errors(value)) {
    report(at, row, pointer + error.instancePath, cut(error.data));
  }
}

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

function judgeInteger(at: Inspection, row: Row, written: string, pointer: string): void {
  const integer = integerOf(written);
  const range = row.schema.format === undefined ? undefined : RANGES[row.schema.format];
  const { enum: allowed, minimum } = row.schema;
  const fits =
    integer !== undefined &&
    (range === undefined || (integer >= range[0] && integer <= range[1])) &&
    (minimum === undefined || integer >= BigInt(minimum)) &&
    (allowed === undefined ||
      allowed.some((value) => typeof value === "number" && BigInt(value) === integer));
  if (!fits) {
    report(at, row, pointer, cut(written, true));
  }
}

function report(at: Inspection, row: Row, pointer: string, actual: string, expected = row.expected): void {
  const places = at.places.get(row) ?? 0;
  if (places === MOST_PLACES) {
    return;
  }
  at.places.set(row, places + 1);
  at.sink.finding(row, { message: row.statement, pointer, expected, actual, reply: at.reply });
}

/** The member or element of an exact tree that stands beside the one of the plain tree. */
function child(exact: unknown, key: string | number): unknown {
  if (Array.isArray(exact)) {
    return exact[Number(key)];
  }
  return isObject(exact) ? exact[key] : undefined;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : cut(value);
}

/** A value as JSON, cut to what a reader can take in. */
export function cut(value: unknown, written = false): string {
  const text = written ? String(value) : (JSON.stringify(value) ?? "absent");
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
