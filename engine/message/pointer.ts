// JSON Pointer (RFC 6901)
import { LosslessNumber } from "lossless-json";
import type { ResponseBody } from "../model/exchange.ts";
import { exactBody } from "./body.ts";
import { isObject } from "./classify.ts";

/** A member name or an array index as one step of a JSON Pointer. */
export const stepTo = (name: string | number): string =>
  `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current: unknown = value;
  for (const name of stepsOf(pointer)) {
    // Only one member is looked up: listing all of them for every place of a large list would be slow.
    current = isMember(current, name) ? Reflect.get(current, name) : undefined;
  }
  return current;
}

function isMember(value: unknown, name: string): value is object {
  const hasMembers = isObject(value) || Array.isArray(value);
  return hasMembers && Object.prototype.propertyIsEnumerable.call(value, name);
}

/** The number at a JSON Pointer with its digits in the body; undefined if there is no number, or no {@link exactBody}. */
export function writtenAt(body: ResponseBody, pointer: string): string | undefined {
  const exact = valueAt(exactBody(body)?.value, pointer);
  return exact instanceof LosslessNumber ? exact.value : undefined;
}
