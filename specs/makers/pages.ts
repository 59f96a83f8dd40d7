// §2.1, §4.1: pages of a list
import {
  limitOnFirstPage,
  nextKeepsFilter,
  nextNullAtEnd,
  noRowMissing,
  noRowTwice,
  orderAcrossPages,
  pagesEnd,
  type Rule,
} from "../rules/pages.ts";
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import type { ListRow, WalkEnd } from "../../engine/walk.ts";
import { walkPlan, walkPlans, type WalkPlan } from "../rules/page-plans.ts";
import { walkOf } from "../fixtures/walks.ts";

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
    answer: {
      plan,
      identity: list.identity,
      walk: walkOf(list.endpoint, pages, end),
      expected,
      large: walkOf(list.endpoint, [expected]),
    },
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
    rule("limit-with-others", "the first page keeps the limit under any order or filter", limitOnFirstPage, {
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
