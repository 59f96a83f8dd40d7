/** An interpretation of a format: whether a text is valid. Written without regular expressions on purpose. */
export type Interpretation = (text: string) => boolean;

const OPERATORS = new Set(["eq", "gt", "gte", "lt", "lte", "ne"]);
const DECIMAL = tableOf("0123456789");
const HEX = tableOf("0123456789abcdefABCDEF");

export function isDigits(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && consistsOf(text, DECIMAL);
}

export function isHex(text: string, min: number, max = min): boolean {
  return text.length >= min && text.length <= max && consistsOf(text, HEX);
}

export const isEntityId: Interpretation = (text) => {
  const parts = text.split(".");
  return parts.length === 3 && parts.every((part) => isDigits(part, 1, 10));
};

export const isShortOrFullId: Interpretation = (text) => isEntityId(text) || isDigits(text, 1, 10);

/** One to three parts, as if shard and realm were each optional. */
export const isIdOfAnyLength: Interpretation = (text) => {
  const parts = text.split(".");
  return parts.length <= 3 && parts.every((part) => isDigits(part, 1, 10));
};

/** Seconds, optionally with decimals after a dot. */
export const isTimestamp: Interpretation = (text) => {
  const [seconds = "", decimals = "0", ...rest] = text.split(".");
  return rest.length === 0 && isDigits(seconds, 1, 10) && isDigits(decimals, 1, 9);
};

/** The same with any character as the dot, at any position. */
export const isTimestampWithAnyDot: Interpretation = (text) => {
  for (let cut = 1; cut <= Math.min(10, text.length); cut += 1) {
    const rest = text.slice(cut);
    if (isDigits(text.slice(0, cut), cut, cut) && (rest === "" || isDigits(rest.slice(1), 1, 9))) {
      return true;
    }
  }
  return false;
};

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

export function isPlainInteger(min: number, max: number): Interpretation {
  return (text) =>
    isDigits(text, 1, 10) && String(Number(text)) === text && Number(text) >= min && Number(text) <= max;
}

/** The number that a lenient parser reads from the text. */
export function isLenientInteger(min: number, max: number): Interpretation {
  return (text) =>
    text.trim() !== "" && Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max;
}

function withoutPrefix(text: string): string {
  return text.startsWith("0x") ? text.slice(2) : text;
}

function consistsOf(text: string, characters: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (characters[text.charCodeAt(at)] !== 1) {
      return false;
    }
  }
  return true;
}

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) {
    table[character.charCodeAt(0)] = 1;
  }
  return table;
}
