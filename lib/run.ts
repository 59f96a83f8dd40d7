import { CannotRun } from "../engine/target/cannot-run.ts";
import { targetOfFile, type Chosen } from "../engine/target/choose-target.ts";
import { checkTarget, readTargetFile, type Environment } from "../engine/target/files/target-file.ts";
import type { TargetFile } from "../engine/target/files/target-schema.ts";
import { readEarlier, withEarlier } from "../engine/target/earlier.ts";
import { runInvocation } from "../engine/target/invocation.ts";
import { preflight } from "../engine/target/preflight.ts";
import { headerOf, prepareRun } from "../engine/target/prepare.ts";
import { recognisedOrder } from "../engine/target/recognise.ts";
import type { Catalogue } from "../engine/clauses/catalogue.ts";
import type { JournalEntry, RunResult } from "../engine/model/results.ts";
import { runAll, type Onlooker } from "../engine/run/run-all.ts";
import { ABORTED } from "../engine/run/session.ts";
import type { Settings } from "../engine/model/settings.ts";
import { assemble } from "../reports/reading/assemble.ts";
import { oneLine } from "../engine/model/escape.ts";
import { flagsOf, type RunOptions } from "./run-options.ts";

/** What is judged: the content of a target file (docs/target-file.md), or the path of one. */
export type RunTarget = TargetFile | string;

/**
 * Judges a target in this process and gives what `results.json` of a run would hold: §4 and all that leads to it,
 * as far as the options select it. Nothing is printed, written or left behind, and the process is not ended.
 *
 * Throws `CannotRun` where the target or an option is wrong. A target that cannot be reached, an abort and the end
 * of the time (`limits.runMs`) give a result whose verdict is `incomplete`, with the reason.
 */
export async function run(target: RunTarget, options: RunOptions = {}): Promise<RunResult> {
  const { order, prepared, chosen, flags } = await readyToRun(target, options);
  const { settings, redact, suite } = prepared;
  const header = headerOf({
    ...prepared,
    plan: order.selected,
    strict: flags.strict,
    invocation: runInvocation(`${suite.name} run`, flags, settings, chosen, redact),
  });
  const started = performance.now();
  const { entries, interrupted } = await judged(settings, order.catalogue, onlookerOf(options));
  return assemble(header, entries, {
    durationMs: performance.now() - started,
    ...(interrupted === undefined ? {} : { interrupted: oneLine(redact(interrupted)) }),
  });
}

/** Reads and checks all that a run depends on; nothing is sent but what `--profile auto` asks for. */
export async function readyToRun(target: RunTarget, options: RunOptions) {
  const given = flagsOf(options);
  const warn = (line: string): void => options.onWarning?.(oneLine(line));
  const earlier = readEarlier(
    options,
    warn,
    "the options of run: failOn compares with previous: give it too",
  );
  const { told, ...recognised } = await recognisedOrder(
    given,
    chosenFor(target, options.env ?? process.env),
    true,
    options.known,
  );
  const { flags, chosen } = recognised;
  const order = { ...recognised.order, known: withEarlier(recognised.order.known, earlier) };
  const { warnings, ...prepared } = prepareRun(order, flags, chosen);
  [...told, ...warnings].forEach(warn);
  return { ...recognised, order, prepared };
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
const isCutOff = (entry: JournalEntry): boolean =>
  entry.type === "clause" && entry.result.remedy?.kind === "runToItsEnd";

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
  const { statusUrl, baseUrl, verifyUrl } = read.file;
  const urls = Object.entries({ statusUrl, baseUrl, verifyUrl }).filter(([, url]) => url !== undefined);
  return { ...chosen, options: typeof target === "string" ? { target } : Object.fromEntries(urls) };
}
