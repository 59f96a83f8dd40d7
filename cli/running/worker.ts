// The thread that asks the target: one that hangs is still ended, and told of, by the thread that started it.
import { join } from "node:path";
import { parentPort, type MessagePort } from "node:worker_threads";
import { OWN_FAULT } from "../../engine/target/cannot-run.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { judgeSession } from "../../engine/run/run-all.ts";
import { openSession } from "../../engine/run/session.ts";
import { ALLURE_RESULTS } from "../../reports/allure/ids.ts";
import { liveResults } from "../../reports/allure/live.ts";
import { JournalFailure, messageOf } from "../../engine/model/file-trouble.ts";
import { openJournal } from "../../reports/files/journal-writer.ts";
import { openWay } from "../../engine/offline/way.ts";

/** What the thread is to do; it comes as its first message. */
export interface WorkerOrder {
  readonly settings: Settings;
  /** Allure is told of every clause. */
  readonly allure: boolean;
}

/** The last message of the thread: `breakdown` tells why not all was judged. */
export interface Done {
  readonly breakdown: string | undefined;
}

// Loaded while the target is still looked at.
const catalogue = await loadCatalogue();

async function work(port: MessagePort): Promise<void> {
  let breakdown: string | undefined;
  const note = (error: unknown): void => {
    // A folder that cannot be written is not our fault.
    breakdown ??= error instanceof JournalFailure ? error.message : `${OWN_FAULT}: ${messageOf(error)}`;
  };
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
  const order = await new Promise<WorkerOrder>((resolve) => {
    port.once("message", resolve);
  });
  await judge(order).catch(note);
  port.postMessage({ breakdown } satisfies Done);
}

async function judge({ settings, allure }: WorkerOrder): Promise<void> {
  const journal = openJournal(settings);
  const unwritable = new AbortController();
  const note: typeof journal.write = (entry) => {
    journal.write(entry);
    if (journal.failure() !== undefined) {
      // What cannot be written down need not be asked.
      unwritable.abort();
    }
  };
  const session = openSession(settings, catalogue, note, {
    way: openWay(settings),
    until: unwritable.signal,
  });
  try {
    await judgeSession(session, allure ? liveResults(join(settings.outDir, ALLURE_RESULTS)) : undefined);
  } finally {
    await session.close();
    journal.close();
  }
}

if (parentPort !== null) {
  await work(parentPort);
}
