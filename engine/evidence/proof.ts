import { isObject } from "../message/classify.ts";
import type { Reply } from "../model/exchange.ts";
import type { PageFacts } from "../model/clause-results.ts";
import { present } from "../model/model.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { nextIn, resolveNext } from "../clauses/pagination.ts";
import { operations } from "../../schemas/operations.ts";

/** Characters of a key or a link that are kept. */
const LONGEST = 200;

/**
 * The answers that prove a finding, in the order in which they were sent: the one at fault, those without which it cannot
 * be seen, and of a further page the request with which its walk began and the page whose link led there. A walk of a
 * hundred pages proves no more. A response to which it is compared may have been received before the clause was tested.
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

/** What an answer shows as a page of a list; nothing where it is none. */
export function pageIn(reply: Reply, redact: Redact): { readonly page?: PageFacts } {
  const { list } = operations[reply.ask.endpoint];
  const { value: body } = reply.body;
  const rows = list !== undefined && isObject(body) ? body[list.rows] : undefined;
  if (list === undefined || !Array.isArray(rows)) {
    return {};
  }
  const keyOf = (row: unknown): unknown => (isObject(row) ? row[list.identity] : row);
  const [first, last, next] = [keyOf(rows[0]), keyOf(rows.at(-1)), nextIn(reply)].map((value) =>
    value === undefined ? undefined : JSON.stringify(redactDeep(value, redact)).slice(0, LONGEST),
  );
  return {
    page: { rows: rows.length, ...present({ first, last, next }), ...present({ follows: reply.ask.rooted }) },
  };
}
