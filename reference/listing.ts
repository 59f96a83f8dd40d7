import { isArray, isObject, setQuery, success, valuesOf } from "./exchange.ts";
import type { Ask, Handler, Json, JsonObject, Query } from "./exchange.ts";
import { editBody, isSuccess, type Rewriting } from "./rewriting.ts";
import { CURSOR } from "./service/parameters.ts";

/** The member of a list body that holds the rows. */
const memberOf = (body: JsonObject) => ("tokens" in body ? "tokens" : "balances");

export function rowsOf(body: JsonObject): readonly JsonObject[] {
  const rows = body[memberOf(body)];
  return isArray(rows) ? rows.filter(isObject) : [];
}

export function withRows(body: JsonObject, rows: readonly JsonObject[]): JsonObject {
  return { ...body, [memberOf(body)]: rows };
}

/** The link of a list body to its next page. */
export function nextOf(body: JsonObject): string | null {
  const links = body["links"];
  const next = isObject(links) ? links["next"] : null;
  return typeof next === "string" ? next : null;
}

export type RowsChange = (rows: readonly JsonObject[], ask: Ask) => readonly JsonObject[];

export function editRows(change: RowsChange): Rewriting {
  return editBody((body, ask) => withRows(body, change(rowsOf(body), ask)));
}

export function withNext(body: JsonObject, next: Json): JsonObject {
  return { ...body, links: { next } };
}

/** A link of a query alone. */
export function linkOf(query: Query): string {
  const parts = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `?${parts.join("&")}`;
}

/** The same request for the page that a link leads to. */
export function follow(ask: Ask, next: string): Ask {
  return { ...ask, query: [...new URLSearchParams(next.slice(next.indexOf("?") + 1))] };
}

export const fromStart = (ask: Ask): Ask => setQuery(ask, CURSOR, undefined);

/** The limit of a request, the usual one where none is sent, and the rows in front of the page by position. */
export function spanOf(ask: Ask): { readonly limit: number; readonly from: number } {
  const numberOf = (name: string, usual: string) => Number(valuesOf(ask, name).at(-1) ?? usual);
  return { limit: numberOf("limit", "25"), from: numberOf(CURSOR, "0") };
}

/** All the rows of the list that a request asks for, whatever page and limit it asks for. */
export function wholeList(handler: Handler, ask: Ask): readonly JsonObject[] {
  const rows: JsonObject[] = [];
  let page = setQuery(fromStart(ask), "limit", "100");
  for (;;) {
    const answer = handler(page);
    if (!isSuccess(answer)) return rows;
    rows.push(...rowsOf(answer.body));
    const onward = follow(ask, nextOf(answer.body) ?? "");
    // Some real services link a page to itself.
    if (onward.query.length === 0 || linkOf(onward.query) === linkOf(page.query)) return rows;
    page = onward;
  }
}

/** The number of rows before a page, of those on it, and of all. */
export type PagePlace = { readonly from: number; readonly limit: number; readonly total: number };

/** How a list is cut into pages: where the next one begins, or null; and how many rows a page has. */
export type Cut = {
  readonly next?: (place: PagePlace) => number | null;
  readonly size?: (place: PagePlace) => number;
};

/** The place where the next page begins when nothing is wrong. */
export function follows({ from, limit, total }: PagePlace): number | null {
  return from + limit < total ? from + limit : null;
}

/**
 * A list whose rows are all taken, changed as a whole, and cut into pages again, by position.
 * Searches by name have one page and stay as they are.
 */
export function relist(change: RowsChange, cut: Cut = {}): Rewriting {
  const { next = follows, size = ({ limit }: PagePlace) => limit } = cut;
  return (handler) => (ask) => {
    const answer = handler(fromStart(ask));
    if (!isSuccess(answer) || valuesOf(ask, "name").length > 0) return answer;
    const rows = change(wholeList(handler, ask), ask);
    const place = { ...spanOf(ask), total: rows.length };
    const position = next(place);
    const link = position === null ? null : linkOf(setQuery(ask, CURSOR, String(position)).query);
    const page = rows.slice(place.from, place.from + size(place));
    return success(withNext(withRows(answer.body, page), link));
  };
}

export function repage(cut: Cut): Rewriting {
  return relist((rows) => rows, cut);
}

export function relink(change: (next: string, ask: Ask) => Json): Rewriting {
  return editBody((body, ask) => {
    const next = nextOf(body);
    return next === null ? body : withNext(body, change(next, ask));
  });
}

/** The link to the next page of every page, with its query changed. */
export function editNext(change: (query: Query) => Query): Rewriting {
  return relink((next, ask) => linkOf(change(follow(ask, next).query)));
}
