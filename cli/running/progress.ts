import { closeSync, openSync, readSync } from "node:fs";
import cliProgress from "cli-progress";
import { StringDecoder } from "node:string_decoder";
import { parseJournal, type RunHeader } from "../../reports/reading/journal.ts";
import { applyKnown } from "../../reports/reading/known.ts";
import { tallyClauses } from "../../reports/words/tally.ts";
import { count, countOf, duration } from "../../reports/words/numbers.ts";

/** How far a run has come. */
export interface Standing {
  readonly judged: number;
  readonly broken: number;
}

/** Shows progress until it is stopped. */
export interface Progress {
  stop(): void;
}

const BAR_EVERY_MS = 120;
const LINE_EVERY_MS = 3_000;

/** Follows the journal of a run: a bar on a terminal, a line every few seconds elsewhere. */
export function startProgress(journal: string, total: number, stream: NodeJS.WriteStream): Progress {
  const follower = follow(journal);
  return stream.isTTY ? showBar(follower, total, stream) : showLines(follower, total, stream);
}

/** Counts the clauses in a growing journal, reading only what is new each time; what is known is not broken. */
export function follow(path: string): () => Standing {
  let offset = 0;
  let rest = "";
  let header: RunHeader | undefined;
  const decoder = new StringDecoder("utf8");
  let standing: Standing = { judged: 0, broken: 0 };
  return () => {
    const fresh = readIfThere(path, offset);
    offset += fresh.length;
    const lines = (rest + decoder.write(fresh)).split("\n");
    rest = lines.pop() ?? "";
    const journal = parseJournal(lines.join("\n"));
    header ??= journal.header;
    const results = journal.entries.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
    const { clauses } = applyKnown(results, header?.known ?? [], header?.startedAt.slice(0, 10) ?? "");
    const { all, broken } = tallyClauses(clauses);
    standing = { judged: standing.judged + all, broken: standing.broken + broken };
    return standing;
  };
}

function showBar(standing: () => Standing, total: number, stream: NodeJS.WriteStream): Progress {
  const bar = new cliProgress.SingleBar({
    format: "  {bar} {value} of {total} clauses   {broken} broken   {duration_formatted}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
    stream,
  });
  const show = (): void => {
    const { judged, broken } = standing();
    bar.update(judged, { broken: count(broken) });
  };
  bar.start(total, 0, { broken: "0" });
  const timer = setInterval(show, BAR_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}

function showLines(standing: () => Standing, total: number, stream: NodeJS.WriteStream): Progress {
  const started = performance.now();
  const timer = setInterval(() => {
    const { judged, broken } = standing();
    const time = duration(performance.now() - started);
    stream.write(
      `  ${count(judged)} of ${countOf(total, "clause")} done, ${count(broken)} broken, ${time}\n`,
    );
  }, LINE_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** Where the journal is gone, the end of the run tells. */
function readIfThere(path: string, offset: number): Buffer {
  try {
    return readFrom(path, offset);
  } catch {
    return Buffer.alloc(0);
  }
}

function readFrom(path: string, offset: number): Buffer {
  const chunks: Buffer[] = [];
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(65_536);
    for (let at = offset, size = -1; size !== 0; at += size) {
      size = readSync(file, buffer, 0, buffer.length, at);
      chunks.push(Buffer.from(buffer.subarray(0, size)));
    }
  } finally {
    closeSync(file);
  }
  return Buffer.concat(chunks);
}
