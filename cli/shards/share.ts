import { createHash } from "node:crypto";
import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { Redact } from "../../engine/secrets/redact.ts";
import type { Invocation, ShardInfo } from "../../engine/model/results.ts";
import type { Settings, Share } from "../../engine/model/settings.ts";
import { commandLine } from "../../reports/words/command-line.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import type { RunFlags, ShardFlag } from "../../engine/target/options.ts";
import { observerAmong, split } from "./split.ts";

type ChosenShare = NonNullable<ReturnType<typeof shareOf>>;

/** This job's share of the selected clauses. */
export function shareOf(
  { shard, level }: { readonly shard?: Omit<ShardFlag, "text">; readonly level: RunFlags["level"] },
  selected: readonly ClauseInfo[],
  catalogue: Catalogue,
) {
  if (shard === undefined) {
    return undefined;
  }
  const { index, total } = shard;
  const parts = split(selected, catalogue, total, level);
  const part = parts?.[index - 1];
  if (parts === undefined || part === undefined) {
    throw new CannotRun(
      `--shard ${index}/${total}: the selected clauses do not fall into ${total} shards, give fewer`,
    );
  }
  const share: Share = {
    index,
    total,
    selection: selected.map(({ id }) => id),
    homes: part.homes,
    observes: observerAmong(parts) === index - 1,
  };
  return {
    share,
    // In their order.
    clauses: part.clauses,
    /** Ids of the clauses of each share. */
    shares: parts.map(({ clauses }) => clauses.map(({ id }) => id)),
  };
}

/** What the result of a share says of the whole run. */
export function shardInfo(
  { share, shares }: ChosenShare,
  settings: Settings,
  { fault, variant }: Pick<RunFlags, "fault" | "variant">,
  more: { readonly invocation: Invocation; readonly embedded: boolean; readonly redact: Redact },
): ShardInfo {
  const { invocation, embedded, redact } = more;
  const { target, cases, limits, known } = settings;
  const { verifications, ...samples } = target.samples;
  const asked = {
    cases,
    pages: limits.pages,
    parameters: target.parameters,
    recipes: target.recipes,
    paths: target.paths,
    samples,
    // What opens doors is no part of it.
    verifications: verifications?.map(({ address, chainId }) => ({ address, chainId })),
    fault,
    variant,
  };
  return {
    index: share.index,
    total: share.total,
    shares,
    selection: digest(JSON.stringify(share.selection.toSorted())),
    settings: digest(redact(JSON.stringify(asked))),
    command: commandLine(invocation),
    invocation,
    known: known.map((entry) => ({ ...entry, reason: redact(entry.reason) })),
    ...(embedded ? { embedded } : {}),
  };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
