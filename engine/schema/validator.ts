import addFormats from "ajv-formats";
import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";

const STRICT: Options = { strict: true, allErrors: true, verbose: true };

/** For our own schemas, which a test validates with {@link newAjv}: that takes longer than all other work, as optimising their code does. */
const TRUSTED: Options = { validateSchema: false, meta: false, code: { optimize: false } };

/** Ajv with our own formats: in ajv-formats, the offset of a `date-time` needs no colon, `uri` needs a path, and `int64` is any integer. */
export function newAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...STRICT, ...options });
  addFormats.default(ajv);
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  ajv.addFormat("uri", { type: "string", validate: isUri });
  ajv.addFormat("int64", { type: "number", validate: isInt64 });
  return ajv;
}

/** The Ajv that compiles our own schemas; created at first use, because that is slow. */
let validatorOfOwn: Ajv2020 | undefined;

/** Compiles one of our own schemas, once for each schema object. */
export function compile(schema: object): ValidateFunction {
  validatorOfOwn ??= newAjv(TRUSTED);
  return validatorOfOwn.compile(schema);
}

/** Whether a double is in int64. The largest 512 integers round up to 2^63 and are refused: only their text distinguishes them. */
const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

/** The grammar of RFC 3339. That of ajv-formats accepts an offset without a colon, and any white space in place of the T. */
const DATE_TIME = /^([\d-]{10}[Tt ][\d:]{8})(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const validateDateTime: unknown = Reflect.get(Object(fullFormats["date-time"]), "validate");

/** Whether a text is a date-time of RFC 3339, of a day that exists. */
const isDateTime = (text: string): boolean =>
  DATE_TIME.test(text) &&
  typeof validateDateTime === "function" &&
  // The fraction is omitted, because many nines would be rounded up to the next minute.
  Reflect.apply(validateDateTime, undefined, [text.replace(DATE_TIME, "$1$2")]) === true;

const { uri: uriFormat } = fullFormats;

/** Whether a text is a URI (RFC 3986), which has a scheme; its path may be empty. */
const isUri = (text: string): boolean =>
  typeof uriFormat === "function" && uriFormat(text.replace(/^([a-z][a-z0-9+.-]*:)(?=[?#]|$)/i, "$1/"));
