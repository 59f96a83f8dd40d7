import type { Json } from "../json.ts";
import { valuesOf, type Rewriting } from "../rewriting/ask.ts";
import { editBody, isSuccess } from "../rewriting/answer.ts";
import { follow, nextOf, relist, withNext } from "../rewriting/list.ts";
import type { Variant } from "../variant.ts";

function isList(endpoint: string): boolean {
  return endpoint === "tokens" || endpoint === "tokenBalances";
}

function relink(change: (next: string) => string): Rewriting {
  return editBody((body, ask) => {
    const next = isList(ask.endpoint) ? nextOf(body) : null;
    return next === null ? body : withNext(body, change(next));
  });
}

const PAGE = "page";

function sealed(next: string): string {
  const query = next.slice(next.indexOf("?") + 1);
  return `?${PAGE}=${Buffer.from(query).toString("base64url")}`;
}

/** Reads the sealed query of a link; every other request is as it was sent. */
const unsealing: Rewriting = (handler) => (ask) => {
  const page = ask.query.find(([name]) => name === PAGE)?.[1];
  if (page === undefined) return handler(ask);
  return handler(follow(ask, `?${Buffer.from(page, "base64url").toString()}`));
};

function before(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : 1;
  return typeof a === "bigint" && typeof b === "bigint" && a < b ? -1 : 1;
}

// Equal symbols and equal balances lie in any order, as the sort key allows.
const otherKeys: Rewriting = (handler) => (ask) => {
  const [member, key] =
    ask.endpoint === "tokens" ? (["tokens", "symbol"] as const) : (["balances", "balance"] as const);
  const relisted = relist(member, (rows) => {
    const sorted = rows.toSorted((a, b) => before(a[key], b[key]));
    return valuesOf(ask, "order").at(-1) === "desc" ? sorted.toReversed() : sorted;
  });
  return (isList(ask.endpoint) ? relisted(handler) : handler)(ask);
};

/** Links and listings of other forms. */
export const linkVariants: Readonly<Record<string, Variant>> = {
  "absolute-links": {
    description: "links.next is an absolute URL",
    answers: (handler, urls) => relink((next) => new URL(urls().baseUrl).origin + next)(handler),
  },
  "opaque-cursor": {
    description: "links.next is a query alone, with everything sealed in one parameter",
    answers: (handler) => relink(sealed)(unsealing(handler)),
  },
  "links-without-prefix": {
    description: "links.next is a path that lacks the prefix of the base URL",
    settings: { prefix: "" },
  },
  "other-sort-keys": {
    description: "tokens are sorted by symbol and balances by balance",
    answers: (handler) => otherKeys(handler),
  },
  "short-pages": {
    description: "a page has seven items unless asked otherwise",
    settings: { pageSize: 7 },
  },
  "link-object": {
    description: "links.next is an object, which cannot be followed",
    answers: (handler) => (ask) => {
      const answer = handler(ask);
      const next = isSuccess(answer) && isList(ask.endpoint) ? nextOf(answer.body) : null;
      if (!isSuccess(answer) || next === null) return answer;
      return { ...answer, body: withNext(answer.body, { after: next }) };
    },
  },
};
