import { ofLast } from "../model/model.ts";
import { excess } from "./errors.ts";

/** Levels of arrays and objects in one answer: recursion is safe up to here, and somewhat beyond. */
export const MOST_LEVELS = 1_000;
/** Values and members in one answer: a full page has a few thousand. */
const MOST_VALUES = 50_000;
/** Elements of one array: a full page has a hundred, and laws compare the rows of lists with one another. */
export const MOST_ELEMENTS = 5_000;

/** What the brackets, commas and quotes of a JSON text show, whether or not it is whole. */
interface Outline {
  /** Arrays and objects that are open at the end, and the most that were open at once. */
  readonly depth: number;
  readonly deepest: number;
  /** Values and members, about. */
  readonly values: number;
  /** Elements of the longest array. */
  readonly longest: number;
  /** The text ends within a string. */
  readonly endsInString: boolean;
}

const [QUOTE, COMMA, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = Array.from('",[]{}', (sign) =>
  sign.charCodeAt(0),
);

/** Several bounds are held of one response, one after the other. */
const outlineOf = ofLast(readOutline);

function readOutline(text: string): Outline {
  // Elements so far of the arrays that are open; of an object none are counted.
  const elements = new Float64Array(MOST_LEVELS + 2);
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let longest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      at = endOfString(text, at);
      if (at === text.length) {
        return { depth, deepest, values, longest, endsInString: true };
      }
    } else if (sign === ARRAY || sign === OBJECT) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      values += 1;
      elements[Math.min(depth, MOST_LEVELS + 1)] = sign === ARRAY ? 1 : Number.NEGATIVE_INFINITY;
    } else if (sign === COMMA) {
      values += 1;
      const place = Math.max(0, Math.min(depth, MOST_LEVELS + 1));
      const count = (elements[place] ?? 0) + 1;
      elements[place] = count;
      longest = Math.max(longest, count);
    } else if (sign === ARRAY_END || sign === OBJECT_END) {
      depth -= 1;
    }
  }
  return { depth, deepest, values, longest, endsInString: false };
}

/** Why a JSON text is not read: more levels, values or elements than any answer needs. Undefined: it is read. */
export function excessIn(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  const { deepest, values, longest } = outlineOf(text);
  if (deepest > MOST_LEVELS) {
    return `the response is nested deeper than ${MOST_LEVELS} levels`;
  }
  if (values > MOST_VALUES) {
    return `the response holds more than ${MOST_VALUES} values`;
  }
  return longest > MOST_ELEMENTS
    ? `the response holds an array of more than ${MOST_ELEMENTS} elements`
    : undefined;
}

/** Whether a text that begins as JSON ends before it is complete: with nothing, or with a string, an array or an object open. */
export function endsEarly(text: string): boolean {
  const { depth, endsInString } = outlineOf(text);
  return text.trim() === "" || ((depth > 0 || endsInString) && /^\s*["[{]/.test(text));
}

/** Bytes that a value takes beside its text. */
const EACH_VALUE = 32;

/** Bytes that a JSON text takes in memory together with its value, about: the strings in it are there twice. */
export function bytesHeld(text: string): number {
  // With one letter beyond Latin-1, all letters of a text take two bytes.
  const letter = /[^\0-\xff]/.test(text) ? 2 : 1;
  return 2 * letter * text.length + (1 + outlineOf(text).values) * EACH_VALUE;
}

/** Index of the quote that ends a string, or the length where none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charAt(before) === "\\") {
      before -= 1;
    }
    if ((at - before) % 2 === 1) {
      return at;
    }
  }
  return text.length;
}

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
