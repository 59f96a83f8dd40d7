// §1 to §9: the lines of a copy of the document
import { createHash } from "node:crypto";
import type { PlaceInfo } from "../../schemas/places.ts";

/** One line of the document, without its words. */
export type DocumentLine = Pick<PlaceInfo, "section" | "line" | "fingerprint">;

/** The first 12 hex digits of the SHA-256 of a line whose white space is folded. */
export function fingerprintOf(line: string): string {
  const folded = line.trim().replace(/\s+/g, " ");
  return createHash("sha256").update(folded).digest("hex").slice(0, 12);
}

const HEADING = /^##+ (\d+(?:\.\d+)?)\.? /;
/** The line between the head of a table and its rows. */
const RULE = /^\|[\s|:-]+\|$/;

/** Every line that says something: all but headings, blank lines, heads of tables, and what stands before part 1. */
export function linesOf(document: string): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  const texts = document.split(/\r?\n/).map((text) => text.trim());
  let section: string | undefined;
  for (const [index, text] of texts.entries()) {
    const heading = HEADING.exec(text)?.[1];
    section = heading ?? section;
    const isHead = RULE.test(texts[index + 1] ?? "") && text.startsWith("|");
    if (heading === undefined && section !== undefined && text !== "" && !isHead && !RULE.test(text)) {
      lines.push({ section, line: index + 1, fingerprint: fingerprintOf(text) });
    }
  }
  return lines;
}

/** Every line that holds one of the places, once. */
export function linesIn(places: readonly DocumentLine[]): readonly DocumentLine[] {
  return [...new Map(places.map((place) => [place.line, place])).values()];
}

/** How lines of a document and the lines of the places differ; none where each has the other, in the same line. */
export function differences(
  lines: readonly DocumentLine[],
  places: readonly DocumentLine[],
): readonly string[] {
  const left = [...linesIn(places)];
  const moved: string[] = [];
  const missing = lines.flatMap(({ section, line, fingerprint }) => {
    const at = left.findIndex((one) => one.section === section && one.fingerprint === fingerprint);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same !== undefined && same.line !== line) {
      moved.push(`line ${line} (§${section}, ${fingerprint}) is listed as line ${same.line}`);
    }
    return same === undefined ? [`line ${line} (§${section}, ${fingerprint}) is not listed`] : [];
  });
  const over = left.map(({ section, line, fingerprint }) => {
    return `the document has no such line: ${line} (§${section}, ${fingerprint})`;
  });
  // A line more or less moves all the others.
  return missing.length + over.length > 0 ? [...missing, ...over] : moved;
}
