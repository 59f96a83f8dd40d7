import type { Ask } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import type { JsonObject } from "../json.ts";
import { CURSOR } from "../parameters.ts";
import { editBody, editSuccess } from "../rewriting/answer.ts";
import { rewriteQuery, sends, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import {
  editNext,
  follows,
  relist,
  repage,
  rowsOf,
  withNext,
  withRows,
  type ListMember,
} from "../rewriting/list.ts";
import { faultsOf, type Entry } from "./tables.ts";

type List = { readonly member: ListMember; readonly section: string; readonly word: string };

const TOKENS: List = { member: "tokens", section: "4.4", word: "tokens" };
const BALANCES: List = { member: "balances", section: "4.3", word: "balances" };

function rowsFaults({ member, word }: List): readonly Entry[] {
  const beforeNext = (shift: number) =>
    repage(member, {
      next: ({ from, limit, total }) =>
        from + limit < total ? Math.max(from + limit + shift, from + 1) : null,
    });
  return [
    [
      "row-lost-between-pages",
      `4.1-${word}-no-row-missing`,
      "each page begins one row too late",
      beforeNext(1),
    ],
    [
      "row-twice-between-pages",
      `4.1-${word}-no-row-twice`,
      "each page begins with the last row before it",
      beforeNext(-1),
    ],
    [
      "row-twice-on-a-page",
      `4.1-${word}-no-row-twice`,
      "the second row of a full page is the first one again",
      editBody((body) => {
        const [first, , ...others] = rowsOf(body, member);
        return first === undefined || others.length === 0
          ? body
          : withRows(body, member, [first, first, ...others]);
      }),
    ],
    [
      "last-row-missing",
      `4.1-${word}-no-row-missing`,
      "the last row of the list is on no page of less than 100 rows",
      when(
        (ask) => valuesOf(ask, "limit").at(-1) !== "100",
        relist(member, (rows) => rows.slice(0, -1)),
      ),
    ],
    [
      "last-page-cut-off",
      `4.1-${word}-no-row-missing`,
      "links.next is null on the last page but one",
      repage(member, { next: ({ from, limit, total }) => (from + 2 * limit < total ? from + limit : null) }),
    ],
    [
      "null-after-two-pages",
      `4.1-${word}-no-row-missing`,
      "links.next is null after the second page, whatever follows",
      editBody((body, ask) => (sends(CURSOR)(ask) ? withNext(body, null) : body)),
    ],
  ];
}

function endFaults({ member, word }: List): readonly Entry[] {
  return [
    [
      "next-never-null",
      `4.1-${word}-next-null-at-end`,
      "the last page has a link, to empty pages without end",
      repage(member, {
        next: ({ from, limit, total }) => (from > total ? from + 1 : Math.min(from + limit, total + 1)),
      }),
    ],
    [
      "full-page-next-empty",
      `4.1-${word}-next-null-at-end`,
      "a last page that is exactly full has a link to an empty page",
      repage(member, {
        next: (place) => (place.from + place.limit === place.total ? place.total : follows(place)),
      }),
    ],
    [
      "next-repeats",
      `4.1-${word}-pages-end`,
      "the link of the second page leads to the second page",
      repage(member, {
        next: (place) => (place.from > 0 && follows(place) !== null ? place.from : follows(place)),
      }),
    ],
    [
      "next-is-an-accident",
      `4.1-${word}-pages-end`,
      "the page behind the first link is answered with 500",
      editSuccess((answer, ask) =>
        sends(CURSOR)(ask) ? { ...answer, status: 500, body: { error: "boom" } } : answer,
      ),
    ],
    [
      "next-starts-over",
      `4.1-${word}-pages-end`,
      "the link of the last page leads to the first one",
      repage(member, { next: (place) => follows(place) ?? 0 }),
    ],
    [
      "empty-list-has-next",
      `4.1-${word}-next-null-at-end`,
      "an empty list has a link, to an empty page",
      repage(member, { next: (place) => (place.total === 0 ? place.from + 1 : follows(place)) }),
    ],
  ];
}

function limitOf(ask: Ask): number {
  return Number(valuesOf(ask, "limit").at(-1));
}

function changedLimit(change: (limit: number) => number): Rewriting {
  return rewriteQuery("limit", (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));
}

function sizeFaults({ member, section }: List): readonly Entry[] {
  const oneMore = changedLimit((limit) => (limit > 0 && limit < 100 ? limit + 1 : limit));
  const pagesOf = (count: number) =>
    repage(member, {
      size: () => count,
      next: ({ from, total }) => (from + count < total ? from + count : null),
    });
  return [
    ["page-above-limit", `${section}-limit-at-most`, "a page has one row more than the limit", oneMore],
    [
      "page-of-101",
      `${section}-limit-at-most`,
      "a page with limit 100 has 101 rows",
      when((ask) => limitOf(ask) === 100, pagesOf(101)),
    ],
    [
      "default-page-above-100",
      `${section}-default-page-size`,
      "a page has 150 rows when no limit is sent",
      when((ask) => !sends("limit")(ask), pagesOf(150)),
    ],
    [
      "limit-above-100-served",
      `${section}-limit-above-maximum`,
      "a limit above 100 gives as many rows",
      when(
        (ask) => limitOf(ask) > 100,
        (handler) => repage(member, {})(changedLimit(() => 100)(handler)),
      ),
    ],
  ];
}

function dropping(name: string): Rewriting {
  return editNext((query) => query.filter(([sent]) => sent !== name));
}

/** A filter that links have to carry on, and the clause that walks under it. */
type Carried = readonly [name: string, rule: string];

function nextFaults({ word }: List, filters: readonly Carried[]): readonly Entry[] {
  return [
    ["next-drops-order", `4.1-${word}-next-keeps-order`, "the link forgets the order", dropping("order")],
    ...filters.map(([name, rule]): Entry => {
      const what = name.replace(".", "-");
      return [`next-drops-${what}`, `4.1-${word}-${rule}`, `the link forgets ${name}`, dropping(name)];
    }),
    [
      "next-turns-order",
      `4.1-${word}-next-keeps-order`,
      "the second page lists the other way round",
      when(
        sends(CURSOR),
        editBody((body, ask) => turned(body, ask.endpoint === "tokens" ? "tokens" : "balances")),
      ),
    ],
  ];
}

function turned(body: JsonObject, member: ListMember): JsonObject {
  return withRows(body, member, rowsOf(body, member).toReversed());
}

function pageFaultsOf(list: List, filters: readonly Carried[]): readonly Entry[] {
  return [...rowsFaults(list), ...endFaults(list), ...sizeFaults(list), ...nextFaults(list, filters)];
}

const TOKEN_FILTERS: readonly Carried[] = [
  ["token.id", "next-keeps-filters"],
  ["account.id", "account-id-pages"],
  ["publickey", "public-key-pages"],
];

const BALANCE_FILTERS: readonly Carried[] = [
  ["account.balance", "balance-pages"],
  ["account.id", "next-keeps-filters"],
  ["account.publickey", "public-key-pages"],
  ["timestamp", "timestamp-pages"],
];

/** Faults in how lists are cut into pages (4.1, 8). */
export const pageFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", pageFaultsOf(TOKENS, TOKEN_FILTERS)),
  ...faultsOf("tokenBalances", "balances", pageFaultsOf(BALANCES, BALANCE_FILTERS)),
];
