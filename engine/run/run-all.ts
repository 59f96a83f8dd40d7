import type { Catalogue } from "../clauses/catalogue.ts";
import type { SampleExchange } from "../evidence/violation.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import type { JournalEntry } from "../model/results.ts";
import { openSession, type Session } from "./session.ts";
import type { Settings } from "../model/settings.ts";
import type { Way } from "../http/transport.ts";

/** Who follows a run, who may end it, and how requests get to the target. */
export interface Onlooker {
  /** Called with every entry as it comes. */
  readonly onEntry?: (entry: JournalEntry) => void;
  /** Aborted: nothing more is sent, and what was not judged is left so. */
  readonly signal?: AbortSignal;
  /** Absent: the network. */
  readonly way?: Way;
}

/** Told of each clause as it is judged, with an exchange that it was kept in; `began` in milliseconds since 1970. */
export type OnResult = (
  result: ClauseResult,
  sample: SampleExchange | undefined,
  began: number,
) => Promise<void>;

/**
 * Judges all clauses of a session at once: one that waits for a silent service keeps no other from asking. An error
 * of our own leaves its clause without a verdict, and is thrown when all others have theirs.
 */
export async function judgeSession(session: Session, onResult?: OnResult): Promise<void> {
  const tell = async (result: ClauseResult, began: number): Promise<void> =>
    await onResult?.(result, session.sampleOf(result), began);
  const asked = session.asking.map(async (clause) => {
    const began = Date.now();
    await tell(await session.judge(clause), began);
  });
  const ended = await Promise.allSettled([...asked, session.observe()]);
  const watched = await session.finish();
  const finished = Date.now();
  for (const result of watched) {
    await tell(result, finished);
  }
  const broken = ended.find((one) => one.status === "rejected");
  if (broken !== undefined) {
    throw broken.reason;
  }
}

/** Judges every selected clause in this thread; gives what a run writes into its journal. */
export async function runAll(
  settings: Settings,
  catalogue: Catalogue,
  { onEntry, signal: until, way }: Onlooker = {},
): Promise<readonly JournalEntry[]> {
  const journal: JournalEntry[] = [];
  const note = (entry: JournalEntry): void => {
    journal.push(entry);
    onEntry?.(entry);
  };
  const session = openSession(settings, catalogue, note, { until, way });
  try {
    await judgeSession(session);
  } finally {
    await session.close();
  }
  return journal;
}
