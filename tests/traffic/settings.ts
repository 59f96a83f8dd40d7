import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import type { Level, Settings } from "../../engine/model/settings.ts";
import type { Reference } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";
import { beginRecording, recordedRun } from "../../engine/offline/recorder.ts";
import { openWay } from "../../engine/offline/way.ts";
import { createRedact } from "../../engine/secrets/redact.ts";

const catalogue = await loadCatalogue();
const ALL = catalogue.clauses.map(({ id }) => id);

/** Settings of a run against a reference. */
export function settingsOf(
  { target }: Pick<Reference, "target">,
  level: Level,
  seed: number,
  changes: Partial<Settings> = {},
): Settings {
  return { ...plainSettings(target, level, seed, ALL), ...changes };
}

/** Runs, recording or replaying as the settings say; gives the journal. */
export async function runWith(settings: Settings): Promise<readonly JournalEntry[]> {
  if (settings.record !== undefined) {
    const suite = { name: "ledger-conformance", version: "0.0.0" };
    const redact = createRedact(settings.secrets);
    beginRecording(settings.record, suite, recordedRun(settings, ALL.length, redact));
  }
  return await runAll(settings, catalogue, { way: openWay(settings) });
}

/** What a run says of each clause, in the order of their ids. */
export function resultsIn(journal: readonly JournalEntry[]): readonly ClauseResult[] {
  return journal
    .flatMap((entry) => (entry.type === "clause" ? [entry.result] : []))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The verdicts alone: what a second run with the same answers has to repeat. */
export function outcomesIn(journal: readonly JournalEntry[]): readonly string[] {
  return resultsIn(journal).map(
    ({ id, outcome, cases, reason = "" }) => `${id} ${outcome} ${cases} ${reason}`,
  );
}

/** Requests that the recording of a run did not hold; undefined for a run against the network. */
export function unrecordedIn(journal: readonly JournalEntry[]): number | undefined {
  const bill = journal.findLast((entry) => entry.type === "bill");
  return bill?.bill.unrecorded;
}
