import addFormats from "ajv-formats";
import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { memoizeByObject } from "../model/model.ts";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Strict, all errors, each with its value. */
const STRICT: Options = { strict: true, allErrors: true, verbose: true };

/**
 * Of our own schemas it is known that they are right (a test compiles each with {@link newAjv}): they are not checked
 * by a schema again, which costs more than all the rest, and code that runs a few thousand times is not polished.
 */
const TRUSTED: Options = { validateSchema: false, meta: false, code: { optimize: false } };

/**
 * A new validator. Three formats replace those of ajv-formats: its date-time takes an offset without a colon, its uri no
 * path that is empty, and its int64 any integer.
 */
export function newAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...STRICT, ...options });
  addFormats.default(ajv);
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  ajv.addFormat("uri", { type: "string", validate: isUri });
  ajv.addFormat("int64", { type: "number", validate: isInt64 });
  return ajv;
}

let sharedValidator: Ajv2020 | undefined;

/** The validator of one of our own schemas; the same schema object gives the same function: compiling is slow. */
export const compile: (schema: object) => ValidateFunction = memoizeByObject((schema) => {
  sharedValidator ??= newAjv(TRUSTED);
  return sharedValidator.compile({ ...schema });
});

/**
 * Whether a double is a 64-bit integer. The largest 512 of those numbers round up to 2^63 when they are read
 * as doubles, so they are refused here: only the text of a number tells them from 2^63 itself.
 */
const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

/** The form of RFC 3339; that of ajv-formats takes an offset without its colon, and any white space for the T. */
const DATE_TIME = /^([\d-]{10}[Tt ][\d:]{8})(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const isExisting: unknown = Reflect.get(Object(fullFormats["date-time"]), "validate");

/** Whether a text is a date-time of RFC 3339, of a day that exists. */
const isDateTime = (text: string): boolean =>
  DATE_TIME.test(text) &&
  typeof isExisting === "function" &&
  // Without its fraction, of which many nines would round up to the next minute.
  Reflect.apply(isExisting, undefined, [text.replace(DATE_TIME, "$1$2")]) === true;

const { uri: uriFormat } = fullFormats;

/** Whether a text is a URI of RFC 3986, which includes a scheme: nothing else has to stand in front of its query. */
const isUri = (text: string): boolean =>
  typeof uriFormat === "function" && uriFormat(text.replace(/^([a-z][a-z0-9+.-]*:)(?=[?#]|$)/i, "$1/"));
