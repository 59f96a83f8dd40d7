import type { ClauseResult } from "../engine/model/clause-results.ts";
import { clausesOf } from "../engine/clauses/catalogue.ts";
import { CannotRun, messageOf } from "../engine/model/cannot-run.ts";
import { present } from "../engine/model/model.ts";
import type { RunFacts, RunResult } from "../engine/model/results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { OUT_OF_TIME, endReason } from "../engine/model/exchange.ts";
import { createGrowingRedact, createRedact } from "../engine/secrets/redact.ts";
import { checkAll, type CheckHooks } from "../engine/run/session.ts";
import { bundledProfiles, clauseIdsOf, type Profile } from "../engine/target/files/profile.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { suiteInfo, packageInfo } from "../engine/target/package-info.ts";
import { selectHidden } from "../engine/target/files/target-file.ts";
import { openHarFile } from "../engine/evidence/har-file.ts";
import { SERVICE_NAMES, type Service } from "../schemas/operations.ts";
import { preflight, matchingProfiles } from "../engine/target/preflight.ts";
import type { RunInput, Resolved, HeaderSources, TargetOptions } from "../engine/target/resolve.ts";
import { resolve, readHeaders, splitHeaders } from "../engine/target/resolve.ts";
import { assemble, isCutOff, plannedClauses, settled } from "../reports/reading/assemble.ts";
import { asKnown } from "../engine/message/known-deviations.ts";
import { readEarlier, takeFolder } from "../reports/files/folder.ts";

/** The target: the content of a target file (docs/target-file.md), or the path of one. */
export type RunTarget = TargetOptions | string;

/** The environment, abort signal and callbacks of a run. */
export interface RunHooks extends CheckHooks {
  /** The source of `${NAME}` in the target, of proxies and passphrases. Default: `process.env`. */
  readonly env?: Environment;
  /** Called with each warning before the run begins. */
  readonly onWarning?: (line: string) => void;
}

/**
 * Tests a target in this process and returns the content of `results.json`. With `out`, it also writes the result folder; it
 * prints nothing and writes nothing else.
 *
 * Throws `CannotRun` if the target or an option is wrong. If the target cannot be reached, if the run is aborted or takes longer
 * than `runTimeout`, the verdict of the result is `incomplete`, with the reason.
 */
export async function run(target: RunTarget, options: RunOptions & RunHooks = {}): Promise<RunResult> {
  const { env = process.env, signal, onClause, onRequest, onWarning, ...own } = options;
  const hooks = present({ signal, onClause, onRequest, onWarning });
  return (await begin({ target, options: present(own), env }, hooks)).check(hooks);
}

/** A run whose options and files have been read and checked. */
export interface Ready extends Resolved {
  readonly previous: RunResult | undefined;
  /** Runs the clauses. This sends the first request. */
  readonly check: (hooks?: CheckHooks) => Promise<RunResult>;
}

/** Reads and checks the options and files of a run, without sending or writing anything. Throws `CannotRun`. */
export async function begin(
  input: RunInput,
  { onWarning }: Pick<RunHooks, "onWarning"> = {},
): Promise<Ready> {
  const warn = (line: string): void => onWarning?.(oneLine(line));
  const { target, sources } = await withHeaders(input.target);
  const { settings, ...resolved } = await resolve({ ...input, target });
  resolved.warnings.forEach(warn);
  const { previous, known, before } = readEarlier(
    resolved.options,
    { settings, catalogue: resolved.catalogue },
    warn,
  );
  const ready = {
    ...resolved,
    settings: {
      ...settings,
      known: [...settings.known, ...known],
      renewHeaders: async (service: Service) => await renewed(service, sources, settings, resolved.catalogue),
    },
  };
  return {
    ...ready,
    previous,
    check: async (hooks = {}) => await testTarget(ready, { previous, before }, hooks),
  };
}

/** Replaces functions for headers with the header fields that they return. */
async function withHeaders(target: RunInput["target"]) {
  if (target === undefined || typeof target === "string") {
    return { target, sources: {} };
  }
  const { target: plainTarget, sources } = splitHeaders(target);
  let { headers } = plainTarget;
  for (const service of SERVICE_NAMES) {
    const source = sources[service];
    if (source !== undefined) {
      headers = { ...headers, [service]: await readHeaders(service, source) };
    }
  }
  return { target: { ...plainTarget, ...present({ headers }) }, sources };
}

/** Renews the header fields of a service, and adds their values to the secrets. Undefined if the service has no function for headers. */
async function renewed(
  service: Service,
  sources: HeaderSources,
  { secrets }: Resolved["settings"],
  catalogue: Resolved["catalogue"],
): Promise<Readonly<Record<string, string>> | undefined> {
  const source = sources[service];
  if (source === undefined) {
    return undefined;
  }
  const fields = await readHeaders(service, source);
  const values = Object.entries(fields).map(([name, value]) => ({
    value,
    from: `headers.${service}.${name}`,
  }));
  secrets.push(...selectHidden(values, catalogue).hidden.filter((value) => !secrets.includes(value)));
  return fields;
}

/** Runs the clauses and writes the result. Violations of the earlier result `before` do not fail the run. */
async function testTarget(
  { settings, catalogue, options }: Resolved,
  { previous, before }: Pick<Ready, "previous"> & { readonly before: RunResult | undefined },
  { signal, onClause, onRequest }: CheckHooks,
): Promise<RunResult> {
  const { out, known, har } = options;
  const write = out === undefined ? undefined : takeFolder(out, known);
  // Files that the end of the run needs are read now, because an update of the package may replace them during the run.
  const suite = suiteInfo();
  const profiles = settings.embedded === true ? [] : bundledProfiles(clauseIdsOf(catalogue));
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const recording = recordingOf(har, settings, signal);
  const plan = new Map(plannedClauses(settings, catalogue).map((planned) => [planned.id, planned]));
  const times = new Map<string, number>();
  let lastVerdict = started;
  const report = (result: ClauseResult): void => {
    const now = performance.now();
    times.set(result.id, now - lastVerdict);
    lastVerdict = now;
    onClause?.(result);
  };
  const targetFacts = await factsOfTarget(recording.settings, catalogue, {
    ...present({ onRequest, signal: recording.signal }),
    onClause: (result) => {
      const planned = plan.get(result.id);
      if (planned !== undefined && !isCutOff(result)) {
        report(asKnown(settled(planned, result, undefined)));
      }
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
  result.clauses.filter(({ id }) => !times.has(id)).forEach(report);
  return write === undefined ? result : await write(result, previous, times);
}

/** Records the exchanges of a run in a HAR file, if `path` names one. The run ends if the file cannot be written. */
function recordingOf(
  path: string | undefined,
  settings: Resolved["settings"],
  until: AbortSignal | undefined,
) {
  if (path === undefined) {
    return { settings, signal: until, close: () => undefined };
  }
  const stop = new AbortController();
  const signal = until === undefined ? stop.signal : AbortSignal.any([until, stop.signal]);
  const redact = createGrowingRedact(settings.secrets);
  const { name, version } = packageInfo();
  const har = openHarFile(path, { settings, redact, creator: { name, version } }, (why) => stop.abort(why));
  return { settings: { ...settings, onExchange: har.add }, signal, close: har.close };
}

/** Connects to the target, runs the clauses, and returns the facts of the run, also of one that ended early. */
async function factsOfTarget(
  settings: Resolved["settings"],
  catalogue: Resolved["catalogue"],
  hooks: CheckHooks,
): Promise<RunFacts> {
  const checked: ClauseResult[] = [];
  let requests = 0;
  const { signal, leave: endAfterGrace, release } = endOf(settings.limits.runMs, hooks.signal);
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
  try {
    signal.throwIfAborted();
    if (settings.embedded !== true) {
      await preflight(settings, signal);
    }
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
    return await Promise.race([completed, endAfterGrace.then((stopped) => factsSoFar(stopped))]);
  } catch (error) {
    if (error instanceof CannotRun || typeof error === "string") {
      return factsSoFar(messageOf(error), error instanceof CannotRun ? error.remedy : undefined);
    }
    throw error;
  } finally {
    release();
  }
}

/** The reason of a run whose signal was aborted without a text as reason. */
const ABORTED = "the run was aborted by its caller";
/** Milliseconds that requests in flight have to end after an abort; then the run ends without them. */
const LEAVE_MS = 1_000;

/** A signal that ends a run after `runMs`, or when its caller aborts it; `leave` resolves to the reason {@link LEAVE_MS} later. */
function endOf(runMs: number, until: AbortSignal | undefined) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(OUT_OF_TIME), runMs);
  const abort = (): void => stop.abort(typeof until?.reason === "string" ? until.reason : ABORTED);
  const endAfterGrace = new Promise<string>((settle) => {
    stop.signal.addEventListener("abort", () => setTimeout(settle, LEAVE_MS, stop.signal.reason));
  });
  until?.addEventListener("abort", abort, { once: true });
  if (until?.aborted === true) {
    abort();
  }
  const release = (): void => {
    clearTimeout(timer);
    until?.removeEventListener("abort", abort);
  };
  return { signal: stop.signal, leave: endAfterGrace, release };
}

/** The profiles to suggest if a complete run of a service without a profile does not conform. */
async function resemblance(
  settings: Resolved["settings"],
  catalogue: Resolved["catalogue"],
  { clauses, stopped }: RunFacts,
  profiles: readonly Profile[],
  signal: AbortSignal | undefined,
): Promise<Pick<RunResult, "resembles">> {
  const isWhole = settings.clauseIds.length === clausesOf(catalogue, settings.target.urls).length;
  const hasFailed = clauses.some(({ outcome }) => outcome === "failed");
  if (settings.embedded === true || !isWhole || !hasFailed || stopped !== undefined) {
    return {};
  }
  const matching = await matchingProfiles(settings, profiles, signal);
  const resembles = matching.map(({ name, title }) => ({ profile: name, title }));
  return resembles.length === 0 ? {} : { resembles };
}
