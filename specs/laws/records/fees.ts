// §4.5, §7.4, §7.5: what an answer to a request for fees may be, and in which order
import { findingIf, isNotFound, undecided } from "../requests/verdicts.ts";
import {
  describe,
  hasOtherStatus,
  isSuccess,
  lacksSignatures,
  otherStatus,
} from "../../../engine/message/classify.ts";
import type { Asker, Finding, Judgement, Query, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { call } from "../../../engine/model/exchange.ts";
import { countOf } from "../../../engine/model/model.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { explainingKeys, firstOutOfOrder, sharedKey } from "../lists/ordering.ts";
import { walk, type ListRow, type Walk } from "../../../engine/clauses/pagination.ts";
import { unlessShared } from "../lists/doubts.ts";
import type { BothWays } from "../lists/order.ts";
import { firstAnswers, notTheList } from "../lists/walked.ts";

/** The reason why such an answer decides nothing. */
export function unproven(by: Reply): Undecided {
  return undecided("the service lacks signature files for the fees at the moment (7.5)", by);
}

/** A well-formed request gets the fees or the message, or the body for a missing one. */
export function judgeFound(reply: Reply): Judgement {
  const message = "a well-formed request gets neither a success nor Not found";
  const expected = "status 200 with the success body, or the not-found body";
  return lacksSignatures(reply)
    ? unproven(reply)
    : hasOtherStatus(reply)
      ? [otherStatus(reply)]
      : findingIf(!(isSuccess(reply) || isNotFound(reply)), reply, message, expected);
}

export type FeeOrders = BothWays & { readonly plain: Walk };

/**
 * Requests the fees under asc, under desc and without an order, directly one after the other, each with the same other
 * parameters. `fresh`: none of the responses comes from memory, so that a service shows whether it keeps the order of a
 * request for the next one.
 */
export async function askFeeOrders(
  t: Asker,
  order: string,
  { others = [], ...sending }: { readonly others?: Query; readonly fresh?: true } = {},
): Promise<FeeOrders> {
  const asked = (query: Query) => walk(t, { ...call("networkFees", { query }), ...sending }, 1);
  const up = await asked([...others, [order, "asc"]]);
  const down = await asked([...others, [order, "desc"]]);
  return { up, down, plain: await asked(others) };
}

/** Fees that come with one order or without are there with each: the message Not found is wrong then. */
export function judgeShown({ up, down, plain }: FeeOrders): Judgement {
  const walks = [up, down, plain];
  const hidden = walks.filter(({ pages: [first] }) => first !== undefined && isNotFound(first.reply));
  const message = "fees that come with another order, or without one, are not found";
  return walks.some(({ rows }) => rows.length > 0) ? hidden.flatMap((one) => notTheList(one, message)) : [];
}

/** The reason why the orders cannot be compared, where one of the answers is no success. */
export function noFees({ up, down, plain }: FeeOrders): Undecided | undefined {
  const reply = [up, down, plain]
    .flatMap(({ pages }) => pages.map((page) => page.reply))
    .find((seen) => !isSuccess(seen));
  return reply && undecided(`no fees came: ${describe(reply)}`, reply);
}

/** Gas may move between two answers: only the sequence of the transaction types is compared. */
function types({ rows }: Walk): string {
  return JSON.stringify(rows.map(typeOf));
}

/** Fees of the same gas may come in any sequence (reading 16), and in another one in each answer. */
function isAscending({ up, down, plain }: FeeOrders): boolean {
  return (
    types(plain) === types(up) ||
    (plain.rows.length === up.rows.length &&
      explainingKeys(up.rows, down.rows).some((key) => firstOutOfOrder(plain.rows, key, "asc") === undefined))
  );
}

/** The fees of a request are more or fewer than those under asc. */
export function notAsMany(came: Walk, up: Walk, how: string): readonly Finding[] {
  const message = `the fees ${how} are not as many as under asc`;
  const expected = `${countOf(up.rows.length, "fee")}, as under asc`;
  return firstAnswers(came.rows.length === up.rows.length ? [] : [came]).map((reply) => {
    const actual = countOf(came.rows.length, "fee");
    return { message, pointer: "/fees", expected, actual, reply, beside: firstAnswers([up]) };
  });
}

/** Fees without an order come as under asc. */
export function judgeDefaultOrder(orders: FeeOrders): Judgement {
  const { up, down, plain } = orders;
  const [reply, ascending] = [plain, up].map(({ pages }) => pages[0]?.reply);
  const undecidable =
    noFees(orders) ??
    (Math.max(up.rows.length, plain.rows.length) < 2
      ? undecided("too few fees to show an order", reply)
      : undefined);
  if (undecidable !== undefined || isAscending(orders) || reply === undefined) {
    return undecidable ?? [];
  }
  if (explainingKeys(up.rows, down.rows).length === 0 && sharedKey(up.rows) === undefined) {
    return undecided("no order of the fees is known that they could have by default", reply, {
      obstacle: "service",
      suspects: ["4.5-order-sorted"],
    });
  }
  const beside = ascending === undefined ? [] : [ascending];
  if (plain.rows.length !== up.rows.length) {
    return notAsMany(plain, up, "without an order");
  }
  const at = plain.rows.findIndex((row, index) => typeOf(row) !== typeOf(up.rows[index]));
  const finding = {
    message: "the fees without an order do not come in ascending order",
    pointer: `/fees/${at}/transaction_type`,
    expected: `${cut(typeOf(up.rows[at]))}, as under asc`,
    actual: cut(typeOf(plain.rows[at])),
    reply,
    beside,
  };
  return unlessShared([...up.rows, ...down.rows, ...plain.rows]) ?? [finding];
}

function typeOf(row: ListRow | undefined): unknown {
  return row?.["transaction_type"];
}
