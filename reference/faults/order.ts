import { invalidParameters } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { isArray, type JsonObject } from "../json.ts";
import { CURSOR } from "../parameters.ts";
import { edit, editBody } from "../rewriting/answer.ts";
import { ignoreQuery, rewriteQuery, sends, valuesOf, when } from "../rewriting/ask.ts";
import { editNext, relist, rowsOf, withRows, type ListMember } from "../rewriting/list.ts";
import { overlook, refuseValue } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

function swapNeighbours(rows: readonly JsonObject[]): readonly JsonObject[] {
  const [first, second, ...others] = rows.slice(-3);
  const head = rows.slice(0, -3);
  return first === undefined || second === undefined ? rows : [...head, second, first, ...others];
}

function acceptance(section: string): readonly Entry[] {
  return [
    [
      "order-asc-refused",
      `${section}-order-accepted`,
      "order asc is refused",
      refuseValue("order", (value) => value === "asc"),
    ],
    [
      "order-desc-refused",
      `${section}-order-accepted`,
      "order desc is refused",
      refuseValue("order", (value) => value === "desc"),
    ],
    [
      "order-any-word-accepted",
      `${section}-order-refused`,
      "any other word is accepted as an order",
      overlook("order", (value) => TURNED[value] === undefined),
    ],
    [
      "order-refusal-unnamed",
      `${section}-order-refused`,
      "the refusal of an order names another parameter",
      when(
        (ask) =>
          valuesOf(ask, "order").some((value) => value !== "" && TURNED[value.toLowerCase()] === undefined),
        () => () => invalidParameters(["sort"]),
      ),
    ],
  ];
}

/** Faults in how a list of rows is ordered. */
function listOrder(member: ListMember, section: string): readonly Entry[] {
  return [
    [
      "order-ignored",
      `${section}-order-sorted`,
      "order has no effect",
      overlook("order", (value) => TURNED[value] !== undefined),
    ],
    [
      "order-ignored-with-filter",
      `${section}-order-under-filter`,
      "order has no effect beside a filter",
      when(
        (ask) => ask.query.some(([name]) => name.includes("id") || name.includes("balance")),
        ignoreQuery("order"),
      ),
    ],
    [
      "order-ignored-at-limit-1",
      `${section}-order-with-limit-1`,
      "order has no effect with limit 1",
      when((ask) => valuesOf(ask, "limit").at(-1) === "1", ignoreQuery("order")),
    ],
    [
      "order-within-pages-only",
      `${section}-order-sorted`,
      "the descending list has the pages of the ascending one, each turned",
      (handler) => (ask) => {
        if (valuesOf(ask, "order").at(-1) !== "desc") return handler(ask);
        const up = rewriteQuery("order", () => "asc")(handler);
        const kept = editNext((query) =>
          query.map(([name, value]) => [name, name === "order" ? "desc" : value]),
        )(up);
        return editBody((body) => withRows(body, member, rowsOf(body, member).toReversed()))(kept)(ask);
      },
    ],
    [
      "order-wrong-near-the-end",
      `${section}-order-sorted`,
      "two rows near the end of the descending list have changed places",
      when((ask) => valuesOf(ask, "order").at(-1) === "desc", relist(member, swapNeighbours)),
    ],
    [
      "order-desc-lacks-a-row",
      `${section}-order-same-rows`,
      "the descending list lacks the row with which the ascending one ends",
      when(
        (ask) => valuesOf(ask, "order").at(-1) === "desc",
        relist(member, (rows) => rows.slice(1)),
      ),
    ],
    [
      "order-first-page-only",
      `${section}-order-sorted`,
      "order has no effect from the second page on",
      when(
        sends(CURSOR),
        rewriteQuery("order", (value) => TURNED[value] ?? value),
      ),
    ],
  ];
}

const FEES: readonly Entry[] = [
  [
    "order-ignored",
    "4.5-order-sorted",
    "order has no effect",
    overlook("order", (value) => TURNED[value] !== undefined),
  ],
  [
    "order-scrambled",
    "4.5-order-sorted",
    "the first fee comes last under asc",
    when(
      (ask) => valuesOf(ask, "order").at(-1) === "asc",
      edit("/fees", (fees) => (isArray(fees) ? [...fees.slice(1), ...fees.slice(0, 1)] : fees)),
    ),
  ],
  [
    "order-desc-by-default",
    "4.5-default-order",
    "fees are descending when no order is sent",
    (handler) => (ask) =>
      sends("order")(ask) ? handler(ask) : handler({ ...ask, query: [...ask.query, ["order", "desc"]] }),
  ],
  [
    "order-desc-lacks-a-fee",
    "4.5-order-same-rows",
    "the descending list lacks a fee",
    when(
      (ask) => valuesOf(ask, "order").at(-1) === "desc",
      edit("/fees/-1", () => undefined),
    ),
  ],
];

/** Faults in listing orders (4.3, 4.4, 4.5). */
export const orderFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", [...listOrder("tokens", "4.4"), ...acceptance("4.4")]),
  ...faultsOf("tokenBalances", "balances", [...listOrder("balances", "4.3"), ...acceptance("4.3")]),
  ...faultsOf("networkFees", "fees", [...FEES, ...acceptance("4.5")]),
];
