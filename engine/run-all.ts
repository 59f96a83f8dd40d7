import type { Catalogue } from "./load.ts";
import type { JournalEntry } from "./results.ts";
import { openSession } from "./session.ts";
import type { Settings } from "./settings.ts";

/** Judges every selected clause at once, without a test runner; gives what a run would have written. */
export async function runAll(settings: Settings, catalogue: Catalogue): Promise<readonly JournalEntry[]> {
  const journal: JournalEntry[] = [];
  const session = openSession(settings, catalogue, (entry) => journal.push(entry));
  try {
    await Promise.all([...session.asking.map((clause) => session.judge(clause)), session.observe()]);
    await session.finish();
  } finally {
    await session.close();
  }
  return journal;
}
