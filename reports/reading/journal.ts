import type { JournalEntry, RunResult, ShardInfo } from "../../engine/model/results.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { ProfileInfo } from "../../engine/model/settings.ts";
import { tried } from "../../engine/model/file-trouble.ts";

export type PlannedClause = Pick<
  ClauseResult,
  "id" | "section" | "endpoint" | "statement" | "cites" | "readings"
>;

export function plannedClause(clause: PlannedClause): PlannedClause {
  const { id, section, endpoint, statement, cites, readings = [] } = clause;
  return {
    id,
    section,
    endpoint,
    statement,
    ...(cites === undefined ? {} : { cites }),
    ...(readings.length === 0 ? {} : { readings }),
  };
}

type Told =
  "embedded" | "suite" | "contract" | "target" | "seed" | "level" | "startedAt" | "invocation" | "files";

/** The first line of `results.jsonl`: what the run set out to do, without secrets. */
export interface RunHeader extends Pick<RunResult, Told | "readings"> {
  readonly type: "run";
  readonly strict: boolean;
  /** The command line that repeats the run. */
  readonly command: string;
  readonly plan: readonly PlannedClause[];
  readonly known: readonly KnownDeviation[];
  readonly profiles?: readonly ProfileInfo[];
  /** Which share of a run this is; absent where it is the whole. */
  readonly shard?: ShardInfo;
}

const TYPES = new Set(["run", "clause", "open", "bill", "found", "stopped", "watched", "answered"]);

/** Reads what `results.jsonl` has of a run, finished or not; a last line that was cut off is left out. */
export function parseJournal(text: string) {
  const lines = text.split("\n").flatMap(parseLine);
  return {
    header: lines.find((line) => line.type === "run"),
    entries: lines.filter((line) => line.type !== "run"),
  };
}

// The file is the suite's own: its type member tells enough.
function parseLine(text: string): readonly (RunHeader | JournalEntry)[] {
  const line = tried((): RunHeader | JournalEntry => JSON.parse(text));
  return line && TYPES.has(line.type) ? [line] : [];
}
