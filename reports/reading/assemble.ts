import { BODY_CUT_AT } from "../../engine/evidence/violation.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { present } from "../../engine/model/model.ts";
import { summarize, type EndedBy, type JournalEntry, type RunResult } from "../../engine/model/results.ts";
import { diagnose } from "../diagnosis/diagnose.ts";
import { serviceOf } from "../words/labels.ts";
import { leftOf } from "../words/left.ts";
import type { PlannedClause, RunHeader } from "./journal.ts";
import { applyKnown } from "./known.ts";
import { verdictOf } from "./verdict.ts";

export interface Ending {
  readonly durationMs: number;
  /** Why it was cut short from outside: a signal, a time limit, a crash. */
  readonly interrupted?: string;
  readonly endedBy?: EndedBy;
}

const NO_BILL: RunResult["bill"] = { perEndpoint: {}, retries: 0, waitedMs: 0 };

/**
 * The result of a run, from its plan and what its journal holds. A planned clause without a verdict is a
 * fault of the suite where the run came to its end, and was not reached where it did not.
 */
export function assemble(header: RunHeader, entries: readonly JournalEntry[], ending: Ending): RunResult {
  const judged = new Map(
    entries.flatMap((entry) => (entry.type === "clause" ? [[entry.result.id, entry.result] as const] : [])),
  );
  const bill = entries.findLast((entry) => entry.type === "bill");
  const open = entries.filter((entry) => entry.type === "open").flatMap((entry) => entry.entries);
  const stopped = stopOf(entries, ending);
  const answered = entries.findLast((entry) => entry.type === "answered")?.answered;
  const reached = header.plan.map((planned) => ({
    ...settle(planned, judged.get(planned.id), stopped),
    ...present({ cites: planned.cites, readings: planned.readings }),
  }));
  const today = header.startedAt.slice(0, 10);
  const { clauses, met, stale, unmatched, expired } = applyKnown(reached, header.known, today);
  const diagnosis = diagnose(clauses);
  const left = leftOf({ clauses, level: header.level });
  const timeline = timelineOf(entries);
  const leant = new Set(
    clauses.flatMap(({ violations, readings = [] }) => (violations.length > 0 ? readings : [])),
  );
  const readings = (header.readings ?? []).filter(({ number }) => leant.has(number));
  const { suite, target, seed, level, startedAt, strict, command, invocation, files } = header;
  return {
    ...(header.embedded === true ? { embedded: true } : {}),
    formatVersion: 1,
    suite,
    ...present({ contract: header.contract }),
    target,
    seed,
    level,
    ...(strict ? { strict } : {}),
    command,
    ...present({ invocation }),
    startedAt,
    durationMs: Math.round(ending.durationMs),
    requests: bill?.requests ?? 0,
    ...verdictOf(clauses, { stopped, strict, answered }),
    ...present({ endedBy: ending.endedBy }),
    summary: summarize(clauses),
    clauses,
    ...(left.length === 0 ? {} : { left }),
    open,
    ...(readings.length === 0 ? {} : { readings }),
    ...(diagnosis.length === 0 ? {} : { diagnosis }),
    ...(header.known.length === 0 ? {} : { known: { met, stale, expired } }),
    ...appliedProfiles(header, unmatched, entries),
    ...present({ answered }),
    bill: bill?.bill ?? NO_BILL,
    ...(timeline.length === 0 ? {} : { timeline }),
    ...present({ files }),
    bodyCutAt: BODY_CUT_AT,
    ...shardOf(header, entries, stopped),
  };
}

const MOST_MOMENTS = 60;

/** What was sent up to the moments at which it was written down; of many some, and the last. */
function timelineOf(entries: readonly JournalEntry[]): NonNullable<RunResult["timeline"]> {
  const all = entries
    .filter((entry) => entry.type === "bill")
    .flatMap(({ atMs, bill: { perEndpoint, retries, waitedMs } }) =>
      atMs === undefined ? [] : [{ atMs, perEndpoint, retries, waitedMs }],
    );
  const step = Math.ceil(all.length / MOST_MOMENTS);
  return all.filter((_, index) => (all.length - 1 - index) % step === 0);
}

/** The profiles of a run with what became of them; `unmatched` are the entries of profiles that nothing matched. */
function appliedProfiles(
  { profiles }: RunHeader,
  unmatched: readonly KnownDeviation[],
  entries: readonly JournalEntry[],
): Pick<RunResult, "profiles"> {
  const found = entries.filter((entry) => entry.type === "found");
  const applied = profiles?.map((profile) => ({
    ...profile,
    unmatched: unmatched.filter((entry) => entry.profile === profile.name),
    recipes: found
      .flatMap(({ recipes }) => recipes)
      .filter((recipe) => recipe.profile === profile.name)
      .toSorted((a, b) => (`${a.sample} ${a.path}` < `${b.sample} ${b.path}` ? -1 : 1)),
    paths: found
      .flatMap(({ paths }) => paths)
      .filter(({ endpoint }) => serviceOf(endpoint) === profile.group),
  }));
  return present({ profiles: applied });
}

function shardOf(
  { shard }: RunHeader,
  entries: readonly JournalEntry[],
  stopped: string | undefined,
): Pick<RunResult, "shard"> {
  const watched = entries.findLast((entry) => entry.type === "watched")?.watched;
  return shard === undefined ? {} : { shard: { ...shard, ...present({ stopped, watched }) } };
}

function stopOf(entries: readonly JournalEntry[], { interrupted }: Ending): string | undefined {
  const stopped = entries.findLast((entry) => entry.type === "stopped")?.reason;
  const closed = ["bill", "open"].every((type) => entries.some((entry) => entry.type === type));
  return stopped ?? interrupted ?? (closed ? undefined : "the run ended before it had judged everything");
}

function settle(
  planned: PlannedClause,
  result: ClauseResult | undefined,
  stopped: string | undefined,
): ClauseResult {
  if (result === undefined) {
    const blank = { ...planned, cases: 0, violations: [] };
    return stopped === undefined
      ? { ...blank, outcome: "inconclusive", cause: "suite", reason: "the clause was left without a verdict" }
      : {
          ...blank,
          outcome: "notExercised",
          cause: "environment",
          reason: "not reached",
          remedy: { kind: "runToItsEnd" },
        };
  }
  if (result.outcome === "pass" && result.cases === 0) {
    return { ...result, outcome: "inconclusive", cause: "suite", reason: "passed without a single case" };
  }
  if (result.outcome === "fail" && result.violations.length === 0) {
    return { ...result, outcome: "inconclusive", cause: "suite", reason: "failed without a violation" };
  }
  const { reason = result.violations[0]?.message ?? "broken", cause = "contract" } = result;
  return result.outcome === "fail" ? { ...result, reason, cause } : result;
}
