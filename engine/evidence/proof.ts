import { isObject } from "../message/classify.ts";
import { cut } from "../schema/check-fields.ts";
import type { Finding, Reply } from "../model/exchange.ts";
import type { ReportedExchange } from "../model/clause-results.ts";
import { nextIn, resolveNext } from "../clauses/pagination.ts";
import { operations } from "../../schemas/operations.ts";

/** Rows that are shown of one page. */
const MOST_ROWS = 4;

/**
 * The answers that prove a finding, in the order in which they were sent: the one at fault, those without which it cannot
 * be seen, and of a further page the request with which its walk began and the page whose link led there. A walk of a
 * hundred pages proves no more.
 */
export function provingOf(among: readonly Reply[], at: Reply, beside: readonly Reply[]): readonly Reply[] {
  const front = pageInFront(among, at);
  const needed = new Set([at, ...beside, ...(front === undefined ? [] : [front, beginning(among, front)])]);
  return among.filter((reply) => needed.has(reply));
}

/** The page that led to another one. */
function pageInFront(among: readonly Reply[], page: Reply): Reply | undefined {
  if (page.ask.rooted !== true) {
    return undefined;
  }
  const leads = (reply: Reply): boolean =>
    resolveNext(nextIn(reply), reply).some(({ url }) => url === page.url);
  return among.slice(0, among.indexOf(page)).findLast(leads);
}

/** The request with which the walk began that a page belongs to. */
function beginning(among: readonly Reply[], page: Reply): Reply {
  const front = pageInFront(among, page);
  return front === undefined ? page : beginning(among, front);
}

type Rows = NonNullable<ReportedExchange["rows"]>;

/** The rows of an answer that matter for a finding: at its place, at the seam of two pages, and the one that comes twice. */
export function rowsThatMatter(
  { ask, body }: Reply,
  isAtFault: boolean,
  { pointer, defect }: Finding,
  redact: (text: string) => string,
): { readonly rows?: Rows } {
  const { list } = operations[ask.endpoint];
  const rows: unknown = list !== undefined && isObject(body.value) ? body.value[list.rows] : undefined;
  if (list === undefined || !Array.isArray(rows) || rows.length === 0) {
    return {};
  }
  const keyOf = (row: unknown): string => cut(isObject(row) ? row[list.identity] : row);
  const [, member, step = ""] = pointer.split("/");
  const place = isAtFault && member === list.rows && /^\d+$/.test(step) ? Number(step) : undefined;
  const same = rows.findIndex((row: unknown) => defect?.row !== undefined && keyOf(row) === defect.row);
  const wanted = place === undefined ? [same, rows.length - 1] : [place - 1, place, place + 1, same];
  const shown = [...new Set(wanted)].filter((index) => index >= 0 && index < rows.length);
  return {
    rows: shown
      .toSorted((a, b) => a - b)
      .slice(0, MOST_ROWS)
      .map((index) => ({ index, row: redact(cut(rows[index])) })),
  };
}
