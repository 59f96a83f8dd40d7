import type { RunResult } from "../../engine/model/results.ts";
import { markdownCode, markdownText, oneLine } from "../../engine/secrets/escape.ts";
import { causeCount, causesOf, type FailureCause } from "../reading/causes.ts";
import { changesSince } from "../reading/changes.ts";
import { type Block, blocksOf, type Item } from "../words/blocks.ts";
import {
  actualText,
  caseText,
  comparisonOf,
  curlsOf,
  expectedText,
  idList,
  more,
  problemText,
  requestLabel,
  seenText,
} from "../words/explain.ts";
import { tallyOf } from "../words/labels.ts";
import { countOf } from "../../engine/model/model.ts";
import {
  because,
  costOf,
  filesNote,
  higherLevelText,
  notGiven,
  sentAgainLine,
  runTitle,
} from "../words/run.ts";

/** Maximum number of causes and warnings in a summary, and maximum number of lines of each other block. */
export const MOST_CAUSES = 10;
const MOST_BLOCK_LINES = 8;
const LONGEST_SUMMARY_LINE = 2_000;
const MOST_VALUE_LENGTH = 200;

/** A part of the summary. An indented line belongs to the line before it. */
export interface SummaryPart {
  readonly title: string;
  readonly lines: readonly string[];
}

export const causesTitle = ({ summary }: RunResult, causes: readonly FailureCause[]): string =>
  `${causeCount(causes)} of ${countOf(summary.failed, "failed clause")}`;

/** The causes of the failed clauses; none if no clause failed. */
function causeParts(result: RunResult): readonly SummaryPart[] {
  const causes = causesOf(result);
  const lines = shortenedItems(causes.map(causeLines), MOST_CAUSES, "cause");
  return causes.length === 0 ? [] : [{ title: causesTitle(result, causes), lines }];
}

/** The lines of a cause: the clause and its request, the problem, the values, the requests as commands, the consequences. */
export function causeLines({
  clause,
  violation,
  also,
  inconclusive,
  title,
}: FailureCause): readonly string[] {
  const { id, possiblyRelatedTo: related } = clause;
  const comparison = comparisonOf(violation);
  const consequences = [["failed", also] as const, ["could not be tested", inconclusive] as const];
  const facts = [
    ...(violation.pointer === "" ? [] : [`at ${oneLine(violation.pointer, MOST_VALUE_LENGTH)}`]),
    ...(seenText(violation) === "" ? [] : [`seen ${seenText(violation)}`]),
  ].join(", ");
  const details = [
    problemText(clause, violation, title),
    `expected  ${expectedText(violation, MOST_VALUE_LENGTH)}`,
    `actual    ${actualText(violation, MOST_VALUE_LENGTH)}${facts === "" ? "" : ` (${facts})`}`,
    ...(caseText(violation) === "" ? [] : [`cases     ${caseText(violation, MOST_VALUE_LENGTH)}`]),
    ...[...curlsOf(violation), ...(comparison === undefined ? [] : [comparison])].map((text) =>
      oneLine(text, LONGEST_SUMMARY_LINE),
    ),
    ...consequences
      .filter(([, ids]) => ids.length > 0)
      .map(
        ([what, ids]) => `${countOf(ids.length, "other clause")} ${what} as a consequence: ${idList(ids)}`,
      ),
    ...(related === undefined ? [] : [`Possibly related to ${related}`]),
  ];
  return [`✘ ${id}  ${requestLabel(violation)}`, ...details.map((text) => `  ${text}`)];
}

/** The blocks besides the causes, each with at most `most` lines. The warnings are last, next to the verdict. */
export function blockParts(
  result: RunResult,
  previous: RunResult | undefined,
  most = MOST_BLOCK_LINES,
): readonly SummaryPart[] {
  const blocks = blocksOf(result, previous && changesSince(previous, result));
  const isWarning = ({ id }: Block): boolean => id === "warnings";
  return [...blocks.filter((block) => !isWarning(block)), ...blocks.filter(isWarning)].map((block) =>
    blockPart(block, most),
  );
}

function blockPart({ id, title, items }: Block, most: number): SummaryPart {
  if (id === "warnings") {
    const shown = Math.min(most, MOST_CAUSES);
    return { title, lines: shortenedItems(items.map(warningLines), shown, "warning") };
  }
  const lines = items.flatMap(({ text, ids = [], notes = [] }) => [
    oneLine(
      ids.length === 0 ? text : id === "not-judged" ? `${text} (${idList(ids)})` : `${text}: ${idList(ids)}`,
    ),
    ...notes.map((note) => `  ${oneLine(note)}`),
  ]);
  const single = lines.map((line) => [line]);
  return { title, lines: shortenedItems(single, most, "line") };
}

/** The message of a warning, and one request that shows it. */
const warningLines = ({ text, notes = [] }: Item): readonly string[] => [
  oneLine(text),
  ...notes.slice(0, 1).map((note) => `  ${oneLine(note, LONGEST_SUMMARY_LINE)}`),
];

/** The lines of the first items, and how many more items there are. */
const shortenedItems = (
  items: readonly (readonly string[])[],
  most: number,
  noun: string,
): readonly string[] => [
  ...items.slice(0, most).flat(),
  ...more(items.length - most, noun).map((line) => `${line}: see the report`),
];

/** `summary.md`, the page for a CI job: the summary in Markdown, with the changes since the previous run. */
export function summaryMarkdown(result: RunResult, previous?: RunResult): string {
  const { target, suite, level, seed, files } = result;
  const why = because(result);
  const targets = Object.values(target).map((url: string) => `\`${oneLine(url).replaceAll("`", "%60")}\``);
  const drawn = files === undefined ? [`level ${level}`, `seed ${seed}`] : [];
  const offline = filesNote(result);
  const lacking = notGiven(result);
  const again = sentAgainLine(result);
  const higher = higherLevelText(result);
  const blocks = [
    `# ${runTitle(result)}`,
    ...(why === undefined ? [] : [markdownText(why)]),
    ...(higher === undefined ? [] : [markdownText(`${higher}.`)]),
    ...(lacking === undefined ? [] : [markdownText(`No URL, not tested: ${lacking}.`)]),
    ...(again === undefined ? [] : [markdownText(`Sent again: ${again}.`)]),
    ...(offline === undefined ? [] : [`Recorded responses of ${markdownText(offline)}; nothing was sent.`]),
    `**${tallyOf(result.clauses).join(" · ")}**`,
    [...targets, ...drawn, costOf(result), `${suite.name} ${suite.version}`].join(" · "),
    ...[...causeParts(result), ...blockParts(result, previous)].flatMap(({ title, lines }) => [
      `## ${title}`,
      lines.map((line) => line.replace(/\S[^]*/, listItem)).join("\n"),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const listItem = (text: string): string =>
  `- ${(text.startsWith("curl ") ? markdownCode : markdownText)(text, LONGEST_SUMMARY_LINE)}`;
