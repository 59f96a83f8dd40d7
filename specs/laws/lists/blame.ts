// §2.1, §4.1, §4.3, §4.4: what a walk over a list tells of a clause
import { isUndecided, type Judgement, type Undecided } from "../../../engine/model/exchange.ts";
import { noRows } from "../requests/verdicts.ts";
import { stopped } from "./doubts.ts";
import { MISMATCHES, type Kind } from "./mismatches.ts";
import { symptomsOf } from "./symptoms.ts";
import type { Mismatch, Walked } from "./walked.ts";

export interface Blame {
  /** The first of these that shows breaks it; what each is stands at {@link MISMATCHES}. */
  readonly by: readonly Kind[];
  /** Which of them are its own; absent: all. */
  readonly where?: (mismatch: Mismatch, walked: Walked) => boolean;
  /** Why nothing wrong does not mean that it passed; undefined: it does. */
  readonly doubt?: (walked: Walked) => Undecided | undefined;
}

export type Rule = (asked: Walked | Undecided) => Judgement;

/** What a walk tells of a clause; a request that was not sent, or is refused only beside others, tells nothing. */
export function judgeBy({ by, where = () => true, doubt }: Blame): Rule {
  return (asked) => {
    if (isUndecided(asked)) {
      return asked;
    }
    if (asked.singles !== undefined && !by.includes("together")) {
      return stopped(asked.walk, "parameters that are fine alone are refused together");
    }
    for (const kind of by) {
      const shown: readonly Mismatch[] = MISMATCHES[kind](asked);
      const wrong = shown.filter((mismatch) => where(mismatch, asked));
      if (wrong.length > 0) {
        const symptoms = symptomsOf(asked);
        return wrong.map(({ finding }) => ({ ...finding, symptoms }));
      }
    }
    const { walk, listed = [{}] } = asked;
    // A list without rows shows nothing of rows, their places, or the links between their pages.
    const isOfRows = walk.end === "null" && !by.includes("together");
    return (isOfRows ? noRows(listed, walk.rows) : undefined) ?? doubt?.(asked) ?? [];
  };
}

/** Whether it shows behind the first page. */
export const isBehind = ({ page }: Mismatch): boolean => page > 0;
