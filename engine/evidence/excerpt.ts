import { LosslessNumber, stringify } from "lossless-json";
import { parseExactly } from "../message/body.ts";
import { stepsOf, valueAt } from "../message/pointer.ts";
import type { Excerpt } from "../model/clause-results.ts";
import { tryOrUndefined } from "../model/cannot-run.ts";
import { shortened } from "../model/model.ts";
import { LONGEST_FIELD_VALUE } from "../schema/check-fields.ts";

/** Members shown before and after a place. */
const NEIGHBOURS = 6;

/** Parses a JSON text without loss; undefined if it is not JSON. */
export const parseTree = (text: string) => tryOrUndefined(() => parseExactly(text));

/**
 * The lines around a place: the object or array that contains it, one line for each member near it, and the index of the line of
 * the place, which says `(absent)` if there is none. Undefined if the text is not JSON, or if the pointer is empty.
 */
export function excerptAt(tree: ReturnType<typeof parseTree>, pointer: string): Excerpt | undefined {
  const step = stepsOf(pointer).at(-1);
  const way = pointer.slice(0, pointer.lastIndexOf("/"));
  const holder = valueAt(tree?.value, way);
  if (
    step === undefined ||
    typeof holder !== "object" ||
    holder === null ||
    holder instanceof LosslessNumber
  ) {
    return undefined;
  }
  const isArray = Array.isArray(holder);
  const nameOf = (key: string): string => (isArray ? `[${key}]` : JSON.stringify(key));
  const members = Object.entries(holder);
  const found = members.findIndex(([key]) => key === step);
  const from = Math.max(0, found - NEIGHBOURS);
  const to = Math.max(0, found) + 1 + NEIGHBOURS;
  const before = [`${way === "" ? "the body" : way}: ${isArray ? "[" : "{"}`, ...omittedLines(from)];
  const near = members
    .slice(from, to)
    .map(([key, value]) => `  ${nameOf(key)}: ${shortened(stringify(value) ?? "", LONGEST_FIELD_VALUE)}`);
  const behind = [
    ...omittedLines(members.length - to),
    ...(found < 0 ? [`  ${nameOf(step)}: (absent)`] : []),
  ];
  const lines = [...before, ...near, ...behind, isArray ? "]" : "}"];
  return { lines, marked: found < 0 ? lines.length - 2 : before.length + found - from };
}

/** The line that counts left-out members or rows; none if there are none. */
export const omittedLines = (size: number): readonly string[] => (size > 0 ? [`  … ${size} more`] : []);
