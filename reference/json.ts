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

/** The text that a value is; none where it is no text. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The JSON text of a value, with every digit of its integers: the slow way is only needed for long ones. */
export function print(value: Json): string {
  return hasBigint(value) ? (stringify(value) ?? "null") : JSON.stringify(value);
}

const hasBigint = (value: Json): boolean =>
  typeof value === "bigint" ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasBigint));
