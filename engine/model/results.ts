import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import {
  clause,
  open,
  reading,
  type ClauseResult,
  type Obstacle,
  type OpenEntry,
  type Outcome,
} from "./clause-results.ts";
import { knownDeviation } from "./known-deviation.ts";
import {
  always,
  boolean,
  byName,
  closed,
  flag,
  integer,
  list,
  natural,
  oneOf,
  optional,
  some,
  text,
  type Model,
} from "./schema.ts";

const VERDICTS = ["conforms", "nonconforming", "incomplete"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Summary = Record<Outcome, number>;

const recipe = closed({
  profile: text("name of the profile"),
  sample: text("kind of sample, as in the target file"),
  path: text("lists that it reads, in turn"),
  found: natural(),
  reason: optional(text("why there are none")),
});
export type RecipeOutcome = Model<typeof recipe>;

const profile = closed({
  name: text(),
  title: text(),
  group: oneOf(SERVICE_NAMES),
  versions: list(text(), "releases whose responses were seen"),
  notes: list(text()),
  unmatched: list(knownDeviation, "known deviations that were not met, though their clause was tested"),
  recipes: list(recipe, "how samples were looked for"),
});
export type AppliedProfile = Model<typeof profile>;

const answered = byName(
  closed({
    usable: natural(),
    unusable: natural(),
    reason: optional(text("what came in place of the first usable response")),
  }),
  "by endpoint: responses to requests that must succeed, those that could be checked and those that could not",
);
export type AnswerCounts = Model<typeof answered>;

const warning = closed(
  {
    id: text(
      "the kind of the warning, such as samples-missing or no-response, or the id of an entry of `open`",
    ),
    endpoint: optional(oneOf(ENDPOINT_NAMES)),
    about: optional(text("the subject of the warning, equal in all runs in which the same warning occurs")),
    message: text("what was observed, with its share of all responses or samples of the same kind"),
    curls: list(text(), "a few requests that show it"),
  },
  "behaviour that is allowed and worth a look: it is no failure, and only a strict run fails because of a new one",
);
/** Behaviour of a service that is allowed and worth a look. */
export type Warning = Model<typeof warning>;

const resent = closed(
  {
    endpoint: oneOf(ENDPOINT_NAMES),
    after: text("the status that the request got before, or what came in place of a response"),
    requests: natural(),
  },
  "requests that were sent again because they got no usable response",
);
export type SentAgain = Model<typeof resent>;

const judgedFile = closed({
  file: text(),
  exchanges: natural(),
  judged: natural("exchanges that some clause checked"),
  left: byName(natural(), "not checked, by reason"),
});
export type JudgedFile = Model<typeof judgedFile>;

/** JSON Schema of `results.json`. */
export const resultsSchema = closed(
  {
    formatVersion: always(2),
    embedded: flag("the target was the embedded reference, and no other service"),
    suite: closed({
      name: text(),
      version: text(),
      contract: text("SHA-256 of the text of the document"),
      readings: integer("version of the list by which it is read"),
    }),
    target: some({ statusUrl: text(), baseUrl: text(), verifyUrl: text() }),
    seed: integer("this and the level mean nothing where files are checked"),
    level: oneOf(["smoke", "standard", "thorough"]),
    strict: optional(boolean("inconclusive clauses and warnings fail the run too")),
    command: optional(text("the command line that repeats the run")),
    startedAt: text({ format: "date-time" }),
    durationMs: natural(),
    requests: natural(),
    verdict: oneOf(VERDICTS),
    reason: optional(text("why the verdict is incomplete, or what fails a strict run beside clauses")),
    summary: closed({
      pass: natural(),
      fail: natural(),
      known: natural(),
      inconclusive: natural(),
      notExercised: natural(),
    }),
    clauses: list(clause),
    open: list(open),
    warnings: list(warning),
    sentAgain: list(resent, "requests that were sent again, by endpoint and by what they got before"),
    readings: optional(list(reading, "those that failed clauses lean on")),
    known: optional(
      closed({
        met: optional(list(knownDeviation, "entries that covered a violation")),
        stale: list(knownDeviation),
        expired: list(knownDeviation),
      }),
    ),
    profiles: optional(list(profile, "profiles that were applied")),
    resembles: optional(
      list(
        closed({ profile: text(), title: text() }),
        "profiles whose signs a service shows, and that were not given",
      ),
    ),
    answered: optional(answered),
    files: optional(list(judgedFile, "files that the responses come from")),
    bodyCutAt: optional(natural("characters at which the bodies of responses are cut")),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:results",
    title: "Result of a conformance run",
  },
);

export type RunResult = Model<typeof resultsSchema>;

/** What a run found, before it is put together to a result. */
export interface RunFacts {
  /** Known deviations are not applied to these yet. */
  readonly clauses: readonly ClauseResult[];
  readonly open: readonly OpenEntry[];
  /** Warnings beside the entries of `open` that are warnings. */
  readonly warnings?: readonly Warning[];
  readonly requests: number;
  /** Requests that were sent again, by endpoint and by what they got before; absent: none. */
  readonly sentAgain?: readonly SentAgain[];
  readonly answered: AnswerCounts;
  readonly recipes?: readonly RecipeOutcome[];
  /** Why the run sent no more requests although clauses needed some: its bound was reached. */
  readonly bounded?: string | undefined;
  /** Why it did not come to its end. */
  readonly stopped?: string | undefined;
  /** What was in the way then. */
  readonly stoppedBy?: Obstacle;
  /** What the user can do, where what was received then shows that. */
  readonly stoppedRemedy?: ClauseResult["remedy"];
}

export function summarize(clauses: readonly Pick<ClauseResult, "outcome">[]): Summary {
  const summary: Summary = { pass: 0, fail: 0, known: 0, inconclusive: 0, notExercised: 0 };
  for (const { outcome } of clauses) {
    summary[outcome] += 1;
  }
  return summary;
}

/** After which responses requests were sent again, and at which endpoints. */
export function sentAgainText(sentAgain: readonly SentAgain[]): string {
  const statuses = [...new Set(sentAgain.map(({ after }) => after))];
  return statuses
    .map((after) => {
      const own = sentAgain.filter((one) => one.after === after);
      const all = own.reduce((sum, { requests }) => sum + requests, 0);
      const places = own.map(({ endpoint, requests }) => `${endpoint} ${requests}`);
      return `${all} after ${after} (${places.join(", ")})`;
    })
    .join("; ");
}
