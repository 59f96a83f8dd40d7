import { excess } from "./errors.ts";
import { isObject } from "./classify.ts";

/** Levels of arrays and objects in one answer: recursion is safe up to here, and somewhat beyond. */
export const MOST_LEVELS = 1_000;
/** Values in one answer: a full page has a few thousand. */
const MOST_VALUES = 50_000;
/** Elements of one array: a full page has a hundred, and laws compare the rows of lists with one another. */
export const MOST_ELEMENTS = 5_000;

/**
 * Why a JSON text is not looked at: more levels, values or elements than any answer needs. Undefined: it is. What its value
 * does not show counts too: a member that is given twice is read again, by a reader that recurses.
 */
export function excessIn(text: string, value: unknown): string | undefined {
  const { deepest, values } = outlineOf(text);
  if (deepest > MOST_LEVELS) {
    return `the response is nested deeper than ${MOST_LEVELS} levels`;
  }
  if (values > MOST_VALUES) {
    return `the response holds more than ${MOST_VALUES} values`;
  }
  return longestIn(value) > MOST_ELEMENTS
    ? `the response holds an array of more than ${MOST_ELEMENTS} elements`
    : undefined;
}

/** Elements of the longest array. */
function longestIn(value: unknown): number {
  const inside: readonly unknown[] = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.values(value)
      : [];
  const own = Array.isArray(value) ? value.length : 0;
  return inside.reduce<number>((longest, item) => Math.max(longest, longestIn(item)), own);
}

/** What brackets, commas and quotes of a JSON text show, whether or not it is whole; an empty array counts as two values. */
function outlineOf(text: string) {
  let [depth, deepest, values, isInString] = [0, 0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') {
      at = endOfString(text, at);
      isInString = at === text.length;
    } else if (sign === "[" || sign === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
      values += 1;
    } else if (sign === "]" || sign === "}") {
      depth -= 1;
    } else if (sign === ",") {
      values += 1;
    }
  }
  return { depth, deepest, values, isInString };
}

/** Index of the quote that ends a string; the length of the text where none does. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
  } while (end >= 0 && isEscaped(text, end));
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === "\\") {
    first -= 1;
  }
  return (at - first) % 2 === 1;
}

/** Whether a text that begins as JSON ends before it is complete: with nothing, or with a string, an array or an object open. */
export function endsEarly(text: string): boolean {
  const { depth, isInString } = outlineOf(text);
  return text.trim() === "" || ((depth > 0 || isInString) && /^\s*["[{]/.test(text));
}

/** Bytes that a JSON text takes in memory together with its value, about: the strings in it are there twice. */
export const bytesHeld = (text: string): number => 2 * Buffer.byteLength(text);

/** Bytes in memory from which a response is large, and how many bytes of such responses are read in a run. */
const LARGE = { from: 256 * 1024, total: 96 * 1024 * 1024 };

/** Counts what large responses hold: a target that sends nothing else must not fill the memory. Throws where a run has read its fill. */
export function createFill(): (text: string) => void {
  let held = 0;
  return (text) => {
    const size = bytesHeld(text);
    if (size < LARGE.from) {
      return;
    }
    if (held + size > LARGE.total) {
      throw excess(
        `the response takes ${size} bytes, and the run has read as many responses of this size as it may`,
      );
    }
    held += size;
  };
}
