/** Levels of arrays and objects in one answer; recursion is safe up to here, and far beyond. */
export const MOST_LEVELS = 100;
/** Values and members in one answer: a full page has a few thousand. */
export const MOST_VALUES = 50_000;

/** A text this short is neither deep enough to be dangerous nor large. */
const HARMLESS = 2_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Why a JSON text is not read: more levels or values than any answer needs. Undefined: it is read. */
export function excessIn(text: string, mostValues = MOST_VALUES, what = "the answer"): string | undefined {
  if (text.length < HARMLESS || !/^\s*[[{]/.test(text)) {
    return undefined;
  }
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
    }
    if (depth > MOST_LEVELS) {
      return `${what} is nested deeper than ${MOST_LEVELS} levels`;
    }
    if (values > mostValues) {
      return `${what} holds more than ${mostValues} values`;
    }
  }
  return undefined;
}

/** Whether a text that begins as JSON ends before it is complete: with nothing, or with a string, an array or an object open. */
export function endsEarly(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at === text.length) {
        return isJsonAtFirst(text);
      }
    }
    depth += code === OPEN_ARRAY || code === OPEN_OBJECT ? 1 : 0;
    depth -= code === CLOSE_ARRAY || code === CLOSE_OBJECT ? 1 : 0;
  }
  return text.trim() === "" || (depth > 0 && isJsonAtFirst(text));
}

function isJsonAtFirst(text: string): boolean {
  return /^\s*["[{]/.test(text);
}

/** Bytes that a value takes beside its text. */
const EACH_VALUE = 32;

/** Bytes that a JSON text takes in memory together with its value, about: the strings in it are there twice. */
export function bytesHeld(text: string): number {
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    values += code === COMMA || code === OPEN_ARRAY || code === OPEN_OBJECT ? 1 : 0;
  }
  return 2 * text.length + values * EACH_VALUE;
}

/** Index of the quote that ends a string, or of the last character. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) {
      before -= 1;
    }
    if ((at - before) % 2 === 1) {
      return at;
    }
  }
  return text.length;
}
