import { styleText } from "node:util";
import { dirname, join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { markdownCode, markdownText, oneLine } from "../../engine/secrets/escape.ts";
import { RESULT_FILES } from "../files/writing.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { changesSince } from "../reading/changes.ts";
import { suggestions } from "../reading/known.ts";
import { type Block, blocksOf, type Item } from "../words/blocks.ts";
import { comparisonOf, curlsOf, violationText, idList, more, requestLabel } from "../words/explain.ts";
import { tallyOf } from "../words/labels.ts";
import { countOf } from "../../engine/model/model.ts";
import { because, costOf, filesNote, notGiven, sentAgainLine, runTitle, verdictText } from "../words/run.ts";

/** Colours for a terminal; none where the output is not one, or where they are not wanted. */
type Paint = ReturnType<typeof paintFor>;

/** Paint for a stream: NO_COLOR switches it off, whatever the stream is. */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
) {
  const wanted = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  // Whether colours are wanted is decided here, for the stream in question.
  const styled = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    wanted ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: styled("green"),
    bad: styled("red"),
    warn: styled("yellow"),
    dim: styled("dim"),
    bold: styled("bold"),
  };
}

/** Causes and, of each part behind them, lines: a run of thirty failures fits a long screen. */
const MOST_CAUSES_SHOWN = 10;
const MOST_SUMMARY_LINES = 8;
const LONGEST_SUMMARY_LINE = 2_000;

/** A part of the summary; lines that are indented are said of the one before. */
interface SummaryPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The short summary of a run for the terminal and the page of a CI job: the causes, then the other blocks. */
function summaryParts(result: RunResult, previous?: RunResult): readonly SummaryPart[] {
  const causes = causesOf(result);
  const title = `${countOf(causes.length, "cause")} of ${countOf(result.summary.failed, "failed clause")}`;
  const lines = shortenedItems(causes.map(causeLines), MOST_CAUSES_SHOWN, "cause");
  const blocks = blocksOf(result, previous && changesSince(previous, result));
  const isWarning = ({ id }: Block): boolean => id === "warnings";
  // The warnings stand last, next to the verdict.
  const sorted = [...blocks.filter((block) => !isWarning(block)), ...blocks.filter(isWarning)].map(blockPart);
  return causes.length === 0 ? sorted : [{ title, lines }, ...sorted];
}

/** The lines of a cause: what is wrong, where; what was expected and what came; the requests; what follows. */
function causeLines(cause: FailureCause): readonly string[] {
  const { clause, violation, also, inconclusive } = cause;
  const following = [
    ...(also.length > 0 ? [`${countOf(also.length, "more clause")} failed: ${idList(also)}`] : []),
    ...(inconclusive.length > 0
      ? [`${countOf(inconclusive.length, "clause")} could not be tested: ${idList(inconclusive)}`]
      : []),
  ];
  const { possiblyRelatedTo: related } = clause;
  return [
    `✘ ${clause.id}  ${requestLabel(violation)}`,
    `  ${violationText(clause, violation, cause.title)}`,
    ...curlsOf(violation).map((curl) => `  ${oneLine(curl, LONGEST_SUMMARY_LINE)}`),
    ...[comparisonOf(violation) ?? []].flat().map((text) => `  ${oneLine(text, LONGEST_SUMMARY_LINE)}`),
    ...following.map((text) => `  It follows that ${text}`),
    ...(related === undefined ? [] : [`  Possibly related to ${related}`]),
  ];
}

function blockPart({ id, title, items }: Block): SummaryPart {
  if (id === "warnings") {
    return { title, lines: shortenedItems(items.map(warningLines), MOST_CAUSES_SHOWN, "warning") };
  }
  const lines = items.flatMap(({ text, ids = [], notes = [] }) => [
    oneLine(text + (ids.length === 0 ? "" : `: ${idList(ids)}`)),
    ...notes.map((note) => `  ${oneLine(note)}`),
  ]);
  return {
    title,
    lines: shortenedItems(
      lines.map((line) => [line]),
      MOST_SUMMARY_LINES,
      "line",
    ),
  };
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

/** The last lines of a run: causes, untested clauses, the path of the result, and the verdict as the last line. */
export function summaryText(
  result: RunResult,
  reportPath: string | undefined,
  paint: Paint,
  previous?: RunResult,
): string {
  const painted = (line: string): string => (line.startsWith("✘") ? paint.bad(line) : line);
  // Why a run is incomplete stands behind the summary, as an error.
  const why = result.verdict === "incomplete" ? undefined : because(result);
  return [
    // A result of the reference is none of a service.
    ...(result.embedded === true
      ? ["", "  This run tested the embedded reference, not a service of yours."]
      : []),
    ...summaryParts(result, previous).flatMap(({ title, lines }) => [
      "",
      paint.bold(`  ${title}`),
      ...lines.map((line) => `    ${painted(line)}`),
    ]),
    "",
    ...endLines(result, reportPath),
    ...(why === undefined ? [] : [`  ${why}`]),
    "",
    verdictLines(result, paint),
    "",
  ].join("\n");
}

/** `summary.md`, the page for a CI job: the same, in Markdown, with what changed. */
export function summaryMarkdown(result: RunResult, previous?: RunResult): string {
  const { target, suite, level, seed, files } = result;
  const why = because(result);
  const targets = Object.values(target).map((url: string) => `\`${oneLine(url).replaceAll("`", "%60")}\``);
  const drawn = files === undefined ? [`level ${level}`, `seed ${seed}`] : [];
  const offline = filesNote(result);
  const lacking = notGiven(result);
  const again = sentAgainLine(result);
  const blocks = [
    `# ${runTitle(result)}`,
    ...(why === undefined ? [] : [markdownText(why)]),
    ...(lacking === undefined ? [] : [markdownText(`${lacking}.`)]),
    ...(again === undefined ? [] : [markdownText(`Sent again: ${again}.`)]),
    ...(offline === undefined ? [] : [`Recorded responses of ${markdownText(offline)}; nothing was sent.`]),
    `**${tallyOf(result.clauses).join(" · ")}**`,
    [...targets, ...drawn, costOf(result), `${suite.name} ${suite.version}`].join(" · "),
    ...summaryParts(result, previous).flatMap(({ title, lines }) => [
      `## ${title}`,
      lines.map((line) => line.replace(/\S[^]*/, listItem)).join("\n"),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const listItem = (text: string): string =>
  `- ${(text.startsWith("curl ") ? markdownCode : markdownText)(text, LONGEST_SUMMARY_LINE)}`;

/** The verdict in one line, with the numbers behind it. */
function verdictLines(result: RunResult, paint: Paint): string {
  const verdict = verdictText(result);
  const by = result.embedded === true ? ", by the embedded reference" : "";
  const word = {
    conforms: paint.good(`✔ ${verdict}`),
    nonconforming: paint.bad(`✘ ${verdict}`),
    incomplete: paint.warn(`! ${verdict}`),
  }[result.verdict];
  return `${paint.bold(word)}   ${tallyOf(result.clauses).join(", ")}   ${paint.dim(costOf(result) + by)}`;
}

function endLines(result: RunResult, reportPath: string | undefined): readonly string[] {
  const files = filesNote(result);
  const lines = [
    ["No URL", notGiven(result)?.replace("no URL, ", "")],
    ["Offline", files && `recorded responses of ${files}`],
    ["Resent", sentAgainLine(result)],
    ["Report", reportPath],
    ["Known", reportPath && suggested(result, join(dirname(reportPath), RESULT_FILES.suggested))],
    ["Repeat", result.command],
  ] as const;
  return lines.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name.padEnd(7)}  ${oneLine(text, 4_000)}`],
  );
}

/** Where the entries are that would cover what is new; undefined where nothing is. */
function suggested(result: RunResult, path: string): string | undefined {
  const { length } = suggestions(result);
  // Responses of a gateway, or of a run that was cut short, are no deviations to accept.
  return length === 0 || result.verdict === "incomplete"
    ? undefined
    : `${countOf(length, "new deviation")}: ${path} has entries for --known; give each a reason`;
}
