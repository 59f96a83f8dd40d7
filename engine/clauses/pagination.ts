import { spread } from "./clause.ts";
import { type Answer, type Ask, type Asker, beforeQuery, type Body, type Reply } from "../model/exchange.ts";
import { asText } from "../model/compare.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { exactBody, integerOf } from "../message/body.ts";
import { describe, isObject, isSuccess, type JsonObject } from "../message/classify.ts";
import { stepTo, writtenAt } from "../message/pointer.ts";
import { cut } from "../schema/check-fields.ts";

/** A row of a list. Anything that is not an object is kept out and judged by the table clauses. */
export type ListRow = JsonObject;

/** What a row is recognised by: the value of a member, as a key that is equal for equal values alone. */
export function keyOf(row: ListRow, member: string): unknown {
  const value = row[member];
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** What rows are recognised by, all of them. */
export function keysOf(rows: readonly ListRow[], member: string): ReadonlySet<unknown> {
  return new Set(rows.map((row) => keyOf(row, member)));
}

export interface Page {
  readonly reply: Reply;
  readonly rows: readonly ListRow[];
  /** `links.next` as it came; undefined where it is absent. */
  readonly next: unknown;
}

/**
 * How a walk ended: `null`: the document's end; `budget`: still going when the walk was cut;
 * `repeated`: a link that was followed before; `foreign`: a link to another origin or of a form that
 * cannot be followed; `refused`: a page that is not a success; `absent`: no next member.
 */
export type WalkEnd = "null" | "budget" | "repeated" | "foreign" | "refused" | "absent";

export interface Walk {
  /** The member that tells one row from another. */
  readonly identity: string;
  readonly pages: readonly Page[];
  readonly rows: readonly ListRow[];
  readonly end: WalkEnd;
}

/** Empty pages in a row behind which no more rows are looked for. */
export const ENDLESS = 4;

/** Follows `links.next` from a first request (4.1), at most so many pages, and those that show that no more rows come. */
export async function walk(t: Asker, first: Ask, maxPages: number): Promise<Walk> {
  const pages: Page[] = [];
  const identity = identityOf(first.endpoint);
  const finish = (end: WalkEnd, ...refused: readonly Page[]): Walk => {
    const all = [...pages, ...refused];
    return { identity, pages: all, rows: all.flatMap((page) => page.rows), end };
  };
  const seen = new Set<string>();
  let reply = await t.get(first);
  for (;;) {
    if (!isSuccess(reply)) {
      return finish("refused", { reply, rows: [], next: undefined });
    }
    seen.add(reply.url);
    const page: Page = { reply, rows: rowsIn(reply), next: nextIn(reply) };
    pages.push(page);
    if (page.next === null || page.next === undefined) {
      return finish(page.next === null || !isPaged(reply) ? "null" : "absent");
    }
    const links = resolveNext(page.next, reply);
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
    reply = await follow(t, first, links, reply);
  }
}

/** A walk over one page that came, in which nothing is known of what is behind it. */
export function onePage(reply: Reply): Walk {
  const rows = rowsIn(reply);
  return {
    identity: identityOf(reply.ask.endpoint),
    pages: [{ reply, rows, next: nextIn(reply) }],
    rows,
    end: "budget",
  };
}

/** The page behind the first of the links that leads to one. */
async function follow(t: Asker, first: Ask, links: readonly Link[], from: Reply): Promise<Reply> {
  // How parameters stand together is seen on the first page: further ones may be late for other reasons.
  const { gateways: _gateways, ...behind } = first;
  const replies: Reply[] = [];
  for (const { target } of links) {
    const reply = await t.get({ ...behind, target, rooted: true });
    if (isSuccess(reply)) {
      return reply;
    }
    replies.push(reply);
  }
  // What the list itself answered tells more than what is under another way to read the link.
  return replies.find(({ url }) => beforeQuery(url) === beforeQuery(from.url)) ?? replies.at(-1) ?? from;
}

/** No list came at all: the first page is no success, whatever its status. */
export function isRefusedWalk({ end, pages }: Walk): boolean {
  return end === "refused" && pages.length === 1;
}

/** What a walk stopped at: its last answer, and what is told of it. */
export function stopOf({ pages, end }: Pick<Walk, "pages" | "end">): {
  readonly came: string;
  readonly by?: Reply;
} {
  const last = pages.at(-1);
  if (last === undefined) {
    return { came: "no page" };
  }
  const came = end === "refused" ? describe(last.reply) : `links.next is ${cut(last.next)}`;
  return { came, by: last.reply };
}

/** Pages that a walk over part of a list may take: all of a list that is known, a few of an endless one. */
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

/** Whether the document gives the list pages at all. */
function isPaged(reply: Reply): boolean {
  return operations[reply.ask.endpoint].success.properties?.["links"] !== undefined;
}

/** Member of a row that tells it from the others of its list. */
export function identityOf(endpoint: Endpoint): string {
  return operations[endpoint].list?.identity ?? "";
}

/** Member of the body that holds the rows of a list. */
export function rowsMember({ ask }: Reply): string {
  return operations[ask.endpoint].list?.rows ?? "";
}

/** Where rows stand in bodies that hold numbers beyond what doubles keep. */
const places = new WeakMap<ListRow, readonly [body: Body, pointer: string]>();

/** A member of a row, integers exact (reading 6): one that a double does not hold is a bigint. */
export function exactly(row: ListRow, member: string): unknown {
  const value = row[member];
  if (typeof value !== "number" || Number.isSafeInteger(value)) {
    return value;
  }
  const [body, pointer] = places.get(row) ?? [];
  const digits = body && writtenAt(body, `${pointer}${stepTo(member)}`);
  return integerOf(digits ?? String(value)) ?? value;
}

/** The objects in the list of a body, whatever its status; none where it has no such list. */
export function rowsIn(reply: Reply): readonly ListRow[] {
  const member = rowsMember(reply);
  const list = isObject(reply.body.value) ? reply.body.value[member] : undefined;
  if (!Array.isArray(list)) {
    return [];
  }
  const isNew = (row: unknown): boolean => isObject(row) && !places.has(row);
  if (exactBody(reply.body) !== undefined && list.some(isNew)) {
    list.forEach(
      (row, index) => isObject(row) && places.set(row, [reply.body, stepTo(member) + stepTo(index)]),
    );
  }
  // Nearly always all of them are: a copy of each page would be held with every walk.
  return list.every(isObject) ? list : list.filter(isObject);
}

/** So many accounts of those that hold some of a token, the first and the last among them. */
export function holdersIn(balances: Pick<Walk, "rows"> | undefined, most: number): readonly string[] {
  const holding = balances?.rows.filter(({ balance }) => typeof balance === "number" && balance > 0);
  const accounts = holding?.map(({ account }) => asText(account)).filter((id) => ENTITY_ID.test(id));
  return spread(accounts ?? [], most);
}

/** `links.next` of a page; undefined where it is absent. */
export function nextIn(reply: Pick<Answer, "body">): unknown {
  const links = isObject(reply.body.value) ? reply.body.value["links"] : undefined;
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
export function resolveNext(next: unknown, { url, prefix }: Reply): readonly Link[] {
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
export function keysIn(records: readonly unknown[]): readonly string[] {
  const keys = records
    .map((record) => (isObject(record) && isObject(record["admin_key"]) ? record["admin_key"]["key"] : ""))
    .filter((key) => typeof key === "string")
    .filter((key) => /^(?:0x)?(?:[0-9a-f]{2}){16,1000}$/i.test(key));
  return [...new Set(keys)];
}
