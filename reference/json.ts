import { stringify } from "lossless-json";

/** A JSON value; integers beyond 2^53 are bigints, so that they are printed exactly. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [member: string]: Json };

/** Whether a value is a JSON object, as opposed to an array, a scalar or null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The same value, made immutable in depth; such values are printed once and remembered. */
export function frozen<T extends Json>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value;
}

const printed = new WeakMap<object, string>();

/** The JSON text of a value, with every digit of its integers. */
export function print(value: Json): string {
  if (typeof value !== "object" || value === null) return stringify(value) ?? "null";
  if (!Object.isFrozen(value)) return printParts(value);
  const known = printed.get(value);
  if (known !== undefined) return known;
  const text = printParts(value);
  printed.set(value, text);
  return text;
}

function printParts(value: readonly Json[] | JsonObject): string {
  if (isArray(value)) return `[${value.map(print).join(",")}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${print(member)}`);
  return `{${members.join(",")}}`;
}
