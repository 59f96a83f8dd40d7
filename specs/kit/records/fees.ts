// §4.5, §7.4, §7.5: responses to requests for network fees, and the order of the fees
import { inconclusive } from "../requests/check-results.ts";
import { isNotFound } from "../requests/refusals.ts";
import * as api from "../api.ts";
import { explainingKeys, firstOutOfOrder, sharedKey, whyAnyOrder } from "../lists/order.ts";
import type { BothWays } from "../lists/relations.ts";
import { firstResponses, notTheList } from "../lists/pages-read.ts";

/** Inconclusive if the response says that signature files are missing (§7, line 300), which may happen at any time. */
export const whyUnsigned = (by: api.ApiResponse): api.Inconclusive | undefined =>
  api.lacksSignatures(by)
    ? inconclusive("the service currently lacks signature files for the fees (7.5)", by)
    : undefined;

/** Checks the response to a valid request for fees or a topic message: a success or the not-found body (§7.4). */
export function checkFound(response: api.ApiResponse): api.CheckResult {
  const noun = response.request.endpoint === "networkFees" ? "fees" : "a topic message";
  const message = `a valid request returns neither ${noun} nor Not found`;
  const expected = "status 200 with the success body, or the Not found body";
  if (api.isSuccess(response) || isNotFound(response)) {
    return [];
  }
  const wrong = api.hasSuccessBody(response)
    ? api.otherStatus(response)
    : api.wholeResponse(response, message, expected);
  return whyUnsigned(response) ?? [wrong];
}

export type FeeOrders = BothWays & { readonly plain: api.PagedList };

/**
 * Requests the fees under asc, under desc and without an order, directly one after the other, each with the same other
 * parameters. `fresh`: the cache is bypassed, to reveal a service that applies the order of one request to the next one.
 */
export async function sendFeeOrders(
  t: api.RequestSender,
  order: string,
  { others = [], ...sending }: { readonly others?: api.Query; readonly fresh?: true } = {},
): Promise<FeeOrders> {
  const requestFees = (query: api.Query) =>
    api.pagedList(t, { ...api.requestTo("networkFees", { query }), ...sending }, 1);
  const up = await requestFees([...others, [order, "asc"]]);
  const down = await requestFees([...others, [order, "desc"]]);
  return { up, down, plain: await requestFees(others) };
}

/** Fails for each response that is the not-found body, if another one of the three shows fees. */
export function checkFeesShown({ up, down, plain }: FeeOrders): api.CheckResult {
  const pagedLists = [up, down, plain];
  const hidden = pagedLists.filter(({ pages: [first] }) => first !== undefined && isNotFound(first.response));
  const message = "fees that are returned with another order are not found";
  return pagedLists.some(({ rows }) => rows.length > 0)
    ? hidden.flatMap((one) => notTheList(one, message))
    : [];
}

/** Inconclusive if one of the three responses is no success. */
export function noFees({ up, down, plain }: FeeOrders): api.Inconclusive | undefined {
  const response = [up, down, plain]
    .flatMap(({ pages }) => pages.map((page) => page.response))
    .find((seen) => !api.isSuccess(seen));
  return response && inconclusive(`the response has no fees: ${api.describeResponse(response)}`, response);
}

/** The sequence of the transaction types. Only this is compared, because gas may change between two responses. */
function types({ rows }: api.PagedList): string {
  return JSON.stringify(rows.map(transactionTypeOf));
}

/**
 * Whether the fees without an order are sorted like those under asc. Fees with the same gas may be in any sequence
 * (interpretation 16).
 */
function isSortedByGas({ up, down, plain }: FeeOrders): boolean {
  return (
    types(plain) === types(up) ||
    (plain.rows.length === up.rows.length &&
      explainingKeys(up.rows, down.rows).some((key) => firstOutOfOrder(plain.rows, key, "asc") === undefined))
  );
}

/** A violation if the number of fees differs from that under asc. */
export function notAsMany(returned: api.PagedList, up: api.PagedList, how: string): readonly api.Violation[] {
  const message = `the number of fees ${how} differs from the number under asc`;
  const expected = `${api.countOf(up.rows.length, "fee")}, as under asc`;
  return firstResponses(returned.rows.length === up.rows.length ? [] : [returned]).map((response) => {
    const actual = api.countOf(returned.rows.length, "fee");
    return { message, pointer: "/fees", expected, actual, response, beside: firstResponses([up]) };
  });
}

/** Checks that the fees without an order are sorted like those under asc (§4.5, line 243). */
export function checkDefaultOrder(orders: FeeOrders): api.CheckResult {
  const { up, down, plain } = orders;
  const response = plain.pages[0]?.response;
  const undecidable =
    noFees(orders) ??
    (Math.max(up.rows.length, plain.rows.length) < 2
      ? inconclusive("too few fees to determine an order", response)
      : undefined);
  if (undecidable !== undefined || isSortedByGas(orders) || response === undefined) {
    return undecidable ?? [];
  }
  if (explainingKeys(up.rows, down.rows).length === 0 && sharedKey(up.rows) === undefined) {
    return inconclusive("the default order of the fees cannot be determined", response, {
      code: "unspecified",
      dependsOn: ["4.5-order-sorted"],
    });
  }
  if (plain.rows.length !== up.rows.length) {
    return notAsMany(plain, up, "without an order");
  }
  const at = plain.rows.findIndex(
    (row, index) => transactionTypeOf(row) !== transactionTypeOf(up.rows[index]),
  );
  const violation: api.Violation = {
    message: "the fees without an order are not in ascending order",
    pointer: `/fees/${at}/transaction_type`,
    expected: `${api.cutValue(transactionTypeOf(up.rows[at]))}, as under asc`,
    actual: api.cutValue(transactionTypeOf(plain.rows[at])),
    rowFault: { kind: "order" },
    response,
    beside: firstResponses([up]),
    // Changed fees are not the cause if the rows are those under desc, which in turn are those under asc.
    ...(rowTexts(plain).join() === rowTexts(down).join() &&
    rowTexts(up).toSorted().join() === rowTexts(down).toSorted().join()
      ? { decisive: true }
      : {}),
  };
  return whyAnyOrder([...up.rows, ...down.rows, ...plain.rows]) ?? [violation];
}

const rowTexts = ({ rows }: api.PagedList): readonly string[] => rows.map((row) => JSON.stringify(row));

function transactionTypeOf(row: api.ListRow | undefined): unknown {
  return row?.["transaction_type"];
}
