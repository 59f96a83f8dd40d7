import type { Redact } from "../../engine/secrets/redact.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { isFileTrouble, reasonOf } from "../../engine/model/file-trouble.ts";
import { countOf } from "../../reports/words/numbers.ts";
import { BadFile } from "../../engine/offline/read-file.ts";
import { beginRecording, recordedRun } from "../../engine/offline/recorder.ts";
import { factsOf } from "../../engine/offline/read-recording.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { targetOfFile } from "../../engine/target/choose-target.ts";
import { present } from "../../engine/model/model.ts";
import type { RunFlags } from "../../engine/target/options.ts";
import { checkTarget } from "../../engine/target/files/target-file.ts";

/** A recording that answers instead of the network, and what a run takes from it. */
type Recorded = ReturnType<typeof readRecorded>;

/**
 * Reads the recording of `--replay-from`: the flags get its seed and size where none are given, and its target is that
 * of a run that is given none.
 */
export function readRecorded(path: string, flags: RunFlags) {
  const facts = readable(() => factsOf(path));
  const { target, seed, level, cases, pages, clauses } = facts.run;
  const { file } = checkTarget(target, path, {});
  return {
    facts,
    /** Whether the recorded run judged a clause. */
    judged: (id: string) => clauses?.includes(id) ?? true,
    flags: {
      ...flags,
      seed: flags.seed ?? seed,
      level: flags.levelGiven === true ? flags.level : level,
      ...present({ cases: flags.cases ?? cases, maxPages: flags.maxPages ?? pages }),
    },
    // What stands in place of its header values is no secret.
    chosen: { ...targetOfFile({ file, secrets: [] }), placeholders: file.headers ?? {} },
  };
}

/** What a run says of its recording before it begins. */
export function recordedText(path: string, { facts: { run, exchanges, complete } }: Recorded): string {
  const { profiles = [] } = run;
  const applied = profiles.length === 0 ? "" : `, recorded with --profile ${profiles.join(" --profile ")}`;
  const whole = complete ? "" : "; the run that wrote it was cut short";
  return `  Nothing is sent: ${path} answers, ${countOf(exchanges, "exchange")} of ${run.startedAt}${applied}${whole}\n\n`;
}

export function startRecording(
  settings: Settings,
  suite: RunResult["suite"],
  all: number,
  redact: Redact,
): void {
  if (settings.record === undefined) {
    return;
  }
  const { record } = settings;
  try {
    readable(() => beginRecording(record, suite, recordedRun(settings, all, redact)));
  } catch (error) {
    throw isFileTrouble(error)
      ? new CannotRun(`${record}: the recording cannot be written: ${reasonOf(error)}`)
      : error;
  }
}

/** What a file is not fit for is no fault of the suite. */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BadFile ? new CannotRun(error.message) : error;
  }
}
