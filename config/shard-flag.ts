import { InvalidArgumentError } from "commander";

/** What `--shard I/N` says. */
export interface ShardFlag {
  readonly index: number;
  readonly total: number;
}

/** Shards of one run. */
const MOST = 1_000;

/** Reads `I/N` from the command line. */
export function shardFlag(text: string): ShardFlag {
  const [, index = 0, total = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index < 1 || total < index || total > MOST) {
    throw new InvalidArgumentError(
      `It must be I/N, such as 2/4: the second of four shards, of at most ${MOST}.`,
    );
  }
  return { index, total };
}
