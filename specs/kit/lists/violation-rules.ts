// §2.1, §4.1, §4.3, §4.4: which differences of a paged list violate a clause
import { isInconclusive, type CheckResult, type Inconclusive } from "../../../engine/model/exchange.ts";
import { noRows } from "../requests/check-results.ts";
import { whyStopped } from "./inconclusive.ts";
import { ROW_DIFFERENCES, type DifferenceKind } from "./row-differences.ts";
import { symptomsOf } from "./symptoms.ts";
import type { RowDifference, PagesRead } from "./pages-read.ts";

export interface ViolationRule {
  /** The kinds of differences that violate the clause, see {@link ROW_DIFFERENCES}. The first kind with differences is reported. */
  readonly by: readonly DifferenceKind[];
  /** Selects the differences of these kinds that violate the clause; absent: all of them. */
  readonly where?: (difference: RowDifference, pagesRead: PagesRead) => boolean;
  /** Why a paged list without violation is inconclusive; undefined: the clause passes. */
  readonly whyInconclusive?: (pagesRead: PagesRead) => Inconclusive | undefined;
}

export type PagesCheck = (pagesRead: PagesRead | Inconclusive) => CheckResult;

/**
 * Makes the check of a clause over a paged list. Inconclusive if no request was sent, or if the parameters are refused only together,
 * which another clause checks.
 */
export function checkPagesBy({ by, where = () => true, whyInconclusive }: ViolationRule): PagesCheck {
  return (pagesRead) => {
    if (isInconclusive(pagesRead)) {
      return pagesRead;
    }
    if (pagesRead.singles !== undefined && !by.includes("together")) {
      return whyStopped(pagesRead.pagedList, "parameters that are accepted alone are refused together");
    }
    for (const kind of by) {
      const shown: readonly RowDifference[] = ROW_DIFFERENCES[kind](pagesRead);
      const wrong = shown.filter((difference) => where(difference, pagesRead));
      if (wrong.length > 0) {
        const symptoms = symptomsOf(pagesRead);
        return wrong.map(({ violation }) => ({ ...violation, symptoms }));
      }
    }
    const { pagedList, listed = [{}] } = pagesRead;
    // A list without rows shows nothing about rows, their order or links.
    const isOfRows = pagedList.end === "null" && !by.includes("together");
    return (isOfRows ? noRows(listed, pagedList.rows) : undefined) ?? whyInconclusive?.(pagesRead) ?? [];
  };
}

/** Whether a difference is on a page behind the first. */
export const isBehind = ({ page }: RowDifference): boolean => page > 0;
