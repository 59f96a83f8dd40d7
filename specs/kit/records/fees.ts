// §4.5, §7.4, §7.5: responses to requests for network fees, and the order of the fees
import { inconclusive } from "../requests/check-results.ts";
import { isNotFound } from "../requests/refusals.ts";
import {
  describeResponse,
  hasSuccessBody,
  wholeResponse,
  isSuccess,
  lacksSignatures,
  wrongStatusViolation,
} from "../../../engine/message/classify.ts";
import {
  type RequestSender,
  type Violation,
  type CheckResult,
  type Query,
  type ApiResponse,
  type Inconclusive,
  requestTo,
} from "../../../engine/model/exchange.ts";
import { countOf } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { explainingKeys, firstOutOfOrder, sharedKey, whyAnyOrder } from "../lists/order.ts";
import { pagedList, type ListRow, type PagedList } from "../../../engine/clauses/pagination.ts";
import type { ListInBothOrders } from "../lists/relations.ts";
import { firstResponses, notAListViolation } from "../lists/pages-read.ts";

/** Inconclusive if the response says that signature files are missing (§7, line 300), which may happen at any time. */
export const whySignaturesMissing = (by: ApiResponse): Inconclusive | undefined =>
  lacksSignatures(by)
    ? inconclusive("the service currently lacks signature files for the fees (section 7.5)", by)
    : undefined;

/** Checks the response to a valid request for fees or a topic message: a success or the not-found body (§7.4). */
export function checkFound(response: ApiResponse): CheckResult {
  const noun = response.request.endpoint === "networkFees" ? "fees" : "a topic message";
  const message = `a valid request returns neither ${noun} nor Not found`;
  const expected = "status 200 with the success body, or the Not found body";
  if (isSuccess(response) || isNotFound(response)) return [];
  const wrong = hasSuccessBody(response)
    ? wrongStatusViolation(response)
    : wholeResponse(response, message, expected);
  return whySignaturesMissing(response) ?? [wrong];
}

export type FeeOrders = ListInBothOrders & { readonly plain: PagedList };

/**
 * Requests the fees with asc, with desc and without an order, directly one after the other, each with the same other
 * parameters. `fresh`: the cache is bypassed, to reveal a service that applies the order of one request to the next one.
 */
export async function sendFeeOrders(
  t: RequestSender,
  order: string,
  { others = [], ...sending }: { readonly others?: Query; readonly fresh?: true } = {},
): Promise<FeeOrders> {
  const requestFees = (query: Query) =>
    pagedList(t, { ...requestTo("networkFees", { query }), ...sending }, 1);
  const up = await requestFees([...others, [order, "asc"]]);
  const down = await requestFees([...others, [order, "desc"]]);
  return { up, down, plain: await requestFees(others) };
}

/** Fails for each response that is the not-found body, if another one of the three shows fees. */
export function checkFeesShown({ up, down, plain }: FeeOrders): CheckResult {
  const pagedLists = [up, down, plain];
  const hidden = pagedLists.filter(({ pages: [first] }) => first !== undefined && isNotFound(first.response));
  const message = "no fees are found, although the request with another order returns fees";
  return pagedLists.some(({ rows }) => rows.length > 0)
    ? hidden.flatMap((one) => notAListViolation(one, message))
    : [];
}

/** Inconclusive if one of the three responses is not a success; otherwise undefined. */
export function whyNoFees({ up, down, plain }: FeeOrders): Inconclusive | undefined {
  const response = [up, down, plain]
    .flatMap(({ pages }) => pages.map((page) => page.response))
    .find((seen) => !isSuccess(seen));
  return response && inconclusive(`the response has no fees: ${describeResponse(response)}`, response);
}

/** The sequence of the transaction types. Only this is compared, because gas may change between two responses. */
function types({ rows }: PagedList): string {
  return JSON.stringify(rows.map(transactionTypeOf));
}

/**
 * Whether the fees without an order have the sequence of asc, or are sorted by a field that sorts both orders: then fees with equal
 * values of that field may be in another sequence (interpretation 16).
 */
function isSortedAsAscending({ up, down, plain }: FeeOrders): boolean {
  return (
    types(plain) === types(up) ||
    (plain.rows.length === up.rows.length &&
      explainingKeys(up.rows, down.rows).some((key) => firstOutOfOrder(plain.rows, key, "asc") === undefined))
  );
}

export function differentNumberOfFees(returned: PagedList, up: PagedList, how: string): readonly Violation[] {
  const message = `the number of fees ${how} differs from the number with asc`;
  const expected = `${countOf(up.rows.length, "fee")}, as with asc`;
  return firstResponses(returned.rows.length === up.rows.length ? [] : [returned]).map((response) => {
    const actual = countOf(returned.rows.length, "fee");
    return { message, pointer: "/fees", expected, actual, response, compared: firstResponses([up]) };
  });
}

/** Checks that the fees without an order are sorted like the fees with asc (§4.5, line 243). */
export function checkDefaultOrder(orders: FeeOrders): CheckResult {
  const { up, down, plain } = orders;
  const response = plain.pages[0]?.response;
  const undecidable =
    whyNoFees(orders) ??
    (Math.max(up.rows.length, plain.rows.length) < 2
      ? inconclusive("too few fees to determine an order", response)
      : undefined);
  if (undecidable !== undefined || isSortedAsAscending(orders) || response === undefined)
    return undecidable ?? [];
  if (explainingKeys(up.rows, down.rows).length === 0 && sharedKey(up.rows) === undefined) {
    return inconclusive("the default order of the fees cannot be determined", response, {
      code: "unspecified",
      dependsOn: ["4.5-order-sorted"],
    });
  }
  if (plain.rows.length !== up.rows.length) return differentNumberOfFees(plain, up, "without an order");
  const at = plain.rows.findIndex(
    (row, index) => transactionTypeOf(row) !== transactionTypeOf(up.rows[index]),
  );
  const violation: Violation = {
    message: "the fees without an order are not in ascending order",
    pointer: `/fees/${at}/transaction_type`,
    expected: `${cutValue(transactionTypeOf(up.rows[at]))}, as with asc`,
    actual: cutValue(transactionTypeOf(plain.rows[at])),
    rowFault: { kind: "order" },
    response,
    // A service may apply the order of one request to the next one: the request with desc was sent directly before.
    compared: firstResponses([up, down]),
    // The violation cannot come from changed fees if the fees without an order equal the fees with desc, and if asc and desc return the
    // same rows.
    ...(rowTexts(plain).join() === rowTexts(down).join() &&
    rowTexts(up).toSorted().join() === rowTexts(down).toSorted().join()
      ? { decisive: true }
      : {}),
  };
  return whyAnyOrder([...up.rows, ...down.rows, ...plain.rows]) ?? [violation];
}

const rowTexts = ({ rows }: PagedList): readonly string[] => rows.map((row) => JSON.stringify(row));

function transactionTypeOf(row: ListRow | undefined): unknown {
  return row?.["transaction_type"];
}
