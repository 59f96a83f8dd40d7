// §2.1, §4.1, §4.3, §4.4: relations between the rows that several requests return
import type { Violation, CheckResult } from "../../../engine/model/exchange.ts";
import { isRefusedList, rowKeys, type PagedList } from "../../../engine/clauses/pagination.ts";
import { firstViolation } from "../requests/check-results.ts";
import { whyStopped } from "./inconclusive.ts";
import { missingRows, strayRows, firstResponses, notTheList, placedRows } from "./pages-read.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";

/** Whether selections can be compared: inconclusive if one was not read to its end; a refusal of its valid filter is a violation. */
function checkReadable(pagedLists: readonly PagedList[]): CheckResult {
  const unread = pagedLists.find(({ end }) => end !== "null");
  if (unread === undefined) {
    return [];
  }
  return isRefusedList(unread)
    ? notTheList(unread, "a well-formed filter is refused")
    : whyStopped(unread, "a list was not read completely");
}

/** Checks that a selection contains every row of the others. See {@link checkReadable} for refused and unread selections. */
export function contains(
  selected: PagedList,
  expectedLists: readonly PagedList[],
  message: string,
): CheckResult {
  const rows = expectedLists.flatMap((other) => other.rows);
  return firstViolation(
    () => checkReadable([selected, ...expectedLists]),
    () => missingRows(selected, message, rows, expectedLists),
  );
}

/** Checks that every row of a selection is in one of the others. See {@link checkReadable} for refused and unread selections. */
export function containedIn(
  selected: PagedList,
  allowed: readonly PagedList[],
  message: string,
): CheckResult {
  const { identity } = selected;
  const keys = rowKeys(
    allowed.flatMap(({ rows }) => rows),
    identity,
  );
  const expected = `a row whose ${identity} the other ${allowed.length === 1 ? "request gets" : "requests get"} too`;
  return firstViolation(
    () => checkReadable([selected, ...allowed]),
    () => strayRows(selected, message, keys, expected, firstResponses(allowed)),
  );
}

/** Checks that a selection has the same rows as the others together. */
export function same(selected: PagedList, model: readonly PagedList[], message: string): CheckResult {
  return firstViolation(
    () => containedIn(selected, model, message),
    () => contains(selected, model, message),
  );
}

/** Checks that a selection has no row. */
export function empty(selected: PagedList, message: string): readonly Violation[] {
  const rowFault = { kind: "stray" } as const;
  const shown = placedRows(selected).slice(0, 1);
  return shown.map(({ row, pointer, response }) => {
    return { message, pointer, expected: "no row", actual: cutValue(row), rowFault, response };
  });
}
