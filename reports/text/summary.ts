import { markdownCode, markdownText, oneLine, UNCUT } from "../../engine/secrets/escape.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { type Block, blocksOf, type Item } from "../words/blocks.ts";
import { clipped, nameList, type Line, more } from "../words/explain.ts";
import { tallyOf } from "../words/labels.ts";
import { verdictReason, higherLevelText, runHeaderFacts, runTitle } from "../words/run.ts";

export const MOST_ITEMS = 10;
const LONGEST_LINE = 2_000;
const LONGEST_VALUE = 200;

const PRINTED_LABELS: ReadonlySet<Line["label"]> = new Set(["expected", "actual", "cases"]);

interface TextLine extends Omit<Line, "ids"> {
  readonly indent: string;
}

/** The lines of an entry, without parts of a target file. The place of a violation is added to its actual value. */
export function textLines({ text, ids = [], lines = [] }: Item): readonly TextLine[] {
  const isPlace = ({ label }: Line): boolean => label === "at" || label === "seen";
  const place = lines
    .filter(isPlace)
    .map((line) => ` (${line.label} ${clipped(oneLine(line.text), LONGEST_VALUE)})`);
  return [{ label: "item", text, ids } as const, ...lines]
    .filter((line) => !isPlace(line) && line.label !== "entry")
    .map(({ label, text: own, ids: named = [] }, index) => {
      const shown = oneLine(own, label === "request" ? UNCUT : LONGEST_LINE);
      const line = `${shown}${named.length === 0 ? "" : ` (${nameList(named)})`}`;
      const value = `${label.padEnd("expected".length)}  ${clipped(line, LONGEST_VALUE)}`;
      const whole = label === "actual" ? value + place.join("") : value;
      return { label, indent: index === 0 ? "" : "  ", text: PRINTED_LABELS.has(label) ? whole : line };
    });
}

/** The first entries of a block, each with its text and at most `mostLines` further lines; and the number of omitted lines. */
export function blockLines({ items }: Block, mostItems: number, mostLines: number): readonly TextLine[] {
  const all = items.map(textLines);
  const shown = all.slice(0, mostItems).flatMap((lines) => lines.slice(0, 1 + mostLines));
  const hidden = more(all.flat().length - shown.length, "line");
  return [
    ...shown,
    ...hidden.map((line) => ({ label: "note", indent: "", text: `${line}: see the report` }) as const),
  ];
}

export function summaryMarkdown(result: RunResult, previous?: RunResult): string {
  const facts = runHeaderFacts(result).map(
    ([name, value]) => `${name}: ${markdownText(value, LONGEST_LINE)}`,
  );
  const paragraphs = [
    `# ${runTitle(result)}`,
    markdownText(verdictReason(result) ?? higherLevelText(result) ?? ""),
    `**${tallyOf(result.clauses).join(" · ")}**`,
    facts.join(" · "),
    ...blocksOf(result, previous).flatMap((block) => [
      `## ${block.title}`,
      blockLines(block, MOST_ITEMS, block.id === "causes" ? Infinity : 8)
        .map(markdownItem)
        .join("\n"),
    ]),
  ];
  return `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`;
}

const markdownItem = ({ label, text, indent }: TextLine): string =>
  `${indent}- ${label === "request" ? markdownCode(text) : markdownText(text, LONGEST_LINE)}`;
