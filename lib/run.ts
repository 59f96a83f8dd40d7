import { applyProfiles } from "../config/apply-profiles.ts";
import { CannotRun } from "../config/cannot-run.ts";
import { targetOfFile, type Chosen } from "../config/choose-target.ts";
import { headerOf } from "../config/header.ts";
import { checkKnown, readKnownFile } from "../config/files/known-file.ts";
import { packageInfo } from "../config/package-info.ts";
import { readProfiles } from "../config/files/profile.ts";
import { preflight } from "../config/preflight.ts";
import { guard } from "../config/files/secrets.ts";
import { select } from "../config/selection.ts";
import { commandLine, settingsFor } from "../config/settings.ts";
import {
  checkTarget,
  readTargetFile,
  type Environment,
  type TargetFile,
} from "../config/files/target-file.ts";
import { loadCatalogue, type Catalogue } from "../engine/load.ts";
import { createRedact } from "../engine/redact.ts";
import type { JournalEntry, RunResult } from "../engine/results.ts";
import { runAll, type Onlooker } from "../engine/run-all.ts";
import { ABORTED } from "../engine/session.ts";
import type { KnownDeviation } from "../engine/deviation-model.ts";
import type { Settings } from "../engine/settings.ts";
import { assemble } from "../reports/assemble.ts";
import { oneLine } from "../reports/escape.ts";
import { flagsOf, type RunOptions } from "./run-options.ts";

/** What is judged: the content of a target file (docs/target-file.md), or the path of one. */
export type RunTarget = TargetFile | string;

const URL_OPTIONS = { statusUrl: "--status-url", baseUrl: "--base-url", verifyUrl: "--verify-url" } as const;

/**
 * Judges a target in this process and gives what `results.json` of a run would hold: §4 and all that leads to it,
 * as far as the options select it. Nothing is printed, written or left behind, and the process is not ended.
 *
 * Throws `CannotRun` where the target or an option is wrong. A target that cannot be reached, an abort and the end
 * of the time (`limits.runMs`) give a result whose verdict is `incomplete`, with the reason.
 */
export async function run(target: RunTarget, options: RunOptions = {}): Promise<RunResult> {
  const flags = flagsOf(options);
  const catalogue = await loadCatalogue();
  const selected = select(catalogue.clauses, flags.only, flags.skip);
  const chosen = chosenFor(target, options.env ?? process.env);
  const { hidden: secrets, warnings } = guard(chosen.secrets, catalogue);
  const { name, version } = packageInfo();
  const endpoints = new Map(catalogue.clauses.map(({ id, endpoint }) => [id, endpoint]));
  const known = knownOf(options.known, catalogue);
  const { warnings: idle, ...applied } = applyProfiles(chosen, readProfiles(flags.profile, endpoints), known);
  const settings = settingsFor(flags, {
    ...applied,
    clauseIds: selected.map(({ id }) => id),
    secrets,
    userAgent: `${name}/${version}`,
  });
  const redact = createRedact(secrets);
  [...warnings, ...idle].forEach((line) => options.onWarning?.(oneLine(line)));
  const header = headerOf({
    settings,
    redact,
    plan: selected.map(({ id, section, endpoint, statement }) => ({ id, section, endpoint, statement })),
    suite: { name, version },
    strict: flags.strict,
    command: redact(commandLine(flags, settings, chosen, `${name} run`)),
  });
  const started = performance.now();
  const { entries, interrupted } = await judged(settings, catalogue, onlookerOf(options));
  return assemble(header, entries, {
    durationMs: performance.now() - started,
    ...(interrupted === undefined ? {} : { interrupted: oneLine(redact(interrupted)) }),
  });
}

interface Judged {
  readonly entries: readonly JournalEntry[];
  readonly interrupted?: string;
}

/** Looks whether the target is there before anything is judged; what that takes is on the bill of the run. */
async function judged(settings: Settings, catalogue: Catalogue, onlooker: Onlooker): Promise<Judged> {
  if (onlooker.signal?.aborted === true) {
    return { entries: [], interrupted: ABORTED };
  }
  try {
    const spent = await preflight(settings);
    const entries = await runAll({ ...settings, spent }, catalogue, onlooker);
    return { entries: entries.filter((entry) => !isCutOff(entry)) };
  } catch (error) {
    if (error instanceof CannotRun) {
      return { entries: [], interrupted: error.message };
    }
    throw error;
  }
}

/** A clause that an abort took the answers from was not reached, as in a run that is interrupted. */
function isCutOff(entry: JournalEntry): boolean {
  return (
    entry.type === "clause" &&
    entry.result.cause === "environment" &&
    entry.result.reason?.startsWith(ABORTED) === true
  );
}

function onlookerOf({ onClause, signal }: RunOptions): Onlooker {
  return {
    ...(signal === undefined ? {} : { signal }),
    onEntry: (entry) => {
      if (entry.type === "clause") {
        onClause?.(entry.result);
      }
    },
  };
}

function chosenFor(target: RunTarget, env: Environment): Chosen {
  const read =
    typeof target === "string" ? readTargetFile(target, env) : checkTarget(target, "the target", env);
  const chosen = targetOfFile(read);
  if (Object.keys(chosen.target.urls).length === 0) {
    const name = typeof target === "string" ? target : "the target";
    throw new CannotRun(`${name}: no URL is given: it needs statusUrl, baseUrl or verifyUrl`);
  }
  return { ...chosen, options: typeof target === "string" ? ["--target", target] : urlOptions(read.file) };
}

function urlOptions(file: TargetFile): readonly string[] {
  const members = ["statusUrl", "baseUrl", "verifyUrl"] as const;
  return members.flatMap((member) => {
    const url = file[member];
    return url === undefined ? [] : [URL_OPTIONS[member], url];
  });
}

function knownOf(known: RunOptions["known"], { clauses }: Catalogue): readonly KnownDeviation[] {
  const ids = new Set(clauses.map(({ id }) => id));
  if (typeof known === "string") {
    return readKnownFile(known, ids);
  }
  return known === undefined ? [] : checkKnown({ deviations: known }, "known", ids);
}
