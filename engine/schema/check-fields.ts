import type { ErrorObject } from "ajv";
import { LosslessNumber } from "lossless-json";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { operations } from "../../schemas/operations.ts";
import { exactBody, integerOf } from "../message/body.ts";
import { isObject, type JsonObject } from "../message/classify.ts";
import { stepsOf, stepTo, valueAt, writtenAt } from "../message/pointer.ts";
import type { Finding, Reply } from "../model/exchange.ts";
import { shortened } from "../model/model.ts";
import type { BodyRows, RecordRows, Row } from "./fields.ts";
import { compile } from "./validator.ts";

/** How often a row was there, null and not null, and how often it was not. */
type Sights = Record<"seen" | "null" | "notNull" | "absent", number>;

/** What a body shows of rows, and what ajv finds wrong with them. */
export interface Inspection {
  readonly sights: ReadonlyMap<Row, Readonly<Sights>>;
  readonly findings: readonly (readonly [Row, Finding])[];
}

/** Places where one row is found broken in one answer: a whole list shows fewer, and more tell nothing new. */
const MOST_PLACES = 200;

/** Judges a success body by its schema; each error goes to the row that it is of. */
export function inspectBody(body: BodyRows, reply: Reply): Inspection {
  const { value } = reply.body;
  const seen: Seen = { sights: new Map(), apart: [] };
  const findings: (readonly [Row, Finding])[] = [];
  if (!isObject(value)) {
    return { ...seen, findings };
  }
  look(body.root, value, "", seen);
  const exact = exactBody(reply.body)?.value;
  const judged = exact === undefined ? value : judgeable(exact);
  // Several errors of one place are told once.
  const places = new Map<Row, Set<string>>();
  const whole = { schema: operations[body.endpoint].success, pointer: "" };
  for (const { schema, pointer } of [whole, ...seen.apart]) {
    for (const error of errorsIn(schema, valueAt(judged, pointer))) {
      const place = pointer + placeOf(error);
      const row = rowAt(body.root, stepsOf(place));
      const told = (row && places.get(row)) ?? new Set();
      if (row !== undefined && told.size < MOST_PLACES && !told.has(place)) {
        places.set(row, told.add(place));
        findings.push([
          row,
          { ...findingOf(row, error, writtenAt(reply.body, place)), pointer: place, reply },
        ]);
      }
    }
  }
  return { ...seen, findings };
}

function errorsIn(schema: JsonSchema, value: unknown): readonly ErrorObject[] {
  const validate = compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

function placeOf({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params["missingProperty"];
  return typeof missing === "string" ? instancePath + stepTo(missing) : instancePath;
}

/** The row that a pointer leads to, or into. */
function rowAt({ rows }: RecordRows, [step, ...rest]: readonly string[]): Row | undefined {
  const row = rows.find(({ name }) => name === step);
  const inside = /^\d+$/.test(rest[0] ?? "") ? rest.slice(1) : rest;
  return row?.record === undefined || inside.length === 0 ? row : rowAt(row.record, inside);
}

function findingOf(row: Row, { keyword, parentSchema, data }: ErrorObject, written?: string) {
  const isElement = row.kind === "records" && keyword === "type" && parentSchema?.["type"] === "object";
  const told = Array.isArray(data) ? `an array of ${data.length}` : cut(data);
  return {
    message: row.statement,
    expected: isElement ? "an object" : row.expected,
    actual: keyword === "required" ? "absent" : written === undefined ? told : shortened(written, LONGEST),
  };
}

/** What a body shows of the rows, and what is judged apart: records in an array where one stands alone, or the reverse. */
interface Seen {
  readonly sights: Map<Row, Sights>;
  readonly apart: { readonly schema: JsonSchema; readonly pointer: string }[];
}

function look({ rows }: RecordRows, value: JsonObject, pointer: string, seen: Seen): void {
  for (const row of rows) {
    const sights = seen.sights.get(row) ?? { seen: 0, null: 0, notNull: 0, absent: 0 };
    seen.sights.set(row, sights);
    if (!Object.hasOwn(value, row.name)) {
      sights.absent += 1;
      continue;
    }
    const member = value[row.name];
    sights.seen += 1;
    sights[member === null ? "null" : "notNull"] += 1;
    if (row.record !== undefined) {
      lookInto(row, row.record, member, pointer + stepTo(row.name), seen);
    }
  }
}

function lookInto(row: Row, record: RecordRows, member: unknown, pointer: string, seen: Seen): void {
  const isArray = Array.isArray(member);
  const elements: readonly unknown[] = isArray ? member : [member];
  for (const [index, element] of elements.entries()) {
    if (isObject(element)) {
      const at = isArray ? pointer + stepTo(index) : pointer;
      if (isArray !== (row.kind === "records")) {
        // An object that shares no member with the record is none: such as an array that came as an object of its elements.
        if (!record.rows.some(({ name }) => Object.hasOwn(element, name))) {
          continue;
        }
        seen.apart.push({ schema: row.schema.items ?? row.schema, pointer: at });
      }
      look(record, element, at, seen);
    }
  }
}

/** The exact tree with doubles for its numbers, of which a schema says what it would say of the numbers as written. */
function judgeable(exact: unknown): unknown {
  if (exact instanceof LosslessNumber) {
    return doubleFor(integerOf(exact.value));
  }
  if (Array.isArray(exact)) {
    return exact.map(judgeable);
  }
  return isObject(exact)
    ? Object.fromEntries(Object.entries(exact).map(([name, value]) => [name, judgeable(value)]))
    : exact;
}

const [LOWEST, HIGHEST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The ends of the 64-bit integers are no doubles, or look like what is beyond them. */
function doubleFor(integer: bigint | undefined): number {
  if (integer === undefined) {
    return 0.5;
  }
  if (integer < LOWEST || integer > HIGHEST) {
    return integer < 0n ? -Number.MAX_VALUE : Number.MAX_VALUE;
  }
  return Math.min(Number(integer), 2 ** 63 - 1024);
}

/** A value as JSON, cut to what a reader can take in. */
export const cut = (value: unknown): string =>
  shortened(typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "absent"), LONGEST);

export const LONGEST = 160;
