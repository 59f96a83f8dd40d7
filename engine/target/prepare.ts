import { loadCatalogue, type Catalogue, type ClauseInfo } from "../clauses/catalogue.ts";
import { createRedact, type Redact } from "../secrets/redact.ts";
import type { Invocation, RunResult, ShardInfo } from "../model/results.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import type { Settings, Share } from "../model/settings.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { revision } from "../../schemas/revision.ts";
import { commandLine } from "../../reports/words/command-line.ts";
import { plannedClause, type RunHeader } from "../../reports/reading/journal.ts";
import { allReadings } from "./readings.ts";
import { applyProfiles } from "./apply-profiles.ts";
import { MEMBERS, type Chosen } from "./choose-target.ts";
import { present } from "../model/model.ts";
import { checkKnown, readKnownFile } from "./files/known-file.ts";
import { endpointsOf, readProfiles, type Profile } from "./files/profile.ts";
import { guard } from "./files/secrets.ts";
import type { JudgingFlags, RunFlags } from "./options.ts";
import { packageInfo } from "./package-info.ts";
import { select } from "./selection.ts";
import { settingsFor } from "./settings.ts";

/** What is to be judged, and what is known of it: options and files, checked. */
export interface PreparedRun {
  readonly catalogue: Catalogue;
  readonly selected: readonly ClauseInfo[];
  readonly known: readonly KnownDeviation[];
  readonly profiles: readonly Profile[];
}

/** What options name of clauses, profiles and known deviations. */
export type Ordered = Partial<Pick<JudgingFlags, "only" | "skip" | "profile">> & {
  readonly known?: string | readonly KnownDeviation[];
};

export async function readOrder({
  only = [],
  skip = [],
  profile = [],
  known = [],
}: Ordered): Promise<PreparedRun> {
  const catalogue = await loadCatalogue();
  const endpoints = endpointsOf(catalogue);
  return {
    catalogue,
    selected: select(catalogue.clauses, only, skip),
    known:
      typeof known === "string"
        ? readKnownFile(known, endpoints)
        : checkKnown({ deviations: known }, "known", endpoints),
    profiles: readProfiles(profile, endpoints),
  };
}

/** A run that is ready to begin. */
export interface Prepared {
  readonly settings: Settings;
  readonly suite: RunResult["suite"];
  readonly redact: Redact;
  /** What is said before anything is sent. */
  readonly warnings: readonly string[];
}

export function prepareRun(
  { catalogue, selected, known, profiles }: PreparedRun,
  flags: RunFlags,
  given: Chosen,
  share?: Share,
): Prepared {
  const { name, version } = packageInfo();
  const { hidden: secrets, warnings } = guard(given.secrets, catalogue);
  const { warnings: idle, ...applied } = applyProfiles(given, profiles, known);
  const clauseIds = selected.map(({ id }) => id);
  const userAgent = `${name}/${version}`;
  return {
    settings: settingsFor(flags, { ...applied, clauseIds, share, secrets, userAgent }),
    suite: { name, version },
    redact: createRedact(secrets),
    warnings: [...(given.warnings ?? []), ...warnings, ...idle],
  };
}

/** What the header of a run tells beside its settings. */
export interface HeaderParts extends Omit<Prepared, "warnings"> {
  readonly plan: RunHeader["plan"];
  readonly strict: boolean;
  readonly invocation: Invocation;
  /** The embedded reference is the target. */
  readonly embedded?: boolean;
  readonly shard?: ShardInfo | undefined;
}

/** What a run set out to do, as its result tells it: without secrets. */
export function headerOf(parts: HeaderParts): RunHeader {
  const { settings, suite, redact, plan, strict, invocation, shard, embedded = false } = parts;
  const urls = SERVICE_NAMES.map((service) => {
    const url = settings.target.urls[service];
    return [MEMBERS[service], url && redact(url)] as const;
  });
  return {
    type: "run",
    ...(embedded ? { embedded: true as const } : {}),
    suite,
    contract: revision,
    target: present(Object.fromEntries(urls)),
    seed: settings.seed,
    level: settings.level,
    startedAt: new Date().toISOString(),
    strict,
    command: commandLine(invocation),
    invocation,
    plan: plan.map(plannedClause),
    readings: allReadings(),
    known: settings.known.map((entry) => ({ ...entry, reason: redact(entry.reason) })),
    ...present({ profiles: settings.profiles, shard }),
  };
}
