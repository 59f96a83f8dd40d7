// §2.1, §4.1: pages of a list
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import { isObject } from "../../engine/classify.ts";
import type { Finding, Judgement } from "../../engine/exchange.ts";
import { cut } from "../../engine/inspect.ts";
import { firstOutOfOrder, sortKeys } from "../../engine/sort-keys.ts";
import { keyOf, type ListRow, type Page, type WalkEnd } from "../../engine/walk.ts";
import { outOfPlace } from "./order.ts";
import { isPlanned, walkPlan, walkPlans, type Walked, type WalkPlan } from "./page-plans.ts";
import { placedRows, rowAt, walkOf } from "./walks.ts";

type Rule = (walked: Walked) => Judgement;

/** Ends at which a walk says nothing about what comes behind. */
function unread({ walk }: Walked): Judgement | undefined {
  const reasons: Partial<Record<WalkEnd, string>> = {
    foreign: "links.next is of a form that cannot be followed here",
    absent: "a page has no links.next",
  };
  const behind = walk.pages.length === 1 ? "the first page" : "the page behind links.next";
  const reason = walk.end === "refused" ? `${behind} is refused` : reasons[walk.end];
  return reason === undefined
    ? undefined
    : { undecided: `${reason}: ${walk.stoppedAt}`, cause: "environment" };
}

function lastPage(walked: Walked): Page | undefined {
  return walked.walk.pages.at(-1);
}

/** No row comes twice. */
export const noRowTwice: Rule = (walked) => {
  const { walk, identity } = walked;
  const seen = new Map<unknown, string>();
  const findings: Finding[] = [];
  for (const { row, reply, pointer } of placedRows(walk)) {
    const id = keyOf(row, identity);
    const before = seen.get(id);
    if (before !== undefined) {
      const expected = `each row once; this one already came with ${before}`;
      findings.push({ message: "a row comes twice in one walk", pointer, expected, actual: cut(row), reply });
    }
    seen.set(id, reply.url);
  }
  return findings.length > 0 ? findings : (unread(walked) ?? []);
};

/** Every row of the list comes, and none that another page size does not show. */
export const noRowMissing: Rule = (walked) => {
  const { walk, expected, identity } = walked;
  const undecided = unread(walked);
  if (undecided !== undefined || expected === undefined || (walk.end !== "null" && walk.end !== "repeated")) {
    return undecided ?? { undecided: "the list is longer than this level walks", cause: "data" };
  }
  const came = new Set(walk.rows.map((row) => keyOf(row, identity)));
  const due = new Set(expected.map((row) => keyOf(row, identity)));
  const missing = expected.filter((row) => !came.has(keyOf(row, identity)));
  const extra = walk.rows.filter(
    (row) => isPlanned(walked.plan, row, identity) && !due.has(keyOf(row, identity)),
  );
  const reply = lastPage(walked)?.reply;
  const place = { pointer: "", ...(reply === undefined ? {} : { reply }) };
  return [
    ...missing.map((row) => ({
      ...place,
      message: "a row of the list is on no page",
      expected: `the row with ${identity} ${cut(row[identity])}, which another page size shows`,
      actual: `${walk.rows.length} rows on ${walk.pages.length} pages without it`,
    })),
    ...extra.map((row) => ({
      ...place,
      message: "a row that pages of this size show is missing with larger pages",
      expected: `the same rows whatever the page size`,
      actual: cut(row),
    })),
  ];
};

/** Empty pages in a row behind which no more rows are looked for. */
const ENDLESS = 4;

/** What cannot lead to a page; an object may, though the links before were text: the type is open (reading 15). */
function isNoLink(next: unknown): boolean {
  return typeof next !== "string" && !(isObject(next) && Object.keys(next).length > 0);
}

/** The last page says so: next is null, not a link to a page without rows. */
export const nextNullAtEnd: Rule = (walked) => {
  const { pages, end } = walked.walk;
  const last = pages.findLastIndex(({ rows }) => rows.length > 0);
  const before = pages[Math.max(last, 0)];
  const message = "links.next of the last page with rows leads only to empty pages";
  const trailing = pages.length - 1 - last;
  const over = end === "null" || end === "repeated" || (end === "budget" && trailing >= ENDLESS);
  if (over && last + 1 < pages.length && pages.length > 1 && before !== undefined) {
    return [
      { message, pointer: "/links/next", expected: "null", actual: cut(before.next), reply: before.reply },
    ];
  }
  const page = pages.at(-1);
  if (end === "foreign" && pages.length > 1 && page !== undefined && isNoLink(page.next)) {
    const broken = "links.next of the last page is neither null nor a link like those before";
    const place = { pointer: "/links/next", expected: "null", actual: cut(page.next), reply: page.reply };
    return [{ ...place, message: broken }];
  }
  return end === "null"
    ? []
    : (unread(walked) ?? { undecided: "the walk did not reach the end", cause: "data" });
};

/** The end does come: no link is repeated, and there are no more pages than rows. */
export const pagesEnd: Rule = (walked) => {
  const { walk, expected } = walked;
  const page = lastPage(walked);
  const actual = page === undefined ? "no page" : cut(page.next);
  const place = { pointer: "/links/next", actual, ...(page === undefined ? {} : { reply: page.reply }) };
  if (walk.end === "repeated") {
    return [
      {
        ...place,
        message: "links.next leads back to a page that was read before",
        expected: "a page not yet read, or null",
      },
    ];
  }
  if (walk.end === "budget" && expected !== undefined && walk.rows.length > expected.length) {
    return [{ ...place, message: "links.next is still not null behind the last row", expected: "null" }];
  }
  if (walk.end === "budget") {
    return { undecided: "the list is longer than this level walks", cause: "data" };
  }
  return unread(walked) ?? [];
};

/** The limit holds for the first page under any order or filter; whether the next pages keep it is open. */
export const limitOnFirstPage: Rule = ({ plan, walk }) => {
  const [page] = walk.pages;
  if (page === undefined || plan.limit === undefined) {
    return { undecided: "the target has no limit", cause: "data" };
  }
  const wrong = {
    message: "a page holds more rows than the limit",
    pointer: "",
    expected: `at most ${plan.limit} rows`,
    actual: `${page.rows.length} rows`,
    reply: page.reply,
  };
  return page.rows.length > plan.limit ? [wrong] : [];
};

/** Pages behind the first keep the filter. */
export const nextKeepsFilter: Rule = (walked) => {
  const { plan, identity, walk } = walked;
  if (plan.filter === undefined || walk.pages.length < 2) {
    return { undecided: "no filtered list of two pages", cause: "data" };
  }
  const { operator, bound } = plan.filter;
  return placedRows(walk)
    .filter(({ page, row }) => page > 0 && !isPlanned(plan, row, identity))
    .map(({ row, reply, pointer }) => ({
      message: "a page behind links.next holds rows that the filter leaves out",
      pointer: `${pointer}/${identity}`,
      expected: `rows with ${identity} ${operator} ${bound}`,
      actual: cut(row[identity]),
      reply,
    }));
};

/** The order goes on from page to page. */
export const orderAcrossPages: Rule = (walked) => {
  const { walk, plan } = walked;
  if (walk.pages.length < 2 || plan.order === undefined) {
    return unread(walked) ?? { undecided: "no ordered list of two pages", cause: "data" };
  }
  const direction = plan.order;
  const keys = sortKeys(walk.rows);
  if (keys.length === 0) {
    return { undecided: "too few different rows to show an order", cause: "data" };
  }
  const broken = keys.map((key) => ({ key, at: firstOutOfOrder(walk.rows, key, direction) }));
  if (broken.some(({ at }) => at === undefined)) {
    return [];
  }
  const furthest = broken.reduce((a, b) => ((b.at ?? 0) > (a.at ?? 0) ? b : a));
  const index = furthest.at ?? 0;
  const place = rowAt(walk, index);
  return [
    {
      message: `the pages are not sorted ${direction} from the first row to the last`,
      ...outOfPlace(furthest.key, direction, rowAt(walk, index - 1), place),
      ...(place === undefined ? {} : { reply: place.reply }),
    },
  ];
};

/** A list that the rules on pages are applied to. */
export interface PagedList {
  readonly endpoint: "tokens" | "tokenBalances";
  readonly list: "tokens" | "balances";
  readonly identity: string;
}

/** The clauses of 4.1 for a list. */
export function pageClauses(list: PagedList): readonly AskingClause[] {
  const row = (num: number): ListRow => ({ [list.identity]: `0.0.${num}` });
  const plan: WalkPlan = { query: [], limit: 2, order: "asc", filter: { operator: "lte", bound: "0.0.12" } };
  const four = [row(9), row(10), row(11), row(12)];
  const walked = (pages: readonly (readonly ListRow[])[], end: WalkEnd = "null", expected = four) => ({
    answer: { plan, identity: list.identity, walk: walkOf(list.endpoint, pages, end), expected },
    value: plan,
  });
  const [end] = walkOf(list.endpoint, [four.slice(2)], "foreign").pages;
  const falseAtEnd = walked([four.slice(0, 2)], "foreign");
  falseAtEnd.answer.walk = {
    ...falseAtEnd.answer.walk,
    pages: [...falseAtEnd.answer.walk.pages, ...(end === undefined ? [] : [{ ...end, next: false }])],
  };
  const good = [
    walked([four.slice(0, 2), four.slice(2)]),
    walked([four.slice(0, 1), four.slice(1)]),
  ] as const;
  const rule = (
    slug: string,
    statement: string,
    check: Rule,
    rejects: Record<string, ReturnType<typeof walked>>,
  ) =>
    clause({
      id: `4.1-${list.list}-${slug}` satisfies ClauseId,
      endpoint: list.endpoint,
      statement,
      readings: [15, 18],
      leavesOpen: ["4.1"],
      family: `4.1-${list.list}`,
      compares: true,
      needs: { list: list.list },
      given: (have) => walkPlans(have.list),
      ask: (have, value) => walkPlan(have.list, value),
      check,
      accepts: good,
      rejects,
    });
  return [
    rule("no-row-twice", "no row comes twice in a walk along links.next", noRowTwice, {
      "on both sides of a page boundary": walked([four.slice(0, 2), four.slice(1)]),
    }),
    rule("no-row-missing", "a walk shows the same rows whatever the page size", noRowMissing, {
      "lost at a page boundary": walked([four.slice(0, 2), four.slice(3)]),
      "next null too early": walked([four.slice(0, 2)]),
      "more rows than large pages show": walked([four.slice(0, 2), four.slice(2)], "null", four.slice(0, 3)),
    }),
    rule("next-null-at-end", "links.next is null on the last page", nextNullAtEnd, {
      "a link to an empty page": walked([four, []]),
      "a link on an empty list": walked([[], []]),
      "links to empty pages without end": walked([four, [], [], [], []], "budget"),
      "false instead of null": falseAtEnd,
    }),
    rule("pages-end", "a walk along links.next comes to an end", pagesEnd, {
      "a link that was followed before": walked([four], "repeated"),
      "still a link behind the last row": walked([four, four], "budget"),
    }),
    rule("limit-with-others", "the limit holds under any order or filter", limitOnFirstPage, {
      "limit ignored": walked([four]),
    }),
    rule("next-keeps-filters", "pages behind links.next keep the filters", nextKeepsFilter, {
      "filter dropped": walked([four.slice(0, 2), [row(11), row(13)]]),
    }),
    rule("next-keeps-order", "pages behind links.next go on in the same order", orderAcrossPages, {
      "order dropped": walked([four.slice(0, 2), [row(12), row(8)]]),
      "starts again": walked([four.slice(2), four.slice(0, 2)]),
    }),
  ];
}
