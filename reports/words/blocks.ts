import type { RunResult } from "../../engine/model/results.ts";
import { metByReason, profileFacts, profileLine } from "./profiles.ts";
import { outcomeLabel } from "./labels.ts";
import { countOf } from "./numbers.ts";
import { oddities } from "./run.ts";
import { isLeft, leftText, reasonsOf } from "./tally.ts";

/** One thing that a summary tells; its texts may hold what a stranger wrote. */
interface Item {
  readonly text: string;
  /** Clauses that it is told of. */
  readonly ids?: readonly string[];
  /** What is to be said of it beside that, a line each. */
  readonly notes?: readonly string[];
}

export interface Block {
  readonly title: string;
  readonly items: readonly Item[];
  /** What one item is. */
  readonly noun: string;
}

/** What a summary tells behind the failures, for a terminal and for a page alike; empty parts are left out. */
export function blocksOf(result: RunResult): readonly Block[] {
  const { profiles = [], known: { stale = [], expired = [] } = {} } = result;
  const left = leftText(result);
  const others = result.clauses.filter((clause) => !isLeft(clause));
  const blocks: readonly Block[] = [
    {
      title: "Not judged",
      noun: "reason",
      items: [
        ...(left === undefined ? [] : [{ text: left }]),
        ...reasonsOf(others).map(({ first, reason, ids }) => ({
          text: `${countOf(ids.length, "clause")} ${outcomeLabel(first.outcome)}: ${reason}`,
          ids,
        })),
      ],
    },
    { title: "Odd, and not judged", noun: "matter", items: oddities(result).map((text) => ({ text })) },
    {
      title: "Profiles",
      noun: "profile",
      items: profiles.map((profile) => ({
        text: profileLine(profile, result),
        notes: profileFacts(profile),
      })),
    },
    {
      title: "Known deviations, met",
      noun: "reason",
      items: metByReason(result).map(({ reason, ids }) => ({ text: reason, ids })),
    },
    {
      title: "Known deviations to look at",
      noun: "deviation",
      items: [
        ...stale.map(({ clause, pointer = "" }) => ({ text: `stale: ${clause} ${pointer}` })),
        ...expired.map(({ clause, pointer = "", until = "" }) => ({
          text: `expired: ${clause} ${pointer} (${until})`,
        })),
      ],
    },
  ];
  return blocks.filter(({ items }) => items.length > 0);
}
