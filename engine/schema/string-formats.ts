import { fullFormats } from "ajv-formats/dist/formats.js";

/**
 * Whether a double is a 64-bit integer. The largest 512 of those numbers round up to 2^63 when they are read
 * as doubles, so they are refused here: only the text of a number tells them from 2^63 itself.
 */
export const isInt64 = (value: number): boolean =>
  Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

/** The form of RFC 3339; that of ajv-formats takes an offset without its colon, and any white space for the T. */
const DATE_TIME = /^([\d-]{10}[Tt ][\d:]{8})(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const isExisting: unknown = Reflect.get(Object(fullFormats["date-time"]), "validate");

/** Whether a text is a date-time of RFC 3339, of a day that exists. */
export const isDateTime = (text: string): boolean =>
  DATE_TIME.test(text) &&
  typeof isExisting === "function" &&
  // Without its fraction, of which many nines would round up to the next minute.
  Reflect.apply(isExisting, undefined, [text.replace(DATE_TIME, "$1$2")]) === true;

const ESCAPE = "%[0-9A-Fa-f]{2}";
const IN_NAME = "[A-Za-z0-9\\-._~!$&'()*+,;=]";
const IN_PATH = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|${ESCAPE})`;
const USER = `(?:(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|${ESCAPE})*@)?`;
const LITERAL =
  "\\[(?:[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f.:]*|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9\\-._~!$&'()*+,;=:]+)\\]";
const HOST = `(?:${LITERAL}|(?:${IN_NAME}|${ESCAPE})*)`;
const AUTHORITY_AND_PATH = `//${USER}${HOST}(?::\\d*)?(?:/${IN_PATH}*)*`;
const PATH_ALONE = `/?(?:${IN_PATH}+(?:/${IN_PATH}*)*)?`;
const TAIL = `(?:\\?(?:${IN_PATH}|[/?])*)?(?:#(?:${IN_PATH}|[/?])*)?`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.\\-]*:(?:${AUTHORITY_AND_PATH}|${PATH_ALONE})${TAIL}$`);

/** Whether a text is a URI of RFC 3986, which includes a scheme. */
export function isUri(text: string): boolean {
  return URI.test(text);
}
