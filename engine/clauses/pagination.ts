import { spread, uniqueBy } from "../model/model.ts";
import { beforeQuery } from "../model/exchange.ts";
import type { ResponseContent, ApiRequest, RequestSender, ResponseBody } from "../model/exchange.ts";
import type { ApiResponse } from "../model/exchange.ts";
import { integerText } from "../model/compare.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { exactBody, integerOf, stepTo, writtenAt } from "../message/body.ts";
import { describeResponse, isObject, isSuccess, type JsonRecord } from "../message/classify.ts";
import { cutValue } from "../schema/fields.ts";
import type { Listing } from "./prerequisites.ts";

/** A row of a list: an element that is an object. The `fields` clauses report any other element. */
export type ListRow = JsonRecord;

/** The value of a member that identifies a row, as a key of a map or set: JSON in place of an object or array. */
export function keyOf(row: ListRow, member: string): unknown {
  const value = row[member];
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

export const rowKeys = (rows: readonly ListRow[], member: string): ReadonlySet<unknown> =>
  new Set(rows.map((row) => keyOf(row, member)));

/** Makes a predicate: whether one of `rows` has the same value of `member` as the row in question. */
export function isRowOf(rows: readonly ListRow[], member: string): (row: ListRow) => boolean {
  const keys = rowKeys(rows, member);
  return (row) => keys.has(keyOf(row, member));
}

export interface ListPage {
  readonly response: ApiResponse;
  readonly rows: readonly ListRow[];
  readonly next: unknown;
}

/**
 * Why no further page was read. `null`: `links.next` is null, or the contract specifies no links for this list; `budget`: the maximum
 * number of pages was read; `repeated`: the link leads to a page that was read before; `foreign`: the link leads to another origin, or
 * cannot be followed; `refused`: the last page is not a success; `absent`: the last page has no `links.next`.
 */
export type ListEnd = "null" | "budget" | "repeated" | "foreign" | "refused" | "absent";

export interface PagedList {
  readonly identity: string;
  readonly pages: readonly ListPage[];
  readonly rows: readonly ListRow[];
  readonly end: ListEnd;
}

/** Beyond the maximum number of pages, a list is read no further after this many consecutive empty pages: no rows are expected. */
export const MOST_EMPTY_PAGES = 4;

/** Follows `links.next` (§4.1) for `maxPages` pages, and beyond them while pages are empty: later rows would seem to be missing. */
export async function pagedList(t: RequestSender, first: ApiRequest, maxPages: number): Promise<PagedList> {
  const pages: ListPage[] = [];
  const identity = identityOf(first.endpoint);
  const finish = (end: ListEnd, ...refused: readonly ListPage[]): PagedList => {
    const all = [...pages, ...refused];
    return { identity, pages: all, rows: all.flatMap((page) => page.rows), end };
  };
  const followedUrls = new Set<string>();
  let response = await t.get(first);
  for (;;) {
    if (!isSuccess(response)) return finish("refused", { response, rows: [], next: undefined });
    followedUrls.add(response.url);
    const page = listPage(response);
    pages.push(page);
    if (page.next === null || page.next === undefined) {
      return finish(page.next === null || !isPaged(response) ? "null" : "absent");
    }
    const links = resolveNext(page.next, response);
    const [link] = links;
    if (link === undefined) return finish("foreign");
    if (followedUrls.has(link.url)) return finish("repeated");
    const emptyPages = pages.length - 1 - pages.findLastIndex(({ rows }) => rows.length > 0);
    if (pages.length >= maxPages && (emptyPages === 0 || emptyPages >= MOST_EMPTY_PAGES)) {
      return finish("budget");
    }
    response = await followPages(t, first, links, response);
  }
}

/** A list of one page, whose link is not followed: its `end` is `refused` for an error, or else `budget`, even without a link. */
export function onePage(response: ApiResponse): PagedList {
  const { endpoint } = response.request;
  const page = listPage(response);
  const end = isSuccess(response) ? "budget" : "refused";
  return { identity: identityOf(endpoint), pages: [page], rows: page.rows, end };
}

const listPage = (response: ApiResponse): ListPage => ({
  response,
  rows: rowsIn(response),
  next: nextIn(response),
});

/** Requests the possible targets of one link until one returns a success; returns an error if none does. */
async function followPages(
  t: RequestSender,
  first: ApiRequest,
  links: readonly Link[],
  previous: ApiResponse,
): Promise<ApiResponse> {
  // `gateways` applies to the first page only: errors of later pages are not about the combination of parameters.
  const { gateways: _gateways, ...pageRequest } = first;
  const responses: ApiResponse[] = [];
  for (const { target } of links) {
    const response = await t.get({ ...pageRequest, target, fromOrigin: true });
    if (isSuccess(response)) return response;
    responses.push(response);
  }
  // An error at the path of the list is more informative than one at another resolution of the link.
  const atList = responses.find(({ url }) => beforeQuery(url) === beforeQuery(previous.url));
  return atList ?? responses.at(-1) ?? previous;
}

export const isRefusedList = ({ end, pages }: PagedList): boolean => end === "refused" && pages.length === 1;

/** The last response of a paged list, and a description of why no further page was read. */
export function stopOf({ pages, end }: Pick<PagedList, "pages" | "end">): { text: string; by?: ApiResponse } {
  const last = pages.at(-1);
  if (last === undefined) return { text: "no page" };
  const why: Partial<Record<ListEnd, string>> = {
    budget: ", and this level reads no further page",
    foreign: ", which is no link within this service",
    repeated: ", which leads to a page that was already read",
  };
  const { next, response: by } = last;
  const text = end === "refused" ? describeResponse(by) : `links.next is ${cutValue(next)}${why[end] ?? ""}`;
  return { text, by };
}

/** Maximum number of pages to read of selected rows: 4, or as many as the whole list may fill if it is complete; at most `size.pages`. */
export const pagesFor = ({ complete, rows, pageRows, size }: Listing): number =>
  Math.min(complete ? Math.ceil(rows.length / pageRows) + 3 : 4, size.pages);

const isPaged = (response: ApiResponse): boolean =>
  operations[response.request.endpoint].success.properties?.["links"] !== undefined;

/** Member of a row that identifies it within its list; empty for an endpoint without a list. */
export const identityOf = (endpoint: Endpoint): string => operations[endpoint].list?.identity ?? "";

/** Member of the body that holds the rows of a list; empty for an endpoint without a list. */
export const rowsMember = ({ request }: ApiResponse): string => operations[request.endpoint].list?.rows ?? "";

/** The body of a row and the JSON Pointer to the row; only for bodies with an `exactBody`, whose numbers may be inexact. */
const rowPlaces = new WeakMap<ListRow, readonly [body: ResponseBody, pointer: string]>();

/** The value of a member of a row; as bigint if it is an integer that a double cannot represent exactly (interpretation 6). */
export function exactly(row: ListRow, member: string): unknown {
  const value = row[member];
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const [body, pointer] = rowPlaces.get(row) ?? [];
  const digits = body && writtenAt(body, `${pointer}${stepTo(member)}`);
  return integerOf(digits ?? String(value)) ?? value;
}

/** The rows in the body of a response, whatever its status; empty if the body has no list. */
export function rowsIn(response: ApiResponse): readonly ListRow[] {
  const member = rowsMember(response);
  const list = isObject(response.body.value) ? response.body.value[member] : undefined;
  if (!Array.isArray(list)) return [];
  const place = (row: unknown, index: number): void => {
    if (isObject(row) && !rowPlaces.has(row)) {
      rowPlaces.set(row, [response.body, stepTo(member) + stepTo(index)]);
    }
  };
  if (exactBody(response.body) !== undefined) list.forEach(place);
  // Nearly always every element is an object: avoid keeping a copy of each page in memory.
  return list.every(isObject) ? list : list.filter(isObject);
}

/** At most `most` accounts with a positive balance of a token, evenly spread, with the first and the last. */
export function holdersIn(balances: Pick<PagedList, "rows"> | undefined, most: number): readonly string[] {
  const holding = balances?.rows.filter(({ balance }) => typeof balance === "number" && balance > 0);
  const accounts = holding?.map(({ account }) => integerText(account)).filter((id) => ENTITY_ID.test(id));
  return spread(accounts ?? [], most);
}

export function nextIn(response: Pick<ResponseContent, "body">): unknown {
  const links = isObject(response.body.value) ? response.body.value["links"] : undefined;
  return isObject(links) ? links["next"] : undefined;
}

/** Whether a page has a `links.next` that is not null. Such a page may be empty although rows follow. */
export const hasNextPage = (page: Pick<ResponseContent, "body">): boolean => (nextIn(page) ?? null) !== null;

/** Whether `links.next` is a string other than `"null"`, which certain services send instead of null. */
export const isLink = (next: unknown): next is string => typeof next === "string" && next !== "null";

interface Link {
  readonly url: string;
  /** Path and query from the origin. */
  readonly target: string;
}

/** Resolves `links.next` against the URLs of the request and of the service, and adds the path prefix, which a service may not know. */
export function resolveNext(next: unknown, { url, prefix }: ApiResponse): readonly Link[] {
  if (!isLink(next) || next.length > LONGEST_LINK) return [];
  const { origin } = new URL(url);
  const links = [url, `${origin}${prefix}/`].flatMap((base) => {
    const to = URL.canParse(next, base) ? new URL(next, base) : undefined;
    if (to?.origin !== origin) return [];
    const { pathname, search } = to;
    const target = (prefix === "" || pathname.startsWith(`${prefix}/`) ? "" : prefix) + pathname + search;
    return [{ url: origin + target, target }];
  });
  return uniqueBy(links, ({ target }) => target);
}

/** Maximum length of a link that is followed; servers refuse longer ones. */
const LONGEST_LINK = 8_000;

/** The distinct hexadecimal public keys in the admin_key of records (§2.3, §2.8). */
export function publicKeysIn(records: readonly unknown[]): readonly string[] {
  const keys = records
    .map((record) => (isObject(record) && isObject(record["admin_key"]) ? record["admin_key"]["key"] : ""))
    .filter((key) => typeof key === "string")
    .filter((key) => /^(?:0x)?(?:[0-9a-f]{2}){16,1000}$/i.test(key));
  return [...new Set(keys)];
}
