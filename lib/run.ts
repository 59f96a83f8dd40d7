import type { ClauseResult } from "../engine/model/clause-results.ts";
import { clausesOf } from "../engine/clauses/catalogue.ts";
import { CannotRun } from "../engine/model/cannot-run.ts";
import { anySignal, present } from "../engine/model/model.ts";
import type { RunFacts, RunResult } from "../engine/model/results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { OUT_OF_TIME, endReason } from "../engine/model/exchange.ts";
import { createGrowingRedact, createRedact } from "../engine/secrets/redact.ts";
import { checkAll, type CheckHooks } from "../engine/run/session.ts";
import { bundledProfiles, clauseIdsOf, type Profile } from "../engine/target/files/profile.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { suiteInfo, packageInfo } from "../engine/target/package-info.ts";
import { openHarFile } from "../engine/evidence/har-file.ts";
import { preflight, matchingProfiles } from "../engine/target/preflight.ts";
import { resolve, type RunInput, type Resolved, type TargetOptions } from "../engine/target/resolve.ts";
import { assemble, isCutOff, plannedClauses, settled } from "../reports/reading/assemble.ts";
import { asKnown } from "../engine/message/known-deviations.ts";
import { readEarlier, openResultFolder } from "../reports/files/folder.ts";

/** The target: the content of a target file (docs/target-file.md), or the path of one. */
export type RunTarget = TargetOptions | string;

/** The environment, abort signal and callbacks of a run. */
export interface RunHooks extends CheckHooks {
  /** The environment variables, from which `${NAME}` in the target, proxies and passphrases are read. Default: `process.env`. */
  readonly env?: Environment;
  /** Called with each warning before the run begins. */
  readonly onWarning?: (line: string) => void;
}

/**
 * Tests a target in this process and returns the content of `results.json`. With `out`, it also writes the result folder, and with
 * `har` a HAR file; it prints nothing and writes nothing else.
 * Throws `CannotRun` if the target or an option is wrong. The verdict of the result is `incomplete`, with the reason, if the target
 * cannot be reached, or if the run is aborted or takes longer than `runTimeout`.
 */
export async function run(target: RunTarget, options: RunOptions & RunHooks = {}): Promise<RunResult> {
  const { env = process.env, signal, onClause, onRequest, onWarning, ...own } = options;
  const hooks = present({ signal, onClause, onRequest, onWarning });
  return (await begin({ target, options: present(own), env }, hooks)).check(hooks);
}

/** Reads and checks the options and files of a run, without sending or writing anything. Throws `CannotRun` if one is wrong. */
export async function begin(input: RunInput, { onWarning }: Pick<RunHooks, "onWarning"> = {}) {
  const warn = (line: string): void => onWarning?.(oneLine(line));
  const resolved = await resolve(input);
  resolved.warnings.forEach(warn);
  const earlier = readEarlier(resolved.options, resolved, warn);
  const settings = { ...resolved.settings, known: [...resolved.settings.known, ...earlier.known] };
  const ready = { ...resolved, settings };
  return {
    ...ready,
    previous: earlier.previous,
    check: async (hooks: CheckHooks = {}) => await testTarget(ready, earlier, hooks),
  };
}

async function testTarget(
  { settings, catalogue, options }: Resolved,
  { previous, before }: ReturnType<typeof readEarlier>,
  { signal, onClause, onRequest }: CheckHooks,
): Promise<RunResult> {
  const { out, known, har } = options;
  const write = out === undefined ? undefined : openResultFolder(out, known);
  // Files of the package are read now, because an update may replace them during the run.
  const suite = suiteInfo();
  const profiles = settings.embedded === true ? [] : bundledProfiles(clauseIdsOf(catalogue));
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const recording = recordingOf(har, settings, signal);
  const plan = new Map(plannedClauses(settings, catalogue).map((planned) => [planned.id, planned]));
  const reported = new Set<string>();
  const report = (result: ClauseResult): void => {
    reported.add(result.id);
    onClause?.(result);
  };
  const targetFacts = await factsOfTarget(recording.settings, catalogue, {
    ...present({ onRequest, signal: recording.signal }),
    onClause: (result) => {
      const planned = plan.get(result.id);
      if (planned !== undefined && !isCutOff(result)) report(asKnown(settled(planned, result, undefined)));
    },
  });
  const resembles = await resemblance(recording.settings, catalogue, targetFacts, profiles, signal);
  const recordingError = recording.close();
  const facts: RunFacts =
    recordingError === undefined
      ? targetFacts
      : { ...targetFacts, stopped: { code: "interrupted", reason: recordingError } };
  const durationMs = performance.now() - started;
  const result = assemble(settings, catalogue, facts, { startedAt, durationMs, before, suite, ...resembles });
  result.clauses.filter(({ id }) => !reported.has(id)).forEach(report);
  return write === undefined ? result : await write(result, previous);
}

/** Records the exchanges of a run in the HAR file `path`. The returned signal ends the run if the file cannot be written. */
function recordingOf(path: string | undefined, settings: Resolved["settings"], end: AbortSignal | undefined) {
  if (path === undefined) return { settings, signal: end, close: () => undefined };
  const stop = new AbortController();
  const signal = anySignal(end, stop.signal);
  const redact = createGrowingRedact(() => settings.secrets);
  const { name, version } = packageInfo();
  const har = openHarFile(path, { settings, redact, creator: { name, version } }, (why) => stop.abort(why));
  return { settings: { ...settings, onExchange: har.add }, signal, close: har.close };
}

/** The facts of a run, even of one that ended early, or that could not connect to the target. */
async function factsOfTarget(
  settings: Resolved["settings"],
  catalogue: Resolved["catalogue"],
  hooks: CheckHooks,
): Promise<RunFacts> {
  const checked: ClauseResult[] = [];
  let requests = 0;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(OUT_OF_TIME), settings.limits.runMs);
  const signal = anySignal(hooks.signal, stop.signal);
  const factsSoFar = (stopped: string, remedy?: ClauseResult["remedy"]): RunFacts => ({
    clauses: checked,
    unspecified: [],
    requests,
    responses: {},
    stopped: {
      code: signal.aborted ? endReason(signal).code : "notReached",
      reason: oneLine(createRedact(settings.secrets)(stopped)),
      ...present({ remedy }),
    },
  });
  const endAfterGrace = new Promise<RunFacts>((settle) => {
    signal.addEventListener("abort", () =>
      setTimeout(() => settle(factsSoFar(endReason(signal).reason)), LEAVE_MS),
    );
  });
  try {
    if (signal.aborted) return factsSoFar(endReason(signal).reason);
    if (settings.embedded !== true) await preflight(settings, signal);
    const completed = checkAll(settings, catalogue, {
      signal,
      onClause: (result) => {
        checked.push(result);
        hooks.onClause?.(result);
      },
      onRequest: (endpoint) => {
        requests += 1;
        hooks.onRequest?.(endpoint);
      },
    });
    return await Promise.race([completed, endAfterGrace]);
  } catch (error) {
    if (error instanceof CannotRun) return factsSoFar(error.message, error.remedy);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds that a run has after an abort to assemble its facts. After them, the results so far are used. */
const LEAVE_MS = 1_000;

/** The profiles to suggest. A run that is incomplete, has only a part of the clauses of the target, or has no failed clause, suggests none. */
async function resemblance(
  settings: Resolved["settings"],
  catalogue: Resolved["catalogue"],
  { clauses, stopped }: RunFacts,
  profiles: readonly Profile[],
  signal: AbortSignal | undefined,
): Promise<Pick<RunResult, "resembles">> {
  const isWhole = settings.clauseIds.length === clausesOf(catalogue, settings.target.urls).length;
  const hasFailed = clauses.some(({ outcome }) => outcome === "failed");
  if (settings.embedded === true || !isWhole || !hasFailed || stopped !== undefined) return {};
  const matching = await matchingProfiles(settings, profiles, signal);
  const resembles = matching.map(({ name, title }) => ({ profile: name, title }));
  return resembles.length === 0 ? {} : { resembles };
}
