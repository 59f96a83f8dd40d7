import type { RunResult } from "../../engine/model/results.ts";
import { entriesToPaste } from "../reading/known.ts";
import { blocksOf, type Block } from "../words/blocks.ts";
import { replayCommand } from "../words/command-line.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { aligned, explain, idList, looksLike, more, type LabelledLine } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../words/numbers.ts";
import { billOf, costOf, filesNote, shardNote, verdictText } from "../words/run.ts";
import { causesOf, endpointTable, tallyOf, tallyText, type SharedCause } from "../words/tally.ts";
import { tell, whomToTell } from "../words/whom.ts";
import type { Paint } from "./paint.ts";
import { table } from "./table.ts";

const MOST_CAUSES = 20;
const MOST_ITEMS = 12;

/** What a run says at its end: entries to paste, a table, the failures, what was not judged, and the verdict as its last line. */
export const summaryText = (result: RunResult, reportPath: string | undefined, paint: Paint): string =>
  [
    // A result of the reference is none of a service.
    ...(result.embedded === true ? ["  The embedded reference was judged, and no service of yours."] : []),
    // They may be many and long: what is read stands below them, where the terminal ends.
    ...pasteLines(result, paint),
    ...tableLines(result, paint),
    ...causeLines(result, paint),
    ...blocksOf(result).flatMap((block) => blockLines(block, paint)),
    "",
    ...endLines(result, reportPath),
    ...[whomToTell(result)].flatMap((line) => (line === undefined ? [] : ["", `  ${line}`])),
    "",
    verdictLine(result, paint),
    "",
  ].join("\n");

/** The verdict in one line, with the numbers behind it. */
export function verdictLine(result: RunResult, paint: Paint): string {
  const verdict = verdictText(result);
  const by = result.embedded === true ? ", by the embedded reference" : "";
  const word = {
    conforms: paint.good(`✔ ${verdict}`),
    nonconforming: paint.bad(`✘ ${verdict}`),
    incomplete: paint.warn(`! ${verdict}`),
  }[result.verdict];
  return `${paint.bold(word)}   ${tallyText(tallyOf(result.summary))}   ${paint.dim(costOf(result) + by)}`;
}

function tableLines(result: RunResult, paint: Paint): readonly string[] {
  const { head, rows, all } = endpointTable(result);
  const [headLine = "", ...lines] = table([["", ...head], ...rows, all]);
  return ["", paint.dim(headLine), ...lines.slice(0, -1), paint.bold(lines.at(-1) ?? "")];
}

function causeLines(result: RunResult, paint: Paint): readonly string[] {
  const causes = causesOf(result);
  if (causes.length === 0) {
    return [];
  }
  const rest = more(causes.length - MOST_CAUSES, "failure").map((line) => `  ${line}: see the report`);
  return [
    "",
    paint.bold(`  Broken: ${countOf(result.summary.fail, "clause")}`),
    ...causes.slice(0, MOST_CAUSES).flatMap((cause) => ["", ...oneCause(cause, result, paint)]),
    ...rest.flatMap((line) => ["", line]),
  ];
}

function oneCause(cause: SharedCause, result: RunResult, paint: Paint): readonly string[] {
  const { clause, violation, also, guesses } = cause;
  const others = clause.violations.length - 1;
  return [
    `  ${paint.bad(clause.id)}  ${paint.dim(operationLabel(clause.endpoint))}`,
    ...(guesses.length > 0 ? [`    ${paint.bold(looksLike(guesses))}`] : []),
    ...aligned(
      [...explain(clause, violation), ...replayLine(result, clause.id), tell(clause, result)],
      "    ",
    ),
    ...(others > 0 ? [`    and ${countOf(others, "other violation")} of this clause`] : []),
    ...(also.length > 0 ? [`    the same breaks ${idList(also)}`] : []),
  ];
}

/** How to send the exchange again; what was judged from files is not sent. */
const replayLine = (result: RunResult, id: string): readonly LabelledLine[] =>
  result.command === undefined || Object.keys(result.target).length === 0
    ? []
    : [{ label: "replay", text: oneLine(replayCommand(result, id), 1_000) }];

const blockLines = ({ title, items, noun }: Block, paint: Paint): readonly string[] => [
  "",
  paint.bold(`  ${title}`),
  ...items
    .slice(0, MOST_ITEMS)
    .flatMap(({ text, ids = [], notes = [] }) => [
      `    ${oneLine(text).trimEnd()}`,
      ...[...notes, ...(ids.length === 0 ? [] : [idList(ids)])].map(
        (line) => `      ${paint.dim(oneLine(line, 300))}`,
      ),
    ]),
  ...more(items.length - MOST_ITEMS, noun).map((line) => `    ${line}: see the report`),
];

function pasteLines(result: RunResult, paint: Paint): readonly string[] {
  const entries = entriesToPaste(result).map((entry) => oneLine(JSON.stringify(entry), 20_000));
  return entries.length === 0
    ? []
    : [
        "",
        paint.bold("  To accept these as known deviations, put into a file for --known:"),
        "",
        `    { "deviations": [`,
        entries.map((entry) => `      ${entry}`).join(",\n"),
        "    ] }",
        "",
        "    A clause stops after its first failures: run again with these to see what lies behind them.",
      ];
}

function endLines(result: RunResult, reportPath: string | undefined): readonly string[] {
  const files = filesNote(result);
  const lines = [
    ["Shard", shardNote(result)],
    ["Offline", files && `recorded answers of ${files}`],
    ["Bill", billOf(result)],
    ["Report", reportPath],
    ["Again", result.command],
  ] as const;
  return lines.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name.padEnd(7)}  ${oneLine(text, 4_000)}`],
  );
}
