// Parsers of parameter values of the mirror node 0.160.
import { failure, type ServerQuery, type ServerRequest, type ServerResponse } from "../../exchange.ts";
import { nanoseconds } from "../../service/parameters.ts";

/** Timestamps from this number of nanoseconds on fail in the database. */
export const END_OF_TIME = 2n ** 63n;
/** The largest number of an id that the reference accepts. Larger numbers are clamped to it, because no record has any of them. */
const PAST_ALL = 9_999_999_999n;

/** Converts a value to one that the reference accepts; returns an error response, or undefined for a malformed value. */
export type Read = (text: string) => string | ServerResponse | undefined;

/** The request with parameters that the reference accepts, or an error about all invalid parameters. */
export function mirrorQuery(
  request: ServerRequest,
  readers: Readonly<Record<string, Read>>,
): ServerRequest | ServerResponse {
  const sent = request.query.map(([name, text]) => ({
    name: name.toLowerCase().replace(/\[\d*\]$/, ""),
    text,
  }));
  const parts = sent.map(({ name, text }) => {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    return { name, isKnown: reader !== undefined, value: reader?.(text) };
  });
  const bad = parts.filter(({ isKnown, value }) => isKnown && value === undefined);
  const messages = [
    ...bad.map(({ name }) => `Invalid parameter: ${name}`),
    ...new Set(parts.filter(({ isKnown }) => !isKnown).map(({ name }) => `Unknown query parameter: ${name}`)),
  ];
  if (messages.length > 0) return failure(400, messages);
  const query: (readonly [string, string])[] = [];
  for (const { name, value } of parts) {
    if (typeof value === "object") return value;
    query.push([name, value ?? ""]);
  }
  return { ...request, query };
}

const LEADING_OPERATOR = /^(eq|ne|gte?|lte?):/;

/** The operator with its colon, and the value after it. With `skipsSecond`, a second operator is skipped. */
function splitFilter(text: string, skipsSecond = false): readonly [operator: string, value: string] {
  const [operator = ""] = LEADING_OPERATOR.exec(text) ?? [];
  const value = text.slice(operator.length);
  return [operator, skipsSecond && operator !== "" ? value.replace(LEADING_OPERATOR, "") : value];
}

const afterOperator =
  (fits: RegExp): Read =>
  (text) => {
    const [, value] = splitFilter(text);
    return fits.test(value) ? value : undefined;
  };

/** Clamps a limit to the maximum, and ignores an operator before it. */
export const limit: Read = (text) => {
  const [, digits] = splitFilter(text);
  const isCount = /^\d{1,19}$/.test(digits) && BigInt(digits) > 0n && BigInt(digits) < END_OF_TIME;
  return isCount ? String(Math.min(Number(digits), 100)) : undefined;
};

export const mirrorOrder: Read = (text) => afterOperator(/^(?:asc|desc)$/)(text.toLowerCase());
export const mirrorKey = afterOperator(/^(?:0x)?(?:[\da-fA-F]{64}|[\da-fA-F]{66}|[\da-fA-F]{88})$/);
export const type = afterOperator(/^(?:all|fungible_common|non_fungible_unique)$/i);

/** A part of a name: 3 to 100 bytes. A colon is allowed only after the operator eq. */
export const name: Read = (text) => {
  const part = text.replace(/^eq:/, "");
  const bytes = Buffer.byteLength(part);
  if (part.includes(":") || bytes < 3 || bytes > 100) return undefined;
  return part.includes("\0") ? failure(503, ["Service unavailable"]) : part;
};

export const nonce: Read = (text) => {
  const digits = text.replace(/^eq:/, "");
  return /^\d{1,10}$/.test(digits) && Number(digits) < 2 ** 31 ? text : undefined;
};

export const mirrorBalance: Read = (text) => {
  const [operator, digits] = splitFilter(text, true);
  if (!/^\d{1,19}$/.test(digits) || BigInt(digits) >= END_OF_TIME) return undefined;
  return operator + String(BigInt(digits) > PAST_ALL ? PAST_ALL : BigInt(digits));
};

export const time: Read = (text) => {
  const [operator, value] = splitFilter(text, true);
  return nanoseconds(value) === undefined ? undefined : operator + value;
};

export const filterTimes = (
  query: ServerQuery,
): readonly { readonly operator: string; readonly at: bigint }[] =>
  query
    .filter(([sent]) => sent === "timestamp")
    .map(([, text]) => splitFilter(text))
    .map(([operator, value]) => ({ operator: operator || "eq:", at: nanoseconds(value) ?? 0n }));

const MIRROR_ADDRESS = /^(?:0x|\d{1,5}\.(?:\d{1,5}\.)?)?([\da-fA-F]{40})$/;

const LARGEST_SHARD = 2n ** 10n - 1n;
const LARGEST_NUMBER = 2n ** 38n - 1n;

/** Converts an id or, with `takesAddress`, an address to an id that the reference accepts. A short id gets shard and realm 0. */
export function mirrorEntityId(text: string, takesAddress: boolean): ReturnType<Read> {
  const address = takesAddress ? MIRROR_ADDRESS.exec(text)?.[1] : undefined;
  if (address !== undefined) return within(BigInt(`0x${address}`));
  const [, shard = "0", realm = "0", num] = /^(?:(?:(\d{1,5})\.)?(\d{1,5})\.)?(-?\d{1,19})$/.exec(text) ?? [];
  const isAlone = !text.includes(".");
  const isNegative = num?.startsWith("-") === true;
  if (num === undefined || (!isAlone && (isNegative || num.length > 12))) return undefined;
  const fits =
    !isNegative &&
    BigInt(shard) <= LARGEST_SHARD &&
    BigInt(realm) < 2n ** 16n &&
    BigInt(num) <= LARGEST_NUMBER;
  if (!fits) return failure(400, [`Invalid entity ID "${isAlone ? "0.0." : ""}${text}"`]);
  return `${BigInt(shard)}.${BigInt(realm)}.${within(BigInt(num)).slice(4)}`;
}

const within = (num: bigint): string => `0.0.${num > PAST_ALL ? PAST_ALL : num}`;

export const mirrorIdFilter: Read = (text) => {
  const [operator, value] = splitFilter(text, true);
  const id = mirrorEntityId(value, true);
  return typeof id === "string" ? operator + id : id;
};
