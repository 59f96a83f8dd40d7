import type { Level } from "../../engine/settings.ts";
import type { TargetFile } from "../../reference/target.ts";

/** A request as it was sent. */
export interface Recorded {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What the server is asked; both tell, one begins to count anew. */
export interface ServerOrder {
  readonly order: "count from now" | "tell";
  /** Of the first order alone: a fault to serve with, and how much longer every answer takes. */
  readonly fault?: string;
  readonly latencyMs?: number;
}

/** What the server tells of itself, first when it listens, and then since the counting began. */
export interface ServerState {
  readonly target: TargetFile;
  readonly requests: number;
  /** Milliseconds since the epoch; absent while nothing came in. */
  readonly firstRequestAt?: number;
  readonly cpuMs: number;
  /** The most requests that came in within any second. */
  readonly mostInASecond: number;
}

/** What the judging process is told. */
export interface JudgingOrder {
  readonly target: TargetFile;
  readonly level: Level;
  readonly seed: number;
  /** Generated cases per property, when given exactly. */
  readonly cases?: number;
  /** The clauses to judge, by the beginning of their ids; absent: all. */
  readonly only?: string;
  readonly rps?: number;
  /** Milliseconds that every answer takes, by a clock that stands still while the suite itself works. */
  readonly slowMs?: number;
  /** Requests are written down, which costs time: nothing is measured then. */
  readonly record: boolean;
}

export interface JudgingDone {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Ids of the clauses that failed. */
  readonly failed: readonly string[];
  readonly peakMb: number;
  /** What that clock showed at the end. */
  readonly waitedMs: number;
  readonly recorded: readonly Recorded[];
}

/** What the process with nothing but undici in it is told. */
export interface BareOrder {
  readonly requests: readonly Recorded[];
  readonly concurrency: number;
  /** Under the settings of V8 that the suite's own process has. */
  readonly compilesLater?: true;
}

export interface BareDone {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The scripts that run in processes of their own, with what they are asked and what they answer. */
export interface Protocol {
  readonly server: { readonly order: ServerOrder; readonly answer: ServerState };
  readonly judging: { readonly order: JudgingOrder; readonly answer: JudgingDone };
  readonly bare: { readonly order: BareOrder; readonly answer: BareDone };
}
