import type { Body } from "../model/exchange.ts";
import { oncePer } from "../model/model.ts";
import { excess } from "./errors.ts";

/** Levels of arrays and objects in one answer: recursion is safe up to here, and somewhat beyond. */
export const MOST_LEVELS = 1_000;
/** Values and members in one answer: a full page has a few thousand. */
const MOST_VALUES = 50_000;
/** Elements of one array: a full page has a hundred, and laws compare the rows of lists with one another. */
export const MOST_ELEMENTS = 3_000;

const MORE_VALUES = `the response holds more than ${MOST_VALUES} values`;

/** Why a text is not read: so many arrays and objects would fill the memory. Undefined: it is. */
export const excessInText = (text: string): string | undefined =>
  (text.match(/[[{]/g)?.length ?? 0) > MOST_VALUES ? MORE_VALUES : undefined;

/** Why a body is not looked at: more levels, values or elements than any answer needs. Undefined: it is. */
export function excessIn(body: unknown): string | undefined {
  const containers: (readonly [value: unknown, level: number])[] = [[body, 1]];
  let values = 0;
  for (const [value, level] of containers) {
    const members: readonly unknown[] = isContainer(value) ? Object.values(value) : [];
    values += members.length;
    if (level > MOST_LEVELS && isContainer(value)) {
      return `the response is nested deeper than ${MOST_LEVELS} levels`;
    }
    if (values > MOST_VALUES) {
      return MORE_VALUES;
    }
    if (Array.isArray(value) && members.length > MOST_ELEMENTS) {
      return `the response holds an array of more than ${MOST_ELEMENTS} elements`;
    }
    members.filter(isContainer).forEach((member) => containers.push([member, level + 1]));
  }
  return undefined;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a text that begins as JSON ends before it is complete: with nothing, or with a string, an array or an object open. */
export function endsEarly(text: string): boolean {
  let open = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    const isOpenString = token === '"' || (token.startsWith('"') && !token.endsWith('"'));
    open += isOpenString || "[{".includes(token) ? 1 : "]}".includes(token) ? -1 : 0;
  }
  return text.trim() === "" || (open > 0 && /^\s*["[{]/.test(text));
}

/** Bytes of a value beside its text: an empty array or object, and its place in another one. */
const VALUE_BYTES = 80;

/** Bytes that a JSON text takes in memory together with its value, about: the strings in it are there twice. */
export const bytesHeld = oncePer(({ text }: Pick<Body, "text">): number => {
  // With one letter beyond Latin-1, all letters of a text take two bytes.
  const letter = /[^\0-\xff]/.test(text) ? 2 : 1;
  return 2 * letter * text.length + VALUE_BYTES * (text.match(/[[{,]/g)?.length ?? 0);
});

/** Bytes in memory from which a response is large, and how many bytes of such responses are read in a run. */
const LARGE = { from: 256 * 1024, total: 96 * 1024 * 1024 };

/** Counts what large responses hold: a target that sends nothing else must not fill the memory. Throws where a run has read its fill. */
export function createFill(): (body: Pick<Body, "text">) => void {
  let held = 0;
  return (body) => {
    const size = bytesHeld(body);
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
