import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import cliProgress from "cli-progress";
import type { Judging } from "../../relay/judging.ts";
import { parseJournal, type RunHeader } from "../../reports/reading/journal.ts";
import { applyKnown } from "../../reports/reading/known.ts";
import { ENDPOINT_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { tallyClauses } from "../../reports/words/tally.ts";
import { endpointLabel } from "../../reports/words/labels.ts";
import { count, countOf, duration } from "../../reports/words/numbers.ts";

interface Standing {
  readonly judged: number;
  readonly broken: number;
  readonly requests: number;
  /** The endpoint that was asked most of late. */
  readonly endpoint?: Endpoint;
}

interface Planned {
  readonly clauses: number;
  readonly requests: number;
}

const BAR_EVERY_MS = 120;
const LINE_EVERY_MS = 3_000;
const PASSING_EVERY_MS = 1_000;

/** Follows the journal of a run until it is stopped: a bar on a terminal, a line every few seconds elsewhere. */
export function startProgress(journal: string, planned: Planned, stream: NodeJS.WriteStream) {
  const started = performance.now();
  const standing = follow(journal);
  const now = () => {
    const found = standing();
    const text = standingText(found, planned, performance.now() - started);
    return { done: share(found, planned), text };
  };
  if (stream.isTTY) {
    return showBar("  {bar} {text}", BAR_EVERY_MS, now, stream);
  }
  const timer = setInterval(() => stream.write(`  ${now().text}\n`), LINE_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Shows in one line of a terminal what passed a proxy so far; says nothing elsewhere. */
export function startPassing(judging: Pick<Judging, "standing">, stream: NodeJS.WriteStream) {
  const now = () => {
    const { passed, judged, broken } = judging.standing();
    const text = `${countOf(passed, "exchange")} passed, ${count(judged)} looked at, ${countOf(broken, "clause")} broken`;
    return { done: 0, text };
  };
  return stream.isTTY ? showBar("  {text}", PASSING_EVERY_MS, now, stream) : { stop: () => undefined };
}

/** Shows in one line of a terminal how things stand, until it is stopped; then the line is gone. */
function showBar(
  format: string,
  everyMs: number,
  now: () => { readonly done: number; readonly text: string },
  stream: NodeJS.WriteStream,
) {
  const bar = new cliProgress.SingleBar({
    format,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 12,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
    stream,
  });
  bar.start(1, 0, { text: "" });
  const timer = setInterval(() => {
    const { done, text } = now();
    bar.update(done, { text });
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}

/** Counts clauses and requests in a growing journal, each line once; what is known is not broken. */
export function follow(path: string): () => Standing {
  let offset = 0;
  let header: RunHeader | undefined;
  let standing: Standing = { judged: 0, broken: 0, requests: 0 };
  let asked: Readonly<Record<string, number>> = {};
  return () => {
    const fresh = linesBehind(path, offset);
    offset += fresh.length;
    const journal = parseJournal(fresh.toString());
    header ??= journal.header;
    const results = journal.entries.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
    const { clauses } = applyKnown(results, header?.known ?? [], header?.startedAt.slice(0, 10) ?? "");
    const { all, broken } = tallyClauses(clauses);
    const bill = journal.entries.findLast((entry) => entry.type === "bill");
    const now = bill?.bill.perEndpoint ?? asked;
    const more = (endpoint: Endpoint): number => (now[endpoint] ?? 0) - (asked[endpoint] ?? 0);
    const busiest = ENDPOINT_NAMES.reduce((a, b) => (more(b) > more(a) ? b : a));
    const wasAsked = more(busiest) > 0;
    asked = now;
    standing = {
      ...standing,
      judged: standing.judged + all,
      broken: standing.broken + broken,
      requests: bill?.requests ?? standing.requests,
      ...(wasAsked ? { endpoint: busiest } : {}),
    };
    return standing;
  };
}

/** How much of the run is done: requests tell it, until all are sent. */
function share({ judged, requests }: Standing, planned: Planned): number {
  const asked = planned.requests === 0 ? 0 : Math.min(0.95, requests / planned.requests);
  return judged >= planned.clauses ? 1 : Math.max(asked, judged / Math.max(1, planned.clauses));
}

/** Where a run stands, in words: what was asked of late, and about how long the rest takes. */
export function standingText(standing: Standing, planned: Planned, elapsedMs: number): string {
  const { judged, broken, requests, endpoint } = standing;
  const done = share(standing, planned);
  // Clauses that ask nothing are judged at once: they tell nothing of the time that the others take.
  const isUnderWay = requests > planned.requests * 0.05;
  const time =
    isUnderWay && done < 1 ? `${duration((elapsedMs / done) * (1 - done))} left` : duration(elapsedMs);
  return [
    `${count(judged)} of ${countOf(planned.clauses, "clause")}`,
    `${count(broken)} broken`,
    countOf(requests, "request"),
    ...(endpoint === undefined ? [] : [endpointLabel(endpoint)]),
    time,
  ].join(", ");
}

/** The whole lines that stand behind an offset. Where the journal is gone, the end of the run tells. */
function linesBehind(path: string, offset: number): Buffer {
  try {
    const file = openSync(path, "r");
    try {
      // Only what is new is read: a journal grows long, and is looked at many times a second.
      const fresh = Buffer.alloc(Math.max(0, fstatSync(file).size - offset));
      const read = fresh.subarray(0, readSync(file, fresh, 0, fresh.length, offset));
      return read.subarray(0, read.lastIndexOf("\n") + 1);
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}
