import type { Catalogue } from "../clauses/catalogue.ts";
import type { JournalEntry } from "../model/results.ts";
import { openSession } from "./session.ts";
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

/** Judges every selected clause at once, without a test runner; gives what a run would have written. */
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
    await Promise.all([...session.asking.map((clause) => session.judge(clause)), session.observe()]);
    await session.finish();
  } finally {
    await session.close();
  }
  return journal;
}
