// §2.1, §4.1: pages of a list
import { misplaced, unlessShared } from "./order.ts";
import { lostRows } from "./differences.ts";
import { isObject } from "../../../engine/message/classify.ts";
import { findingIf, undecided } from "../requests/findings.ts";
import type { Finding, Judgement, Reply } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { sortKeys } from "../../../engine/clauses/ordering.ts";
import { ENDLESS, keyOf, type ListRow, type Page, type WalkEnd } from "../../../engine/clauses/pagination.ts";
import { strayRows } from "./filters.ts";
import { isPlanned, placedRows, stopped, tooLong, type Rule, type Walked } from "./walked.ts";

/** The reason why a walk stopped before the last page of the list, and says nothing about the rest. */
function unreadWalk({ walk }: Walked): Judgement | undefined {
  const reasons: Partial<Record<WalkEnd, string>> = {
    foreign: "links.next is of a form that cannot be followed here",
    absent: "a page has no links.next",
  };
  const behind = walk.pages.length === 1 ? "the first page" : "the page behind links.next";
  const reason = walk.end === "refused" ? `${behind} is refused` : reasons[walk.end];
  return reason === undefined ? undefined : stopped(walk, reason, { lost: true });
}

export const noRowTwice: Rule = (walked) => {
  const { walk, identity } = walked;
  const seen = new Map<unknown, Reply>();
  const findings: Finding[] = [];
  for (const { row, reply, pointer } of placedRows(walk)) {
    const id = keyOf(row, identity);
    const before = seen.get(id);
    if (before !== undefined) {
      const expected = `each row once; this one already came with ${before.url}`;
      const message = "a row comes twice";
      const defect = { kind: "repeat", row: cut(row[identity]) } as const;
      findings.push({ message, pointer, expected, actual: cut(row), defect, reply, beside: [before] });
    }
    seen.set(id, reply);
  }
  return findings.length > 0 ? findings : (unreadWalk(walked) ?? []);
};

/** Every row of the list comes, and none that another page size does not show. */
export const noRowMissing: Rule = (walked) => {
  const { walk, large, expected, identity, plan, unread } = walked;
  const open = unreadWalk(walked);
  if (open !== undefined || expected === undefined || (walk.end !== "null" && walk.end !== "repeated")) {
    return open ?? unread ?? tooLong();
  }
  const lost = lostRows({ walk, identity, message: "a row of the list is on no page" }, expected);
  if (large?.end !== "null") {
    return lost;
  }
  const rows = walk.rows.filter((row) => isPlanned(plan, row));
  const message = "a row is missing with larger pages";
  return [...lost, ...lostRows({ walk: large, identity, message }, rows)];
};

/**
 * Whether every row that is due came. Where the due rows are not known: whether nothing but limit and order
 * was sent, for a filter makes empty pages in between legal.
 */
function isPastAll({ walk, plan, identity, expected, selection = expected }: Walked): boolean {
  const came = new Set(walk.rows.map((row) => keyOf(row, identity)));
  return selection === undefined
    ? plan.query.length === [plan.limit, plan.order].filter((value) => value !== undefined).length
    : selection.every((row) => came.has(keyOf(row, identity)));
}

/** What cannot lead to a page; an object may, though the links before were text: the type is open (reading 15). */
function isNoLink(next: unknown): boolean {
  return typeof next !== "string" && !(isObject(next) && Object.keys(next).length > 0);
}

/** The last page says so: next is null, not a link to a page without rows. */
export const nextNullAtEnd: Rule = (walked) => {
  const { pages, end } = walked.walk;
  const last = pages.findLastIndex(({ rows }) => rows.length > 0);
  const before = pages[Math.max(last, 0)];
  const trailing = pages.length - 1 - last;
  const isEndless = end === "budget" && trailing >= ENDLESS && isPastAll(walked);
  const over = end === "null" || end === "repeated" || isEndless;
  if (over && last + 1 < pages.length && pages.length > 1 && before !== undefined) {
    const message = "links.next of the last page with rows leads only to empty pages";
    const beside = pages.slice(last + 1, last + 2).map(({ reply }) => reply);
    return [{ message, ...linkOf(before), expected: "null", beside }];
  }
  const page = pages.at(-1);
  if (end === "foreign" && pages.length > 1 && page !== undefined && isNoLink(page.next)) {
    const message = "links.next of the last page is neither null nor a link like those before";
    return [{ message, ...linkOf(page), expected: "null" }];
  }
  return end === "null" ? [] : (unreadWalk(walked) ?? undecided("the end of the list was not reached"));
};

/** Where the link of a page stands. */
function linkOf({ next, reply }: Page) {
  return { pointer: "/links/next", actual: cut(next), reply };
}

/**
 * More rows came than are due, all of them known. A new row would mean that the list grew: more may be to
 * come.
 */
function isPast(came: readonly ListRow[], expected: readonly ListRow[], identity: string): boolean {
  const known = new Set(expected.map((row) => keyOf(row, identity)));
  return came.length > expected.length && came.every((row) => known.has(keyOf(row, identity)));
}

/** A finding where the service does not show a page of the list that it links to. */
function brokenPage({ walk: { pages, end } }: Walked): readonly Finding[] {
  const [from, to] = pages.slice(-2).map(({ reply }) => reply);
  if (end !== "refused" || from === undefined || to === undefined) {
    return [];
  }
  const message = "links.next leads to no page of the list";
  const isSamePath = from.url.split("?")[0] === to.url.split("?")[0];
  return findingIf(isSamePath, to, message, "status 200 and the list", [from]);
}

/** The end does come: no link is repeated or broken, and there are no more pages than rows. */
export const pagesEnd: Rule = (walked) => {
  const { walk, expected, identity } = walked;
  const links = walk.pages.slice(-1).map(linkOf);
  if (walk.end === "repeated") {
    const message = "links.next leads back to a page that was read before";
    return links.map((link) => ({ ...link, message, expected: "a page not yet read, or null" }));
  }
  if (walk.end === "budget" && expected !== undefined && isPast(walk.rows, expected, identity)) {
    const message = "links.next is still not null behind the last row";
    return links.map((link) => ({ ...link, message, expected: "null" }));
  }
  if (walk.end === "budget") {
    return tooLong();
  }
  const broken = brokenPage(walked);
  return broken.length > 0 ? broken : (unreadWalk(walked) ?? []);
};

export const nextKeepsFilter: Rule = (walked) => {
  const { plan, walk } = walked;
  if (plan.filters.length === 0 || walk.pages.length < 2) {
    const unread = plan.filters.length === 0 ? undefined : unreadWalk(walked);
    return unread ?? undecided("no filtered list has two pages", walk.pages[0]?.reply);
  }
  const message = "a page behind links.next holds rows that the filter leaves out";
  return plan.filters.flatMap((filter) => strayRows(walk, filter, message, 1));
};

/** The order goes on from page to page. */
export const orderAcrossPages: Rule = (walked) => {
  const { walk, plan } = walked;
  if (walk.pages.length < 2 || plan.order === undefined) {
    return unreadWalk(walked) ?? undecided("no ordered list has two pages", walk.pages[0]?.reply);
  }
  // The rows of a part may all be equal in the key that sorts the list: only the whole list shows its keys.
  const isWholeList = plan.filters.length === 0 && walk.end === "null";
  const keys = walked.keys ?? (isWholeList ? sortKeys(walk.rows) : []);
  if (keys.length === 0) {
    return undecided("too few different rows to show an order");
  }
  const message = `the pages are not sorted ${plan.order} from the first row to the last`;
  const wrong = misplaced(walk, keys, plan.order, message);
  return wrong === undefined ? [] : (unlessShared(walk.rows) ?? [wrong]);
};
