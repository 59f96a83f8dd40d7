import { groupBy } from "./model.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import type { ClauseResult, Outcome } from "./clause-results.ts";
import { clause, unspecifiedEntry, interpretation } from "./clause-results.ts";
import type { Reason } from "./reason.ts";
import { knownDeviation } from "./known-deviation.ts";
import * as json from "./schema.ts";

const VERDICTS = ["conforms", "nonconforming", "incomplete"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Summary = Record<Outcome, number>;

const recipeOutcome = json.closed({
  profile: json.textSchema("name of the profile"),
  sample: json.textSchema("kind of sample, as in the target file"),
  path: json.textSchema("paths of the lists that the recipe reads, in order"),
  found: json.natural(),
  reason: json.optionalText("why no sample was found"),
});
export type RecipeOutcome = json.Model<typeof recipeOutcome>;

const profile = json.closed({
  name: json.textSchema(),
  title: json.textSchema(),
  group: json.oneOf(SERVICE_NAMES),
  versions: json.listSchema(json.textSchema(), "releases that the profile was checked against"),
  notes: json.listSchema(json.textSchema()),
  unmatched: json.listSchema(
    knownDeviation,
    "known deviations that covered no violation although their clause was tested",
  ),
  recipes: json.listSchema(recipeOutcome, "results of the recipes that look for samples"),
});
export type AppliedProfile = json.Model<typeof profile>;

const responseCounts = json.recordSchema(
  json.closed({
    usable: json.natural(),
    unusable: json.natural(),
    reason: json.optionalText("the first unusable response, in words"),
  }),
  "by endpoint: the number of usable and unusable responses to requests that must succeed",
);
export type ResponseCounts = json.Model<typeof responseCounts>;

const warning = json.closed(
  {
    id: json.textSchema(
      "the kind of the warning, such as samples-missing or no-response, or the id of an entry of `unspecified`",
    ),
    endpoint: json.optional(json.oneOf(ENDPOINT_NAMES)),
    about: json.optionalText("the subject of the warning; equal in every run with the same warning"),
    message: json.textSchema("the observation, with its share of all responses or samples of the same kind"),
    curls: json.listSchema(json.textSchema(), "curl lines of a few requests that show the observation"),
  },
  "an observation that should be reviewed although it violates no clause; it fails only a strict run",
);
export type Warning = json.Model<typeof warning>;

const resent = json.closed(
  {
    endpoint: json.oneOf(ENDPOINT_NAMES),
    after: json.textSchema("the status of the failed attempt, or the failure if there was no response"),
    requests: json.natural(),
  },
  "requests that were retried because they got no usable response",
);
export type SentAgain = json.Model<typeof resent>;

const durations = json.recordSchema(
  json.closed({ medianMs: json.natural("median duration of complete responses"), slowestMs: json.natural() }),
  "by endpoint: milliseconds from sending a request to the end of its response",
);
export type Durations = json.Model<typeof durations>;

const timelineEntry = json.closed({
  second: json.natural("seconds after the first request"),
  requests: json.natural("requests sent in this second, including retries"),
  statuses: json.recordSchema(json.natural(), "number of responses to these requests, by status"),
  sentAgain: json.natural("number of retries"),
});
export type TimelineEntry = json.Model<typeof timelineEntry>;

const checkedFile = json.closed({
  file: json.textSchema(),
  exchanges: json.natural(),
  checked: json.natural("exchanges that at least one clause checked"),
  notChecked: json.recordSchema(json.natural(), "exchanges that no clause checked, by reason"),
  checkedInPart: json.recordSchema(
    json.natural(),
    "checked exchanges without the body of the request or of the response, by reason",
  ),
});
export type CheckedFile = json.Model<typeof checkedFile>;

export const resultsSchema = json.closed(
  {
    formatVersion: json.constant(4),
    embedded: json.flag("the target was the embedded reference"),
    suite: json.closed({
      name: json.textSchema(),
      version: json.textSchema(),
      contract: json.textSchema("SHA-256 of the text of the contract"),
      interpretations: json.integerSchema("version of the interpretations"),
    }),
    target: json.partialObject({
      statusUrl: json.textSchema(),
      baseUrl: json.textSchema(),
      verifyUrl: json.textSchema(),
    }),
    seed: json.integerSchema("seed of the run; if files were checked, it and the level have no meaning"),
    level: json.oneOf(["smoke", "standard", "thorough"]),
    strict: json.optional(json.booleanSchema("whether inconclusive clauses and warnings fail the run too")),
    command: json.optionalText("command line that repeats the run"),
    startedAt: json.textSchema({ format: "date-time" }),
    durationMs: json.natural(),
    requests: json.natural(),
    verdict: json.oneOf(VERDICTS),
    reason: json.optionalText(
      "why the run is incomplete, or the warning because of which a strict run fails",
    ),
    summary: json.closed({
      passed: json.natural(),
      failed: json.natural(),
      known: json.natural(),
      inconclusive: json.natural(),
      notTested: json.natural(),
    }),
    clauses: json.listSchema(clause),
    unspecified: json.listSchema(unspecifiedEntry),
    warnings: json.listSchema(warning),
    sentAgain: json.listSchema(resent, "retried requests, by endpoint and by the failure before the retry"),
    rps: json.optional(
      json.schema<number>({ type: "number" }, "maximum number of requests per second; absent: unlimited"),
    ),
    durations: json.optional(durations),
    timeline: json.optionalList(
      timelineEntry,
      "requests and responses over time; absent if files were checked",
    ),
    interpretations: json.optionalList(
      interpretation,
      "interpretations on which clauses with violations depend",
    ),
    knownDeviations: json.optional(
      json.closed({
        matched: json.optionalList(knownDeviation, "entries that covered at least one violation"),
        stale: json.listSchema(knownDeviation),
        expired: json.listSchema(knownDeviation),
      }),
    ),
    profiles: json.optionalList(profile, "applied profiles"),
    resembles: json.optionalList(
      json.closed({ profile: json.textSchema(), title: json.textSchema() }),
      "profiles that match a service for which no profile was given",
    ),
    responses: json.optional(responseCounts),
    files: json.optionalList(checkedFile, "files with the checked responses"),
    bodyCutAt: json.optional(json.natural("number of characters at which response bodies are truncated")),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:results",
    title: "Result of a conformance run",
  },
);

export type RunResult = json.Model<typeof resultsSchema>;

/** The facts of a run. In `clauses`, no outcome is `known` yet; `warnings` lacks the unspecified behaviour that is marked as a warning. */
export interface RunFacts
  extends
    Pick<RunResult, "clauses" | "unspecified" | "requests">,
    Partial<Pick<RunResult, "warnings" | "sentAgain" | "durations" | "timeline">> {
  readonly responses: ResponseCounts;
  readonly recipes?: readonly RecipeOutcome[];
  /** That the run reached its maximum number of requests (`requestBound`), in words; absent if it did not. */
  readonly bounded?: string | undefined;
  /** Why the run ended early. Clauses that were not reached get this code and remedy. */
  readonly stopped?: Reason | undefined;
}

export function summarize(clauses: readonly Pick<ClauseResult, "outcome">[]): Summary {
  const summary: Summary = { passed: 0, failed: 0, known: 0, inconclusive: 0, notTested: 0 };
  for (const { outcome } of clauses) summary[outcome] += 1;
  return summary;
}

/** Lists how many requests were retried after each status or failure, by endpoint: `12 after 503 (tokens 10, contract 2)`. */
export function sentAgainText(sentAgain: readonly SentAgain[]): string {
  const texts = groupBy(sentAgain, ({ after }) => after).map(([after, entries]) => {
    const total = entries.reduce((sum, { requests }) => sum + requests, 0);
    const places = entries.map(({ endpoint, requests }) => `${endpoint} ${requests}`);
    return `${total} after ${after} (${places.join(", ")})`;
  });
  return texts.join("; ");
}
