import type { Endpoint } from "../../schemas/operations.ts";
import * as kit from "../kit.ts";
import { CURSOR, LEDGER_PREFIX } from "../service/parameters.ts";
import { concerning, LIST_ENDPOINTS, type Variant } from "../variant.ts";

const PAGE = "page";

const encodeLinkQuery = (next: string): string =>
  `?${PAGE}=${Buffer.from(next.slice(next.indexOf("?") + 1)).toString("base64url")}`;

/** Decodes the opaque query of a link; every other request stays unchanged. */
const decodeLinkQuery = kit.when(PAGE)(
  kit.editRequest((request) =>
    kit.nextPlace(request, `?${Buffer.from(kit.lastOf(request, PAGE), "base64url").toString()}`),
  ),
);

/** Sorts one of the two lists by `key`, in reverse with desc; with `isAnyOrder` in the same order for every request. */
const linksSortedBy = (
  endpoint: Endpoint,
  key: (row: kit.JsonObject) => kit.Json | undefined,
  isAnyOrder = false,
): kit.Rewriting =>
  kit.when(kit.isEndpoint(endpoint))(
    kit.relist((rows, request) => {
      const sorted = rows.toSorted((a, b) => ((key(a) ?? "") < (key(b) ?? "") ? -1 : 1));
      return !isAnyOrder && kit.holds(kit.isDescending, request) ? sorted.toReversed() : sorted;
    }),
  );

/** The label by which a token is sorted: its symbol, or null if the symbol begins with a letter from A to M. */
const linkLabel = (row: kit.JsonObject): kit.Json =>
  /^[^A-M]/i.test(kit.textOf(row["symbol"])) ? (row["symbol"] ?? null) : null;

// Rows with equal labels or equal balances are in any order; rows without a label come first.
const byLabel = linksSortedBy("tokens", linkLabel);
const labelledLinks = kit.when(kit.isEndpoint("tokens"))(
  kit.editRows((rows) => rows.map((row) => ({ ...row, label: linkLabel(row) }))),
);
const linksByName = linksSortedBy("tokens", (row) => row["name"]);
const byBalance = linksSortedBy("tokenBalances", (row) => row["balance"]);

const isFiltered: kit.Condition = ({ query }) =>
  query.some(([name, value]) => name !== CURSOR && name !== "order" && value !== "100");

// All balances and all gas values are equal, so rows are in any order. The order differs between requests.
const balancesInAnyOrder = kit.when(isFiltered)(
  linksSortedBy("tokenBalances", ({ account }) => kit.textOf(account).split("").toReversed().join(""), true),
);
const feesInAnyOrder = kit.when([kit.isEndpoint("networkFees"), (request) => !kit.holds("order", request)])(
  kit.editFees((fees) => fees.toReversed()),
);

const withEqualValues: kit.ValueChange = (value, name) => {
  if (name === "name") return kit.textOf(value).slice(0, 2);
  return name === "balance" || name === "gas" ? 1n : value;
};

const LINK_FILTERS = /^(token\.id|account\.(id|balance|publickey)|publickey)$/;

// A page consists of the selected rows among the next `limit` rows of the whole list. It has a link if a later row is selected.
const filterEachPage: kit.Rewriting = (handler) => (request) => {
  const identity = request.endpoint === "tokens" ? "token_id" : "account";
  const first = handler(kit.fromStart(request));
  if (!kit.isSuccessResponse(first) || !("links" in first.body) || kit.holds("name", request)) return first;
  const selected = new Set(kit.wholeList(handler, request).map((row) => row[identity]));
  const isSelected = (row: kit.JsonObject): boolean => selected.has(row[identity]);
  const rows = kit.wholeList(
    handler,
    kit.withQuery(request, (name, value) => (LINK_FILTERS.test(name) ? undefined : value)),
  );
  const { limit, from } = kit.spanOf(request);
  const next = kit.queryLink(kit.setQuery(request, CURSOR, String(from + limit)).query);
  const page = kit.withRows(first.body, rows.slice(from, from + limit).filter(isSelected));
  return { ...first, body: kit.withNext(page, rows.slice(from + limit).some(isSelected) ? next : null) };
};

const FILLED = "filled";

const emptyFirstPageAtTimes: kit.Rewriting = (handler) => {
  const emptied = emptyFirstPage(handler);
  let turn = 0;
  return (request) => (kit.holds(FILLED, request) || (turn += 1) % 3 === 0 ? emptied : handler)(request);
};

// The first page of a list of several pages is empty, as in a service that has not found a row yet.
const emptyFirstPage: kit.Rewriting = (handler) => (request) => {
  const filled = kit.setQuery(request, FILLED, undefined);
  const response = handler(filled);
  if (
    kit.holds(FILLED, request) ||
    kit.holds(CURSOR, request) ||
    !kit.isSuccessResponse(response) ||
    kit.nextOf(response.body) === null
  ) {
    return response;
  }
  return {
    ...response,
    body: kit.withNext(kit.withRows(response.body, []), kit.queryLink([...filled.query, [FILLED, "1"]])),
  };
};

const NAMED_LINKS = [CURSOR, "token.id", "account.id"];

// Each response has a different number of rows, regardless of the limit.
const varyPageSize: kit.Rewriting = (handler) => {
  let requests = 0;
  return kit.editRequest((request) => {
    requests += 1;
    const stated = kit.withQuery(request, (name, value) => (NAMED_LINKS.includes(name) ? value : undefined));
    return kit.setQuery(stated, "limit", String(5 + ((7 * requests) % 20)));
  })(handler);
};

export const linkVariants: Readonly<Record<string, Variant>> = {
  ...concerning(LIST_ENDPOINTS, {
    "absolute-links": {
      description: "links.next is an absolute URL",
      responses: (handler, urls) => kit.relink((next) => new URL(urls().baseUrl).origin + next)(handler),
    },
    "opaque-cursor": {
      description: "links.next is only a query, with all parameters encoded in one opaque cursor",
      responses: (handler) => kit.relink(encodeLinkQuery)(decodeLinkQuery(handler)),
    },
    "links-without-prefix": {
      description: "links.next is a path without the path prefix of the base URL",
      responses: kit.relink((next) => next.replace(LEDGER_PREFIX, "")),
    },
    "other-sort-keys": {
      description: "tokens are sorted by an additional member, null in some rows, and balances by balance",
      responses: (handler) => labelledLinks(byLabel(byBalance(handler))),
    },
  }),
  "equal-balances": {
    description:
      "all balances and all gas values are equal, in any order; tokens are sorted by names too short to search for",
    dataset: (data) => kit.changedEverywhere(data, withEqualValues),
    responses: (handler) => linksByName(balancesInAnyOrder(feesInAnyOrder(handler))),
  },
  ...concerning(LIST_ENDPOINTS, {
    "sparse-pages": {
      description: "a page filters a fixed range of rows, so it may have fewer rows than the limit, or none",
      responses: filterEachPage,
    },
    "hollow-pages": {
      description: "the first page of a list of several pages is empty",
      responses: emptyFirstPage,
    },
    "hollow-pages-at-times": {
      description: "every third time, the first page of a list of several pages is empty",
      responses: emptyFirstPageAtTimes,
    },
    "short-pages": { description: "a page has seven rows if no limit is sent", settings: { pageSize: 7 } },
    "pages-of-any-size": {
      description: "lists have only the parameters that the contract names, and pages of any size",
      responses: (handler) =>
        kit.when(kit.isEndpoint("tokens"))(varyPageSize)(
          kit.when(kit.isEndpoint("tokenBalances"))(varyPageSize)(handler),
        ),
      target: (target) => ({ ...target, parameters: {} }),
    },
    "link-object": {
      description: "links.next is an object instead of a URL, and cannot be followed",
      responses: kit.relink((next) => ({ after: next })),
    },
  }),
};
