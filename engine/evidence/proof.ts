import { isObject } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import type { PageFacts } from "../model/clause-results.ts";
import { present } from "../model/model.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { nextIn, resolveNext } from "../clauses/pagination.ts";
import { operations } from "../../schemas/operations.ts";

/** Characters of the longest key or link in the facts of a page. */
const LONGEST_KEY = 200;

/**
 * The responses of `among` that prove a violation, in order: the violating response `at`, the responses `beside` it that it is
 * compared with, and, if it is a further page, the first page and the page whose link led to it. All other pages of a long list
 * are left out, because they prove nothing.
 */
export function responsesProving(
  among: readonly ApiResponse[],
  at: ApiResponse,
  beside: readonly ApiResponse[],
): readonly ApiResponse[] {
  const front = precedingPage(among, at);
  const needed = new Set([at, ...beside, ...(front === undefined ? [] : [front, firstPage(among, front)])]);
  return among.filter((response) => needed.has(response));
}

/** The page whose `links.next` led to a page; undefined for a first page. */
function precedingPage(among: readonly ApiResponse[], page: ApiResponse): ApiResponse | undefined {
  if (page.request.fromOrigin !== true) {
    return undefined;
  }
  const leads = (response: ApiResponse): boolean =>
    resolveNext(nextIn(response), response).some(({ url }) => url === page.url);
  return among.slice(0, among.indexOf(page)).findLast(leads);
}

/** The first page of the paged list that a page belongs to. */
function firstPage(among: readonly ApiResponse[], page: ApiResponse): ApiResponse {
  const front = precedingPage(among, page);
  return front === undefined ? page : firstPage(among, front);
}

/** The facts of a page: number of rows, first and last key, link. Empty if the response is not a page of a list. */
export function describePage(response: ApiResponse, redact: Redact): { readonly page?: PageFacts } {
  const { list } = operations[response.request.endpoint];
  const { value: body } = response.body;
  const rows = list !== undefined && isObject(body) ? body[list.rows] : undefined;
  if (list === undefined || !Array.isArray(rows)) {
    return {};
  }
  const keyOf = (row: unknown): unknown => (isObject(row) ? row[list.identity] : row);
  const [first, last, next] = [keyOf(rows[0]), keyOf(rows.at(-1)), nextIn(response)].map((value) =>
    value === undefined ? undefined : JSON.stringify(redactDeep(value, redact)).slice(0, LONGEST_KEY),
  );
  return {
    page: {
      rows: rows.length,
      ...present({ first, last, next }),
      ...present({ follows: response.request.fromOrigin }),
    },
  };
}
