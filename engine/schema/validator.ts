import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { oncePer } from "../model/model.ts";
import { isDateTime, isInt64, isUri } from "./string-formats.ts";

/** Strict, all errors, each with its value. */
const STRICT: Options = { strict: true, allErrors: true, verbose: true };

/**
 * Of our own schemas it is known that they are right (a test compiles each with {@link newAjv}): they are not judged
 * by a schema again, which costs more than all the rest, and code that runs a few thousand times is not polished.
 */
const TRUSTED: Options = { validateSchema: false, meta: false, code: { optimize: false } };

/**
 * A new validator. Three formats replace those of ajv-formats: its date-time takes an offset without a colon, its uri no
 * scheme alone, and its int64 any integer.
 */
export function newAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...STRICT, ...options });
  addFormats.default(ajv);
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  ajv.addFormat("uri", { type: "string", validate: isUri });
  ajv.addFormat("int64", { type: "number", validate: isInt64 });
  return ajv;
}

let shared: Ajv2020 | undefined;

/** The validator of one of our own schemas; the same schema object gives the same function: compiling is slow. */
export const compile: (schema: object) => ValidateFunction = oncePer((schema) => {
  shared ??= newAjv(TRUSTED);
  return shared.compile({ ...schema });
});
