import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../words/escape.ts";
import { aligned, explain, type Line } from "../words/explain.ts";
import { entriesToPaste } from "../reading/known.ts";
import { endpointLabel, operationLabel, outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { metByReason, profileFacts, profileLine } from "../reading/profiles.ts";
import { replayCommand } from "../words/command-line.ts";
import {
  balanceOf,
  billOf,
  causesOf,
  costOf,
  countedAs,
  filesNote,
  oddities,
  perEndpoint,
  reasonsOf,
  shardNote,
  verdictText,
  type Cause,
  type ReasonGroup,
} from "../words/tally.ts";
import type { Paint } from "./paint.ts";
import { table } from "./table.ts";

const MOST_FAILURES = 20;
const MOST_REASONS = 12;
const MOST_IDS = 3;

/** What a run says at its end: a table, the failures, what was not judged, and the verdict as its last line. */
export function summaryText(result: RunResult, reportPath: string | undefined, paint: Paint): string {
  const blocks = [
    referenceLine(result),
    tableBlock(result, paint),
    failureBlock(result, paint),
    reasonBlock(result, paint),
    oddBlock(result, paint),
    profileBlock(result, paint),
    metBlock(result, paint),
    knownBlock(result, paint),
    pasteBlock(result, paint),
    [
      "",
      ...shardLine(result),
      ...filesLine(result),
      `  Bill     ${billOf(result)}`,
      ...reportLine(reportPath),
      ...againLine(result),
    ],
    ["", verdictLine(result, paint), ""],
  ];
  return blocks.flat().join("\n");
}

/** Said first: a result of the reference is none of a service. */
function referenceLine({ embedded }: RunResult): readonly string[] {
  return embedded === true ? ["  The embedded reference was judged, and no service of yours."] : [];
}

function shardLine(result: RunResult): readonly string[] {
  const note = shardNote(result);
  return note === undefined ? [] : [`  Shard    ${note}`];
}

function filesLine(result: RunResult): readonly string[] {
  const note = filesNote(result);
  return note === undefined ? [] : [`  Offline  recorded answers of ${note}`];
}

/** The verdict in one line, with the three numbers behind it. */
export function verdictLine(result: RunResult, paint: Paint): string {
  const { kept, broken, notJudged } = balanceOf(result.summary);
  const known = result.summary.known > 0 ? ` (${count(result.summary.known)} of them known)` : "";
  const numbers = `${count(kept)} kept, ${count(broken)} broken${known}, ${count(notJudged)} not judged`;
  const verdict = verdictText(result);
  const by = result.embedded === true ? ", by the embedded reference" : "";
  const word = {
    conforms: paint.good(`✔ ${verdict}`),
    nonconforming: paint.bad(`✘ ${verdict}`),
    incomplete: paint.warn(`! ${verdict}`),
  }[result.verdict];
  return `${paint.bold(word)}   ${numbers}   ${paint.dim(costOf(result) + by)}`;
}

function tableBlock(result: RunResult, paint: Paint): readonly string[] {
  const head = ["", "kept", "broken", "known", "inconclusive", "not exercised", countedAs(result)];
  const rows = perEndpoint(result).map(({ endpoint, summary, requests }) => [
    endpointLabel(endpoint),
    ...[summary.pass, summary.fail, summary.known, summary.inconclusive, summary.notExercised].map(count),
    count(requests),
  ]);
  const { pass, fail, known, inconclusive, notExercised } = result.summary;
  const total = [
    "all",
    ...[pass, fail, known, inconclusive, notExercised].map(count),
    count(result.requests),
  ];
  const [headLine = "", ...lines] = table([head, ...rows, total]);
  return ["", paint.dim(headLine), ...lines.slice(0, -1), paint.bold(lines.at(-1) ?? "")];
}

function failureBlock(result: RunResult, paint: Paint): readonly string[] {
  const causes = causesOf(result.clauses);
  if (causes.length === 0) {
    return [];
  }
  const shown = causes
    .slice(0, MOST_FAILURES)
    .flatMap((cause) => ["", ...failureLines(cause, result, paint)]);
  const rest = causes.length - MOST_FAILURES;
  return [
    "",
    paint.bold(
      `  Broken: ${countOf(
        causes.reduce((sum, { also }) => sum + 1 + also.length, 0),
        "clause",
      )}`,
    ),
    ...shown,
    ...(rest > 0 ? ["", `  … and ${countOf(rest, "more failure")}: see the report`] : []),
  ];
}

function failureLines(
  { clause, violation, also }: Cause,
  result: RunResult,
  paint: Paint,
): readonly string[] {
  const others = clause.violations.length - 1;
  return [
    `  ${paint.bad(clause.id)}  ${paint.dim(operationLabel(clause.endpoint))}`,
    ...aligned([...explain(clause, violation), ...replayLine(result, clause.id)], "    "),
    ...(others > 0 ? [`    and ${countOf(others, "other violation")} of this clause`] : []),
    ...(also.length > 0 ? [`    the same breaks ${idList(also)}`] : []),
  ];
}

/** How to send the exchange again; what was judged from files is not sent. */
function replayLine(result: RunResult, id: string): readonly Line[] {
  return result.command === undefined || Object.keys(result.target).length === 0
    ? []
    : [{ label: "replay", text: oneLine(replayCommand(result, id), 1_000) }];
}

function reasonBlock({ clauses }: RunResult, paint: Paint): readonly string[] {
  const groups = reasonsOf(clauses);
  if (groups.length === 0) {
    return [];
  }
  const rest = groups.length - MOST_REASONS;
  return [
    "",
    paint.bold("  Not judged"),
    ...groups.slice(0, MOST_REASONS).flatMap((group) => reasonLines(group, paint)),
    ...(rest > 0 ? [`    … and ${countOf(rest, "more reason")}: see the report`] : []),
  ];
}

function reasonLines({ outcome, reason, ids }: ReasonGroup, paint: Paint): readonly string[] {
  const head = `${countOf(ids.length, "clause")} ${outcomeLabel(outcome)}`;
  return [`    ${paint.warn(head)}: ${oneLine(reason, 300)}`, `      ${paint.dim(idList(ids))}`];
}

function oddBlock(result: RunResult, paint: Paint): readonly string[] {
  const lines = oddities(result).map((line) => `    ${oneLine(line, 1_000)}`);
  return lines.length === 0 ? [] : ["", paint.bold("  Odd, and not judged"), ...lines];
}

function profileBlock(result: RunResult, paint: Paint): readonly string[] {
  const { profiles = [] } = result;
  const lines = profiles.flatMap((profile) => [
    `    ${oneLine(profileLine(profile, result), 300)}`,
    ...profileFacts(profile).map((fact) => `      ${paint.dim(oneLine(fact, 300))}`),
  ]);
  return lines.length === 0 ? [] : ["", paint.bold("  Profiles"), ...lines];
}

function metBlock(result: RunResult, paint: Paint): readonly string[] {
  const groups = metByReason(result);
  const lines = groups.flatMap(({ reason, ids }) => [
    `    ${oneLine(reason, 300)}`,
    `      ${paint.dim(idList(ids))}`,
  ]);
  return lines.length === 0 ? [] : ["", paint.bold("  Known deviations, met"), ...lines];
}

function knownBlock({ known }: RunResult, paint: Paint): readonly string[] {
  const { stale = [], expired = [] } = known ?? {};
  const lines = [
    ...stale.map(({ clause, pointer = "" }) => `stale    ${clause} ${pointer}`),
    ...expired.map(({ clause, pointer = "", until = "" }) => `expired  ${clause} ${pointer} (${until})`),
  ];
  return lines.length === 0
    ? []
    : [
        "",
        paint.bold("  Known deviations to look at"),
        ...lines.map((line) => `    ${oneLine(line).trimEnd()}`),
      ];
}

function pasteBlock(result: RunResult, paint: Paint): readonly string[] {
  const entries = entriesToPaste(result);
  if (entries.length === 0) {
    return [];
  }
  return [
    "",
    paint.bold("  To accept these as known deviations, put into a file for --known:"),
    "",
    `    { "deviations": [`,
    ...entries.map(
      (entry, index) =>
        `      ${oneLine(JSON.stringify(entry), 20_000)}${index < entries.length - 1 ? "," : ""}`,
    ),
    "    ] }",
  ];
}

function reportLine(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [`  Report   ${oneLine(path, 4_000)}`];
}

function againLine({ command }: RunResult): readonly string[] {
  return command === undefined ? [] : [`  Again    ${oneLine(command, 4_000)}`];
}

function idList(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_IDS).join(", ");
  return ids.length > MOST_IDS ? `${shown} and ${ids.length - MOST_IDS} more` : shown;
}
