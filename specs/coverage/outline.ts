// §1 to §9: the lines of the document that coverage speaks of
import { createHash } from "node:crypto";
import { linesIn, type Place } from "./place.ts";

/** A heading opens a section; the other kinds hold what it says. */
export type LineKind = "bullet" | "item" | "row" | "prose";

/** One line of the document, without its words. */
export interface Line {
  readonly section: string;
  readonly kind: LineKind;
  readonly fingerprint: string;
  /** Where the line stands in the file, counted from 1. */
  readonly number: number;
}

/** How many lines of each kind a section has. */
export type Counts = Readonly<Record<LineKind, number>>;

/** The first 12 hex digits of the SHA-256 of a line whose white space is folded. */
export function fingerprintOf(line: string): string {
  const folded = line.trim().replace(/\s+/g, " ");
  return createHash("sha256").update(folded).digest("hex").slice(0, 12);
}

const HEADING = /^##+ (\d+(?:\.\d+)?)\.? /;
/** The line between the head of a table and its rows. */
const RULE = /^\|[\s|:-]+\|$/;

function kindOf(line: string): LineKind {
  if (line.startsWith("- ")) {
    return "bullet";
  }
  if (/^\d+\. /.test(line)) {
    return "item";
  }
  return line.startsWith("|") ? "row" : "prose";
}

/** Every line that says something: all but headings, blank lines, heads of tables, and what stands before part 1. */
export function linesOf(document: string): readonly Line[] {
  const lines: Line[] = [];
  const texts = document.split(/\r?\n/).map((text) => text.trim());
  let section: string | undefined;
  for (const [index, text] of texts.entries()) {
    const heading = HEADING.exec(text)?.[1];
    section = heading ?? section;
    const isHead = RULE.test(texts[index + 1] ?? "") && text.startsWith("|");
    if (heading === undefined && section !== undefined && text !== "" && !isHead && !RULE.test(text)) {
      lines.push({ section, kind: kindOf(text), fingerprint: fingerprintOf(text), number: index + 1 });
    }
  }
  return lines;
}

/** The lines of each section, counted by their kind. */
export function countsOf(lines: readonly Line[]): Readonly<Record<string, Counts>> {
  const counts: Record<string, Counts> = {};
  for (const { section, kind } of lines) {
    const before = counts[section] ?? { bullet: 0, item: 0, row: 0, prose: 0 };
    counts[section] = { ...before, [kind]: before[kind] + 1 };
  }
  return counts;
}

/** How lines of a document and the places of the coverage list differ; none where each has the other. */
export function differences(lines: readonly Line[], places: readonly Place[]): readonly string[] {
  const left = [...linesIn(places)];
  const missing = lines.flatMap((line) => {
    const at = left.findIndex(
      ({ section, fingerprint }) => section === line.section && fingerprint === line.fingerprint,
    );
    if (at >= 0) {
      left.splice(at, 1);
      return [];
    }
    return [`line ${line.number} (§${line.section}, ${line.kind}, ${line.fingerprint}): no place has it`];
  });
  const over = left.map(({ name, fingerprint }) => `${name} (${fingerprint}): the document has no such line`);
  return [...missing, ...over];
}
