import type { Endpoint } from "../../schemas/operations.ts";
import { setQuery, textOf, type Json, type JsonObject } from "../exchange.ts";
import { editRows, fromStart, nextOf, nextPlace, queryLink, relink, relist, spanOf } from "../listing.ts";
import { wholeList, withNext, withRows } from "../listing.ts";
import { changedEverywhere, editFees, editRequest, holds, isDescending, isEndpoint } from "../rewriting.ts";
import { isSuccessResponse, lastOf, when, withQuery } from "../rewriting.ts";
import type { Condition, Rewriting, ValueChange } from "../rewriting.ts";
import { CURSOR, LEDGER_PREFIX } from "../service/parameters.ts";
import { concerning, LIST_ENDPOINTS, type Variant } from "../variant.ts";

const PAGE = "page";

const encodeLinkQuery = (next: string): string =>
  `?${PAGE}=${Buffer.from(next.slice(next.indexOf("?") + 1)).toString("base64url")}`;

const decodeLinkQuery = when(PAGE)(
  editRequest((request) =>
    nextPlace(request, `?${Buffer.from(lastOf(request, PAGE), "base64url").toString()}`),
  ),
);

/** Sorts one of the two lists by `key`, in reverse with desc; with `isAnyOrder` in the same order for every request. */
const linksSortedBy = (
  endpoint: Endpoint,
  key: (row: JsonObject) => Json | undefined,
  isAnyOrder = false,
): Rewriting =>
  when(isEndpoint(endpoint))(
    relist((rows, request) => {
      const sorted = rows.toSorted((a, b) => ((key(a) ?? "") < (key(b) ?? "") ? -1 : 1));
      return !isAnyOrder && holds(isDescending, request) ? sorted.toReversed() : sorted;
    }),
  );

/** The label by which a token is sorted: its symbol, or null if the symbol is empty or begins with a letter from A to M. */
const linkLabel = (row: JsonObject): Json =>
  /^[^A-M]/i.test(textOf(row["symbol"])) ? (row["symbol"] ?? null) : null;

// Rows with equal keys are in any order; rows without a label come first, with desc last.
const byLabel = linksSortedBy("tokens", linkLabel);
const labelledLinks = when(isEndpoint("tokens"))(
  editRows((rows) => rows.map((row) => ({ ...row, label: linkLabel(row) }))),
);
const linksByName = linksSortedBy("tokens", (row) => row["name"]);
const byBalance = linksSortedBy("tokenBalances", (row) => row["balance"]);

const isFiltered: Condition = ({ query }) =>
  query.some(([name, value]) => name !== CURSOR && name !== "order" && value !== "100");

// All balances and all gas values are equal, so rows are in any order. The order differs between requests.
const balancesInAnyOrder = when(isFiltered)(
  linksSortedBy("tokenBalances", ({ account }) => textOf(account).split("").toReversed().join(""), true),
);
const feesInAnyOrder = when([isEndpoint("networkFees"), (request) => !holds("order", request)])(
  editFees((fees) => fees.toReversed()),
);

const withEqualValues: ValueChange = (value, name) => {
  if (name === "name") return textOf(value).slice(0, 2);
  return name === "balance" || name === "gas" ? 1n : value;
};

const LINK_FILTERS = /^(token\.id|account\.(id|balance|publickey)|publickey)$/;

// A page consists of the selected rows among the next `limit` rows of the whole list. It has a link if a later row is selected.
const filterEachPage: Rewriting = (handler) => (request) => {
  const identity = request.endpoint === "tokens" ? "token_id" : "account";
  const first = handler(fromStart(request));
  if (!isSuccessResponse(first) || !("links" in first.body) || holds("name", request)) return first;
  const selected = new Set(wholeList(handler, request).map((row) => row[identity]));
  const isSelected = (row: JsonObject): boolean => selected.has(row[identity]);
  const rows = wholeList(
    handler,
    withQuery(request, (name, value) => (LINK_FILTERS.test(name) ? undefined : value)),
  );
  const { limit, from } = spanOf(request);
  const next = queryLink(setQuery(request, CURSOR, String(from + limit)).query);
  const page = withRows(first.body, rows.slice(from, from + limit).filter(isSelected));
  return { ...first, body: withNext(page, rows.slice(from + limit).some(isSelected) ? next : null) };
};

const FILLED = "filled";

const emptyFirstPageAtTimes: Rewriting = (handler) => {
  const emptied = emptyFirstPage(handler);
  let turn = 0;
  return (request) => (holds(FILLED, request) || (turn += 1) % 3 === 0 ? emptied : handler)(request);
};

// The first page of a list of several pages is empty, as in a service that has not found a row yet.
const emptyFirstPage: Rewriting = (handler) => (request) => {
  const filled = setQuery(request, FILLED, undefined);
  const response = handler(filled);
  if (
    holds(FILLED, request) ||
    holds(CURSOR, request) ||
    !isSuccessResponse(response) ||
    nextOf(response.body) === null
  ) {
    return response;
  }
  return {
    ...response,
    body: withNext(withRows(response.body, []), queryLink([...filled.query, [FILLED, "1"]])),
  };
};

const NAMED_LINKS = [CURSOR, "token.id", "account.id"];

// Each response has a different number of rows, regardless of the limit.
const varyPageSize: Rewriting = (handler) => {
  let requests = 0;
  return editRequest((request) => {
    requests += 1;
    const stated = withQuery(request, (name, value) => (NAMED_LINKS.includes(name) ? value : undefined));
    return setQuery(stated, "limit", String(5 + ((7 * requests) % 20)));
  })(handler);
};

export const linkVariants: Readonly<Record<string, Variant>> = {
  ...concerning(LIST_ENDPOINTS, {
    "absolute-links": {
      description: "links.next is an absolute URL",
      responses: (handler, urls) => relink((next) => new URL(urls().baseUrl).origin + next)(handler),
    },
    "opaque-cursor": {
      description: "links.next is only a query, with all parameters encoded in one opaque cursor",
      responses: (handler) => relink(encodeLinkQuery)(decodeLinkQuery(handler)),
    },
    "links-without-prefix": {
      description: "links.next is a path without the path prefix of the base URL",
      responses: relink((next) => next.replace(LEDGER_PREFIX, "")),
    },
    "other-sort-keys": {
      description:
        "tokens are sorted by an additional member, which is null in some rows; balances are sorted by balance",
      responses: (handler) => labelledLinks(byLabel(byBalance(handler))),
    },
  }),
  "equal-balances": {
    description:
      "all balances and all gas values are equal, so rows are in any order; token names have two characters",
    dataset: (data) => changedEverywhere(data, withEqualValues),
    responses: (handler) => linksByName(balancesInAnyOrder(feesInAnyOrder(handler))),
  },
  ...concerning(LIST_ENDPOINTS, {
    "sparse-pages": {
      description:
        "a page has the selected rows of a fixed range, so it may have fewer rows than the limit, or none",
      responses: filterEachPage,
    },
    "hollow-pages": {
      description: "the first page of a list of several pages is empty",
      responses: emptyFirstPage,
    },
    "hollow-pages-at-times": {
      description: "at every third request, the first page of a list of several pages is empty",
      responses: emptyFirstPageAtTimes,
    },
    "short-pages": { description: "a page has seven rows if no limit is sent", settings: { pageSize: 7 } },
    "pages-of-any-size": {
      description: "lists have no parameters but token.id and account.id, and their pages differ in size",
      responses: (handler) =>
        when(isEndpoint("tokens"))(varyPageSize)(when(isEndpoint("tokenBalances"))(varyPageSize)(handler)),
      target: (target) => ({ ...target, parameters: {} }),
    },
    "link-object": {
      description: "links.next is an object instead of a URL, and cannot be followed",
      responses: relink((next) => ({ after: next })),
    },
  }),
};
