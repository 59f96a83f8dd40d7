import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { countText, countOf, groupBy } from "../../engine/model/model.ts";
import { isPrevented } from "../../engine/model/reason.ts";
import type { AppliedProfile, CheckedFile, RunResult } from "../../engine/model/results.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { changesSince, deltaOf, type OutcomeChanges } from "../reading/changes.ts";
import { adviceFor } from "./advice.ts";
import { causeCount, type Line, requestLabel, violationLines, violationProblem } from "./explain.ts";
import { isNotChecked, outcomeLabel, reasonsOf, tallyOf } from "./labels.ts";
import { utcOf } from "./run.ts";

/** An entry of a block: a text, which may quote the service, and the ids of the clauses that it is about. */
export interface Item extends Omit<Line, "label"> {
  readonly id?: string;
  readonly lines?: readonly Line[];
  /** Whether the service, the network or missing credentials prevented the test of the clauses. */
  readonly isPrevented?: boolean;
  readonly cause?: FailureCause;
}

export interface Block {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly items: readonly Item[];
}

/** The blocks of a report that have entries, the most important one first; with `previous`, the changes even if there are none. */
export function blocksOf(result: RunResult, previous?: RunResult): readonly Block[] {
  const { profiles = [], resembles = [], files = [], warnings, knownDeviations, clauses, summary } = result;
  const { matched = [], stale = [], expired = [] } = knownDeviations ?? {};
  const causes = causesOf(result);
  const since = previous && changesSince(previous, result);
  const blocks: readonly (Block | undefined)[] = [
    {
      id: "causes",
      title: `${causeCount(causes)} of ${countOf(summary.failed, "failed clause")}`,
      lead: causes.length > 1 ? "The cause with the widest effect comes first." : "",
      items: causes.map(causeItem),
    },
    { id: "unsteady", title: "Not reproduced", items: unsteadyItems(clauses) },
    {
      id: "warnings",
      title: "Warnings",
      items: warnings.map(({ message, curls }) => ({
        text: message,
        lines: curls.map((text) => ({ label: "request", text })),
      })),
    },
    {
      id: "not-tested",
      title: "Not tested",
      lead: `${tallyOf(clauses.filter(isNotChecked)).join(", ")}: neither conformance nor a violation is shown.`,
      items: untestedItems(result),
    },
    since && {
      id: "changes",
      title: `Since the run of ${utcOf(since.earlier)}: ${deltaOf(since)}`,
      items: changeItems(since),
    },
    {
      id: "known-to-review",
      title: "Known deviations to review",
      items: [
        ...stale.map((entry) => ({ text: deviationText("stale", entry) })),
        ...expired.map((entry) => ({ text: deviationText("expired", entry) })),
      ],
    },
    { id: "known", title: "Known deviations", items: matchedByReason(matched) },
    {
      id: "profiles",
      title: "Profiles",
      items: [
        ...profiles.map((profile) => profileItem(profile, matched)),
        ...resembles.map(({ profile, title }) => ({
          text: `The service looks like ${title}, and no profile was given: try --profile ${profile}.`,
        })),
      ],
    },
    { id: "files", title: "Files", items: files.map(fileItem) },
  ];
  return blocks
    .filter((block) => block !== undefined)
    .filter(({ id, items }) => items.length > 0 || id === "changes");
}

/** A note, if at least three and at least a quarter of the failed clauses have a violation that did not occur again. */
function unsteadyItems(clauses: readonly ClauseResult[]): readonly Item[] {
  const failed = clauses.filter(({ outcome }) => outcome === "failed");
  const { length } = failed.filter(({ violations }) =>
    violations.some(({ reproducible }) => reproducible === false),
  );
  if (length < 3 || length * 4 < failed.length) return [];
  const text = `${length} of ${countOf(failed.length, "failed clause")} did not fail again when the request was repeated: responses depend on earlier or simultaneous requests, or the data changed. A run with --concurrency 1 sends no simultaneous requests.`;
  return [{ text }];
}

const noteLine = (text: string): Line => ({ label: "note", text });

function causeItem(cause: FailureCause): Item {
  const { clause, violation, also, inconclusive } = cause;
  const { id, statement, possiblyRelatedTo: related } = clause;
  const consequences = (
    [
      [also, `${countOf(also.length, "other clause")} failed as a consequence`],
      [inconclusive, `${countOf(inconclusive.length, "other clause")} could not be tested as a consequence`],
      [related === undefined ? [] : [related], "possibly related to another cause"],
    ] as const
  ).map(([ids, text]): Line => ({ label: "consequence", text, ids }));
  return {
    id,
    cause,
    text: `${id}  ${requestLabel(violation)}`,
    lines: [
      { label: "problem", text: cause.title ?? violationProblem(clause, violation) ?? statement },
      ...violationLines({ statement }, violation).filter(
        ({ label }) => label !== "problem" && label !== "seed",
      ),
      ...consequences.filter(({ ids = [] }) => ids.length > 0),
    ],
  };
}

const deviationText = (state: string, { clause, pointer, until }: KnownDeviation): string =>
  [`${state}:`, clause, pointer, state === "expired" && `(${until})`].filter(Boolean).join(" ");

/** The clauses that were not checked, grouped by advice: first groups with `isPrevented`, then groups that fail a strict run. */
export function untestedItems(result: RunResult): readonly Item[] {
  const known = new Set(result.clauses.flatMap(({ id, outcome }) => (outcome === "known" ? [id] : [])));
  const { files, level, responses: responded } = result;
  const context = { known, isRecorded: files !== undefined, level, responded };
  const advice = (clause: ClauseResult) => adviceFor(clause, context);
  return groupBy(result.clauses.filter(isNotChecked), (clause) => JSON.stringify(advice(clause)))
    .map(([, own]) => {
      const { text, entry } = advice(own[0]);
      const reasons = reasonsOf(own).map(({ outcome, reason, isExample, count }) => {
        const what = outcome === "notTested" ? "" : ` ${outcomeLabel(outcome)}`;
        return noteLine(
          `${countOf(count, "clause")}${what}${isExample ? "; most frequent reason" : ""}: ${reason}`,
        );
      });
      return {
        text,
        ids: own.map(({ id }) => id),
        lines: [
          ...reasons,
          ...(entry === undefined ? [] : [{ label: "entry", text: JSON.stringify(entry) } as const]),
        ],
        isPrevented: isPrevented(own[0]),
        failsRun: result.strict === true && own.some(({ outcome }) => outcome === "inconclusive"),
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.isPrevented) - Number(a.isPrevented) ||
        Number(b.failsRun) - Number(a.failsRun) ||
        b.ids.length - a.ids.length,
    );
}

export const interpretationItems = ({ interpretations = [] }: RunResult): readonly Item[] =>
  interpretations.map(({ number, title, text }) => ({
    id: `interpretation-${number}`,
    text: `${title} (interpretation ${number})`,
    lines: text.split(/\n+/).map(noteLine),
  }));

/** Clauses that no longer exist are named in the text, without links. */
const changeItems = ({ groups, unlike }: OutcomeChanges): readonly Item[] => [
  ...unlike.map((text) => ({ text })),
  ...groups.map(({ label, ids, isGone }) =>
    isGone ? { text: `${label}: ${ids.join(", ")}` } : { text: label, ids },
  ),
];

const fileItem = ({ file, exchanges, checked, notChecked, checkedInPart }: CheckedFile): Item => ({
  text: `${file}: ${countOf(exchanges, "exchange")}, ${countText(checked)} checked`,
  lines: [...countLines(checkedInPart, "checked in part"), ...countLines(notChecked, "not checked")],
});

const countLines = (counts: Readonly<Record<string, number>>, what: string) =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, times]) => noteLine(`${countText(times)} ${what}: ${reason}`));

const matchedByReason = (matched: readonly KnownDeviation[]): readonly Item[] =>
  groupBy(matched, ({ reason }) => reason).map(([reason, own]) => ({
    text: reason,
    ids: [...new Set(own.map(({ clause }) => clause))],
    lines: [...new Set(own.map(ownerText))].filter((text) => text !== "").map(noteLine),
  }));

const ownerText = ({ owner, until, link }: KnownDeviation): string =>
  [owner && `owner: ${owner}`, until && `until ${until}`, link].filter(Boolean).join(" · ");

function profileItem(profile: AppliedProfile, met: readonly KnownDeviation[]): Item {
  const { name, title, unmatched, recipes } = profile;
  const own = met.filter((entry) => entry.profile === name).length;
  const others = unmatched.length > 0 ? `, ${countText(unmatched.length)} not matched` : "";
  return {
    text: `${name} (${title}): ${countOf(own, "known deviation")} matched${others}`,
    lines: [
      ...recipes.map(({ sample, path, found, reason = "" }) =>
        found > 0
          ? `${sample}: ${countText(found)} found at ${path}`
          : `${sample}: none found at ${path}${reason && `: ${reason}`}`,
      ),
      ...profile.notes,
    ].map(noteLine),
  };
}
