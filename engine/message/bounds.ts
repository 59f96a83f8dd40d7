import { excess } from "./errors.ts";
import { isObject } from "./classify.ts";

/** Levels of arrays and objects in one answer: recursion is safe up to here, and somewhat beyond. */
export const MOST_LEVELS = 1_000;
/** Values in one answer: a full page has a few thousand. */
const MOST_VALUES = 50_000;
/** Elements of one array: a full page has a hundred, and laws compare the rows of lists with one another. */
export const MOST_ELEMENTS = 5_000;

/** Why a JSON value is not looked at: more levels, values or elements than any answer needs. Undefined: it is. */
export function excessIn(value: unknown): string | undefined {
  let values = 0;
  const look = (item: unknown, level: number): string | undefined => {
    values += 1;
    if (values > MOST_VALUES) {
      return `the response holds more than ${MOST_VALUES} values`;
    }
    const inside: readonly unknown[] = Array.isArray(item)
      ? item
      : isObject(item)
        ? Object.values(item)
        : NOTHING;
    if (level >= MOST_LEVELS && inside !== NOTHING) {
      return `the response is nested deeper than ${MOST_LEVELS} levels`;
    }
    if (Array.isArray(item) && item.length > MOST_ELEMENTS) {
      return `the response holds an array of more than ${MOST_ELEMENTS} elements`;
    }
    for (const one of inside) {
      const reason = look(one, level + 1);
      if (reason !== undefined) {
        return reason;
      }
    }
    return undefined;
  };
  return look(value, 0);
}

const NOTHING: readonly unknown[] = [];

/** Whether a text that begins as JSON ends before it is complete: with nothing, or with a string, an array or an object open. */
export function endsEarly(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isInString) {
      at += sign === "\\" ? 1 : 0;
      isInString = sign !== '"';
    } else if (sign === '"') {
      isInString = true;
    } else {
      depth += "[{".includes(sign) ? 1 : "]}".includes(sign) ? -1 : 0;
    }
  }
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
