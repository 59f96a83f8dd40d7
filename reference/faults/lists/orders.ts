import { faultsOf, type Fault, type Ways } from "../../fault.ts";
import { notFound } from "../../exchange.ts";
import { isArray, type JsonObject } from "../../json.ts";
import { edit, editBody, isSuccess } from "../../rewriting/answer.ts";
import { atLimit1, behindFirst, lastOf, rewriteQuery, sends, setQuery } from "../../rewriting/ask.ts";
import { under, when, withoutLimit, type Condition, type Rewriting } from "../../rewriting/ask.ts";
import { editNext, editRows, relist, rowsOf } from "../../rewriting/list.ts";
import { LISTS, type List } from "./list.ts";
import { ignored, isOrder, orderTurned, overlooked, refused, refusedWhen } from "../texts.ts";

const desc = under("desc");
const orderIgnored = overlooked("order", isOrder);

/** A list has the pages of the ascending one, each turned. */
const turnedByPage: Rewriting = (honest) => {
  const up = rewriteQuery("order", () => "asc")(honest);
  const turned = editNext((query) => query.map(([name, value]) => [name, name === "order" ? "desc" : value]));
  return editRows((rows) => rows.toReversed())(turned(up));
};

const besideFilter: Condition = ({ query }) => query.some(([name]) => /id|balance/.test(name));

/** Where nobody has a key, those are found that have it but for the last digit. */
const endUnread = (name: string): Rewriting =>
  when(sends(name), (honest) => (ask) => {
    const plain = honest(ask);
    const others = "0123456789abcdef"
      .split("")
      .map((digit) => rewriteQuery(name, (key) => key.slice(0, -1) + digit)(honest)(ask));
    const found = [plain, ...others].find((one) => isSuccess(one) && rowsOf(one.body).length > 0);
    return found ?? plain;
  });

function swapNeighbours(rows: readonly JsonObject[]): readonly JsonObject[] {
  const [first, second, ...others] = rows.slice(-3);
  return first === undefined || second === undefined
    ? rows
    : [...rows.slice(0, -3), second, first, ...others];
}

const listOrder = (section: string): Ways => ({
  [`${section}-order-sorted`]: {
    "order-ignored": orderIgnored,
    "order-within-pages-only": when(desc, turnedByPage),
    "order-wrong-near-the-end": when(desc, relist(swapNeighbours)),
    "order-first-page-only": when(behindFirst, orderTurned),
  },
  [`${section}-order-under-filter`]: { "order-ignored-with-filter": when(besideFilter, ignored("order")) },
  [`${section}-order-with-limit-1`]: { "order-ignored-at-limit-1": when(atLimit1, ignored("order")) },
  [`${section}-order-same-rows`]: {
    "order-desc-lacks-a-row": when(
      desc,
      relist((rows) => rows.slice(1)),
    ),
  },
});

/** Which orders are accepted and refused. */
const acceptance = (section: string): Ways => ({
  [`${section}-order-accepted`]: {
    "order-asc-refused": refused("order", /^asc$/),
    "order-desc-refused": refused("order", /^desc$/),
  },
  [`${section}-order-refused`]: {
    "order-refusal-unnamed": refusedWhen("sort", (ask) => !/^(asc|desc)?$/i.test(lastOf(ask, "order") ?? "")),
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
    "order-ignored-in-numbered-answers": (honest) => numbered(orderIgnored(honest)),
    "order-scrambled": when(
      under("asc"),
      edit("/fees", (fees) => (isArray(fees) ? [...fees.slice(1), ...fees.slice(0, 1)] : fees)),
    ),
  },
  "4.5-default-order": {
    "order-desc-by-default": (honest) => (ask) => {
      return honest(sends("order")(ask) ? ask : setQuery(ask, "order", "desc"));
    },
  },
  "4.5-order-refused": { "another-word-for-an-order": overlooked("order", /^foo$/) },
  "4.5-order-same-rows": {
    "order-not-found": when(sends("order"), () => notFound),
    "order-desc-lacks-a-fee": when(
      desc,
      edit("/fees/-1", () => undefined),
    ),
    "order-desc-repeats-a-fee": when(
      desc,
      edit("/fees", (fees) => (isArray(fees) ? [...fees.slice(0, 1), ...fees] : fees)),
    ),
  },
};

/** Limits, and searches by public key. */
const limits = ({ section, key }: List): Ways => ({
  [`${section}-limit-accepted`]: {
    "limit-1-refused": refused("limit", /^1$/),
    "limit-100-refused": refused("limit", /^100$/),
    "limit-above-50-refused": refused("limit", /^0*(5[1-9]|[6-9]\d|[1-9]\d{2,})$/),
  },
  [`${section}-limit-at-most`]: { "limit-ignored": overlooked("limit", /^([1-9]\d?|100)$/) },
  [`${section}-answers-200`]: { "limit-demanded": refusedWhen("limit", withoutLimit) },
  [`${section}-public-key`]: {
    "publickey-ignored": ignored(key),
    "publickey-ignored-with-a-limit": when(sends("limit"), ignored(key)),
    "publickey-end-unread": endUnread(key),
  },
});

/** Faults in orders, limits and keys (4.3 to 4.5, 8). */
export const orderFaults: readonly Fault[] = [
  ...LISTS.flatMap((list) => [
    ...faultsOf(list.endpoint, listOrder(list.section)),
    ...faultsOf(list.endpoint, acceptance(list.section)),
    ...faultsOf(list.endpoint, limits(list)),
  ]),
  ...faultsOf("networkFees", FEES),
  ...faultsOf("networkFees", acceptance("4.5")),
];
