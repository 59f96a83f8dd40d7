import { Array as list, Integer as integer, Optional as optional, Type } from "@sinclair/typebox";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import { bill, moment } from "./bill.ts";
import {
  CAUSES,
  guess,
  left,
  reading,
  OUTCOMES,
  clause,
  open,
  violation,
  type ClauseResult,
  type OpenEntry,
  type Outcome,
} from "./clause-results.ts";
import { knownDeviation } from "./known-deviation.ts";
import { byName, closed, flag, natural, oneOf, text, type Model } from "./model.ts";

const COUNTED = ["seen", "null", "notNull", "absent", "cases", "found", "observed"] as const;

/**
 * Something that is counted: how a row of a table was seen, what a watching clause judged, the places that show a cause
 * of its violations, the times that an open matter showed a value.
 */
export type Counter = readonly [kind: (typeof COUNTED)[number], id: string, causeOrValue: string];

const counter = Type.Unsafe<Counter>({
  type: "array",
  description: "kind, clause or open matter, cause or value: what is counted",
  minItems: 3,
  maxItems: 3,
  prefixItems: [oneOf(COUNTED), text(), text()],
});

const watched = closed(
  {
    counters: list(counter),
    tallies: list(list(natural()), {
      description: "different counts, each as pairs: index of a counter, count",
    }),
    sources: byName(
      natural(),
      "a clause, a piece of discovery or the digest of a request: index of what its answers counted",
    ),
    examples: list(
      closed({
        id: text(),
        sample: optional(text()),
        origin: optional(text()),
        violations: list(closed({ cause: text(), violation })),
      }),
      { description: "exchanges that stand for what was counted" },
    ),
    values: list(closed({ id: text(), value: text(), curl: text() }), {
      description: "a request for each observed value of an open matter",
    }),
    why: byName(
      closed({
        outcome: oneOf(OUTCOMES),
        cause: oneOf(CAUSES),
        reason: text(),
        came: clause.properties.came,
        remedy: clause.properties.remedy,
      }),
      "why an endpoint gave nothing to see, for the endpoints whose sources this share reads",
    ),
  },
  "what the clauses that only watch saw in this share, whichever share they belong to",
);
/**
 * What the clauses that only watch saw in a share, whichever share they belong to. Answers are counted by what their
 * request was sent for: what several shares had to ask counts once.
 */
export type Watched = Model<typeof watched>;

/** How a run was called, without secrets: options that are not as usual, by their names. */
const invocation = closed(
  {
    program: text("the command, as it was started"),
    operands: optional(list(text())),
    options: byName(Type.Union([Type.String(), Type.Number(), Type.Boolean(), list(Type.String())])),
  },
  "the command line as data",
);
export type Invocation = Model<typeof invocation>;

const shardInfo = {
  index: integer({ minimum: 1 }),
  total: integer({ minimum: 1 }),
  shares: list(list(text()), { description: "ids of the clauses of each share, in order" }),
  selection: text("digest of the ids of all shares"),
  settings: text("digest of what else decides which requests are sent"),
  command: text("the command line of the whole run"),
  invocation: optional(invocation),
  known: list(knownDeviation),
  embedded: flag("the target is the embedded reference, which has another port in each run"),
};
const shard = closed(
  { ...shardInfo, stopped: optional(text("why the share was cut short")), watched: optional(watched) },
  "which share of a run this is, and what is needed to merge it with the others",
);
/** A share of a run, when it came to its end. */
export type Shard = Model<typeof shard>;
/** What a share of a run knows beyond its own clauses, so that the shares can be merged into one result. */
export type ShardInfo = Omit<Shard, "stopped" | "watched">;

const VERDICTS = ["conforms", "nonconforming", "incomplete"] as const;
export type Verdict = (typeof VERDICTS)[number];
const ENDS = ["signal", "unreachable"] as const;
/** What ended a run from outside, where something has to be done about it. */
export type EndedBy = (typeof ENDS)[number];
export type Summary = Record<Outcome, number>;

const recipe = closed({
  profile: text("name of the profile"),
  sample: text("kind of sample, as in the target file"),
  path: text("lists that it reads, in turn"),
  found: natural(),
  reason: optional(text("why there are none")),
});
/** How a recipe of a profile found samples. */
export type RecipeOutcome = Model<typeof recipe>;

const moved = closed({
  endpoint: oneOf(ENDPOINT_NAMES),
  documented: text(),
  used: text(),
  reason: text(),
});
/** An operation that was asked for at another path, because the document's own leads nowhere. */
export type MovedOutcome = Model<typeof moved>;

const profile = closed({
  name: text(),
  title: text(),
  group: oneOf(SERVICE_NAMES),
  versions: list(text(), { description: "releases whose answers were seen" }),
  notes: list(text()),
  unmatched: list(knownDeviation, {
    description: "known deviations that were not met, though their clause was judged",
  }),
  recipes: list(recipe, { description: "how samples were looked for" }),
  paths: list(moved, { description: "operations that were found at another path" }),
});
/** A profile that was applied, and what became of it. */
export type AppliedProfile = Model<typeof profile>;

const answered = byName(
  closed({
    usable: natural(),
    unusable: natural(),
    reason: optional(text("what came in place of the first usable answer")),
  }),
  "by endpoint: answers to requests that must succeed, those that could be judged and not",
);
export type AnswerCounts = Model<typeof answered>;

const departure = closed({
  clause: text(),
  section: text(),
  pointer: text("JSON Pointer with stars for array indexes; empty for the whole answer"),
  actual: text("what came at the first such place"),
  count: natural("how many places of the file show it"),
  known: flag("a known deviation covers it"),
});
/** A place at which the answers of one file depart from the document. */
export type FileDeparture = Model<typeof departure>;

const judgedFile = closed({
  file: text(),
  form: oneOf(["HAR", "recording", "exchanges", "body", "proxied"]),
  exchanges: natural(),
  judged: natural("exchanges that some clause judged"),
  left: byName(natural(), "not judged, by reason"),
  departures: list(departure),
});
/** One of the files that answers were judged from. */
export type JudgedFile = Model<typeof judgedFile>;

/** JSON Schema of `results.json`. */
export const resultsSchema = Type.Object(
  {
    formatVersion: Type.Literal(1),
    embedded: flag("the target was the embedded reference, and no other service"),
    suite: closed({ name: text(), version: text() }),
    contract: optional(
      closed({
        document: text("SHA-256 of the text of the document that was judged"),
        readings: integer({ description: "version of the list by which it is read" }),
      }),
    ),
    target: closed({
      statusUrl: optional(text()),
      baseUrl: optional(text()),
      verifyUrl: optional(text()),
    }),
    seed: integer({ description: "this and the level mean nothing where files are judged" }),
    level: oneOf(["smoke", "standard", "thorough"]),
    strict: optional(Type.Boolean({ description: "inconclusive clauses fail the run too" })),
    command: optional(text("the command line that repeats the run")),
    invocation: optional(invocation),
    startedAt: Type.String({ format: "date-time" }),
    durationMs: natural(),
    requests: natural(),
    verdict: oneOf(VERDICTS),
    reason: optional(text("why the verdict is incomplete")),
    endedBy: optional(
      oneOf(ENDS, {
        description: "a signal, or a service that was not there before anything was judged",
      }),
    ),
    summary: closed({
      pass: natural(),
      fail: natural(),
      known: natural(),
      inconclusive: natural(),
      notExercised: natural(),
    }),
    clauses: list(clause),
    left: optional(list(left, { description: "clauses that the level left to a higher one" })),
    open: list(open),
    readings: optional(list(reading, { description: "those that broken clauses lean on" })),
    diagnosis: optional(
      list(guess, { description: "guesses: what is probably wrong, at most three for an endpoint" }),
    ),
    known: optional(
      closed({
        met: optional(list(knownDeviation, { description: "entries that covered a violation" })),
        stale: list(knownDeviation),
        expired: list(knownDeviation),
      }),
    ),
    profiles: optional(list(profile, { description: "profiles that were applied" })),
    answered: optional(answered),
    bill,
    timeline: optional(
      list(moment, { description: "what was sent up to moments of the run, about a second apart" }),
    ),
    files: optional(
      list(judgedFile, { description: "files, or traffic that passed, that answers were judged from" }),
    ),
    bodyCutAt: optional(natural("characters at which the bodies of responses are cut")),
    shard: optional(shard),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:results",
    title: "Result of a conformance run",
    additionalProperties: false,
  },
);

/** The document `results.json`. */
export type RunResult = Model<typeof resultsSchema>;

/** Lines of `results.jsonl`, written as they come, so that an interrupted run keeps what is known. */
export type JournalEntry =
  | { readonly type: "clause"; readonly result: ClauseResult }
  | { readonly type: "watched"; readonly watched: Watched }
  | { readonly type: "open"; readonly entries: readonly OpenEntry[] }
  | {
      readonly type: "bill";
      readonly requests: number;
      readonly bill: RunResult["bill"];
      /** Milliseconds since the journal was opened. */
      readonly atMs?: number;
    }
  | {
      readonly type: "found";
      readonly recipes: readonly RecipeOutcome[];
      readonly paths: readonly MovedOutcome[];
    }
  | { readonly type: "answered"; readonly answered: AnswerCounts }
  | { readonly type: "stopped"; readonly reason: string };

/** Counts of the outcomes, all five always present. */
export function summarize(clauses: readonly Pick<ClauseResult, "outcome">[]): Summary {
  const summary: Summary = { pass: 0, fail: 0, known: 0, inconclusive: 0, notExercised: 0 };
  for (const { outcome } of clauses) {
    summary[outcome] += 1;
  }
  return summary;
}
