import type { Redact } from "../engine/redact.ts";
import type { Service, Settings } from "../engine/settings.ts";
import type { RunHeader } from "../reports/journal.ts";

/** What the header of a run is made of. */
export interface HeaderParts extends Pick<RunHeader, "plan" | "suite" | "strict" | "command"> {
  /** The embedded reference is the target. */
  readonly embedded?: boolean;
  readonly shard?: RunHeader["shard"] | undefined;
  readonly settings: Settings;
  readonly redact: Redact;
}

/** What a run set out to do, as its result tells it: without secrets. */
export function headerOf({
  settings,
  redact,
  plan,
  suite,
  strict,
  command,
  shard,
  embedded = false,
}: HeaderParts): RunHeader {
  const { urls } = settings.target;
  const url = (service: Service, member: string): Record<string, string> =>
    urls[service] === undefined ? {} : { [member]: redact(urls[service]) };
  return {
    type: "run",
    ...(embedded ? { embedded: true as const } : {}),
    suite,
    target: { ...url("status", "statusUrl"), ...url("base", "baseUrl"), ...url("verify", "verifyUrl") },
    seed: settings.seed,
    level: settings.level,
    startedAt: new Date().toISOString(),
    strict,
    command,
    plan,
    known: settings.known.map((entry) => ({ ...entry, reason: redact(entry.reason) })),
    ...(settings.profiles === undefined ? {} : { profiles: settings.profiles }),
    ...(shard === undefined ? {} : { shard }),
  };
}
