import { join } from "node:path";
import { clausesOf } from "../../engine/clauses/catalogue.ts";
import { createGrowingRedact } from "../../engine/secrets/redact.ts";
import { present } from "../../engine/model/model.ts";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { DEFAULTS } from "../../engine/target/options.ts";
import type { TypedFlags } from "../flags.ts";
import type { RunInput } from "../../engine/target/resolve.ts";
import { TARGET_MEMBERS, VARIABLES, type Urls } from "../../engine/target/target.ts";
import { begin } from "../../lib/run.ts";
import { flagName } from "../../engine/target/files/json-file.ts";
import { plannedClauses } from "../../reports/reading/assemble.ts";
import { extentText, introText, planText, plannedRequests } from "../plan.ts";
import { RESULT_FILES } from "../../reports/files/writing.ts";
import { openPage, reportResult } from "../report-result.ts";
import { startProgress } from "../progress.ts";
import { endingAtSignals, type Io, redacted, warn } from "../io.ts";

export interface RunFlags extends TypedFlags {
  readonly dryRun?: boolean;
  readonly open?: boolean;
}

/** `run`: tests a target, or without one the embedded reference. Returns the exit code. */
export const runCommand = async (flags: RunFlags, io: Io): Promise<number> =>
  await endingAtSignals(io.env, async (signal) => await runUntil(signal, flags, io));

async function runUntil(signal: AbortSignal, flags: RunFlags, io: Io): Promise<number> {
  const input = runInputOf(flags, io);
  const hasTarget = input.target !== undefined || hasUrl(input.options, input.environmentUrls);
  if (hasTarget) return await testInput(input, flags, io, signal);
  if ((flags.profile ?? []).length > 0) {
    throw new CannotRun("--profile describes a service: give its URL, for example with --base-url");
  }
  const { openReference } = await import("../reference.ts");
  const { fault, variant } = flags;
  const { target, close } = await openReference(flags);
  try {
    const embedded = { ...input, target, embedded: true, furtherFlags: { fault, variant } };
    return await testInput(embedded, flags, io, signal);
  } finally {
    await close();
  }
}

const hasUrl = (...sources: readonly (Urls | undefined)[]): boolean =>
  Object.values(TARGET_MEMBERS).some((member) => sources.some((urls) => urls?.[member] !== undefined));

function runInputOf(flags: RunFlags, io: Pick<Io, "env">): RunInput {
  const { target, ca, cert, key, fault, variant, dryRun: _dryRun, open: _open, ...options } = flags;
  refuseEmpty(flags, io.env);
  const own = fault !== undefined || variant !== undefined;
  const path = target ?? io.env["CONFORMANCE_TARGET"];
  const outside: Urls = present({
    statusUrl: io.env[VARIABLES.status],
    baseUrl: io.env[VARIABLES.base],
    verifyUrl: io.env[VARIABLES.verify],
  });
  if (own && (target !== undefined || hasUrl(options))) {
    const option = fault === undefined ? "--variant" : "--fault";
    throw new CannotRun(`${option} applies to the embedded reference only: omit the target`);
  }
  const tls = present({ ca, cert, key });
  return {
    ...(own || path === undefined ? {} : { target: path }),
    environmentUrls: own ? {} : outside,
    options: { ...options, ...(Object.keys(tls).length === 0 ? {} : { tls }) },
    env: io.env,
    program: io.env["npm_lifecycle_event"] === "start" ? "npm start --" : "npx ledger-conformance run",
  };
}

/** An empty value is usually a mistake in a CI job. If it were ignored, another target would be tested. */
function refuseEmpty(flags: TypedFlags, env: Io["env"]): void {
  const members = ["target", ...Object.values(TARGET_MEMBERS)] as const;
  const variables = ["CONFORMANCE_TARGET", ...Object.values(VARIABLES)];
  const given = [
    ...members.map((name) => [flagName([name]), flags[name]] as const),
    ...variables.map((name) => [name, env[name]] as const),
  ];
  const [name] = given.find(([, value]) => value?.trim() === "") ?? [];
  if (name !== undefined) {
    const what = /target$/i.test(name) ? "the path of a target file" : "a URL";
    throw new CannotRun(`${name} is set and empty: give it ${what}, or remove it`);
  }
}

async function testInput(input: RunInput, flags: RunFlags, io: Io, signal: AbortSignal): Promise<number> {
  const { settings, catalogue, options, previous, check } = await begin(input, {
    onWarning: (line) => warn(io, [line]),
  });
  io.loaded?.();
  const redact = createGrowingRedact(() => settings.secrets);
  const quiet = redacted(io, redact);
  const plan = {
    clauses: plannedClauses(settings, catalogue),
    all: clausesOf(catalogue, settings.target.urls),
  };
  quiet.out(introText(settings) + extentText(plan, settings));
  if (flags.dryRun === true) {
    quiet.out(planText(plan, settings));
    return 0;
  }
  const requests = plannedRequests(plan, settings);
  const size = { clauses: plan.clauses.length, requests, rps: settings.rps };
  const { out = DEFAULTS.out } = options;
  const { onClause, onRequest, stop } = startProgress(size, quiet);
  try {
    const result = await check({ signal, onClause, onRequest }).finally(stop);
    if (flags.open === true) {
      // The page is opened before the summary, because the reason of exit code 2 is the last line on stderr.
      await openPage(join(out, RESULT_FILES.page), quiet);
    }
    return reportResult(result, out, quiet, previous);
  } catch (error) {
    // The error may contain a header value or a URL.
    throw error instanceof CannotRun ? new CannotRun(redact(error.message)) : error;
  }
}
