// §4.1, §4.3, §4.4, §4.5: checks of the order of a list
import {
  isInconclusive,
  type ApiRequest,
  type ApiResponse,
  type RequestSender,
  type Violation,
  type CheckResult,
  type Inconclusive,
} from "../../../engine/model/exchange.ts";
import { firstOutOfOrder, sortKeys, type Direction, type SortKey } from "./ordering.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import {
  exactly,
  isRefusedList,
  keyOf,
  pagesFor,
  pagedList,
  type PagedList,
} from "../../../engine/clauses/pagination.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { requestSelection } from "./expected-rows.ts";
import { firstViolation, unlessNoRows, inconclusive } from "../requests/check-results.ts";
import { FEW_DIFFERENT, whyStopped, whyAnyOrder } from "./inconclusive.ts";
import { missingRows, pageInFrontOf, firstResponses, placedOnce, rowsOnce } from "./pages-read.ts";

export type BothWays = Readonly<Record<"up" | "down", PagedList>>;

/** Reads a list in ascending and in descending order, in its largest pages. */
export async function listBothWays(
  t: RequestSender,
  list: Listing,
  order: string,
  pages = pagesFor(list),
): Promise<BothWays> {
  const up = await requestSelection(t, list, [[order, "asc"]], pages);
  return { up, down: await requestSelection(t, list, [[order, "desc"]], pages) };
}

/** Common members of the clauses on the order after a request with the other order. */
export const ORDER_AFTER_ANOTHER = {
  exclusive: true,
} as const;

/** Neither of the two orders, so that it has to be refused. */
const NO_ORDER = "sideways";

/**
 * Sends asc, asc, desc and asc in direct succession, then an order that is refused, and asc. A service that applies the order of the
 * previous request returns the third and fourth response in the wrong order, and one that keeps a trace of a refused request returns
 * the last one so; the second response is right in any case.
 */
export async function checkOneAfterAnother(
  t: RequestSender,
  request: (order: string) => ApiRequest,
): Promise<CheckResult> {
  const send = (order: Direction) => pagedList(t, { ...request(order), fresh: true }, 1);
  await send("asc");
  const up = await send("asc");
  const down = await send("desc");
  const upAgain = await send("asc");
  const refused = await t.get({ ...request(NO_ORDER), expects: "open", fresh: true });
  const upAfterRefusal = await send("asc");
  return firstViolation(
    () => checkOrder({ up, down }),
    () => checkOrder({ up: upAgain, down }),
    () => withBeside(checkOrder({ up: upAfterRefusal, down }), refused),
  );
}

/** Violations that cannot be seen without another response. */
const withBeside = (checkResult: CheckResult, response: ApiResponse): CheckResult =>
  isInconclusive(checkResult)
    ? checkResult
    : checkResult.map((violation) => ({ ...violation, beside: [response, ...(violation.beside ?? [])] }));

/**
 * Checks that one field of the rows ascends under asc and descends under desc (interpretation 16). Equal rows may be in any order; ids,
 * times and texts are compared in every reasonable way. Inconclusive if a list is refused, has a single row or equal rows, or if all
 * rows share a balance, name, symbol or gas by which the list may be sorted.
 */
export function checkOrder({ up, down }: BothWays): CheckResult {
  const unread = cannotCompare(up, down);
  if (unread !== undefined) {
    return unread;
  }
  const keys = sortKeys([...up.rows, ...down.rows]);
  const upward = rowsOnce(up);
  if (keys.length === 0) {
    return inconclusive(FEW_DIFFERENT);
  }
  // A violation is out of order under every key in asc, or under every key that sorts asc in desc.
  const upwards = keys.filter((key) => firstOutOfOrder(upward, key, "asc") === undefined);
  const wrong = firstMisplaced(up, keys, "asc") ?? firstMisplaced(down, upwards, "desc");
  if (wrong !== undefined) {
    return whyAnyOrder([...up.rows, ...down.rows]) ?? [orderWithoutEffect(up, down) ?? wrong];
  }
  const isShown = [up, down].every((pagesRead) => rowsOnce(pagesRead).length > 1);
  return isShown ? [] : inconclusive(FEW_DIFFERENT);
}

/** The violation of an order parameter without effect: both orders return the same sequence. */
function orderWithoutEffect(up: PagedList, down: PagedList): Violation | undefined {
  const [first] = placedOnce(down);
  const sequences = [up, down].map(({ rows, identity }) => rows.map((row) => keyOf(row, identity)));
  const [ascending = [], descending = []] = sequences;
  const isSame = ascending.length === descending.length && ascending.every((id, at) => id === descending[at]);
  return first === undefined || !isSame
    ? undefined
    : {
        message: "order has no effect: asc and desc return the same rows in the same order",
        pointer: first.pointer.replace(/\/0$/, ""),
        expected: "the rows in another order",
        actual: "the same order",
        rowFault: { kind: "order" },
        response: first.response,
        beside: firstResponses([up]),
      };
}

/** Checks that both orders return the same rows. Inconclusive if a list was not read to its end. */
export function checkSameRows({ up, down }: BothWays): CheckResult {
  const unread = cannotCompare(up, down);
  if (unread !== undefined) {
    return unread;
  }
  const early = [up, down].find(({ end }) => end !== "null");
  if (early !== undefined) {
    return whyStopped(early, "a list was not read completely");
  }
  const missing = (has: string, lacks: string) =>
    `a row that is listed under ${has} is missing under ${lacks}`;
  const lost = [
    ...missingRows(down, missing("asc", "desc"), up.rows, [up]),
    ...missingRows(up, missing("desc", "asc"), down.rows, [down]),
  ];
  return unlessNoRows(lost, up.rows, down.rows);
}

/** Why lists cannot be compared: one is refused, which fails the acceptance clause. */
function cannotCompare(...pagedLists: readonly PagedList[]): Inconclusive | undefined {
  const refused = pagedLists.find(isRefusedList);
  return refused && whyStopped(refused, "the list could not be read");
}

/**
 * The violation of the first row that is out of order under every key; undefined if a key sorts the rows. Of a repeated row only the
 * first occurrence counts. The violation names the key that sorts the rows in the opposite direction, or else the key under which the
 * most rows are in order.
 */
export function firstMisplaced(
  pagesRead: PagedList,
  keys: readonly SortKey[],
  direction: Direction,
): Violation | undefined {
  const placed = placedOnce(pagesRead);
  const rows = placed.map(({ row }) => row);
  const indexBy = (key: SortKey) => firstOutOfOrder(rows, key, direction);
  const other = direction === "asc" ? "desc" : "asc";
  const turned = keys.filter((key) => firstOutOfOrder(rows, key, other) === undefined);
  const found = furthest(keys, indexBy);
  const byTurned = furthest(turned, indexBy);
  const place = found && (byTurned ?? found);
  if (place === undefined) {
    return undefined;
  }
  const { name, member } = place.key;
  const [before, row] = placed.slice(place.at - 1);
  // If no field sorts the rows in either direction, the field by which they should be sorted is unknown.
  const isKnown = keys.length === 1 || byTurned !== undefined;
  const sortedBy = isKnown ? ` (sorted by ${name})` : ", or rows sorted by another field";
  return {
    message: `the rows are not sorted ${direction}`,
    pointer: row === undefined ? "" : `${row.pointer}/${member}`,
    expected: `not ${direction === "asc" ? "below" : "above"} the ${cutValue(before && exactly(before.row, member))} of the row in front${sortedBy}`,
    actual: cutValue(row?.row[member]),
    rowFault: { kind: "order" },
    ...(row === undefined ? {} : { response: row.response, ...pageInFrontOf(pagesRead, row) }),
  };
}

/** The violation of the first row that is out of order in one of the lists; none if no order was sent. */
export const checkSortedRows = (
  pagedLists: readonly PagedList[],
  keys: readonly SortKey[],
  order?: Direction,
): readonly Violation[] =>
  pagedLists.flatMap((pagesRead) => (order && firstMisplaced(pagesRead, keys, order)) ?? []).slice(0, 1);

/**
 * The key under which the first wrong row is furthest from the start. Keys that compare values by their type are preferred to keys
 * that compare them as text. Undefined if a key has no wrong row, or there is no key.
 */
export function furthest(
  keys: readonly SortKey[],
  indexBy: (key: SortKey) => number | undefined,
): { readonly key: SortKey; readonly at: number } | undefined {
  const places = keys.map((key) => ({ key, at: indexBy(key) ?? -1 }));
  const plain = places.filter(({ key: { name, member } }) => name === member);
  const [last] = (plain.length > 0 ? plain : places).toSorted((a, b) => b.at - a.at);
  return places.some(({ at }) => at === -1) ? undefined : last;
}
