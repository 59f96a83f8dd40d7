import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import {
  clause,
  unspecifiedEntry,
  interpretation,
  type ClauseResult,
  type UnspecifiedEntry,
  type Outcome,
} from "./clause-results.ts";
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
  path: textSchema("lists that it reads, in turn"),
  found: natural(),
  reason: optional(textSchema("why there are none")),
});
export type RecipeOutcome = Model<typeof recipeOutcome>;

const profile = closed({
  name: textSchema(),
  title: textSchema(),
  group: oneOf(SERVICE_NAMES),
  versions: listSchema(textSchema(), "releases whose responses were seen"),
  notes: listSchema(textSchema()),
  unmatched: listSchema(knownDeviation, "known deviations that were not met, though their clause was tested"),
  recipes: listSchema(recipeOutcome, "how samples were looked for"),
});
export type AppliedProfile = Model<typeof profile>;

const responseCounts = recordSchema(
  closed({
    usable: natural(),
    unusable: natural(),
    reason: optional(textSchema("what came in place of the first usable response")),
  }),
  "by endpoint: responses to requests that must succeed, those that could be checked and those that could not",
);
export type ResponseCounts = Model<typeof responseCounts>;

const warning = closed(
  {
    id: textSchema(
      "the kind of the warning, such as samples-missing or no-response, or the id of an entry of `open`",
    ),
    endpoint: optional(oneOf(ENDPOINT_NAMES)),
    about: optional(
      textSchema("the subject of the warning, equal in all runs in which the same warning occurs"),
    ),
    message: textSchema("what was observed, with its share of all responses or samples of the same kind"),
    curls: listSchema(textSchema(), "a few requests that show it"),
  },
  "behaviour that is allowed and worth a look: it is no failure, and only a strict run fails because of a new one",
);
/** Behaviour that the contract allows but that a user should review. */
export type Warning = Model<typeof warning>;

const resent = closed(
  {
    endpoint: oneOf(ENDPOINT_NAMES),
    after: textSchema("the status that the request got before, or what came in place of a response"),
    requests: natural(),
  },
  "requests that were sent again because they got no usable response",
);
export type SentAgain = Model<typeof resent>;

const durations = recordSchema(
  closed({
    medianMs: natural("of the whole responses, exact to one percent"),
    slowestMs: natural(),
  }),
  "by endpoint: milliseconds from the sending of a request to the end of its response",
);
export type Durations = Model<typeof durations>;

const timelineEntry = closed({
  second: natural(
    "start of the interval, in seconds after the first request; it ends where the next one starts",
  ),
  requests: natural("requests that were sent in it, those that were sent again included"),
  statuses: recordSchema(natural(), "by status: the responses to these requests"),
  sentAgain: natural("failed attempts after which a request was sent again"),
});
/** One interval of a run: a second, or several seconds in a run of more than half an hour. */
export type TimelineEntry = Model<typeof timelineEntry>;

const checkedFile = closed({
  file: textSchema(),
  exchanges: natural(),
  checked: natural("exchanges that some clause checked"),
  notChecked: recordSchema(natural(), "not checked, by reason"),
});
export type CheckedFile = Model<typeof checkedFile>;

/** JSON Schema of `results.json`. */
export const resultsSchema = closed(
  {
    formatVersion: constant(3),
    embedded: flag("the target was the embedded reference, and no other service"),
    suite: closed({
      name: textSchema(),
      version: textSchema(),
      contract: textSchema("SHA-256 of the text of the document"),
      interpretations: integerSchema("version of the list by which it is read"),
    }),
    target: partialObject({ statusUrl: textSchema(), baseUrl: textSchema(), verifyUrl: textSchema() }),
    seed: integerSchema("this and the level mean nothing where files are checked"),
    level: oneOf(["smoke", "standard", "thorough"]),
    strict: optional(booleanSchema("inconclusive clauses and warnings fail the run too")),
    command: optional(textSchema("the command line that repeats the run")),
    startedAt: textSchema({ format: "date-time" }),
    durationMs: natural(),
    requests: natural(),
    verdict: oneOf(VERDICTS),
    reason: optional(textSchema("why the verdict is incomplete, or what fails a strict run beside clauses")),
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
    sentAgain: listSchema(resent, "requests that were sent again, by endpoint and by what they got before"),
    rps: optional(schema<number>({ type: "number" }, "the most requests per second; absent: unlimited")),
    durations: optional(durations),
    timeline: optional(listSchema(timelineEntry, "the run by seconds; absent where files are checked")),
    interpretations: optional(listSchema(interpretation, "those that failed clauses lean on")),
    knownDeviations: optional(
      closed({
        matched: optional(listSchema(knownDeviation, "entries that covered a violation")),
        stale: listSchema(knownDeviation),
        expired: listSchema(knownDeviation),
      }),
    ),
    profiles: optional(listSchema(profile, "profiles that were applied")),
    resembles: optional(
      listSchema(
        closed({ profile: textSchema(), title: textSchema() }),
        "profiles whose signs a service shows, and that were not given",
      ),
    ),
    responses: optional(responseCounts),
    files: optional(listSchema(checkedFile, "files that the responses come from")),
    bodyCutAt: optional(natural("characters at which the bodies of responses are cut")),
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
  /** Known deviations are not applied to these yet. */
  readonly clauses: readonly ClauseResult[];
  readonly unspecified: readonly UnspecifiedEntry[];
  /** Warnings beside the entries of `open` that are warnings. */
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
