import { isArray, isJsonObject, setQuery, success, valuesOf } from "./exchange.ts";
import type { Handler, Json, JsonObject, ServerQuery, ServerRequest } from "./exchange.ts";
import { editBody, isSuccessResponse, type Rewriting } from "./rewriting.ts";
import { CURSOR } from "./service/parameters.ts";

const memberOf = (body: JsonObject) => ("tokens" in body ? "tokens" : "balances");

export function servedRows(body: JsonObject): readonly JsonObject[] {
  const rows = body[memberOf(body)];
  return isArray(rows) ? rows.filter(isJsonObject) : [];
}

export function withRows(body: JsonObject, rows: readonly JsonObject[]): JsonObject {
  return { ...body, [memberOf(body)]: rows };
}

export function nextOf(body: JsonObject): string | null {
  const links = body["links"];
  const next = isJsonObject(links) ? links["next"] : null;
  return typeof next === "string" ? next : null;
}

export type RowsChange = (rows: readonly JsonObject[], request: ServerRequest) => readonly JsonObject[];

export const editRows = (change: RowsChange): Rewriting =>
  editBody((body, request) => withRows(body, change(servedRows(body), request)));

export const withNext = (body: JsonObject, next: Json): JsonObject => ({ ...body, links: { next } });

export function queryLink(query: ServerQuery): string {
  const parts = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `?${parts.join("&")}`;
}

export function nextPlace(request: ServerRequest, next: string): ServerRequest {
  return { ...request, query: [...new URLSearchParams(next.slice(next.indexOf("?") + 1))] };
}

export const fromStart = (request: ServerRequest): ServerRequest => setQuery(request, CURSOR, undefined);

/** The limit of a request, 25 by default, and the position of the first row of its page. */
export function spanOf(request: ServerRequest): { readonly limit: number; readonly from: number } {
  const numberOf = (name: string, usual: string) => Number(valuesOf(request, name).at(-1) ?? usual);
  return { limit: numberOf("limit", "25"), from: numberOf(CURSOR, "0") };
}

/** Maximum number of pages that are read, more than any list has: the links of several faults together may never end. */
const MOST_PAGES = 100;

export function wholeList(handler: Handler, request: ServerRequest): readonly JsonObject[] {
  const rows: JsonObject[] = [];
  let page = setQuery(fromStart(request), "limit", "100");
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const response = handler(page);
    if (!isSuccessResponse(response)) return rows;
    rows.push(...servedRows(response.body));
    const onward = nextPlace(request, nextOf(response.body) ?? "");
    // A variant of a real service links a page to itself.
    if (onward.query.length === 0 || queryLink(onward.query) === queryLink(page.query)) return rows;
    page = onward;
  }
  return rows;
}

export type PagePlace = { readonly from: number; readonly limit: number; readonly total: number };

/** `next`: the position at which the next page begins, or null; `size`: the number of rows of a page. */
export type Cut = {
  readonly next?: (place: PagePlace) => number | null;
  readonly size?: (place: PagePlace) => number;
};

/** The position at which the next page begins in a conforming list; null after the last page. */
export const nextPagePlace = ({ from, limit, total }: PagePlace): number | null =>
  from + limit < total ? from + limit : null;

/** Edits all rows of a list at once and divides them into pages by position. Searches by name stay unchanged. */
export function relist(change: RowsChange, cut: Cut = {}): Rewriting {
  const { next = nextPagePlace, size = ({ limit }: PagePlace) => limit } = cut;
  return (handler) => (request) => {
    const response = handler(fromStart(request));
    if (!isSuccessResponse(response) || valuesOf(request, "name").length > 0) return response;
    const rows = change(wholeList(handler, request), request);
    const place = { ...spanOf(request), total: rows.length };
    const position = next(place);
    const link = position === null ? null : queryLink(setQuery(request, CURSOR, String(position)).query);
    const page = rows.slice(place.from, place.from + size(place));
    return success(withNext(withRows(response.body, page), link));
  };
}

export const repage = (cut: Cut): Rewriting => relist((rows) => rows, cut);

export const relink = (change: (next: string, request: ServerRequest) => Json): Rewriting =>
  editBody((body, request) => {
    const next = nextOf(body);
    return next === null ? body : withNext(body, change(next, request));
  });

export const editNext = (change: (query: ServerQuery) => ServerQuery): Rewriting =>
  relink((next, request) => queryLink(change(nextPlace(request, next).query)));
