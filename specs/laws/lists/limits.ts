// §4.1, §4.3, §4.4, §8: the largest number of items to return
import { describe, isObject, isSuccess } from "../../../engine/message/classify.ts";
import type { Finding, Judgement, Reply } from "../../../engine/model/exchange.ts";
import { resolveNext, type Page } from "../../../engine/clauses/pagination.ts";
import { undecided } from "../requests/findings.ts";
import { judgeRefused } from "../requests/verdicts.ts";
import { rowsMember, type Rule } from "./walked.ts";

/** Most items on any page (part 8). */
export const MOST = 100;

/** A page with more rows than it may have; `from`: the page whose link led to it. */
function overfull(reply: Reply, rows: number, most: number, from?: Page): readonly Finding[] {
  const where = from === undefined ? "a page" : "a page behind a link";
  const finding = {
    message: `${where} holds more rows than the limit${from === undefined ? "" : " in the link"}`,
    pointer: `/${rowsMember(reply)}`,
    expected: `at most ${most} rows`,
    actual: `${rows} rows`,
    defect: { kind: "limit", limit: most },
    reply,
    ...(from === undefined ? {} : { beside: [from.reply] }),
  } as const;
  return rows > most ? [finding] : [];
}

/** A first page holds no more rows than were asked for. */
export function judgeSize(reply: Reply, most: number): Judgement {
  const { value } = reply.body;
  const rows = isObject(value) ? value[rowsMember(reply)] : undefined;
  return !isSuccess(reply) || !Array.isArray(rows)
    ? undecided(`the list did not come: ${describe(reply)}`, reply)
    : overfull(reply, rows.length, most);
}

/** Above the maximum, refusing and serving at most 100 rows are both fair (reading 10). The limit is sent alone. */
export function judgeAboveMaximum(reply: Reply): Judgement {
  const [name = ""] = new URLSearchParams(reply.ask.target.split("?")[1]).keys();
  return isSuccess(reply) ? judgeSize(reply, MOST) : judgeRefused(reply, { name });
}

/** The limit holds for the first page under any order or filter; whether the next pages keep it is open. */
export const limitOnFirstPage: Rule = ({ plan, walk: { pages } }) => {
  const [page] = pages;
  return page === undefined || plan.limit === undefined
    ? undecided("the service has no limit parameter")
    : overfull(page.reply, page.rows.length, plan.limit);
};

/** Where a link carries the limit, its page holds no more rows than it says (reading 15). */
export const nextKeepsLimit: Rule = ({ walk: { pages }, limitName }) => {
  const behind = pages.slice(1).flatMap(({ reply, rows }, index) => {
    const from = pages[index];
    const limit = from === undefined ? undefined : carriedLimit(from, limitName);
    return limit === undefined ? [] : [overfull(reply, rows.length, limit, from)];
  });
  return behind.length === 0
    ? undecided("no links.next has the limit parameter", pages[0]?.reply)
    : behind.flat();
};

function carriedLimit({ next, reply }: Page, name: string | undefined): number | undefined {
  const [link] = resolveNext(next, reply);
  const query = new URLSearchParams(link?.target.split("?")[1] ?? "");
  const value = name === undefined ? undefined : query.getAll(name).at(-1);
  return value !== undefined && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined;
}
