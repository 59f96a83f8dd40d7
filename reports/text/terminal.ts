import { stripVTControlCharacters, styleText } from "node:util";
import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { RESULT_FILES } from "../files/writing.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { suggestions } from "../reading/known.ts";
import { clipped, curlsOf, problemText, requestLabel, seenText, valuesText } from "../words/explain.ts";
import { tallyOf } from "../words/labels.ts";
import { countOf } from "../../engine/model/model.ts";
import { because, costOf, filesNote, notGiven, sentAgainLine, verdictText } from "../words/run.ts";
import { blockParts, causeLines, causeParts, causesTitle, MOST_CAUSES, type SummaryPart } from "./summary.ts";

/** Colours for a terminal; none if the output is not a terminal or colours are switched off. */
type Paint = ReturnType<typeof paintFor>;

/** The colours for a stream. NO_COLOR switches them off for every stream. */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
) {
  const wanted = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  // `styleText` does not check the stream, because `wanted` already decides for it.
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

/** Lines of the summary: a screen of 40 lines without the five lines that a run prints when it begins. */
const SCREEN_LINES = 35;
/** Columns of the screen if the output is not a terminal. */
const SCREEN_COLUMNS = 100;
/**
 * The amount of detail in a summary: each cause in full, in four lines or in three, and the number of lines of each block (0:
 * its title only).
 */
interface SummaryForm {
  readonly cause: "whole" | 4 | 3;
  readonly block: number;
}

/** The forms of a summary, in the order in which they are tried until one fits the screen. */
const FORMS: readonly SummaryForm[] = [
  { cause: "whole", block: 8 },
  { cause: 4, block: 8 },
  { cause: 4, block: 3 },
  { cause: "whole", block: 0 },
  { cause: 4, block: 0 },
  { cause: 3, block: 8 },
  { cause: 3, block: 3 },
  { cause: 3, block: 0 },
];
/** The forms of a summary without failures, which has only blocks. */
const FORMS_WITHOUT_FAILURES = [8, 3, 1].map((block): SummaryForm => ({ cause: "whole", block }));

/** The most and the fewest characters of a value in a line of a cause that has to fit. */
const LONGEST_VALUE = 160;
const SHORTEST_VALUE = 20;

/** The options and the result of a summary. */
interface SummaryInput {
  readonly result: RunResult;
  /** The path of the report, if it was written. */
  readonly reportPath: string | undefined;
  readonly paint: Paint;
  readonly previous?: RunResult | undefined;
  /** The width of the terminal. */
  readonly columns?: number | undefined;
}

/**
 * The last lines of a run, with the verdict as the very last. They fit the screen: causes are cut to three lines, blocks
 * are shortened, and finally the report is named in place of the blocks.
 */
export function summaryText(summary: SummaryInput): string {
  const { result, previous, columns = SCREEN_COLUMNS } = summary;
  const forms = result.summary.failed > 0 ? FORMS : FORMS_WITHOUT_FAILURES;
  let lines: readonly string[] = [];
  for (const { cause, block } of forms) {
    const linesOf = (one: FailureCause): readonly string[] =>
      cause === "whole" ? causeLines(one) : compactCause(one, columns - PART_INDENT, cause);
    lines =
      block === 0
        ? tightLines(summary, columns, linesOf, cause !== 3)
        : wholeLines(summary, [...causeParts(result, linesOf), ...blockParts(result, previous, block)]);
    if (screenLines(lines, columns) <= SCREEN_LINES) {
      break;
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** The indent of each line of a block. */
const PART_INDENT = 4;

const partLines = ({ title, lines }: SummaryPart, paint: Paint): readonly string[] => [
  paint.bold(`  ${title}`),
  ...lines.map((line) => `${" ".repeat(PART_INDENT)}${line.startsWith("✘") ? paint.bad(line) : line}`),
];

/** The number of lines on a screen of this width. */
const screenLines = (lines: readonly string[], columns: number): number =>
  lines.reduce((sum, line) => {
    const { length } = stripVTControlCharacters(line);
    return sum + Math.max(1, Math.ceil(length / columns));
  }, 0);

function wholeLines(
  { result, reportPath, paint }: SummaryInput,
  parts: readonly SummaryPart[],
): readonly string[] {
  const ends = [
    ["No URL", notGiven(result)?.replace("no URL, ", "")],
    ["Offline", offlineText(result)],
    ["Resent", sentAgainLine(result)],
    ["Report", reportPath],
    ["Known", suggestedText(result)],
    ["Repeat", result.command],
  ] as const;
  return [
    ...parts.flatMap((part) => ["", ...partLines(part, paint)]),
    "",
    ...ends.flatMap(endLine),
    ...whyLines(result),
    "",
    verdictOf(result, paint),
  ];
}

/**
 * As many causes as fit with three lines each, and a reference to the report for the rest. If there is room, blank lines
 * separate them.
 */
function tightLines(
  { result, reportPath, paint, previous }: SummaryInput,
  columns: number,
  linesOf: (cause: FailureCause) => readonly string[],
  isLoose: boolean,
): readonly string[] {
  const causes = causesOf(result);
  const blocks = blockParts(result, previous).map(({ title }) => title);
  const end = (shown: number): readonly string[] => {
    const hidden = causes.length - shown;
    const rest = [...(hidden > 0 ? [countOf(hidden, "more cause")] : []), ...blocks].join("; ");
    return [
      ...endLine(["Offline", offlineText(result)]),
      ...endLine(["Report", reportPath && (rest === "" ? reportPath : `${reportPath} (also: ${rest})`)]),
      ...endLine(["Known", suggestedText(result)]),
      ...whyLines(result),
    ];
  };
  const verdict = verdictOf(result, paint);
  const room = SCREEN_LINES - 2 - screenLines([...end(0), verdict], columns);
  const shown = causes.slice(0, Math.min(MOST_CAUSES, Math.floor(room / 3)));
  const part = { title: causesTitle(result, causes), lines: shown.flatMap(linesOf) };
  const spare = room - screenLines(partLines(part, paint), columns) + 1;
  const blank = isLoose || spare >= 2 ? [""] : [];
  const repeat = endLine(["Repeat", result.command]);
  const last =
    spare >= 2 + screenLines(repeat, columns) ? [...end(shown.length), ...repeat] : end(shown.length);
  return ["", ...partLines(part, paint), ...blank, ...last, ...blank, verdict];
}

/** A cause in four or three lines, each cut at the width: the clause, its endpoint and the problem, in one line or in two; the values; the last request as a command. */
function compactCause(
  { clause, violation, title }: FailureCause,
  width: number,
  lines: 3 | 4,
): readonly string[] {
  const { id, endpoint } = clause;
  const problem = problemText(clause, violation, title);
  const head =
    lines === 3
      ? [`✘ ${id} (${endpoint})  ${problem}`]
      : [`✘ ${id}  ${requestLabel(violation)}`, `  ${problem}`];
  const curl = oneLine(curlsOf(violation).at(-1) ?? "", 2_000);
  return [...head, `  ${fittingValues(violation, width - 2)}`, `  ${curl}`].map((line) =>
    clipped(line, width),
  );
}

/** The pointer, the values, and how many responses show the violation, as far as they fit the width. */
function fittingValues(violation: ReportedViolation, width: number): string {
  const pointer = violation.pointer === "" ? "" : `${oneLine(violation.pointer)}: `;
  const seen = seenText(violation);
  for (let most = LONGEST_VALUE; most > SHORTEST_VALUE; most -= 1) {
    const values = valuesText(violation, most);
    const texts = [...(seen === "" ? [] : [`${pointer}${values} (seen ${seen})`]), pointer + values, values];
    const fitting = texts.find(({ length }) => length <= width);
    if (fitting !== undefined) {
      return fitting;
    }
  }
  return valuesText(violation, SHORTEST_VALUE);
}

const endLine = ([name, text]: readonly [string, string | undefined]): readonly string[] =>
  text === undefined ? [] : [`  ${name.padEnd(7)}  ${oneLine(text, 4_000)}`];

const offlineText = (result: RunResult): string | undefined => {
  const files = filesNote(result);
  return files && `recorded responses of ${files}`;
};

/** The reason of the verdict that no clause shows. That of an incomplete run is printed after the summary, as an error. */
function whyLines(result: RunResult): readonly string[] {
  const why = result.verdict === "incomplete" ? undefined : because(result);
  return why === undefined ? [] : [`  ${why}`];
}

/** The file with suggested known deviations for the new violations; undefined if there are none. */
function suggestedText(result: RunResult): string | undefined {
  const { length } = suggestions(result);
  // Violations by a gateway, or in a run that ended early, should not be accepted as known deviations.
  return length === 0 || result.verdict === "incomplete"
    ? undefined
    : `${countOf(length, "new violation")}; ${RESULT_FILES.suggested} beside the report has entries for --known`;
}

/** The verdict and the counts in one line. */
function verdictOf(result: RunResult, paint: Paint): string {
  const verdict = verdictText(result);
  const by = result.embedded === true ? ", by the embedded reference" : "";
  const word = {
    conforms: paint.good(`✔ ${verdict}`),
    nonconforming: paint.bad(`✘ ${verdict}`),
    incomplete: paint.warn(`! ${verdict}`),
  }[result.verdict];
  return `${paint.bold(word)}   ${tallyOf(result.clauses).join(", ")}   ${paint.dim(costOf(result) + by)}`;
}
