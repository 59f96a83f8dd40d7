const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT64 = -(2 ** 63);
const BEYOND_INT64 = 2 ** 63;

/** Whether a double is a 32-bit integer. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_INT32;
}

/**
 * Whether a double is a 64-bit integer. The largest 512 of those numbers round up to 2^63 when they are read
 * as doubles, so they are refused here: only the text of a number tells them from 2^63 itself.
 */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= MIN_INT64 && value < BEYOND_INT64;
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MINUTES_OF_A_DAY = 24 * 60;

function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

/**
 * Whether a text is a date-time of RFC 3339: a day that exists, an offset with its colon or Z, any number of
 * decimals. A leap second may stand where UTC has the last minute of a day.
 */
export function isDateTime(text: string): boolean {
  const found = DATE_TIME.exec(text);
  if (found === null) {
    return false;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [offsetHour, offsetMinute] = [Number(found[8] ?? 0), Number(found[9] ?? 0)];
  if (day < 1 || day > daysOf(year, month) || hour > 23 || minute > 59) {
    return false;
  }
  if (second > 60 || offsetHour > 23 || offsetMinute > 59) {
    return false;
  }
  const offset = (offsetHour * 60 + offsetMinute) * (found[7] === "-" ? -1 : 1);
  const utc = (hour * 60 + minute - offset + 2 * MINUTES_OF_A_DAY) % MINUTES_OF_A_DAY;
  return second < 60 || utc === MINUTES_OF_A_DAY - 1;
}

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
