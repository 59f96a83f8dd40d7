import { groupBy } from "./model.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import type { ClauseResult, UnspecifiedEntry, Outcome } from "./clause-results.ts";
import { clause, unspecifiedEntry, interpretation } from "./clause-results.ts";
import type { Reason } from "./reason.ts";
import { knownDeviation } from "./known-deviation.ts";
import {
  constant,
  booleanSchema,
  recordSchema,
  closed,
  flag,
  integerSchema,
  listSchema,
  natural,
  oneOf,
  optional,
  partialObject,
  schema,
  textSchema,
  type Model,
} from "./schema.ts";

const VERDICTS = ["conforms", "nonconforming", "incomplete"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Summary = Record<Outcome, number>;

const recipeOutcome = closed({
  profile: textSchema("name of the profile"),
  sample: textSchema("kind of sample, as in the target file"),
  path: textSchema("paths of the lists that the recipe reads, in order"),
  found: natural(),
  reason: optional(textSchema("why no sample was found")),
});
export type RecipeOutcome = Model<typeof recipeOutcome>;

const profile = closed({
  name: textSchema(),
  title: textSchema(),
  group: oneOf(SERVICE_NAMES),
  versions: listSchema(textSchema(), "releases that the profile was checked against"),
  notes: listSchema(textSchema()),
  unmatched: listSchema(
    knownDeviation,
    "known deviations that matched nothing although their clause was tested",
  ),
  recipes: listSchema(recipeOutcome, "results of the recipes that look for samples"),
});
export type AppliedProfile = Model<typeof profile>;

const responseCounts = recordSchema(
  closed({
    usable: natural(),
    unusable: natural(),
    reason: optional(textSchema("the first unusable response, in words")),
  }),
  "by endpoint: the number of usable and unusable responses to requests that must succeed",
);
export type ResponseCounts = Model<typeof responseCounts>;

const warning = closed(
  {
    id: textSchema(
      "the kind of the warning, such as samples-missing or no-response, or the id of an entry of `unspecified`",
    ),
    endpoint: optional(oneOf(ENDPOINT_NAMES)),
    about: optional(textSchema("the subject of the warning; equal in every run with the same warning")),
    message: textSchema("the observation, with its share of all responses or samples of the same kind"),
    curls: listSchema(textSchema(), "curl lines of a few requests that show the observation"),
  },
  "behaviour that the contract allows but that should be reviewed; fails only a strict run",
);
/** Behaviour that the contract allows but that a user should review. */
export type Warning = Model<typeof warning>;

const resent = closed(
  {
    endpoint: oneOf(ENDPOINT_NAMES),
    after: textSchema("the status of the failed attempt, or the failure if there was no response"),
    requests: natural(),
  },
  "requests that were retried because they got no usable response",
);
export type SentAgain = Model<typeof resent>;

const durations = recordSchema(
  closed({
    medianMs: natural("median duration of complete responses"),
    slowestMs: natural(),
  }),
  "by endpoint: milliseconds from sending a request to the end of its response",
);
export type Durations = Model<typeof durations>;

const timelineEntry = closed({
  second: natural(
    "start of the interval, in seconds after the first request; it ends where the next one starts",
  ),
  requests: natural("requests sent in the interval, including retries"),
  statuses: recordSchema(natural(), "number of responses to these requests, by status"),
  sentAgain: natural("number of retries"),
});
/** One interval of a run: a second, or several seconds in a run of more than half an hour. */
export type TimelineEntry = Model<typeof timelineEntry>;

const checkedFile = closed({
  file: textSchema(),
  exchanges: natural(),
  checked: natural("exchanges that at least one clause checked"),
  notChecked: recordSchema(natural(), "exchanges that no clause checked, by reason"),
});
export type CheckedFile = Model<typeof checkedFile>;

/** JSON Schema of `results.json`. */
export const resultsSchema = closed(
  {
    formatVersion: constant(3),
    embedded: flag("the target was the embedded reference"),
    suite: closed({
      name: textSchema(),
      version: textSchema(),
      contract: textSchema("SHA-256 of the text of the contract"),
      interpretations: integerSchema("version of the interpretations"),
    }),
    target: partialObject({ statusUrl: textSchema(), baseUrl: textSchema(), verifyUrl: textSchema() }),
    seed: integerSchema("seed of the run; like the level, without meaning if files were checked"),
    level: oneOf(["smoke", "standard", "thorough"]),
    strict: optional(booleanSchema("whether inconclusive clauses and warnings fail the run too")),
    command: optional(textSchema("command line that repeats the run")),
    startedAt: textSchema({ format: "date-time" }),
    durationMs: natural(),
    requests: natural(),
    verdict: oneOf(VERDICTS),
    reason: optional(
      textSchema("why the run is incomplete, or why a strict run fails without a failed clause"),
    ),
    summary: closed({
      passed: natural(),
      failed: natural(),
      known: natural(),
      inconclusive: natural(),
      notTested: natural(),
    }),
    clauses: listSchema(clause),
    unspecified: listSchema(unspecifiedEntry),
    warnings: listSchema(warning),
    sentAgain: listSchema(resent, "retried requests, by endpoint and by the failure before the retry"),
    rps: optional(
      schema<number>({ type: "number" }, "maximum number of requests per second; absent: unlimited"),
    ),
    durations: optional(durations),
    timeline: optional(
      listSchema(timelineEntry, "requests and responses over time; absent if files were checked"),
    ),
    interpretations: optional(listSchema(interpretation, "interpretations on which failed clauses depend")),
    knownDeviations: optional(
      closed({
        matched: optional(listSchema(knownDeviation, "entries that covered at least one violation")),
        stale: listSchema(knownDeviation),
        expired: listSchema(knownDeviation),
      }),
    ),
    profiles: optional(listSchema(profile, "applied profiles")),
    resembles: optional(
      listSchema(
        closed({ profile: textSchema(), title: textSchema() }),
        "profiles that match a service but were not given",
      ),
    ),
    responses: optional(responseCounts),
    files: optional(listSchema(checkedFile, "files with the checked responses")),
    bodyCutAt: optional(natural("number of characters at which response bodies are truncated")),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:results",
    title: "Result of a conformance run",
  },
);

export type RunResult = Model<typeof resultsSchema>;

/** The facts of a run, from which its result is assembled. */
export interface RunFacts {
  /** The results before known deviations are applied. */
  readonly clauses: readonly ClauseResult[];
  readonly unspecified: readonly UnspecifiedEntry[];
  /** Warnings, without the unspecified behaviour that is marked as a warning. */
  readonly warnings?: readonly Warning[];
  readonly requests: number;
  /** Retries by endpoint and by the status or failure before them; absent: none. */
  readonly sentAgain?: readonly SentAgain[];
  readonly responses: ResponseCounts;
  readonly durations?: Durations;
  readonly timeline?: readonly TimelineEntry[];
  readonly recipes?: readonly RecipeOutcome[];
  /** Why the run sent no more requests although clauses needed some: its bound was reached. */
  readonly bounded?: string | undefined;
  /** Why the run ended early; its code and remedy are those of the clauses that were not reached. */
  readonly stopped?: Reason | undefined;
}

export function summarize(clauses: readonly Pick<ClauseResult, "outcome">[]): Summary {
  const summary: Summary = { passed: 0, failed: 0, known: 0, inconclusive: 0, notTested: 0 };
  for (const { outcome } of clauses) {
    summary[outcome] += 1;
  }
  return summary;
}

/** How many requests were sent again, after which status or failure, and at which endpoints. */
export function sentAgainText(sentAgain: readonly SentAgain[]): string {
  return groupBy(sentAgain, ({ after }) => after)
    .map(([after, entries]) => {
      const total = entries.reduce((sum, { requests }) => sum + requests, 0);
      const places = entries.map(({ endpoint, requests }) => `${endpoint} ${requests}`);
      return `${total} after ${after} (${places.join(", ")})`;
    })
    .join("; ");
}
