import { resolve } from "node:path";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { beginFolder } from "../running/judge.ts";
import { mergeShards, objectionToMerge, type ShardResult } from "../shards/merge.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import type { RunFlags } from "../../engine/target/options.ts";
import { tellResult } from "../terminal/tell-result.ts";
import { warn, type Io } from "../terminal/io.ts";
import { packageInfo } from "../../engine/target/package-info.ts";
import { readEarlier, readResult, withEarlier } from "../../engine/target/earlier.ts";

type MergeFlags = Pick<RunFlags, "out" | "previous" | "failOn" | "allure">;

/** `merge`: one verdict and one report of the shards of a run. Gives the exit code of the whole run. */
export async function merge(dirs: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const shards = readShards(dirs, flags.out);
  const earlier = readEarlier(flags, (line) => warn(io, [line]));
  const merged = mergeShards(shards, await loadCatalogue());
  const known = withEarlier(merged.header.known, earlier);
  const whole = { ...merged, header: { ...merged.header, known } };
  const result = assemble(whole.header, whole.entries, whole.ending);
  const { out, allure } = flags;
  const lock = beginFolder(out, whole.header, whole.entries);
  try {
    return await tellResult(result, { outDir: resolve(out), io, previous: earlier.previous, allure });
  } finally {
    lock.release();
  }
}

function readShards(dirs: readonly string[], out: string): readonly [ShardResult, ...ShardResult[]] {
  const own = dirs.find((dir) => resolve(dir) === resolve(out));
  if (own !== undefined) {
    throw new CannotRun(`--out ${out} is one of the shards: give another folder`);
  }
  const [first, ...others] = dirs.map((dir) => shardIn(dir, readResult(dir)));
  if (first === undefined) {
    throw new CannotRun("no folder is given");
  }
  const objection = objectionToMerge([first, ...others]);
  if (objection !== undefined) {
    throw new CannotRun(objection);
  }
  return [first, ...others];
}

function shardIn(name: string, result: RunResult): ShardResult {
  const { shard } = result;
  const { version } = packageInfo();
  if (shard === undefined) {
    throw new CannotRun(`${name}: not a shard: its run was made without --shard`);
  }
  if (result.suite.version !== version) {
    const made = `made by version ${result.suite.version}, and this is ${version}`;
    throw new CannotRun(`${name}: ${made}: merge with the version that made the shards`);
  }
  return { name, result: { ...result, shard } };
}
