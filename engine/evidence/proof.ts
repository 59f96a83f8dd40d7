import { isObject } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import type { PageFacts } from "../model/clause-results.ts";
import { present } from "../model/model.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { nextIn, resolveNext } from "../clauses/pagination.ts";
import { operations } from "../../schemas/operations.ts";

/** Characters of a key or a link that are kept. */
const LONGEST_KEY = 200;

/**
 * The responses that prove a violation, in the order in which they were sent: the one at fault, those without which it cannot
 * be seen, and of a further page the request with which its walk began and the page whose link led there. A paged list of a
 * hundred pages proves no more. A response to which it is compared may have been received before the clause was tested.
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

function precedingPage(among: readonly ApiResponse[], page: ApiResponse): ApiResponse | undefined {
  if (page.request.fromOrigin !== true) {
    return undefined;
  }
  const leads = (response: ApiResponse): boolean =>
    resolveNext(nextIn(response), response).some(({ url }) => url === page.url);
  return among.slice(0, among.indexOf(page)).findLast(leads);
}

/** The request with which the paged list began that a page belongs to. */
function firstPage(among: readonly ApiResponse[], page: ApiResponse): ApiResponse {
  const front = precedingPage(among, page);
  return front === undefined ? page : firstPage(among, front);
}

/** What a response shows as a page of a list; nothing where it is none. */
export function pageFacts(response: ApiResponse, redact: Redact): { readonly page?: PageFacts } {
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
