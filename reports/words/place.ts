import { pattern } from "../../engine/evidence/violation.ts";
import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { oneLine } from "./escape.ts";
import { count, countOf } from "./numbers.ts";

/** Where an answer departs from the document, and in how many places. */
export interface Where {
  /** A pointer, with `*` for the rows that show the same; absent where nothing narrower than the answer is at fault. */
  readonly place?: string;
  /** `25 of 25 records`, where the same was found more than once or it is known how often it was looked for. */
  readonly share?: string;
}

/** The place of a violation, the same cause in many rows folded into one. */
export function whereOf(
  { field, cases }: Pick<ClauseResult, "field" | "cases">,
  { pointer, occurrences }: Violation,
): Where {
  const place = pointer === "" ? {} : { place: oneLine(occurrences > 1 ? pattern(pointer) : pointer, 300) };
  if (field !== undefined && occurrences <= cases) {
    return { ...place, share: `${count(occurrences)} of ${count(cases)}` };
  }
  return occurrences > 1 ? { ...place, share: `seen ${countOf(occurrences, "time")}` } : place;
}
