import { stripVTControlCharacters, styleText } from "node:util";
import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { RESULT_FILES } from "../files/writing.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { suggestions } from "../reading/known.ts";
import {
  caseText,
  clipped,
  curlsOf,
  problemText,
  requestLabel,
  seenText,
  valuesText,
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
  verdictText,
} from "../words/run.ts";
import { blockParts, causeLines, causesTitle, MOST_CAUSES, type SummaryPart } from "./summary.ts";

const countdown = (from: number): readonly number[] => Array.from({ length: from + 1 }, (_, at) => from - at);

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
/** The amount of detail in a summary. */
interface SummaryForm {
  /** Each cause in full, in four lines or in three. */
  readonly cause: "whole" | 4 | 3;
  /** The number of lines of each block; 0: its title only. */
  readonly block: number;
  /** Whether blank lines and the lines about the run are left out. */
  readonly isDense?: true;
  /** The number of causes, and of those whose request is not cut. */
  readonly most?: number;
  readonly uncut?: number;
}

/** The forms of a summary, in the order in which they are tried until one fits the screen. Requests are cut last. */
const FORMS: readonly SummaryForm[] = [
  { cause: "whole", block: 8 },
  { cause: "whole", block: 3 },
  { cause: "whole", block: 0 },
  { cause: 4, block: 3 },
  { cause: 4, block: 0 },
  { cause: 3, block: 3 },
  { cause: 3, block: 0 },
  ...countdown(MOST_CAUSES).map((uncut): SummaryForm => ({ cause: 3, block: 0, isDense: true, uncut })),
  ...countdown(MOST_CAUSES).map((most): SummaryForm => ({
    cause: 3,
    block: 0,
    isDense: true,
    uncut: 0,
    most,
  })),
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
 * The last lines of a run, with the verdict as the very last. They fit the screen: the blocks are shortened, then the causes;
 * then the report is named in place of the blocks.
 */
export function summaryText(summary: SummaryInput): string {
  const { result, columns = SCREEN_COLUMNS } = summary;
  const causes = causesOf(result);
  let lines: readonly string[] = [];
  for (const form of causes.length > 0 ? FORMS : FORMS_WITHOUT_FAILURES) {
    lines = linesInForm(summary, causes, form);
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

function linesInForm(
  { result, reportPath, paint, previous, columns = SCREEN_COLUMNS }: SummaryInput,
  causes: readonly FailureCause[],
  form: SummaryForm,
): readonly string[] {
  const { cause, block, isDense, most = MOST_CAUSES, uncut = most } = form;
  const linesOf = (one: FailureCause, at: number): readonly string[] =>
    cause === "whole" ? causeLines(one) : compactCause(one, form, columns - PART_INDENT, at < uncut);
  const lines = causes.slice(0, most).flatMap(linesOf);
  const blocks = blockParts(result, previous, block);
  const hidden = causes.length > most ? [countOf(causes.length - most, "more cause")] : [];
  const also = [...hidden, ...(block === 0 ? blocks.map(({ title }) => title) : [])].join("; ");
  const parts = [
    ...(causes.length === 0 ? [] : [{ title: causesTitle(result, causes), lines }]),
    ...(block === 0 ? [] : blocks),
  ];
  const ends = [
    ["No URL", isDense ? undefined : notGiven(result)],
    ["Offline", offlineText(result)],
    ["Resent", isDense ? undefined : sentAgainLine(result)],
    ["Level", higherLevelText(result)],
    ["Report", reportPath && (also === "" ? reportPath : `${reportPath} (also: ${also})`)],
    ["Known", suggestedText(result)],
    ["Repeat", isDense ? undefined : result.command],
  ] as const;
  const gap = isDense ? [] : [""];
  return [
    ...parts.flatMap((part) => ["", ...partLines(part, paint)]),
    ...gap,
    ...ends.flatMap(endLine),
    ...whyLines(result),
    ...gap,
    verdictOf(result, paint),
  ];
}

/**
 * A cause in few lines: the clause, its endpoint and the problem, in one line or in two; the values; the cases, if they are several
 * and there is room; the last request as a command. Each line is cut at the width, the request only if it must be.
 */
function compactCause(
  { clause, violation, title }: FailureCause,
  { cause, isDense }: SummaryForm,
  width: number,
  isUncut: boolean,
): readonly string[] {
  const { id, endpoint } = clause;
  const problem = problemText(clause, violation, title);
  const head =
    cause === 3
      ? [`✘ ${id} (${endpoint})  ${problem}`]
      : [`✘ ${id}  ${requestLabel(violation)}`, `  ${problem}`];
  const hasCases = isDense !== true && (violation.values ?? []).length > 1;
  const lines = [
    ...head,
    `  ${fittingValues(violation, width - 2)}`,
    ...(hasCases ? [`  cases: ${caseText(violation)}`] : []),
  ];
  const curl = `  ${oneLine(curlsOf(violation).at(-1) ?? "", 2_000)}`;
  return [...lines.map((line) => clipped(line, width)), isUncut ? curl : clipped(curl, width)];
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
