import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { deltaOf, type OutcomeChanges } from "../reading/changes.ts";
import { adviceFor, type Advice } from "./advice.ts";
import { groupBy, isNotChecked, outcomeLabel, reasonsOf } from "./labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { utcOf } from "./run.ts";

/** An entry of a block. Its texts may contain text of the service. */
export interface Item {
  /** The anchor of the block. */
  readonly id?: string;
  readonly text: string;
  /** The clauses that the block is about. */
  readonly ids?: readonly string[];
  /** Further lines about the entry. */
  readonly notes?: readonly string[];
  /** The text to copy. */
  readonly copy?: string;
  /** Whether the service or the network prevented the clauses from being tested. */
  readonly isPrevented?: boolean;
}

/** A block of the report besides the failures. The page has the same id. */
export interface Block {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Item[];
}

/** The blocks besides the failures, for the terminal and for pages. Empty blocks are left out. */
export function blocksOf(result: RunResult, since?: OutcomeChanges): readonly Block[] {
  const {
    profiles = [],
    resembles = [],
    files = [],
    warnings,
    knownDeviations: known = { stale: [], expired: [] },
  } = result;
  const { matched: met = [], stale, expired } = known;
  const changes = since === undefined ? "" : `Since the run of ${utcOf(since.earlier)}: ${deltaOf(since)}`;
  const blocks: readonly Block[] = [
    { id: "not-judged", title: "Not tested", items: untestedItems(result) },
    {
      id: "warnings",
      title: "Warnings",
      items: warnings.map(({ message, curls }) => ({ text: message, notes: curls })),
    },
    { id: "changes", title: changes, items: since === undefined ? [] : changeItems(since) },
    { id: "files", title: "Files", items: files.map(fileItem) },
    {
      id: "profiles",
      title: "Profiles",
      items: [
        ...profiles.map((profile) => profileItem(profile, met)),
        ...resembles.map(({ profile, title }) => ({
          text: `The service looks like ${title}, and no profile was given: try --profile ${profile}.`,
        })),
      ],
    },
    { id: "known", title: "Known deviations", items: metByReason(met) },
    {
      id: "known-to-look-at",
      title: "Known deviations to review",
      items: [
        ...stale.map(({ clause, pointer = "" }) => ({ text: `stale: ${clause} ${pointer}`.trim() })),
        ...expired.map(({ clause, pointer = "", until = "" }) => ({
          text: ["expired:", clause, pointer, `(${until})`].filter((part) => part !== "").join(" "),
        })),
      ],
    },
  ];
  return blocks.filter(({ id, items }) => items.length > 0 || (id === "changes" && since !== undefined));
}

/**
 * Clauses that were not tested, grouped by what a reader has to do, with the reasons. Obstacles of the service or the network
 * come first, and in a strict run the inconclusive clauses, because they fail it.
 */
export function untestedItems(result: RunResult): readonly Item[] {
  const known = new Set(result.clauses.flatMap(({ id, outcome }) => (outcome === "known" ? [id] : [])));
  const { files, level, responses: responded } = result;
  const context = { known, isRecorded: files !== undefined, level, responded };
  const advice = (clause: ClauseResult) => adviceFor(clause, context);
  return groupBy(result.clauses.filter(isNotChecked), (clause) => JSON.stringify(advice(clause)))
    .map(([, own]) => untestedItem(result, own, advice(own[0])))
    .toSorted(
      (a, b) =>
        Number(b.isPrevented) - Number(a.isPrevented) ||
        Number(b.failsRun) - Number(a.failsRun) ||
        b.ids.length - a.ids.length,
    );
}

type Clauses = readonly [ClauseResult, ...ClauseResult[]];

function untestedItem(result: RunResult, own: Clauses, { text, entry }: Advice) {
  const [first] = own;
  const reasons = reasonsOf(own).map(({ outcome, reason, ids }) => {
    const what = outcome === "notTested" ? "" : ` ${outcomeLabel(outcome)}`;
    return `${countOf(ids.length, "clause")}${what}: ${reason}`;
  });
  return {
    text,
    ids: own.map(({ id }) => id),
    notes: reasons,
    isPrevented: first.cause === "environment",
    failsRun: result.strict === true && own.some(({ outcome }) => outcome === "inconclusive"),
    ...(entry === undefined ? {} : { copy: JSON.stringify(entry) }),
  };
}

/** The interpretations of ambiguous sentences on which failed clauses depend. */
export const interpretationItems = (
  interpretations: NonNullable<RunResult["interpretations"]>,
): readonly Item[] =>
  interpretations.map(({ number, title, text }) => ({
    id: `interpretation-${number}`,
    text: `${title} (interpretation ${number})`,
    notes: text.split(/\n+/),
  }));

/** The changed outcomes since an earlier run, and the differences between the runs. A clause that is gone has no link. */
const changeItems = ({ groups, unlike }: OutcomeChanges): readonly Item[] => [
  ...unlike.map((text) => ({ text })),
  ...groups.map(({ label, ids, isGone }) =>
    isGone ? { text: `${label}: ${ids.join(", ")}` } : { text: label, ids },
  ),
];

/** The number of checked exchanges of a file, and the reasons why the others were not checked. */
const fileItem = ({
  file,
  exchanges,
  checked,
  notChecked: left,
}: NonNullable<RunResult["files"]>[number]): Item => ({
  text: `${file}: ${countOf(exchanges, "exchange")}, ${countText(checked)} checked`,
  notes: Object.entries(left)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${countText(times)} not checked: ${reason}`),
});

/** The known deviations that were met, by their reason, in the order of their entries; each clause once. */
const metByReason = (met: readonly KnownDeviation[]): readonly Item[] =>
  groupBy(met, ({ reason }) => reason).map(([reason, own]) => ({
    text: reason,
    ids: [...new Set(own.map(({ clause }) => clause))],
    notes: [...new Set(own.map(ownerText))].filter((line) => line !== ""),
  }));

/** The owner of a known deviation, its last day, and its link. */
const ownerText = ({ owner, until, link }: KnownDeviation): string =>
  [owner && `owner: ${owner}`, until && `until ${until}`, link]
    .filter((part) => part !== undefined)
    .join(" · ");

/** A profile: its title, the number of its known deviations that matched, the results of its recipes, and its notes. */
function profileItem(profile: AppliedProfile, met: readonly KnownDeviation[]): Item {
  const { name, title, unmatched, recipes } = profile;
  const own = met.filter((entry) => entry.profile === name).length;
  const others = unmatched.length > 0 ? `, ${countText(unmatched.length)} not matched` : "";
  return {
    text: `${name} (${title}): ${countOf(own, "known deviation")} matched${others}`,
    notes: [
      ...recipes.map(({ sample, path, found, reason = "" }) =>
        found > 0
          ? `${sample}: ${countText(found)} found at ${path}`
          : `${sample}: none found at ${path}${reason && `: ${reason}`}`,
      ),
      ...profile.notes,
    ],
  };
}
