import { dirname, join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { FILES } from "../files/writing.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { suggestions } from "../reading/known.ts";
import { blocksOf, type Block } from "../words/blocks.ts";
import { departureText, idList, more } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../words/numbers.ts";
import { costOf, filesNote, verdictText } from "../words/run.ts";
import { tallyOf } from "../words/tally.ts";
import type { Paint } from "./paint.ts";

/** Lines of a summary: with what stands in front of it, a run of thirty failures fits a long screen. */
const MOST_LINES = 48;
const FEWEST_CAUSES = 3;

/** What a run says at its end: causes, what was not tested, where the result is, and the verdict as its last line. */
export function summaryText(result: RunResult, reportPath: string | undefined, paint: Paint): string {
  const behind = [
    ...blocksOf(result).flatMap((block) => blockLines(block, paint)),
    "",
    ...endLines(result, reportPath),
    "",
    verdictLine(result, paint),
    "",
  ];
  const room = Math.floor((MOST_LINES - behind.length) / 3);
  return [
    // A result of the reference is none of a service.
    ...(result.embedded === true
      ? ["", "  The embedded reference was tested, and no service of yours."]
      : []),
    ...causeLines(result, Math.max(FEWEST_CAUSES, room), paint),
    ...behind,
  ].join("\n");
}

/** The verdict in one line, with the numbers behind it. */
export function verdictLine(result: RunResult, paint: Paint): string {
  const verdict = verdictText(result);
  const by = result.embedded === true ? ", by the embedded reference" : "";
  const word = {
    conforms: paint.good(`✔ ${verdict}`),
    nonconforming: paint.bad(`✘ ${verdict}`),
    incomplete: paint.warn(`! ${verdict}`),
  }[result.verdict];
  return `${paint.bold(word)}   ${tallyOf(result.clauses).join(", ")}   ${paint.dim(costOf(result) + by)}`;
}

function causeLines(result: RunResult, most: number, paint: Paint): readonly string[] {
  const causes = causesOf(result);
  if (causes.length === 0) {
    return [];
  }
  const title = `${countOf(causes.length, "cause")} of ${countOf(result.summary.fail, "failed clause")}`;
  return [
    "",
    paint.bold(`  ${title}`),
    ...causes.slice(0, most).flatMap((cause) => oneCause(cause, paint)),
    ...more(causes.length - most, "cause").map((line) => `  ${line}: see the report`),
  ];
}

/** A cause in three lines: clause, operation and how much follows; what was expected and what came; the request. */
function oneCause({ clause, violation, also, undecided }: FailureCause, paint: Paint): readonly string[] {
  const following = also.length + undecided.length;
  const follow = following === 1 ? "follows" : "follow";
  const others = following === 0 ? "" : `, ${countOf(following, "other clause")} ${follow} from it`;
  return [
    `  ${paint.bad(`✘ ${clause.id}`)}  ${paint.dim(operationLabel(clause.endpoint) + others)}`,
    `    ${departureText(clause, violation)}`,
    `    ${paint.dim(oneLine(violation.curl, 2_000))}`,
  ];
}

/** Lines that are told of each part: of what is not here, few. */
const MOST: Readonly<Record<string, number>> = { "not-judged": 8, files: 12 };
const MOST_OTHERS = 2;

/** One line for each item. Of what was not tested the reasons are told, and of files what was left aside; the rest is for the report. */
function blockLines({ id, title, items, noun }: Block, paint: Paint): readonly string[] {
  const lines = items.flatMap(({ text, ids = [], notes = [] }) => {
    const line = text + (ids.length === 0 ? "" : `: ${idList(ids)}`);
    return id === "not-judged"
      ? notes
      : id === "files"
        ? [line, ...notes.map((note) => `  ${note}`)]
        : [line];
  });
  const most = MOST[id] ?? MOST_OTHERS;
  return [
    "",
    paint.bold(`  ${title}`),
    ...lines.slice(0, most).map((line) => `    ${oneLine(line, 300).trimEnd()}`),
    ...more(lines.length - most, id === "files" ? "line" : noun).map((line) => `    ${line}: see the report`),
  ];
}

function endLines(result: RunResult, reportPath: string | undefined): readonly string[] {
  const files = filesNote(result);
  const lines = [
    ["Offline", files && `recorded responses of ${files}`],
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
