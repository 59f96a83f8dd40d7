import { stringify } from "lossless-json";
import { exactBody } from "../message/body.ts";
import { isObject } from "../message/classify.ts";
import { valueAt } from "../message/pointer.ts";
import { tried } from "../model/file-trouble.ts";
import { cut, LONGEST as LONGEST_ROW } from "../schema/check-fields.ts";
import type { Finding, Reply } from "../model/exchange.ts";
import type { PageFacts, ReportedExchange } from "../model/clause-results.ts";
import { present, shortened } from "../model/model.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { nextIn, resolveNext } from "../clauses/pagination.ts";
import { operations } from "../../schemas/operations.ts";

/** Rows that are shown of one page. */
const MOST_ROWS = 4;
/** Characters of a key or a link that are kept. */
const LONGEST = 200;

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

/** The list in an answer, with what tells its rows from one another; undefined where there is none. */
function listIn({ ask, body: { value } }: Reply) {
  const { list } = operations[ask.endpoint];
  const rows: unknown = list !== undefined && isObject(value) ? value[list.rows] : undefined;
  const keyOf = (row: unknown): unknown => (isObject(row) && list !== undefined ? row[list.identity] : row);
  return list !== undefined && Array.isArray(rows)
    ? { rows: rows as unknown[], member: list.rows, keyOf }
    : undefined;
}

/** What an answer shows as a page of a list; nothing where it is none. */
export function pageIn(reply: Reply, redact: Redact): { readonly page?: PageFacts } {
  const list = listIn(reply);
  if (list === undefined) {
    return {};
  }
  const { rows, keyOf } = list;
  const [first, last, next] = [keyOf(rows[0]), keyOf(rows.at(-1)), nextIn(reply)].map((value) =>
    JSON.stringify(value)?.slice(0, LONGEST),
  );
  const told = redactDeep(present({ first, last, next }), redact);
  return { page: { rows: rows.length, ...told, ...present({ follows: reply.ask.rooted }) } };
}

type Rows = NonNullable<ReportedExchange["rows"]>;

/**
 * The rows of an answer that matter for a finding, their numbers as they were written: at its place, at the seam of two pages,
 * and the one that comes twice.
 */
export function rowsThatMatter(
  reply: Reply,
  isAtFault: boolean,
  { pointer, defect }: Finding,
  redact: Redact,
): { readonly rows?: Rows } {
  const list = listIn(reply);
  if (list === undefined || list.rows.length === 0) {
    return {};
  }
  const { rows } = list;
  const exact = valueAt(tried(() => exactBody(reply.body))?.value, `/${list.member}`);
  const written = (index: number): unknown => (Array.isArray(exact) ? exact : rows)[index];
  const [, member, step = ""] = pointer.split("/");
  const place = isAtFault && member === list.member && /^\d+$/.test(step) ? Number(step) : undefined;
  const same = rows.findIndex((row) => defect?.row !== undefined && cut(list.keyOf(row)) === defect.row);
  const wanted = place === undefined ? [same, rows.length - 1] : [place - 1, place, place + 1, same];
  const shown = [...new Set(wanted)].filter((index) => index >= 0 && index < rows.length);
  return {
    rows: shown
      .toSorted((a, b) => a - b)
      .slice(0, MOST_ROWS)
      .map((index) => ({ index, row: redact(shortened(stringify(written(index)) ?? "", LONGEST_ROW)) })),
  };
}
