import { asKnown, coveringEntries } from "../../engine/message/known-deviations.ts";
import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { asResult, type Reason } from "../../engine/model/reason.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { present } from "../../engine/model/model.ts";
import { summarize, type RunFacts, type RunResult } from "../../engine/model/results.ts";
import type { Settings, Target } from "../../engine/model/settings.ts";
import { BODY_CUT_AT, createRedact, type Redact } from "../../engine/secrets/redact.ts";
import { suiteInfo } from "../../engine/target/package-info.ts";
import { TARGET_MEMBERS } from "../../engine/target/target.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { revision } from "../../schemas/revision.ts";
import { withCauses } from "./causes.ts";
import { runVerdict, warningsIn } from "./verdict.ts";

interface Course extends Pick<RunResult, "startedAt" | "durationMs" | "files" | "resembles"> {
  readonly target?: RunResult["target"];
  readonly before?: RunResult | undefined;
  /** By default it is read now. A run reads it at its start, because files of the package may be replaced. */
  readonly suite?: ReturnType<typeof suiteInfo>;
}

export function assemble(
  settings: Settings,
  catalogue: Catalogue,
  facts: RunFacts,
  { startedAt, durationMs, files, resembles, before, suite = suiteInfo(), target }: Course,
): RunResult {
  const { strict, seed, level, embedded, command, known, rps } = settings;
  const checked = new Map(facts.clauses.map((result) => [result.id, result]));
  const results = plannedClauses(settings, catalogue)
    .map((planned) => settled(planned, checked.get(planned.id), facts.stopped))
    .map(asKnown);
  const { met, stale, unmatched, expired } = coveringEntries(results, known, startedAt.slice(0, 10));
  const clauses = withCauses(results, settings.target.parameters);
  const violated = clauses.filter(({ violations }) => violations.length > 0);
  const readAs = new Set(violated.flatMap(({ interpretations = [] }) => interpretations));
  const interpretations = suite.interpretations.filter(({ number }) => readAs.has(number));
  const { timeline, durations } = facts;
  const warnings = warningsIn(facts);
  return {
    formatVersion: 4,
    suite: {
      name: suite.name,
      version: suite.version,
      contract: revision.document,
      interpretations: revision.interpretations,
    },
    target: target ?? shownTarget(settings.target.urls, createRedact(settings.secrets)),
    seed,
    level,
    ...(strict ? { strict } : {}),
    ...present({ command, embedded }),
    startedAt,
    durationMs: Math.round(durationMs),
    requests: facts.requests,
    ...runVerdict(clauses, { ...facts, warnings, files, strict, before }),
    warnings,
    sentAgain: facts.sentAgain ?? [],
    // A result without a timeline has no requests, so its rate limit means nothing.
    ...(timeline === undefined ? {} : present({ rps, durations, timeline })),
    summary: summarize(clauses),
    clauses,
    unspecified: facts.unspecified,
    ...(interpretations.length === 0 ? {} : { interpretations }),
    ...(known.length === 0 ? {} : { knownDeviations: { matched: met, stale, expired } }),
    ...appliedProfiles(settings, unmatched, facts),
    ...present({ resembles, files }),
    responses: facts.responses,
    bodyCutAt: BODY_CUT_AT,
  };
}

export function plannedClauses(settings: Settings, { clauses }: Catalogue): readonly ClauseInfo[] {
  const wanted = new Set(settings.clauseIds);
  return clauses.filter(({ id }) => wanted.has(id));
}

export const shownTarget = (urls: Target["urls"], redact: Redact): RunResult["target"] =>
  Object.fromEntries(
    SERVICE_NAMES.flatMap((service) => {
      const url = urls[service];
      return url === undefined ? [] : [[TARGET_MEMBERS[service], redact(url)]];
    }),
  );

function appliedProfiles(
  { profiles }: Settings,
  unmatched: readonly KnownDeviation[],
  { recipes = [] }: RunFacts,
): Pick<RunResult, "profiles"> {
  const applied = profiles?.map((profile) => ({
    ...profile,
    unmatched: unmatched.filter((entry) => entry.profile === profile.name),
    recipes: recipes
      .filter((recipe) => recipe.profile === profile.name)
      .toSorted((a, b) => (`${a.sample} ${a.path}` < `${b.sample} ${b.path}` ? -1 : 1)),
  }));
  return present({ profiles: applied });
}

/** Whether the run ended before the clause was checked completely. */
export const isCutOff = ({ remedy }: ClauseResult): boolean => remedy?.kind === "finishRun";

/**
 * The final result of a clause. If the run ended early (`stopped`), a missing or incomplete result becomes `not reached`. A bug in the
 * suite is a missing result of a complete run, a failure without a violation, and a pass without a case.
 */
export function settled(
  { kind: _kind, ...planned }: ClauseInfo,
  result: ClauseResult | undefined,
  stopped: Reason | undefined,
): ClauseResult {
  const inconclusive = (reason: string) =>
    ({ outcome: "inconclusive", code: "suiteFailed", reason }) as const;
  if (result === undefined || (stopped !== undefined && isCutOff(result))) {
    const why =
      stopped === undefined
        ? inconclusive("the clause has no outcome")
        : asResult({ ...stopped, reason: "not reached" });
    return { ...planned, cases: 0, violations: [], ...why };
  }
  const whole = { ...result, ...planned };
  const { outcome, cases, violations } = result;
  if (outcome === "failed") {
    return violations[0] === undefined
      ? { ...whole, ...inconclusive("failed without a violation") }
      : { ...whole, reason: result.reason ?? violations[0].message };
  }
  return outcome === "passed" && cases === 0
    ? { ...whole, ...inconclusive("passed without a single case") }
    : whole;
}
