import { spread } from "./clause.ts";
import {
  type ResponseContent,
  type ApiRequest,
  type RequestSender,
  beforeQuery,
  type ResponseBody,
  type ApiResponse,
} from "../model/exchange.ts";
import { integerText } from "../model/compare.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { exactBody, integerOf } from "../message/body.ts";
import { describeResponse, isObject, isSuccess, type JsonRecord } from "../message/classify.ts";
import { stepTo, writtenAt } from "../message/pointer.ts";
import { cutValue } from "../schema/check-fields.ts";

/** A row of a list. Elements that are no objects are left out here; the clauses on fields check them. */
export type ListRow = JsonRecord;

/** The identity of a row: the value of a member, as a key that is equal for equal values only. */
export function keyOf(row: ListRow, member: string): unknown {
  const value = row[member];
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** The identities of all rows. */
export function rowKeys(rows: readonly ListRow[], member: string): ReadonlySet<unknown> {
  return new Set(rows.map((row) => keyOf(row, member)));
}

export interface ListPage {
  readonly response: ApiResponse;
  readonly rows: readonly ListRow[];
  /** `links.next` as it came; undefined where it is absent. */
  readonly next: unknown;
}

/**
 * How a paged list ended: `null`: the contract's end; `budget`: still going when the paged list was cut;
 * `repeated`: a link that was followed before; `foreign`: a link to another origin or of a form that
 * cannot be followed; `refused`: a page that is not a success; `absent`: no next member.
 */
export type ListEnd = "null" | "budget" | "repeated" | "foreign" | "refused" | "absent";

export interface PagedList {
  /** The member that tells one row from another. */
  readonly identity: string;
  readonly pages: readonly ListPage[];
  readonly rows: readonly ListRow[];
  readonly end: ListEnd;
}

/** Empty pages in a row behind which no more rows are looked for. */
export const ENDLESS = 4;

/** Follows `links.next` from a first request (4.1), at most so many pages, and those that show that no more rows come. */
export async function pagedList(t: RequestSender, first: ApiRequest, maxPages: number): Promise<PagedList> {
  const pages: ListPage[] = [];
  const identity = identityOf(first.endpoint);
  const finish = (end: ListEnd, ...refused: readonly ListPage[]): PagedList => {
    const all = [...pages, ...refused];
    return { identity, pages: all, rows: all.flatMap((page) => page.rows), end };
  };
  const seen = new Set<string>();
  let response = await t.get(first);
  for (;;) {
    if (!isSuccess(response)) {
      return finish("refused", { response, rows: [], next: undefined });
    }
    seen.add(response.url);
    const page: ListPage = { response, rows: rowsIn(response), next: nextIn(response) };
    pages.push(page);
    if (page.next === null || page.next === undefined) {
      return finish(page.next === null || !isPaged(response) ? "null" : "absent");
    }
    const links = resolveNext(page.next, response);
    const [link] = links;
    if (link === undefined) {
      return finish("foreign");
    }
    if (seen.has(link.url)) {
      return finish("repeated");
    }
    const empty = pages.length - 1 - pages.findLastIndex(({ rows }) => rows.length > 0);
    if (pages.length >= maxPages && (empty === 0 || empty >= ENDLESS)) {
      return finish("budget");
    }
    response = await followPages(t, first, links, response);
  }
}

/** A paged list over one page that came, in which nothing is known of what is behind it. */
export function onePage(response: ApiResponse): PagedList {
  const rows = rowsIn(response);
  return {
    identity: identityOf(response.request.endpoint),
    pages: [{ response, rows, next: nextIn(response) }],
    rows,
    end: "budget",
  };
}

/** The page behind the first of the links that leads to one. */
async function followPages(
  t: RequestSender,
  first: ApiRequest,
  links: readonly Link[],
  from: ApiResponse,
): Promise<ApiResponse> {
  // Only the first page shows how parameters combine: a later page may fail at a gateway for other reasons.
  const { gateways: _gateways, ...behind } = first;
  const responses: ApiResponse[] = [];
  for (const { target } of links) {
    const response = await t.get({ ...behind, target, fromOrigin: true });
    if (isSuccess(response)) {
      return response;
    }
    responses.push(response);
  }
  // An error from the path of the list says more than an error from another interpretation of the link.
  return responses.find(({ url }) => beforeQuery(url) === beforeQuery(from.url)) ?? responses.at(-1) ?? from;
}

/** No list came at all: the first page is no success, whatever its status. */
export function isRefusedList({ end, pages }: PagedList): boolean {
  return end === "refused" && pages.length === 1;
}

/** The response at which a paged list ended, with its description. */
export function stopOf({ pages, end }: Pick<PagedList, "pages" | "end">): {
  readonly came: string;
  readonly by?: ApiResponse;
} {
  const last = pages.at(-1);
  if (last === undefined) {
    return { came: "no page" };
  }
  const came = end === "refused" ? describeResponse(last.response) : `links.next is ${cutValue(last.next)}`;
  return { came, by: last.response };
}

/** Pages that a paged list over part of a list may take: all of a list that is known, a few of an endless one. */
export function pagesFor(list: {
  readonly complete: boolean;
  readonly rows: readonly unknown[];
  readonly pageRows: number;
  readonly size: { readonly pages: number };
}): number {
  return list.complete
    ? Math.min(Math.ceil(list.rows.length / list.pageRows) + 3, list.size.pages)
    : Math.min(4, list.size.pages);
}

/** Whether the contract gives the list pages at all. */
function isPaged(response: ApiResponse): boolean {
  return operations[response.request.endpoint].success.properties?.["links"] !== undefined;
}

/** Member of a row that tells it from the others of its list. */
export function identityOf(endpoint: Endpoint): string {
  return operations[endpoint].list?.identity ?? "";
}

/** Member of the body that holds the rows of a list. */
export function rowsMember({ request }: ApiResponse): string {
  return operations[request.endpoint].list?.rows ?? "";
}

/** Where rows stand in bodies that hold numbers beyond what doubles keep. */
const rowPlaces = new WeakMap<ListRow, readonly [body: ResponseBody, pointer: string]>();

/** A member of a row, integers exact (interpretation 6): one that a double does not hold is a bigint. */
export function exactly(row: ListRow, member: string): unknown {
  const value = row[member];
  if (typeof value !== "number" || Number.isSafeInteger(value)) {
    return value;
  }
  const [body, pointer] = rowPlaces.get(row) ?? [];
  const digits = body && writtenAt(body, `${pointer}${stepTo(member)}`);
  return integerOf(digits ?? String(value)) ?? value;
}

/** The objects in the list of a body, whatever its status; none where it has no such list. */
export function rowsIn(response: ApiResponse): readonly ListRow[] {
  const member = rowsMember(response);
  const list = isObject(response.body.value) ? response.body.value[member] : undefined;
  if (!Array.isArray(list)) {
    return [];
  }
  const isNew = (row: unknown): boolean => isObject(row) && !rowPlaces.has(row);
  if (exactBody(response.body) !== undefined && list.some(isNew)) {
    list.forEach(
      (row, index) => isObject(row) && rowPlaces.set(row, [response.body, stepTo(member) + stepTo(index)]),
    );
  }
  // Nearly always every element is an object: avoid keeping a copy of each page in memory.
  return list.every(isObject) ? list : list.filter(isObject);
}

/** At most `most` accounts with a positive balance of a token, evenly spread, with the first and the last. */
export function holdersIn(balances: Pick<PagedList, "rows"> | undefined, most: number): readonly string[] {
  const holding = balances?.rows.filter(({ balance }) => typeof balance === "number" && balance > 0);
  const accounts = holding?.map(({ account }) => integerText(account)).filter((id) => ENTITY_ID.test(id));
  return spread(accounts ?? [], most);
}

/** `links.next` of a page; undefined where it is absent. */
export function nextIn(response: Pick<ResponseContent, "body">): unknown {
  const links = isObject(response.body.value) ? response.body.value["links"] : undefined;
  return isObject(links) ? links["next"] : undefined;
}

/** A text that may be a link, which what some write for null is not. */
export const isLink = (next: unknown): next is string => typeof next === "string" && next !== "null";

export interface Link {
  readonly url: string;
  /** Path and query from the origin. */
  readonly target: string;
}

/**
 * Resolves `links.next` as RFC 3986 says against the request, then against the URL of the service; a link into
 * the target's origin that lacks the path prefix of the service gets it back. Empty: another origin, or no
 * reference at all.
 */
export function resolveNext(next: unknown, { url, prefix }: ApiResponse): readonly Link[] {
  if (!isLink(next) || next.length > LONGEST_LINK) {
    return [];
  }
  const { origin } = new URL(url);
  const links = [url, `${origin}${prefix}/`].flatMap((from) => {
    const to = URL.canParse(next, from) ? new URL(next, from) : undefined;
    if (to?.origin !== origin) {
      return [];
    }
    const { pathname, search } = to;
    const target = (prefix === "" || pathname.startsWith(`${prefix}/`) ? "" : prefix) + pathname + search;
    return [{ url: origin + target, target }];
  });
  return links.filter(({ target }, index) => links.findIndex((other) => other.target === target) === index);
}

/** Characters of a link that is followed; servers refuse longer ones. */
const LONGEST_LINK = 8_000;

/** The public keys that records show in their admin_key (§2.3, §2.8), each once. */
export function publicKeysIn(records: readonly unknown[]): readonly string[] {
  const keys = records
    .map((record) => (isObject(record) && isObject(record["admin_key"]) ? record["admin_key"]["key"] : ""))
    .filter((key) => typeof key === "string")
    .filter((key) => /^(?:0x)?(?:[0-9a-f]{2}){16,1000}$/i.test(key));
  return [...new Set(keys)];
}
