import { OUTCOMES } from "../../engine/model/clause-results.ts";
import { summarize, type RunResult } from "../../engine/model/results.ts";
import { changesSince } from "../reading/changes.ts";
import { blocksOf, type Block } from "../words/blocks.ts";
import { markdownBlock, markdownText, oneLine } from "../../engine/secrets/escape.ts";
import { aligned, explain, idList, more } from "../words/explain.ts";
import { endpointLabel, outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { costOf, filesNote, titleOf } from "../words/run.ts";
import { causesOf } from "../reading/causes.ts";
import { byEndpoint, tallyOf } from "../words/tally.ts";

const MOST_CAUSES = 10;
const MOST_ITEMS = 20;

/** `summary.md`, the page for a CI job: verdict, failures, a table, what was not judged, what changed. */
export function summaryMarkdown(result: RunResult, previous?: RunResult): string {
  const since = previous && changesSince(previous, result);
  const blocks = [
    ...verdictBlock(result),
    ...causeBlocks(result),
    "## By endpoint",
    tableBlock(result),
    ...blocksOf(result, since).flatMap(block),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function verdictBlock(result: RunResult): readonly string[] {
  const { target, reason, suite, level, seed } = result;
  const files = filesNote(result);
  const targets = Object.values(target).map((url: string) => codeOf(oneLine(url).replaceAll("`", "%60")));
  const drawn = files === undefined ? [`level ${level}`, `seed ${seed}`] : [];
  const run = [targets.join(" "), ...drawn, costOf(result), `${suite.name} ${suite.version}`];
  const lines = [
    `# ${titleOf(result)}`,
    reason && `Because ${markdownText(reason)}`,
    files && `Recorded responses of ${markdownText(files)}. They were checked offline: nothing was sent.`,
    `**${tallyOf(result.clauses).join(" · ")}**`,
    run.filter((part) => part !== "").join(" · "),
  ];
  return lines.filter((line) => line !== undefined);
}

/** Outcomes and requests of each endpoint that the run had clauses of. */
function tableBlock({ clauses, bill, files }: RunResult): string {
  const head = ["endpoint", ...OUTCOMES.map(outcomeLabel), files === undefined ? "requests" : "responses"];
  const rows = byEndpoint(clauses).map(([endpoint, own]) => {
    const sizes = summarize(own);
    const numbers = [...OUTCOMES.map((outcome) => sizes[outcome]), bill.perEndpoint[endpoint] ?? 0];
    return [endpointLabel(endpoint), ...numbers.map(count)];
  });
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function causeBlocks(result: RunResult): readonly string[] {
  const causes = causesOf(result);
  const shown = causes
    .slice(0, MOST_CAUSES)
    .flatMap(({ clause, violation, also, undecided }) => [
      `### ${clause.id}`,
      markdownBlock(aligned(explain(clause, violation), "").join("\n")),
      ...follows("failed", also),
      ...follows("not tested", undecided),
    ]);
  const rest = more(causes.length - MOST_CAUSES, "cause");
  const title = `## ${countOf(causes.length, "cause")} of ${countOf(result.summary.fail, "failed clause")}`;
  return causes.length === 0 ? [] : [title, ...shown, ...rest.map((line) => `${line}.`)];
}

const follows = (outcome: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`Because of it ${outcome}: ${idList(ids.map(codeOf), MOST_ITEMS)}.`];

function block({ title, items, noun }: Block): readonly string[] {
  const lines = items.map(({ text, ids = [], notes = [] }) =>
    [
      markdownText(text) + (ids.length === 0 ? "" : `: ${idList(ids.map(codeOf))}`),
      ...notes.map((note) => `  - ${markdownText(note)}`),
    ].join("\n"),
  );
  return [`## ${title}`, list(lines, noun)];
}

const list = (lines: readonly string[], noun: string): string =>
  [...lines.slice(0, MOST_ITEMS), ...more(lines.length - MOST_ITEMS, noun)]
    .map((line) => `- ${line}`)
    .join("\n");

const codeOf = (text: string): string => `\`${text}\``;
