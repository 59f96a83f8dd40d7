import type { JudgedFile } from "./judged-files.ts";
import type { Endpoint, KnownDeviation, Level, ProfileInfo } from "./settings.ts";

/** Words of the result file; see its schema. */
export type Outcome = "pass" | "fail" | "known" | "inconclusive" | "notExercised";
export type Cause = "contract" | "environment" | "data" | "suite";

export interface ReportedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ReportedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Cut at the length stated in `bodyCutAt` of the result file. */
  readonly body: string;
}

/** One of the exchanges that a rule over several answers looked at. */
export interface ReportedExchange {
  /** Its place in the order in which they were sent, from 1; where there were many, some are left out. */
  readonly number: number;
  readonly curl: string;
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
  /** The one that breaks the rule: it is the request and response of the violation. */
  readonly breaks?: true;
  /** One without which the violation cannot be seen: the page in front, what the answer is compared with. */
  readonly beside?: true;
}

/** The surroundings of a place in a body, line by line, and the index of the line of the place. */
export interface Excerpt {
  readonly lines: readonly string[];
  readonly marked: number;
}

/** The requests that showed a violation with all that was folded into it, and what came to each. */
export type Alike = readonly {
  /** A regular expression for path and query, below the URL of the service; empty: there were too many. */
  readonly request: string;
  /** What came, as it is told; absent where there were too many different values. */
  readonly values?: readonly string[];
}[];

/** One place where an answer departs from the document, with the exchange that shows it. */
export interface Violation {
  readonly message: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse;
  readonly curl: string;
  /** The place in the body of the response; absent where the whole answer is meant. */
  readonly excerpt?: Excerpt;
  /** JSON of what stands in the body where known deviations look, by JSON Pointer. */
  readonly shown?: Readonly<Record<string, string>>;
  /** For a rule over several answers: all of them, in order. */
  readonly exchanges?: readonly ReportedExchange[];
  /** Where the record that was asked for was found. */
  readonly origin?: string;
  readonly seed: number;
  /** fast-check path or the name of the boundary case; empty where nothing was generated. */
  readonly path: string;
  /** How many places showed the same cause; the pointer of the first is given. */
  readonly occurrences: number;
  readonly alike?: Alike;
  /** Reason of the known deviation that covers it, if one does. */
  readonly known?: string;
}

/** How often a field was there, null and not null: a nullable field that was always null is weaker evidence. */
export interface FieldEvidence {
  readonly seen: number;
  readonly null: number;
  readonly notNull: number;
}

/** Pairs of states, of parameters that stand together, that occurred in requests that were judged. */
export interface PairCoverage {
  readonly covered: number;
  readonly possible: number;
}

export interface ClauseResult {
  readonly id: string;
  readonly section: string;
  readonly endpoint: Endpoint;
  readonly statement: string;
  readonly outcome: Outcome;
  /** Why, for every outcome but pass (and, where it helps, for a pass as well). */
  readonly reason?: string;
  readonly cause?: Cause;
  readonly cases: number;
  readonly field?: FieldEvidence;
  /** For a rule that is judged on requests of many contexts. */
  readonly pairs?: PairCoverage;
  readonly violations: readonly Violation[];
  /** Curl line of one request that was judged and kept. */
  readonly sample?: string;
  /** Where the record of that request was found: the target file, a list, another record. */
  readonly origin?: string;
}

/** Something the document leaves open, with what this target chose. Nothing is judged. */
export interface OpenEntry {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** What this run took for granted where the document is silent. */
  readonly assumed?: string;
  /** Allowed, and seldom meant. */
  readonly odd?: true;
  readonly observed: readonly { readonly value: string; readonly count: number; readonly curl: string }[];
}

export type Verdict = "conforms" | "nonconforming" | "incomplete";
export type Summary = Record<Outcome, number>;

/** How a recipe of a profile found samples. */
export interface RecipeOutcome {
  /** Name of the profile. */
  readonly profile: string;
  /** Kind of sample, as in the target file. */
  readonly sample: string;
  /** Lists that it reads, in turn. */
  readonly path: string;
  readonly found: number;
  /** Why there are none. */
  readonly reason?: string;
}

/** An operation that was asked for at another path, because the document's own leads nowhere. */
export interface MovedOutcome {
  readonly endpoint: Endpoint;
  readonly documented: string;
  readonly used: string;
  readonly reason: string;
}

/** A profile that was applied, and what became of it. */
export interface AppliedProfile extends ProfileInfo {
  /** Known deviations that were not met, although their clause was judged. */
  readonly unmatched: readonly KnownDeviation[];
  readonly recipes: readonly RecipeOutcome[];
  readonly paths: readonly MovedOutcome[];
}

/** By endpoint: answers to requests that must succeed, those that could be judged and those that could not. */
export type Answered = Readonly<
  Record<
    string,
    {
      readonly usable: number;
      readonly unusable: number;
      /** What came in place of the first usable answer. */
      readonly reason?: string;
    }
  >
>;

/** The document `results.json`. */
export interface RunResult {
  /** The target was the embedded reference: the result says nothing of another service. */
  readonly embedded?: true;
  readonly formatVersion: 1;
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: { readonly statusUrl?: string; readonly baseUrl?: string; readonly verifyUrl?: string };
  /** This and the level mean nothing where `files` is there. */
  readonly seed: number;
  readonly level: Level;
  /** Inconclusive clauses fail the run too. */
  readonly strict?: boolean;
  /** The command line that repeats the run. */
  readonly command?: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly verdict: Verdict;
  /** Why the verdict is incomplete. */
  readonly reason?: string;
  readonly summary: Summary;
  readonly clauses: readonly ClauseResult[];
  readonly open: readonly OpenEntry[];
  readonly known?: {
    /** Entries that covered a violation. */
    readonly met?: readonly KnownDeviation[];
    readonly stale: readonly KnownDeviation[];
    readonly expired: readonly KnownDeviation[];
  };
  readonly profiles?: readonly AppliedProfile[];
  /** What came of requests that must succeed; absent where the run did not come to its end. */
  readonly answered?: Answered;
  /** Requests per endpoint, retries and milliseconds spent waiting for the rate limit. */
  readonly bill: {
    readonly perEndpoint: Readonly<Record<string, number>>;
    readonly retries: number;
    readonly waitedMs: number;
    /** Requests that the recording did not hold; absent unless a recording answered instead of the network. */
    readonly unrecorded?: number;
  };
  /** The files that the answers came from, where nothing was sent. */
  readonly files?: readonly JudgedFile[];
  /** Characters at which the bodies of responses are cut. */
  readonly bodyCutAt?: number;
  /** Which share of a run this is; absent where it is the whole. */
  readonly shard?: Shard;
}

/** What a share of a run knows beyond its own clauses, so that the shares can be merged into one result. */
export interface ShardInfo {
  /** From 1 to `total`. */
  readonly index: number;
  readonly total: number;
  /** Clauses of each share, in order: together the whole selection. */
  readonly shares: readonly (readonly string[])[];
  /** Digest of all ids of the selection. */
  readonly selection: string;
  /** Digest of all else that decides which requests are sent. */
  readonly settings: string;
  /** The command line of the whole run, which this is a share of. */
  readonly command: string;
  /** Every entry of the known deviations. */
  readonly known: readonly KnownDeviation[];
  /** The target is the embedded reference, which has another port in each run. */
  readonly embedded?: true;
}

/** A share of a run, when it came to its end. */
export interface Shard extends ShardInfo {
  /** Why it was cut short. */
  readonly stopped?: string;
  /** Absent where it was cut short too early. */
  readonly watched?: Watched;
}

/**
 * Something that is counted: how a row of a table was seen, what a watching clause judged, the places that show a cause
 * of its violations, the times that an open matter showed a value.
 */
export type Counter = readonly [
  kind: "seen" | "null" | "notNull" | "absent" | "cases" | "found" | "observed",
  /** A clause or an open matter. */
  id: string,
  /** The cause or the value; empty for the other kinds. */
  text: string,
];

/**
 * What the clauses that only watch saw in a share, whichever share they belong to. Answers are counted by what their
 * request was sent for: what several shares had to ask counts once.
 */
export interface Watched {
  /** What is counted. */
  readonly counters: readonly Counter[];
  /** Different counts, each as pairs: index of the counter, count. */
  readonly tallies: readonly (readonly number[])[];
  /** A clause, a piece of discovery or the digest of a request: index of what its answers counted. */
  readonly sources: Readonly<Record<string, number>>;
  /** Exchanges that stand for what was counted. */
  readonly examples: readonly {
    readonly id: string;
    readonly sample?: string;
    readonly origin?: string;
    readonly violations: readonly { readonly cause: string; readonly violation: Violation }[];
  }[];
  /** A request for each observed value of an open matter. */
  readonly values: readonly { readonly id: string; readonly value: string; readonly curl: string }[];
  /** Why an endpoint gave nothing to see, for the endpoints whose sources this share reads. */
  readonly why: Readonly<Record<string, Required<Pick<ClauseResult, "outcome" | "cause" | "reason">>>>;
}

/** Lines of `results.jsonl`, written as they come, so that an interrupted run keeps what is known. */
export type JournalEntry =
  | { readonly type: "clause"; readonly result: ClauseResult }
  | { readonly type: "watched"; readonly watched: Watched }
  | { readonly type: "open"; readonly entries: readonly OpenEntry[] }
  | { readonly type: "bill"; readonly requests: number; readonly bill: RunResult["bill"] }
  | {
      readonly type: "found";
      readonly recipes: readonly RecipeOutcome[];
      readonly paths: readonly MovedOutcome[];
    }
  | { readonly type: "answered"; readonly answered: Answered }
  | { readonly type: "stopped"; readonly reason: string };

/** Counts of the outcomes, all five always present. */
export function summarize(clauses: readonly Pick<ClauseResult, "outcome">[]): Summary {
  const summary: Summary = { pass: 0, fail: 0, known: 0, inconclusive: 0, notExercised: 0 };
  for (const { outcome } of clauses) {
    summary[outcome] += 1;
  }
  return summary;
}
