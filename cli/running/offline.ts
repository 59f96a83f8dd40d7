import { join } from "node:path";
import { present } from "../../engine/model/model.ts";
import type { JournalEntry, JudgedFile, RunResult } from "../../engine/model/results.ts";
import type { Target } from "../../engine/model/settings.ts";
import { redactRecord, type Redact } from "../../engine/secrets/redact.ts";
import { openJournal } from "../../reports/files/journal-writer.ts";
import { FILES, safeJson, writeWhole } from "../../reports/files/writing.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import type { RunHeader } from "../../reports/reading/journal.ts";
import { departuresText } from "../../reports/terminal/departures.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import type { OfflineOptions, OfflineResult } from "../../engine/offline/offline.ts";
import { tellResult } from "../terminal/tell-result.ts";
import { redacted, type Io } from "../terminal/io.ts";

/** Further paths of operations that a target names. */
export const pathsOf = ({ paths = {} }: Target): OfflineOptions["paths"] =>
  (["sessionVerify", "verify"] as const).flatMap((endpoint) => {
    const { path } = paths[endpoint] ?? {};
    return path === undefined ? [] : [{ endpoint, path }];
  });

/** What was judged without asking, and what its result tells beside. */
interface Offline {
  readonly header: RunHeader;
  readonly judged: OfflineResult;
  readonly outDir: string;
  readonly started: number;
  readonly previous?: RunResult | undefined;
  /** Why it did not come to its end. */
  readonly interrupted?: string | undefined;
}

/** Writes the files of the result into the folder, which is begun already; prints it, and gives the exit code. */
export async function tellOffline({ judged, outDir, started, ...job }: Offline, io: Io): Promise<number> {
  const { redact } = judged;
  const header = { ...job.header, files: judged.files.map((file) => withoutSecrets(file, redact)) };
  writeWhole(join(outDir, FILES.journal), `${safeJson(header)}\n`);
  const entries = entriesOf(judged);
  const journal = openJournal({ outDir, secrets: [] });
  entries.forEach(journal.write);
  journal.close();
  const { interrupted, previous } = job;
  const durationMs = performance.now() - started;
  const reason = interrupted === undefined ? undefined : redact(interrupted);
  const result = assemble(header, entries, { durationMs, ...present({ interrupted: reason }) });
  const quiet = redacted(io, redact);
  quiet.out(departuresText(header.files, paintFor(io.stdout, io.env)));
  return await tellResult(result, { outDir, io: quiet, previous, allure: false });
}

function entriesOf({ clauses, open, answers, answered, redact }: OfflineResult): readonly JournalEntry[] {
  const requests = Object.values(answers).reduce((sum, times) => sum + times, 0);
  const entries: readonly JournalEntry[] = [
    ...clauses.map((result) => ({ type: "clause", result }) as const),
    { type: "bill", requests, bill: { perEndpoint: answers, retries: 0, waitedMs: 0 } },
    { type: "answered", answered },
    { type: "open", entries: open },
  ];
  return entries.map((entry) => redactRecord(entry, redact));
}

function withoutSecrets(file: JudgedFile, redact: Redact): JudgedFile {
  return {
    ...file,
    left: Object.fromEntries(Object.entries(file.left).map(([reason, times]) => [redact(reason), times])),
    departures: file.departures.map((departure) => ({
      ...departure,
      pointer: redact(departure.pointer),
      actual: redact(departure.actual),
    })),
  };
}
