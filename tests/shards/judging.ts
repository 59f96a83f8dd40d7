import { headerOf } from "../../engine/target/prepare.ts";
import { packageInfo } from "../../engine/target/package-info.ts";
import { shardInfo, shareOf } from "../../cli/shards/share.ts";
import { loadCatalogue, type Catalogue, type ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { showAll } from "../../engine/secrets/redact.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { Level, Settings } from "../../engine/model/settings.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { mergeShards, type ShardResult } from "../../cli/shards/merge.ts";
import { plainSettings } from "../../engine/target/settings.ts";

export const SEED = 20_260_101;
export const catalogue: Catalogue = await loadCatalogue();

/** How the reference is judged. */
export interface Judging {
  readonly level?: Level;
  readonly known?: readonly KnownDeviation[];
  readonly strict?: boolean;
  readonly selected?: readonly ClauseInfo[];
  /** The target file gives no samples. */
  readonly bare?: boolean;
}

/** The reference judged in this process, whole or one shard of it, as `results.json` would tell. */
export async function judged(
  reference: Reference,
  { level = "standard", known = [], strict = false, selected = catalogue.clauses, bare = false }: Judging,
  shard?: { readonly index: number; readonly total: number },
): Promise<RunResult> {
  const chosen = shard && shareOf({ shard, level }, selected, catalogue);
  const clauses = chosen?.clauses ?? selected;
  const ids = clauses.map(({ id }) => id);
  const usual = plainSettings(reference.target, level, SEED, ids);
  const settings: Settings = {
    ...usual,
    target: { ...usual.target, ...(bare && { samples: {} }) },
    known,
    ...(chosen && { share: chosen.share }),
  };
  const { name, version } = packageInfo();
  const invocation = { program: "ledger-conformance run", options: {} };
  const told = { invocation, embedded: false, redact: showAll };
  const header = headerOf({
    settings,
    redact: showAll,
    plan: clauses,
    suite: { name, version },
    strict,
    invocation,
    shard: chosen && shardInfo(chosen, settings, {}, told),
  });
  const started = performance.now();
  const entries = await runAll(settings, catalogue);
  const result = assemble(header, entries, { durationMs: performance.now() - started });
  return JSON.parse(JSON.stringify(result)); // a merge reads files
}

/** A result that is one of a shard, under a name. */
export function asShard(result: RunResult, name = `shard-${result.shard?.index ?? 0}`): ShardResult {
  const { shard } = result;
  if (shard === undefined) {
    throw new Error("the result is not one of a shard");
  }
  return { name, result: { ...result, shard } };
}

/** What `merge` makes of results. */
export function merged(results: readonly RunResult[]): RunResult {
  const [first, ...others] = results.map((result) => asShard(result));
  if (first === undefined) {
    throw new Error("nothing to merge");
  }
  const { header, entries, ending } = mergeShards([first, ...others], catalogue);
  return assemble(header, entries, ending);
}

/** The same reference judged as a whole, and in shards that are merged. */
export interface BothWays {
  readonly whole: RunResult;
  readonly shards: readonly RunResult[];
  readonly merged: RunResult;
  /** Requests that came to the reference from each shard. */
  readonly requests: readonly number[];
}

/** Judges one reference as a whole and in so many shards. */
export async function bothWays(
  total: number,
  judging: Judging = {},
  options: { readonly fault?: string; readonly variant?: string } = {},
): Promise<BothWays> {
  const reference = await startReference(options);
  try {
    const whole = await judged(reference, judging);
    const shards: RunResult[] = [];
    const requests: number[] = [];
    for (let index = 1; index <= total; index += 1) {
      const before = reference.requests();
      shards.push(await judged(reference, judging, { index, total }));
      requests.push(reference.requests() - before);
    }
    return { whole, shards, merged: merged(shards), requests };
  } finally {
    await reference.close();
  }
}

/** What must be the same of two results of one run: all but costs, times, and which request stands for many. */
export function comparable(result: RunResult) {
  const { verdict, summary, strict, known, clauses, open, seed, level, target, reason } = result;
  return {
    verdict,
    reason,
    summary,
    strict,
    known,
    seed,
    level,
    target,
    clauses: clauses.map(({ sample: _sample, origin: _origin, violations, ...clause }) => ({
      ...clause,
      violations: violations.map(({ message, pointer, occurrences, request, ...violation }) => ({
        message,
        pointer,
        occurrences,
        url: request.url,
        known: violation.known,
      })),
    })),
    open: open.map(({ observed, ...entry }) => ({
      ...entry,
      observed: observed.map(({ value, count }) => ({ value, count })),
    })),
  };
}
