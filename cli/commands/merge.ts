import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { CANNOT_WRITE, isFileTrouble, reasonOf } from "../../reports/files/file-trouble.ts";
import { safeJson } from "../../reports/files/writing.ts";
import { FILES, openFolder } from "../../reports/files/folder.ts";
import { mergeShards, objectionToMerge, type ShardResult, type Whole } from "../shards/merge.ts";
import { CannotRun } from "../../config/cannot-run.ts";
import { ciOf } from "../terminal/ci.ts";
import type { RunFlags } from "../../config/options.ts";
import { warningLines, type Io } from "../terminal/io.ts";
import { packageInfo } from "../../config/package-info.ts";
import { readEarlier, readResult, withEarlier } from "../../config/earlier.ts";
import { tellResult } from "../terminal/tell-result.ts";

/** The options of `merge`. */
export interface MergeFlags extends Pick<RunFlags, "previous" | "failOn"> {
  readonly out: string;
  readonly allure: boolean;
}

/** `merge`: one verdict and one report of the shards of a run. Gives the exit code of the whole run. */
export async function merge(dirs: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const shards = readShards(dirs, flags.out);
  const earlier = readEarlier(flags, (line) => io.err(warningLines([line])));
  const merged = mergeShards(shards, await loadCatalogue());
  const known = withEarlier(merged.header.known, earlier);
  const whole = { ...merged, header: { ...merged.header, known } };
  const result = assemble(whole.header, whole.entries, whole.ending);
  const lock = begin(flags.out, whole);
  try {
    const { out, allure } = flags;
    const { previous } = earlier;
    return await tellResult(result, { outDir: resolve(out), io, ci: ciOf(io.env), previous, allure });
  } finally {
    lock.release();
  }
}

type Shards = readonly [ShardResult, ...ShardResult[]];

function readShards(dirs: readonly string[], out: string): Shards {
  const own = dirs.find((dir) => resolve(dir) === resolve(out));
  if (own !== undefined) {
    throw new CannotRun(`--out ${out} is one of the shards: give another folder`);
  }
  const [first, ...others] = dirs.map((dir) => shardIn(dir, readResult(dir)));
  const shards: Shards | undefined = first === undefined ? undefined : [first, ...others];
  const objection = shards === undefined ? "no folder is given" : objectionToMerge(shards);
  if (shards === undefined || objection !== undefined) {
    throw new CannotRun(objection ?? "");
  }
  return shards;
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

/** The folder gets a journal as that of a run, from which its pages can be made again. */
function begin(outDir: string, { header, entries }: Whole): ReturnType<typeof openFolder> {
  try {
    const lock = openFolder(outDir, header);
    appendFileSync(join(outDir, FILES.journal), entries.map((entry) => `${safeJson(entry)}\n`).join(""));
    return lock;
  } catch (error) {
    const reason = isFileTrouble(error) ? `${CANNOT_WRITE}: ${reasonOf(error)}` : messageOf(error);
    throw new CannotRun(`${outDir}: ${reason}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
