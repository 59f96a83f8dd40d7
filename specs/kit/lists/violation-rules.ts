// §2.1, §4.1, §4.3, §4.4: what a paged list over a list tells of a clause
import { isInconclusive, type CheckResult, type Inconclusive } from "../../../engine/model/exchange.ts";
import { noRows } from "../requests/check-results.ts";
import { whyStopped } from "./inconclusive.ts";
import { ROW_DIFFERENCES, type DifferenceKind } from "./row-differences.ts";
import { symptomsOf } from "./symptoms.ts";
import type { RowDifference, PagesRead } from "./pages-read.ts";

export interface ViolationRule {
  /** The first of these that shows breaks it; what each is stands at {@link ROW_DIFFERENCES}. */
  readonly by: readonly DifferenceKind[];
  /** Which of them are its own; absent: all. */
  readonly where?: (difference: RowDifference, pagesRead: PagesRead) => boolean;
  /** Why nothing wrong does not mean that it passed; undefined: it does. */
  readonly whyInconclusive?: (pagesRead: PagesRead) => Inconclusive | undefined;
}

export type PagesCheck = (asked: PagesRead | Inconclusive) => CheckResult;

/** What a paged list tells of a clause; a request that was not sent, or is refused only beside others, tells nothing. */
export function checkPagesBy({ by, where = () => true, whyInconclusive: doubt }: ViolationRule): PagesCheck {
  return (asked) => {
    if (isInconclusive(asked)) {
      return asked;
    }
    if (asked.singles !== undefined && !by.includes("together")) {
      return whyStopped(asked.pagedList, "parameters that are fine alone are refused together");
    }
    for (const kind of by) {
      const shown: readonly RowDifference[] = ROW_DIFFERENCES[kind](asked);
      const wrong = shown.filter((difference) => where(difference, asked));
      if (wrong.length > 0) {
        const symptoms = symptomsOf(asked);
        return wrong.map(({ violation }) => ({ ...violation, symptoms }));
      }
    }
    const { pagedList, listed = [{}] } = asked;
    // A list without rows shows nothing of rows, their places, or the links between their pages.
    const isOfRows = pagedList.end === "null" && !by.includes("together");
    return (isOfRows ? noRows(listed, pagedList.rows) : undefined) ?? doubt?.(asked) ?? [];
  };
}

/** Whether it shows behind the first page. */
export const isBehind = ({ page }: RowDifference): boolean => page > 0;
