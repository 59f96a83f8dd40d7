import { LosslessNumber, stringify } from "lossless-json";
import { parseExactly } from "../message/body.ts";
import { isObject } from "../message/classify.ts";
import type { Excerpt } from "../model/clause-results.ts";

/** Steps of a pointer; deeper places are shown without their surroundings. */
const DEEPEST = 12;
/** Neighbours that are shown before and behind the way to the place, at each level. */
const NEAR = 2;
/** Characters of a value on a line of its own, and of a neighbour. */
const LONGEST = { place: 400, neighbour: 100 } as const;

/** A JSON text with its numbers as they were written. */
export interface Tree {
  readonly value: unknown;
}

/** The tree of a text; undefined where it is no JSON. */
export function treeOf(text: string): Tree | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/**
 * The surroundings of the place at the end of these steps, laid out line by line, with the line of the place. What is
 * far from it is left out and counted. Numbers are written as they were. Undefined where the text is no JSON or the
 * place is the whole of it; a member that is absent has a line that says so.
 */
export function excerptAt(tree: Tree | undefined, steps: readonly string[]): Excerpt | undefined {
  if (tree === undefined || steps.length === 0 || steps.length > DEEPEST) {
    return undefined;
  }
  const lines = draw(tree.value, steps, { indent: "", label: "", end: "" });
  const marked = lines.findIndex((line) => line.marked);
  return marked < 0 ? undefined : { lines: lines.map((line) => line.text), marked };
}

interface Line {
  readonly text: string;
  readonly marked: boolean;
}

/** Where a value stands: what comes before and behind it on its line. */
interface Place {
  readonly indent: string;
  readonly label: string;
  readonly end: string;
}

type Entry = readonly [key: string, value: unknown];

function draw(value: unknown, steps: readonly string[], place: Place): readonly Line[] {
  const [step, ...rest] = steps;
  const entries = entriesOf(value);
  if (step === undefined || entries === undefined) {
    return [lineAt(place, brief(value, LONGEST.place), true)];
  }
  const isArray = Array.isArray(value);
  const labelled = (key: string): string => (isArray ? "" : `${JSON.stringify(key)}: `);
  const indent = `${place.indent}  `;
  const neighbour = ([key, member]: Entry, index: number): Line =>
    lineAt(
      { indent, label: labelled(key), end: index === entries.length - 1 && found >= 0 ? "" : "," },
      brief(member, LONGEST.neighbour, isArray ? rest[0] : undefined),
    );
  const found = entries.findIndex(([key]) => key === step);
  const at = found < 0 ? entries.length : found;
  const from = Math.max(0, at - NEAR);
  const to = Math.min(entries.length, at + 1 + NEAR);
  const own: Place = { indent, label: labelled(step), end: at >= entries.length - 1 ? "" : "," };
  return [
    lineAt({ ...place, end: "" }, isArray ? "[" : "{"),
    ...leftOut(indent, from),
    ...entries.slice(from, at).map((entry, index) => neighbour(entry, from + index)),
    ...(found < 0 ? [lineAt({ ...own, end: "" }, "(absent)", true)] : draw(entries[found]?.[1], rest, own)),
    ...entries.slice(at + 1, to).map((entry, index) => neighbour(entry, at + 1 + index)),
    ...leftOut(indent, entries.length - to),
    lineAt({ ...place, label: "" }, isArray ? "]" : "}"),
  ];
}

function lineAt({ indent, label, end }: Place, text: string, marked = false): Line {
  return { text: `${indent}${label}${text}${end}`, marked };
}

function leftOut(indent: string, size: number): readonly Line[] {
  return size <= 0 ? [] : [{ text: `${indent}… ${size} more`, marked: false }];
}

/** The members of an object or elements of an array; undefined for anything else. */
function entriesOf(value: unknown): readonly Entry[] | undefined {
  if (value instanceof LosslessNumber) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((element: unknown, index): Entry => [String(index), element]);
  }
  return isObject(value) ? Object.entries(value) : undefined;
}

/** A value on one line: in full where it is short, else how large it is, with the member that is looked at. */
function brief(value: unknown, most: number, sought?: string): string {
  const entries = entriesOf(value);
  const text = written(value);
  if (text.length <= most) {
    return text;
  }
  if (entries === undefined) {
    return `${text.slice(0, most)}…`;
  }
  const same = Array.isArray(value) ? undefined : entries.find(([key]) => key === sought);
  if (same !== undefined) {
    return `{ ${JSON.stringify(same[0])}: ${brief(same[1], most)}, … ${entries.length - 1} more }`;
  }
  return Array.isArray(value) ? `[ … ${sizeOf(entries, "element")} ]` : `{ … ${sizeOf(entries, "member")} }`;
}

function sizeOf({ length }: readonly Entry[], noun: string): string {
  return `${length} ${noun}${length === 1 ? "" : "s"}`;
}

/** A value as JSON on one line, its numbers as they came. Texts of JSON hold no line breaks. */
function written(value: unknown): string {
  const lines = stringify(value, undefined, 1) ?? "";
  return lines
    .replace(/(?<=[[{])\n */g, "")
    .replace(/\n *(?=[\]}])/g, "")
    .replace(/\n */g, " ");
}
