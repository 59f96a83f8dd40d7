import type { RunResult } from "../../engine/model/results.ts";
import { changesSince, type ChangeGroup } from "../reading/changes.ts";
import { markdownBlock, markdownText, oneLine } from "../words/escape.ts";
import { aligned, explain } from "../words/explain.ts";
import { endpointLabel, outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { metByReason, profileFacts, profileLine } from "../reading/profiles.ts";
import {
  balanceOf,
  causesOf,
  costOf,
  countedAs,
  drawnBy,
  filesNote,
  oddities,
  ofReference,
  perEndpoint,
  reasonsOf,
  shardNote,
  verdictText,
} from "../words/tally.ts";

const MOST_FAILURES = 10;
const MOST_REASONS = 20;
/** Clauses that are named behind a reason. */
const MOST_NAMED = 3;
const MOST_CHANGES = 20;

/**
 * The page for a CI job, `summary.md`: verdict, a table per endpoint, what changed since an earlier run, the first
 * failures, what was not judged.
 */
export function summaryMarkdown(result: RunResult, previous?: RunResult): string {
  const blocks = [
    verdictBlock(result),
    endpointTable(result),
    ...(previous === undefined ? [] : changeBlocks(previous, result)),
    ...failureBlocks(result),
    ...reasonBlocks(result),
    ...oddBlocks(result),
    ...profileBlocks(result),
    ...knownBlocks(result),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function verdictBlock(result: RunResult): string {
  const { kept, broken, notJudged } = balanceOf(result.summary);
  const files = filesNote(result);
  const targets = Object.values(result.target).map(
    (url: string) => `\`${oneLine(url).replaceAll("`", "%60")}\``,
  );
  const lines = [
    `# Conformance${ofReference(result)}: ${verdictText(result)}`,
    ...(result.shard === undefined ? [] : [`Shard ${shardNote(result)}.`]),
    ...(result.reason === undefined ? [] : [`Because ${markdownText(result.reason)}`]),
    ...(files === undefined
      ? []
      : [`Recorded answers of ${markdownText(files)}. They were judged offline: nothing was sent.`]),
    `**${count(kept)}** kept · **${count(broken)}** broken · **${count(notJudged)}** not judged`,
    [targets.join(" "), ...drawnBy(result), costOf(result), `${result.suite.name} ${result.suite.version}`]
      .filter((part) => part !== "")
      .join(" · "),
  ];
  return lines.join("\n\n");
}

function endpointTable(result: RunResult): string {
  const rows = perEndpoint(result).map(({ endpoint, summary, requests }) => {
    const { pass, fail, known, inconclusive, notExercised } = summary;
    return [endpointLabel(endpoint), ...[pass, fail, known, inconclusive, notExercised, requests].map(count)];
  });
  const head = ["endpoint", "kept", "broken", "known", "inconclusive", "not exercised", countedAs(result)];
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function changeBlocks(previous: RunResult, result: RunResult): readonly string[] {
  const { unlike, groups } = changesSince(previous, result);
  const since = `Since the run of ${previous.startedAt}`;
  const differ = unlike.length === 0 ? "" : `, which had ${markdownText(unlike.join(", "))}`;
  const intro = groups.length === 0 ? `${since}${differ}: no clause changed.` : `${since}${differ}:`;
  return ["## Changed", intro, ...groups.map(changeBlock)];
}

function changeBlock({ label, clauses }: ChangeGroup): string {
  const items = clauses.slice(0, MOST_CHANGES).map(({ id, statement, reason }) => {
    const why = reason === undefined || reason === statement ? "" : `: ${markdownText(oneLine(reason, 200))}`;
    return `- \`${id}\` ${markdownText(statement)}${why}`;
  });
  const rest = clauses.length - MOST_CHANGES;
  const lines = [...items, ...(rest > 0 ? [`- … and ${countOf(rest, "more clause")}`] : [])];
  return `**${label}: ${countOf(clauses.length, "clause")}**\n\n${lines.join("\n")}`;
}

function failureBlocks({ clauses }: RunResult): readonly string[] {
  const causes = causesOf(clauses);
  if (causes.length === 0) {
    return [];
  }
  const shown = causes
    .slice(0, MOST_FAILURES)
    .flatMap(({ clause, violation, also }) => [
      `### ${clause.id}`,
      markdownBlock(aligned(explain(clause, violation), "").join("\n")),
      ...(also.length > 0 ? [`The same breaks ${also.map((id) => `\`${id}\``).join(", ")}.`] : []),
    ]);
  const rest = causes.length - MOST_FAILURES;
  return ["## Broken", ...shown, ...(rest > 0 ? [`… and ${countOf(rest, "more failure")}.`] : [])];
}

function reasonBlocks({ clauses }: RunResult): readonly string[] {
  const groups = reasonsOf(clauses);
  if (groups.length === 0) {
    return [];
  }
  const items = groups.slice(0, MOST_REASONS).map(({ outcome, reason, ids }) => {
    const named = ids.slice(0, MOST_NAMED).map((id) => `\`${id}\``);
    const more = ids.length > named.length ? ` and ${count(ids.length - named.length)} more` : "";
    const what = `${countOf(ids.length, "clause")} ${outcomeLabel(outcome)}: ${markdownText(reason)}`;
    return `- ${what} (${named.join(", ")}${more})`;
  });
  const rest = groups.length - MOST_REASONS;
  return [
    "## Not judged",
    [...items, ...(rest > 0 ? [`- … and ${countOf(rest, "more reason")}`] : [])].join("\n"),
  ];
}

function oddBlocks(result: RunResult): readonly string[] {
  const items = oddities(result).map((line) => `- ${markdownText(line)}`);
  return items.length === 0 ? [] : ["## Odd, and not judged", items.join("\n")];
}

function profileBlocks(result: RunResult): readonly string[] {
  const items = (result.profiles ?? []).flatMap((profile) => [
    `- ${markdownText(profileLine(profile, result))}`,
    ...profileFacts(profile).map((fact) => `  - ${markdownText(fact)}`),
  ]);
  const met = metByReason(result).map(
    ({ reason, ids }) => `- ${markdownText(reason)}: ${ids.map((id) => `\`${id}\``).join(", ")}`,
  );
  return [
    ...(items.length === 0 ? [] : ["## Profiles", items.join("\n")]),
    ...(met.length === 0 ? [] : ["## Known deviations, met", met.join("\n")]),
  ];
}

function knownBlocks({ known }: RunResult): readonly string[] {
  const items = [
    ...(known?.stale ?? []).map(
      ({ clause, pointer = "" }) => `- stale: \`${clause}\` ${markdownText(pointer)}`,
    ),
    ...(known?.expired ?? []).map(
      ({ clause, pointer = "" }) => `- expired: \`${clause}\` ${markdownText(pointer)}`,
    ),
  ];
  return items.length === 0 ? [] : ["## Known deviations to look at", items.join("\n")];
}
