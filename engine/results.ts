import type { Endpoint, KnownDeviation, Level } from "./settings.ts";

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
}

/** The surroundings of a place in a body, line by line, and the index of the line of the place. */
export interface Excerpt {
  readonly lines: readonly string[];
  readonly marked: number;
}

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
  /** For a rule over several answers: all of them, in order. */
  readonly exchanges?: readonly ReportedExchange[];
  /** Where the record that was asked for was found. */
  readonly origin?: string;
  readonly seed: number;
  /** fast-check path or the name of the boundary case; empty where nothing was generated. */
  readonly path: string;
  /** How many places showed the same cause; the pointer of the first is given. */
  readonly occurrences: number;
  /** Reason of the known deviation that covers it, if one does. */
  readonly known?: string;
}

/** How often a field was there, null and not null: a nullable field that was always null is weaker evidence. */
export interface FieldEvidence {
  readonly seen: number;
  readonly null: number;
  readonly notNull: number;
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
  readonly observed: readonly { readonly value: string; readonly count: number; readonly curl: string }[];
}

export type Verdict = "conforms" | "nonconforming" | "incomplete";
export type Summary = Record<Outcome, number>;

/** The document `results.json`. */
export interface RunResult {
  readonly formatVersion: 1;
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: { readonly statusUrl?: string; readonly baseUrl?: string; readonly verifyUrl?: string };
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
  /** Requests per endpoint, retries and milliseconds spent waiting for the rate limit. */
  readonly bill: {
    readonly perEndpoint: Readonly<Record<string, number>>;
    readonly retries: number;
    readonly waitedMs: number;
    /** Requests that the recording did not hold; absent unless a recording answered instead of the network. */
    readonly unrecorded?: number;
  };
  /** Characters at which the bodies of responses are cut. */
  readonly bodyCutAt?: number;
}

/** Lines of `results.jsonl`, written as they come, so that an interrupted run keeps what is known. */
export type JournalEntry =
  | { readonly type: "clause"; readonly result: ClauseResult }
  | { readonly type: "open"; readonly entries: readonly OpenEntry[] }
  | { readonly type: "bill"; readonly requests: number; readonly bill: RunResult["bill"] }
  | { readonly type: "stopped"; readonly reason: string };

/** Counts of the outcomes, all five always present. */
export function summarize(clauses: readonly Pick<ClauseResult, "outcome">[]): Summary {
  const summary: Summary = { pass: 0, fail: 0, known: 0, inconclusive: 0, notExercised: 0 };
  for (const { outcome } of clauses) {
    summary[outcome] += 1;
  }
  return summary;
}
