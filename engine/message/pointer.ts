// JSON Pointer (RFC 6901)
import { LosslessNumber } from "lossless-json";
import type { ResponseBody } from "../model/exchange.ts";
import { exactBody } from "./body.ts";
import { isObject } from "./classify.ts";

/** A name or an index as a step of a pointer. */
export const stepTo = (name: string | number): string =>
  `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

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

/** A number in a body as it was written, where `JSON.parse` lost something of the body. */
export function writtenAt(body: ResponseBody, pointer: string): string | undefined {
  const exact = valueAt(exactBody(body)?.value, pointer);
  return exact instanceof LosslessNumber ? exact.value : undefined;
}
