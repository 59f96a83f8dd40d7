import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRedact, redactDeep, redactRecord } from "../../engine/secrets/redact.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { cut } from "../../engine/model/escape.ts";
import { CANNOT_WRITE, JournalFailure, reasonOf } from "../../engine/model/file-trouble.ts";
import { FILES, safeJson } from "./writing.ts";

const LONGEST = 20_000;

/**
 * Opens the journal that the run has begun: one line per entry, on disk before the next thing happens. Writing never
 * throws: where a line cannot be written, no further one is, and closing throws. It stays with the file it opened: a
 * later run that begins another one in the same folder finds nothing of this one in it.
 */
export function openJournal({ outDir, secrets }: Pick<Settings, "outDir" | "secrets">) {
  const file = openSync(join(outDir, FILES.journal), "a");
  const redact = createRedact(secrets);
  const opened = performance.now();
  let failure: string | undefined;
  return {
    write: (given: JournalEntry): void => {
      const entry =
        given.type === "bill" ? { ...given, atMs: Math.round(performance.now() - opened) } : given;
      if (failure !== undefined) {
        return;
      }
      try {
        const clean = redactDeep(redactRecord(entry, redact), (text) => cut(text, LONGEST));
        writeFileSync(file, `${safeJson(clean)}\n`);
      } catch (error) {
        failure = `${CANNOT_WRITE}: ${reasonOf(error)}`;
      }
    },
    failure: () => failure,
    close: () => {
      closeSync(file);
      if (failure !== undefined) {
        throw new JournalFailure(failure);
      }
    },
  };
}
