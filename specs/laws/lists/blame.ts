// §2.1, §4.1, §4.3, §4.4: what a walk over a list tells of a clause
import { isUndecided, type Judgement, type Undecided } from "../../../engine/model/exchange.ts";
import { stopped } from "./doubts.ts";
import { MISMATCHES, type Kind, type Mismatch } from "./mismatches.ts";
import type { Walked } from "./walked.ts";

/** What breaks a clause. */
export interface Blame {
  /**
   * The first of these that shows breaks it. `stray`: a row that a filter on its members leaves out, or that is none of the rows
   * due, though the list showed it before. `gap`: a row that is due is on no page, where the pages were read to their end; or the
   * largest pages lack one. `repeat`: a row twice. `order`: a row out of order, by each key that sorts the whole list both ways.
   * `seam`: one behind the first page, by a key that sorts that page. `next`: another row than is due at its place. `limit`: too
   * many rows on a page. `end`: links lead from the last page with rows to empty pages alone, or next is no link and
   * not null behind pages with links. `link`: a link leads back, to no page, or on without end. `refused`: one filter alone gets no list. `together`: parameters get none that do so alone.
   */
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
        return wrong.map(({ finding }) => finding);
      }
    }
    return doubt?.(asked) ?? [];
  };
}

/** Whether it shows behind the first page. */
export const isBehind = ({ page }: Mismatch): boolean => page > 0;
