// §1 to §9: the lines of a copy of the document
import type { PlaceInfo } from "../../schemas/places.ts";

/** One line of the document, without its words. */
export type DocumentLine = Pick<PlaceInfo, "section" | "line">;

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
      lines.push({ section, line: index + 1 });
    }
  }
  return lines;
}
