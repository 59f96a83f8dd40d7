import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import cliProgress from "cli-progress";
import { StringDecoder } from "node:string_decoder";
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

/** Follows the journal of a run until it is stopped: a bar on a terminal, a line every few seconds elsewhere. */
export function startProgress(journal: string, planned: Planned, stream: NodeJS.WriteStream) {
  const follower = follow(journal);
  return stream.isTTY ? showBar(follower, planned, stream) : showLines(follower, planned, stream);
}

/** Counts clauses and requests in a growing journal, reading only what is new each time; what is known is not broken. */
export function follow(path: string): () => Standing {
  let offset = 0;
  let rest = "";
  let header: RunHeader | undefined;
  const decoder = new StringDecoder("utf8");
  let standing: Standing = { judged: 0, broken: 0, requests: 0 };
  let asked: Readonly<Record<string, number>> = {};
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

function showBar(standing: () => Standing, planned: Planned, stream: NodeJS.WriteStream) {
  const started = performance.now();
  const bar = new cliProgress.SingleBar({
    format: "  {bar} {text}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 12,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
    stream,
  });
  const show = (): void => {
    const now = standing();
    const text = standingText(now, planned, performance.now() - started);
    bar.update(share(now, planned), { text });
  };
  bar.start(1, 0, { text: "" });
  const timer = setInterval(show, BAR_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}

function showLines(standing: () => Standing, planned: Planned, stream: NodeJS.WriteStream) {
  const started = performance.now();
  const timer = setInterval(() => {
    stream.write(`  ${standingText(standing(), planned, performance.now() - started)}\n`);
  }, LINE_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** What stands behind an offset. Where the journal is gone, the end of the run tells. */
function readIfThere(path: string, offset: number): Buffer {
  try {
    const file = openSync(path, "r");
    try {
      const fresh = Buffer.alloc(Math.max(0, fstatSync(file).size - offset));
      return fresh.subarray(0, readSync(file, fresh, 0, fresh.length, offset));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}
