import type { Fault } from "../../fault.ts";
import { isArray, type JsonObject } from "../../json.ts";
import { editBody, isSuccess } from "../../rewriting/answer.ts";
import { lastOf, rewriteQuery, sends, setQuery, when, type Rewriting } from "../../rewriting/ask.ts";
import { editNext, editRows, relist, rowsOf } from "../../rewriting/list.ts";
import { LISTS, type List } from "./list.ts";
import { edited, faultsOf, way, type Ways } from "../notation.ts";
import { fits, ignored, isOrder, orderTurned, overlooked, refused, refusedWhen } from "../texts.ts";
import { at, atLimit1, behindFirst, beside, under, withoutLimit, type Where } from "../where.ts";

const desc = under("desc");
const orderIgnored = overlooked("order", "order", isOrder);

/** A list has the pages of the ascending one, each turned. */
const turnedByPage =
  ({ member }: List): Rewriting =>
  (honest) => {
    const up = rewriteQuery("order", () => "asc")(honest);
    const down = editNext((query) => query.map(([name, value]) => [name, name === "order" ? "desc" : value]))(
      up,
    );
    return editRows(member, (rows) => rows.toReversed())(down);
  };

const besideFilter: Where = {
  says: "beside a filter",
  holds: ({ query }) => query.some(([name]) => /id|balance/.test(name)),
};

/** Where nobody has a key, those are found that have it but for the last digit. */
const endUnread = (name: string, member: List["member"]): Rewriting =>
  when(sends(name), (honest) => (ask) => {
    const plain = honest(ask);
    const others = "0123456789abcdef"
      .split("")
      .map((digit) => rewriteQuery(name, (key) => key.slice(0, -1) + digit)(honest)(ask));
    const found = [plain, ...others].find((one) => isSuccess(one) && rowsOf(one.body, member).length > 0);
    return found ?? plain;
  });

function swapNeighbours(rows: readonly JsonObject[]): readonly JsonObject[] {
  const [first, second, ...others] = rows.slice(-3);
  return first === undefined || second === undefined
    ? rows
    : [...rows.slice(0, -3), second, first, ...others];
}

function listOrder(list: List): Ways {
  const { section, member } = list;
  const firstLost = relist(member, (rows) => rows.slice(1));
  return {
    [`${section}-order-sorted`]: {
      "order-ignored": orderIgnored,
      "order-within-pages-only": at(desc, way("a page is an ascending one turned", turnedByPage(list))),
      "order-wrong-near-the-end": at(
        desc,
        way("two rows have changed places", relist(member, swapNeighbours)),
      ),
      "order-first-page-only": at(behindFirst, orderTurned),
    },
    [`${section}-order-under-filter`]: {
      "order-ignored-with-filter": at(besideFilter, ignored("order")),
    },
    [`${section}-order-with-limit-1`]: { "order-ignored-at-limit-1": at(atLimit1, ignored("order")) },
    [`${section}-order-same-rows`]: {
      "order-desc-lacks-a-row": at(desc, way("the first row is missing", firstLost)),
    },
  };
}

/** Which orders are accepted and refused. */
const acceptance = (section: string): Ways => ({
  [`${section}-order-accepted`]: {
    "order-asc-refused": refused("order", "order asc", /^asc$/),
    "order-desc-refused": refused("order", "order desc", /^desc$/),
  },
  [`${section}-order-refused`]: {
    "order-any-word-accepted": overlooked("order", "any other word", (value) => !fits(isOrder, value)),
    "order-refusal-unnamed": refusedWhen(
      "sort",
      "the refusal of an order names another parameter",
      (ask) => !/^(asc|desc)?$/i.test(lastOf(ask, "order") ?? ""),
    ),
  },
});

/** Each answer has a member that no other one has. */
const numbered: Rewriting = (handler) => {
  let answers = 0;
  return editBody((body) => ({ ...body, answer_number: (answers += 1) }))(handler);
};

const FEES: Ways = {
  "4.5-order-sorted": {
    "order-ignored": orderIgnored,
    "order-ignored-in-numbered-answers": {
      says: "order has no effect, and each response has a number of its own",
      breaks: (honest) => numbered(orderIgnored.breaks(honest)),
      unsteady: true,
    },
    "order-scrambled": at(
      under("asc"),
      edited("the first fee comes last", "/fees", (fees) =>
        isArray(fees) ? [...fees.slice(1), ...fees.slice(0, 1)] : fees,
      ),
    ),
  },
  "4.5-default-order": {
    "order-desc-by-default": way("fees are descending when no order is sent", (honest) => (ask) => {
      return honest(sends("order")(ask) ? ask : setQuery(ask, "order", "desc"));
    }),
  },
  "4.5-order-same-rows": {
    "order-desc-lacks-a-fee": at(
      desc,
      edited("a fee is missing", "/fees/-1", () => undefined),
    ),
    "order-desc-repeats-a-fee": at(
      desc,
      edited("the first fee comes twice", "/fees", (fees) =>
        isArray(fees) ? [...fees.slice(0, 1), ...fees] : fees,
      ),
    ),
  },
};

/** Limits, and searches by public key. */
const limits = ({ section, member, key }: List): Ways => ({
  [`${section}-limit-accepted`]: {
    "limit-1-refused": refused("limit", "a limit of 1", /^1$/),
    "limit-100-refused": refused("limit", "a limit of 100", /^100$/),
    "limit-above-50-refused": refused("limit", "a limit above 50", /^0*(5[1-9]|[6-9]\d|[1-9]\d{2,})$/),
  },
  [`${section}-limit-refused`]: {
    "limit-0-accepted": overlooked("limit", "a limit of 0", /^0+$/),
    "limit-negative-accepted": overlooked("limit", "a limit below 0", /^-\d+$/),
    "limit-text-accepted": overlooked("limit", "a limit that is text", /^\D*$/),
  },
  [`${section}-limit-at-most`]: {
    "limit-ignored": overlooked("limit", "a well-formed limit", /^([1-9]\d?|100)$/),
  },
  [`${section}-answers-200`]: {
    "limit-demanded": refusedWhen("limit", "a request without a limit is refused", withoutLimit.holds),
  },
  [`${section}-public-key`]: {
    "publickey-ignored": ignored(key),
    "publickey-ignored-with-a-limit": at(beside("limit"), ignored(key)),
    "publickey-end-unread": way(`the last digit of ${key} is not compared`, endUnread(key, member)),
  },
});

/** Faults in orders, limits and keys (4.3 to 4.5, 8). */
export const orderFaults: readonly Fault[] = [
  ...LISTS.flatMap((list) => [
    ...faultsOf(list.endpoint, listOrder(list)),
    ...faultsOf(list.endpoint, acceptance(list.section)),
    ...faultsOf(list.endpoint, limits(list)),
  ]),
  ...faultsOf("networkFees", FEES),
  ...faultsOf("networkFees", acceptance("4.5")),
];
