// §2.1, §4.1, §4.3, §4.4, §4.5: relations between lists that were read by several requests: their rows and their order
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import { isInconclusive, withoutOrigin } from "../../../engine/model/exchange.ts";
import type { ApiRequest, ApiResponse } from "../../../engine/model/exchange.ts";
import { countOf } from "../../../engine/model/model.ts";
import type { CheckResult, Inconclusive, RequestSender, Violation } from "../../../engine/model/exchange.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke } from "../../../engine/clauses/size.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { isRefusedList, keyOf, onePage, pagesFor, pagedList } from "../../../engine/clauses/pagination.ts";
import type { PagedList } from "../../../engine/clauses/pagination.ts";
import { firstViolation, inconclusive, unlessNoRows } from "../requests/check-results.ts";
import { requestSelection, type ListSource } from "./lists.ts";
import { certainKeys, FEW_DIFFERENT, firstMisplaced, firstOutOfOrder, sortKeys } from "./order.ts";
import { whyAnyOrder, type Direction, type SortKey } from "./order.ts";
import { missingRows, strayRows, firstResponses, notAListViolation, placedOnce } from "./pages-read.ts";
import { rowsOnce, whyStopped } from "./pages-read.ts";

export const listHasRows = ({ rows }: PagedList): boolean => rows.length > 0;

/** A refused selection is a violation; one that was not read to its end is inconclusive. */
function checkReadable(pagedLists: readonly PagedList[]): CheckResult {
  const unread = pagedLists.find(({ end }) => end !== "null");
  if (unread === undefined) return [];
  return isRefusedList(unread)
    ? notAListViolation(unread, "a well-formed filter is refused")
    : whyStopped(unread, "a list was not read completely");
}

/** Checks that a selection contains every row of the others, after {@link checkReadable}. */
export function contains(list: PagedList, others: readonly PagedList[], message: string): CheckResult {
  const rows = others.flatMap((other) => other.rows);
  return firstViolation(
    () => checkReadable([list, ...others]),
    () => missingRows(list, message, rows, others),
  );
}

/** Checks that every row of a selection is in one of the others, after {@link checkReadable}. */
export function containedIn(list: PagedList, allowed: readonly PagedList[], message: string): CheckResult {
  const rows = allowed.flatMap((one) => one.rows);
  const [one = "", ...others] = firstResponses(allowed).map(({ url }) => withoutOrigin(url));
  const more =
    others.length > 1
      ? ` or ${countOf(others.length, "other request")}`
      : others.map((url) => ` or ${url}`).join("");
  const expected = `a row that is also returned for ${one}${more}`;
  return firstViolation(
    () => checkReadable([list, ...allowed]),
    () => strayRows(list, message, rows, expected, firstResponses(allowed)),
  );
}

/** Checks that a selection has exactly the rows of the others together. */
export function same(selected: PagedList, model: readonly PagedList[], message: string): CheckResult {
  return firstViolation(
    () => containedIn(selected, model, message),
    () => contains(selected, model, message),
  );
}

export const empty = (selected: PagedList, message: string): readonly Violation[] =>
  strayRows(selected, message, [], "no row").slice(0, 1);

export type ListInBothOrders = Readonly<Record<"up" | "down", PagedList>>;

export async function readBothOrders(
  t: RequestSender,
  list: Listing,
  order: string,
  pages = pagesFor(list),
): Promise<ListInBothOrders> {
  const up = await requestSelection(t, list, [[order, "asc"]], { pages });
  return { up, down: await requestSelection(t, list, [[order, "desc"]], { pages }) };
}

/** Computed once for each list, because comparing a few thousand rows takes long. */
const keysShown = new WeakMap<Listing, readonly SortKey[]>();

/** None if the order parameter has no name. A search by name is sorted by token id (§4.4), so no request is sent for it. */
export async function requestSortKeys(
  t: RequestSender & ListSource,
  context: ParameterContext,
): Promise<readonly SortKey[]> {
  const { list, material } = t;
  const { order } = material.names;
  if ((context["name"] ?? "absent") !== "absent") {
    return sortKeys(list.rows).filter(({ name }) => name === list.identity);
  }
  const shown = order === undefined ? [] : keysShown.get(list);
  if (order === undefined || shown !== undefined) return shown ?? [];
  const { up, down } = await readBothOrders(t, list, order, isSmoke(list.size) ? 1 : pagesFor(list));
  // Contexts are checked at the same time: another one may have computed the keys.
  const keys = keysShown.get(list) ?? certainKeys(rowsOnce(up), rowsOnce(down));
  keysShown.set(list, keys);
  return keys;
}

/**
 * Sends desc, asc and desc in direct succession, then an invalid order and asc, then asc and desc simultaneously. A wrong order reveals a
 * service that keeps the order, or the error, of the previous request, or that keeps the order in a variable which all requests share. If a
 * response is wrong directly after the same order too, the clause `sorted` reports it.
 */
export async function checkOneAfterAnother(
  t: RequestSender,
  request: (order: string) => ApiRequest,
  sorted: ClauseId,
): Promise<CheckResult> {
  const send = (order: Direction) => pagedList(t, { ...request(order), fresh: true }, 1);
  const before = await send("desc");
  const up = await send("asc");
  const down = await send("desc");
  const refused = await t.get({ ...request("sideways"), expects: "open", fresh: true });
  const upAfterRefusal = await send("asc");
  const atOnce = await t.all((["asc", "desc"] as const).map((order) => ({ ...request(order), fresh: true })));
  const [upAtOnce = up, downAtOnce = down] = atOnce.map(onePage);
  const checkResult = firstViolation(
    () => besideRequest(checkOrder({ up, down }), "directly after", firstResponses([before])),
    () => besideRequest(checkOrder({ up: upAfterRefusal, down }), "directly after", [refused]),
    () => besideRequest(checkOrder({ up: upAtOnce, down: downAtOnce }), "simultaneously with", atOnce),
  );
  if (isInconclusive(checkResult) || checkResult.length === 0) return checkResult;
  await send("asc");
  const upAfterUp = await send("asc");
  await send("desc");
  const settled = checkOrder({ up: upAfterUp, down: await send("desc") });
  return isInconclusive(settled) || settled.length === 0
    ? checkResult
    : inconclusive("the order is also wrong after a request with the same order", undefined, {
        code: "otherClause",
        dependsOn: [sorted],
      });
}

const besideRequest = (
  checkResult: CheckResult,
  how: "directly after" | "simultaneously with",
  others: readonly ApiResponse[],
): CheckResult =>
  isInconclusive(checkResult)
    ? checkResult
    : checkResult.map((violation) => ({
        ...violation,
        message: `${violation.message}, ${how} a request with another order`,
        compared: [...others, ...(violation.compared ?? [])].filter((other) => other !== violation.response),
      }));

/**
 * Checks that one field of the rows ascends with asc and descends with desc (interpretation 16). Inconclusive if a list is refused, has a
 * single row or equal rows, or is not in order although all rows share a balance, name, symbol or gas by which it may be sorted.
 */
export function checkOrder({ up, down }: ListInBothOrders): CheckResult {
  const unread = cannotCompare(up, down);
  if (unread !== undefined) return unread;
  const keys = sortKeys([...up.rows, ...down.rows]);
  const upward = rowsOnce(up);
  if (keys.length === 0) return inconclusive(FEW_DIFFERENT);
  // A row of desc is a violation if it is out of order under every key that sorts asc.
  const upwards = keys.filter((key) => firstOutOfOrder(upward, key, "asc") === undefined);
  const wrong = firstMisplaced(up, keys, "asc") ?? firstMisplaced(down, upwards, "desc");
  if (wrong !== undefined) {
    return whyAnyOrder([...up.rows, ...down.rows]) ?? [orderWithoutEffect(up, down) ?? wrong];
  }
  const isShown = [up, down].every((pagesRead) => rowsOnce(pagesRead).length > 1);
  return isShown ? [] : inconclusive(FEW_DIFFERENT);
}

/** The violation if both orders return the same rows in the same sequence, and at least one row. */
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
        compared: firstResponses([up]),
      };
}

export function checkSameRows({ up, down }: ListInBothOrders): CheckResult {
  const unread = cannotCompare(up, down);
  if (unread !== undefined) return unread;
  const early = [up, down].find(({ end }) => end !== "null");
  if (early !== undefined) return whyStopped(early, "a list was not read completely");
  const missing = (has: string, lacks: string) =>
    `a row that is listed under ${has} is missing under ${lacks}`;
  const lost = [
    ...missingRows(down, missing("asc", "desc"), up.rows, [up]),
    ...missingRows(up, missing("desc", "asc"), down.rows, [down]),
  ];
  return unlessNoRows(lost, up.rows, down.rows);
}

/** Inconclusive if a list is refused, which fails the acceptance clause; otherwise undefined. */
function cannotCompare(...pagedLists: readonly PagedList[]): Inconclusive | undefined {
  const refused = pagedLists.find(isRefusedList);
  return refused && whyStopped(refused, "the list could not be read");
}
