import type {
  Invocation,
  JournalEntry,
  JudgedFile,
  RunResult,
  ShardInfo,
} from "../../engine/model/results.ts";
import type { Reading } from "../../engine/model/clause-results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { Endpoint, ProfileInfo } from "../../engine/model/settings.ts";

/** A clause that a run is to judge. */
export interface PlannedClause {
  readonly id: string;
  readonly section: string;
  readonly endpoint: Endpoint;
  readonly statement: string;
  /** Places of the document that it judges, and readings that it leans on. */
  readonly cites?: readonly string[];
  readonly readings?: readonly number[];
}

/** What a plan says of a clause. */
export function plannedClause({
  id,
  section,
  endpoint,
  statement,
  cites,
  readings = [],
}: PlannedClause): PlannedClause {
  return {
    id,
    section,
    endpoint,
    statement,
    ...(cites === undefined ? {} : { cites }),
    ...(readings.length === 0 ? {} : { readings }),
  };
}

/** The first line of `results.jsonl`: what the run set out to do, without secrets. */
export interface RunHeader {
  readonly type: "run";
  /** The target is the embedded reference: the result says nothing of another service. */
  readonly embedded?: true;
  readonly suite: RunResult["suite"];
  readonly contract?: RunResult["contract"];
  readonly target: RunResult["target"];
  readonly seed: number;
  readonly level: RunResult["level"];
  readonly startedAt: string;
  readonly strict: boolean;
  /** The command line that repeats the run. */
  readonly command: string;
  /** The same as data. */
  readonly invocation?: Invocation;
  readonly plan: readonly PlannedClause[];
  readonly known: readonly KnownDeviation[];
  /** All readings of the document. */
  readonly readings?: readonly Reading[];
  readonly profiles?: readonly ProfileInfo[];
  /** Which share of a run this is; absent where it is the whole. */
  readonly shard?: ShardInfo;
  /** The files that answers were judged from, where nothing was sent. */
  readonly files?: readonly JudgedFile[];
}

/** What is on disk of a run, finished or not. */
export interface Journal {
  readonly header?: RunHeader;
  readonly entries: readonly JournalEntry[];
}

const TYPES = new Set(["run", "clause", "open", "bill", "found", "stopped", "watched", "answered"]);

/** Reads `results.jsonl`; a last line that was cut off while it was written is left out. */
export function parseJournal(text: string): Journal {
  const lines = text.split("\n").flatMap(parseLine);
  const header = lines.find((line) => line.type === "run");
  const entries = lines.filter((line) => line.type !== "run");
  return header === undefined ? { entries } : { header, entries };
}

function parseLine(line: string): readonly (RunHeader | JournalEntry)[] {
  try {
    const value: unknown = JSON.parse(line);
    return isLine(value) ? [value] : [];
  } catch {
    return [];
  }
}

// The file is the suite's own: its type member tells enough.
function isLine(value: unknown): value is RunHeader | JournalEntry {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    TYPES.has(value.type)
  );
}
