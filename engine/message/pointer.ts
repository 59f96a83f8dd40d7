// JSON Pointer (RFC 6901)
import { LosslessNumber } from "lossless-json";
import type { ResponseBody } from "../model/exchange.ts";
import { exactBody } from "./body.ts";
import { isObject } from "./classify.ts";

/** The step of a JSON Pointer to a member or an array element: `/name`, with `~` and `/` escaped. */
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
    // Looks up one member: listing all members at each place of a large list would be slow.
    current = isMember(current, name) ? Reflect.get(current, name) : undefined;
  }
  return current;
}

function isMember(value: unknown, name: string): value is object {
  const hasMembers = isObject(value) || Array.isArray(value);
  return hasMembers && Object.prototype.propertyIsEnumerable.call(value, name);
}

/** The number at a JSON Pointer as the body writes it; undefined if no number is there, or if {@link exactBody} returns undefined. */
export function writtenAt(body: ResponseBody, pointer: string): string | undefined {
  const exact = valueAt(exactBody(body)?.value, pointer);
  return exact instanceof LosslessNumber ? exact.value : undefined;
}
