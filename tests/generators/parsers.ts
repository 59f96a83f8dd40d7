/** An interpretation of a format: whether a text is valid. Written without regular expressions on purpose. */
export type Interpretation = (text: string) => boolean;

const OPERATORS = new Set(["eq", "gt", "gte", "lt", "lte", "ne"]);
const DECIMAL = "0123456789";
const HEX = "0123456789abcdefABCDEF";

export const isDigits = (text: string, min: number, max: number): boolean =>
  text.length >= min && text.length <= max && consistsOf(text, DECIMAL);

export const isHex = (text: string, min: number, max = min): boolean =>
  text.length >= min && text.length <= max && consistsOf(text, HEX);

const areNumbers = (parts: readonly string[]): boolean => parts.every((part) => isDigits(part, 1, 10));

export const isEntityId: Interpretation = (text) =>
  text.split(".").length === 3 && areNumbers(text.split("."));

export const isShortOrFullId: Interpretation = (text) => isEntityId(text) || isDigits(text, 1, 10);

/** One to three parts, as if shard and realm were each optional. */
export const isIdOfAnyLength: Interpretation = (text) =>
  text.split(".").length <= 3 && areNumbers(text.split("."));

/** Seconds, optionally with decimals after a dot. */
export const isTimestamp: Interpretation = (text) => {
  const [seconds = "", decimals = "0", ...rest] = text.split(".");
  return rest.length === 0 && isDigits(seconds, 1, 10) && isDigits(decimals, 1, 9);
};

/** The same with any character as the dot, at any position. */
export const isTimestampWithAnyDot: Interpretation = (text) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].some((cut) => {
    const rest = text.slice(cut);
    return isDigits(text.slice(0, cut), cut, cut) && (rest === "" || isDigits(rest.slice(1), 1, 9));
  });

/** The value alone, or after an operator and a colon. */
export function filterOf(value: Interpretation): Interpretation {
  return (text) => {
    const colon = text.indexOf(":");
    return value(text) || (OPERATORS.has(text.slice(0, colon)) && value(text.slice(colon + 1)));
  };
}

export const isAddress: Interpretation = (text) => isHex(withoutPrefix(text), 40);

/** 40 to 42 characters, the prefix counted among them. */
export const isAddressOfCharacters: Interpretation = (text) =>
  text.length >= 40 && text.length <= 42 && isHex(withoutPrefix(text), 1, 42);

/** 40 to 42 characters, the prefix not counted. */
export const isAddressOfDigits: Interpretation = (text) => isHex(withoutPrefix(text), 40, 42);

export const isHash: Interpretation = (text) => isHex(withoutPrefix(text), 64);

export const isTransactionId: Interpretation = (text) => {
  const [id = "", seconds = "", nanos = "", ...rest] = text.split("-");
  return rest.length === 0 && isEntityId(id) && isDigits(seconds, 1, 19) && isDigits(nanos, 1, 9);
};

const isBetween = (text: string, min: number, max: number): boolean =>
  Number(text) >= min && Number(text) <= max;

export const isPlainInteger = (min: number, max: number): Interpretation => {
  return (text) => isDigits(text, 1, 10) && String(Number(text)) === text && isBetween(text, min, max);
};

/** The number that a lenient parser reads from the text. */
export const isLenientInteger = (min: number, max: number): Interpretation => {
  return (text) => text.trim() !== "" && Number.isInteger(Number(text)) && isBetween(text, min, max);
};

const withoutPrefix = (text: string): string => (text.startsWith("0x") ? text.slice(2) : text);

const consistsOf = (text: string, characters: string): boolean =>
  Array.from(text).every((one) => characters.includes(one));
