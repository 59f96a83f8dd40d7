import { dirname, join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { FILES } from "../files/writing.ts";
import { suggestions } from "../reading/known.ts";
import { blocksOf, type Block } from "../words/blocks.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { aligned, explain, idList, more } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../words/numbers.ts";
import { costOf, filesNote, verdictText } from "../words/run.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { endpointTable, tallyOf, tallyText } from "../words/tally.ts";
import type { Paint } from "./paint.ts";
import { table } from "./table.ts";

const MOST_CAUSES = 20;
const MOST_ITEMS = 12;

/** What a run says at its end: a table, the failures, what was not judged, and the verdict as its last line. */
export const summaryText = (result: RunResult, reportPath: string | undefined, paint: Paint): string =>
  [
    // A result of the reference is none of a service.
    ...(result.embedded === true ? ["  The embedded reference was judged, and no service of yours."] : []),
    ...tableLines(result, paint),
    ...causeLines(result, paint),
    ...blocksOf(result).flatMap((block) => blockLines(block, paint)),
    "",
    ...endLines(result, reportPath),
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
    ...causes.slice(0, MOST_CAUSES).flatMap((cause) => ["", ...oneCause(cause, paint)]),
    ...rest.flatMap((line) => ["", line]),
  ];
}

function oneCause({ clause, violation, also }: FailureCause, paint: Paint): readonly string[] {
  const others = clause.violations.length - 1;
  return [
    `  ${paint.bad(clause.id)}  ${paint.dim(operationLabel(clause.endpoint))}`,
    ...aligned(explain(clause, violation), "    "),
    ...(others > 0 ? [`    and ${countOf(others, "other violation")} of this clause`] : []),
    ...(also.length > 0 ? [`    the same breaks ${idList(also)}`] : []),
  ];
}

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

function endLines(result: RunResult, reportPath: string | undefined): readonly string[] {
  const files = filesNote(result);
  const lines = [
    ["Offline", files && `recorded answers of ${files}`],
    ["Report", reportPath],
    ["Known", reportPath && suggested(result, join(dirname(reportPath), FILES.suggested))],
    ["Again", result.command],
  ] as const;
  return lines.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name.padEnd(7)}  ${oneLine(text, 4_000)}`],
  );
}

/** Where the entries are that would cover what is new; undefined where nothing is. */
function suggested(result: RunResult, path: string): string | undefined {
  const { length } = suggestions(result);
  return length === 0
    ? undefined
    : `${countOf(length, "new deviation")}: ${path} has entries for --known; give each a reason`;
}
