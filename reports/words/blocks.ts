import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { endpointLabel, outcomeLabel } from "./labels.ts";
import { count, countOf } from "./numbers.ts";
import { deltaOf, type Changes } from "../reading/changes.ts";
import { more } from "./explain.ts";
import { utcOf } from "./run.ts";
import { groupBy, isLeft, leftText, reasonsOf } from "./tally.ts";

/** Reasons of clauses that changed in the same way. */
const MOST_REASONS = 10;

/** One thing that is told of a run; its texts may hold what a stranger wrote. */
export interface Item {
  /** Where links lead to it. */
  readonly id?: string;
  readonly text: string;
  /** Clauses that it is told of. */
  readonly ids?: readonly string[];
  /** What is to be said of it beside that, a line each. */
  readonly notes?: readonly string[];
  /** What to copy. */
  readonly copy?: string;
}

/** What is told behind the failures; the report has a section of this id for it. */
export interface Block {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Item[];
  /** What one item is. */
  readonly noun: string;
}

/** What is told behind the failures, on a terminal and on pages alike; empty parts are left out. */
export function blocksOf(result: RunResult, since?: Changes): readonly Block[] {
  const {
    profiles = [],
    resembles = [],
    files = [],
    known: { met = [], stale = [], expired = [] } = {},
  } = result;
  const odd = (result.odd ?? []).map(({ text, curls }) => ({ text, notes: curls }));
  const toLookAt = [
    ...stale.map(({ clause, pointer = "" }) => `stale: ${clause} ${pointer}`),
    ...expired.map(({ clause, pointer = "", until = "" }) => `expired: ${clause} ${pointer} (${until})`),
  ];
  const blocks: readonly Block[] = [
    { id: "not-judged", title: "Not tested", noun: "reason", items: notJudged(result) },
    { id: "odd", title: "Odd, but no failure", noun: "matter", items: odd },
    { id: "changes", title: "What changed", noun: "change", items: since ? changeItems(since) : [] },
    { id: "files", title: "File by file", noun: "file", items: files.map(fileItem) },
    { id: "kinds", title: "Weak evidence", noun: "endpoint", items: unseenKinds(result) },
    {
      id: "profiles",
      title: "Profiles",
      noun: "profile",
      items: [
        ...profiles.map((profile) => profileItem(profile, met)),
        ...resembles.map(({ profile, title }) => ({
          text: `The service shows the sign of ${title}, and no profile was given: try --profile ${profile}.`,
        })),
      ],
    },
    { id: "known", title: "Known deviations, met", noun: "reason", items: metByReason(met) },
    {
      id: "known-to-look-at",
      title: "Known deviations to look at",
      noun: "deviation",
      items: toLookAt.map((text) => ({ text })),
    },
  ];
  return blocks.filter(({ items }) => items.length > 0);
}

/** Kinds of records of which none was seen: what holds of them alone was not shown. */
const unseenKinds = ({ kinds = {} }: RunResult): readonly Item[] =>
  ENDPOINT_NAMES.flatMap((endpoint) => {
    const unseen = (kinds[endpoint] ?? []).filter(({ found }) => found === 0).map(({ kind }) => kind);
    const words = `${endpointLabel(endpoint)}: not seen among the records: ${unseen.join(", ")}`;
    return unseen.length === 0 ? [] : [{ text: words }];
  });

/** What became of clauses since an earlier run, and in what the runs are unlike; what is gone leads nowhere. */
const changeItems = (since: Changes): readonly Item[] => [
  { text: `Since the run of ${utcOf(since.earlier)}: ${deltaOf(since)}`, notes: since.unlike },
  ...since.groups.map(({ label, clauses }) => {
    const ids = clauses.map(({ id }) => id);
    const text = `${label}: ${countOf(ids.length, "clause")}`;
    if (since.gone.has(ids[0] ?? "")) {
      return { text, notes: [ids.join(", ")] };
    }
    const why = clauses.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${id}: ${reason}`]));
    return {
      text,
      ids,
      notes: [...why.slice(0, MOST_REASONS), ...more(why.length - MOST_REASONS, "reason")],
    };
  }),
];

function notJudged(result: RunResult): readonly Item[] {
  const left = leftText(result);
  const others = result.clauses.filter((clause) => !isLeft(clause));
  return [
    ...(left === undefined ? [] : [{ text: left }]),
    ...reasonsOf(others).map(({ first, reason, ids }) => ({
      text: `${countOf(ids.length, "clause")} ${outcomeLabel(first.outcome)}: ${reason}`,
      ids,
    })),
  ];
}

const mostOften = (left: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(left)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_REASONS);

/** What was judged of a file that answers came from, and why the rest was not. */
const fileItem = ({ file, exchanges, judged, left }: NonNullable<RunResult["files"]>[number]): Item => ({
  text: `${file}: ${countOf(exchanges, "exchange")}, ${count(judged)} checked`,
  notes: [
    ...mostOften(left).map(([reason, times]) => `${count(times)} left aside: ${reason}`),
    ...more(Object.keys(left).length - MOST_REASONS, "reason"),
  ],
});

/** The known deviations that were met, by their reason, in the order of their entries; each clause once. */
const metByReason = (met: readonly KnownDeviation[]): readonly Item[] =>
  groupBy(met, ({ reason }) => reason).map(([reason, own]) => ({
    text: reason,
    ids: [...new Set(own.map(({ clause }) => clause))],
    notes: [...new Set(own.map(ownerText))].filter((line) => line !== ""),
  }));

/** Who answers for a known deviation, until when, and where it is spoken of. */
const ownerText = ({ owner, until, link }: KnownDeviation): string =>
  [owner && `owner: ${owner}`, until && `until ${until}`, link]
    .filter((part) => part !== undefined)
    .join(" · ");

/** A profile: what it describes, how much of what it knows was met, how samples were found, what a user should know. */
function profileItem(profile: AppliedProfile, met: readonly KnownDeviation[]): Item {
  const { name, title, unmatched, paths, recipes } = profile;
  const own = met.filter((entry) => entry.profile === name).length;
  const others = unmatched.length > 0 ? `, ${count(unmatched.length)} not met` : "";
  return {
    text: `${name} (${title}): ${countOf(own, "known deviation")} met${others}`,
    notes: [
      ...paths.map(
        ({ documented, used, reason }) => `requested at ${used} instead of ${documented}: ${reason}`,
      ),
      ...recipes.map(({ sample, path, found, reason }) =>
        found > 0
          ? `${sample}: ${count(found)} found at ${path}`
          : `${sample}: none found at ${path}${reason === undefined ? "" : `: ${reason}`}`,
      ),
      ...profile.notes,
    ],
  };
}
