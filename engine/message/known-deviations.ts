import { createHash } from "node:crypto";
import type { Finding, Found, Reply } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import { describe, isObject, isServed } from "./classify.ts";
import { VALUE_KINDS, type KnownDeviation, type ValueKind } from "../model/known-deviation.ts";

/** Where an answer departs from the document, and how. */
export interface DeviationPlace {
  /** JSON Pointer (RFC 6901); an array index may be the star of a folded violation. */
  readonly pointer: string;
  /** What came, as a violation tells it. */
  readonly actual: string;
  /** What stands there; undefined where the whole answer is meant. */
  readonly kind: ValueKind | undefined;
  /** The URL that was asked for. */
  readonly url: string;
  readonly status: number;
  /** JSON of what stands in the body at a JSON Pointer; undefined where nothing does. */
  readonly textAt: (pointer: string) => string | undefined;
}

/** Which entry covers what a clause finds: its place in the list, or -1. */
export type Coverage = (clause: string, place: DeviationPlace) => number;

/** Looks entries up by clause; of several that cover, the first counts. */
export function createCoverage(entries: readonly KnownDeviation[]): Coverage {
  return (clause, place) =>
    entries.findIndex((entry) => entry.clause === clause && coversPlace(entry, place));
}

/** Which entry covers a finding of a clause, or -1. */
export function coverageOf(
  clause: string,
  coverage: Coverage,
): (shown: Pick<Found, "finding" | "reply">) => number {
  return ({ finding: { pointer, actual }, reply }) =>
    coverage(clause, {
      pointer,
      actual: actual === "" ? describe(reply) : actual,
      kind: kindAt(reply.body.value, pointer),
      url: reply.url,
      status: reply.status,
      textAt: (at) => textAt(reply.body.value, at),
    });
}

/** Places of bodies that entries look at. */
export function placesIn(entries: readonly KnownDeviation[]): readonly string[] {
  return [
    ...new Set(
      entries.flatMap(({ where = {}, full }) => [
        ...Object.keys(where),
        ...(full === undefined ? [] : [COUNT + full.rows]),
      ]),
    ),
  ];
}

/** Marks an answer whose status is another than 200, where an entry for the status of successes covers it. */
export function standing(reply: Reply, coverage: Coverage): Reply {
  const { endpoint } = reply.ask;
  if (reply.status === 200 || !isServed(reply)) {
    return reply;
  }
  const finding: Finding = { message: "", pointer: "", expected: "", actual: describe(reply) };
  const entry = coverageOf(`${operations[endpoint].section}-success-status`, coverage)({ finding, reply });
  return entry === -1 ? reply : { ...reply, stands: true };
}

/** What stands in a JSON value at a pointer, as JSON; behind `#`, how many elements the array there has. */
export function textAt(value: unknown, pointer: string): string | undefined {
  if (!pointer.startsWith(COUNT)) {
    return JSON.stringify(valueAt(value, pointer));
  }
  const list = valueAt(value, pointer.slice(COUNT.length));
  return Array.isArray(list) ? String(list.length) : undefined;
}

/** No pointer begins with it. */
const COUNT = "#";

/** The names and indexes in a JSON Pointer. */
export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What stands in a JSON value at a pointer. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found: unknown = value;
  for (const name of stepsOf(pointer)) {
    // A look at all members would take the time of their number for each of so many places.
    found = isMember(found, name) ? Reflect.get(found, name) : undefined;
  }
  return found;
}

function isMember(value: unknown, name: string): value is object {
  const hasMembers = isObject(value) || Array.isArray(value);
  return hasMembers && Object.prototype.propertyIsEnumerable.call(value, name);
}

/** Whether a page holds as many rows as it may; more than 100 it never may. */
function isFull({ rows, limit, usual }: NonNullable<KnownDeviation["full"]>, place: DeviationPlace): boolean {
  const [, query = ""] = place.url.split("?");
  const sent = /\d+$/.exec(new URLSearchParams(query).getAll(limit).at(-1) ?? "")?.[0];
  return Number(place.textAt(COUNT + rows) ?? 0) >= Math.min(Number(sent ?? usual), 100);
}

type Where = Pick<KnownDeviation, "pointer" | "actual" | "values" | "request" | "status" | "where" | "full">;

/** Whether the entry covers the place; the clause is that of the entry. */
export function coversPlace(
  { pointer, actual, values, request, status, where = {}, full }: Where,
  place: DeviationPlace,
): boolean {
  return (
    (pointer === undefined || isAt(pointer, place.pointer)) &&
    (actual === undefined || actual === place.kind) &&
    (values === undefined || values.includes(inShort(place.actual))) &&
    (status === undefined || status === place.status) &&
    (request === undefined || new RegExp(request, "u").test(pathOf(place.url))) &&
    Object.entries(where).every(([at, value]) => place.textAt(at) === JSON.stringify(value)) &&
    (full === undefined || isFull(full, place))
  );
}

/** Characters of a value that an entry has as they are. */
const SHORT = 120;

/** What came, as an entry names it: the beginning of a longer text, and a digest of the whole. */
export function inShort(text: string): string {
  return text.length <= SHORT
    ? text
    : `${text.slice(0, SHORT / 2)}… ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** `*` stands for one step. */
function isAt(wanted: string, pointer: string): boolean {
  const steps = pointer.split("/");
  const pattern = wanted.split("/");
  return (
    pattern.length === steps.length && pattern.every((step, index) => step === "*" || step === steps[index])
  );
}

/** Path and query, as they were sent. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?]*/i, "");
}

/** What stands in a body at a JSON Pointer; undefined where the whole answer is meant. */
export function kindAt(body: unknown, pointer: string): ValueKind | undefined {
  if (pointer === "") {
    return undefined;
  }
  const value = valueAt(body, pointer);
  if (value === undefined) {
    return "absent";
  }
  if (value === null) {
    return "null";
  }
  return Array.isArray(value) ? "array" : VALUE_KINDS.find((kind) => kind === typeof value);
}
