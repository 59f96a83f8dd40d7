import type { Endpoint } from "../../schemas/operations.ts";
import { setQuery, textOf, type Json, type JsonObject } from "../exchange.ts";
import { editRows, follow, fromStart, linkOf, nextOf, relink, relist, spanOf } from "../listing.ts";
import { wholeList, withNext, withRows } from "../listing.ts";
import { at, changedEverywhere, desc, editAsk, editFees, holds, isSuccess, lastOf } from "../rewriting.ts";
import { when, withQuery } from "../rewriting.ts";
import type { Condition, Rewriting, ValueChange } from "../rewriting.ts";
import { CURSOR, PREFIX } from "../service/parameters.ts";
import { concerning, LISTS, type Variant } from "../variant.ts";

const PAGE = "page";

/** Everything that a link asks for in one parameter. */
const sealed = (next: string): string =>
  `?${PAGE}=${Buffer.from(next.slice(next.indexOf("?") + 1)).toString("base64url")}`;

/** Reads the sealed query of a link; every other request is as it was sent. */
const unsealing = when(
  PAGE,
  editAsk((ask) => follow(ask, `?${Buffer.from(lastOf(ask, PAGE), "base64url").toString()}`)),
);

/** One of the two lists in the order of these keys; under desc turned, but for a request that is in any order. */
const sortedBy = (
  endpoint: Endpoint,
  key: (row: JsonObject) => Json | undefined,
  isAnyOrder = false,
): Rewriting =>
  when(
    at(endpoint),
    relist((rows, ask) => {
      const sorted = rows.toSorted((a, b) => ((key(a) ?? "") < (key(b) ?? "") ? -1 : 1));
      return !isAnyOrder && holds(desc, ask) ? sorted.toReversed() : sorted;
    }),
  );

/** What a token has as a label: nothing, where its symbol begins with one of the first letters. */
const labelOf = (row: JsonObject): Json =>
  /^[^A-M]/i.test(textOf(row["symbol"])) ? (row["symbol"] ?? null) : null;

// Equal labels and equal balances lie in any order, as the sort key allows; those without a label come first.
const byLabel = sortedBy("tokens", labelOf);
const labelled = when(
  at("tokens"),
  editRows((rows) => rows.map((row) => ({ ...row, label: labelOf(row) }))),
);
const byName = sortedBy("tokens", (row) => row["name"]);
const byBalance = sortedBy("tokenBalances", (row) => row["balance"]);

const isFiltered: Condition = ({ query }) =>
  query.some(([name, value]) => name !== CURSOR && name !== "order" && value !== "100");

// Sorted by balance or gas, where all are the same: in any order, and in another one for other requests.
const balancesInAnyOrder = when(
  isFiltered,
  sortedBy("tokenBalances", ({ account }) => textOf(account).split("").toReversed().join(""), true),
);
const feesInAnyOrder = when(
  [at("networkFees"), (ask) => !holds("order", ask)],
  editFees((fees) => fees.toReversed()),
);

const ofOnePiece: ValueChange = (value, name) => {
  if (name === "name") return textOf(value).slice(0, 2);
  return name === "balance" || name === "gas" ? 1n : value;
};

const FILTERS = /^(token\.id|account\.(id|balance|publickey)|publickey)$/;

// As many rows as the limit are looked at for each page; a link stands where more of those to come are selected.
const sparse: Rewriting = (handler) => (ask) => {
  const identity = ask.endpoint === "tokens" ? "token_id" : "account";
  const first = handler(fromStart(ask));
  if (!isSuccess(first) || !("links" in first.body) || holds("name", ask)) return first;
  const selected = new Set(wholeList(handler, ask).map((row) => row[identity]));
  const isSelected = (row: JsonObject): boolean => selected.has(row[identity]);
  const rows = wholeList(
    handler,
    withQuery(ask, (name, value) => (FILTERS.test(name) ? undefined : value)),
  );
  const { limit, from } = spanOf(ask);
  const next = linkOf(setQuery(ask, CURSOR, String(from + limit)).query);
  const page = withRows(first.body, rows.slice(from, from + limit).filter(isSelected));
  return { ...first, body: withNext(page, rows.slice(from + limit).some(isSelected) ? next : null) };
};

const FILLED = "filled";

// A list with a further page begins with an empty one: rows were looked for, and not found yet.
const hollow: Rewriting = (handler) => (ask) => {
  const asked = setQuery(ask, FILLED, undefined);
  const answer = handler(asked);
  if (holds(FILLED, ask) || holds(CURSOR, ask) || !isSuccess(answer) || nextOf(answer.body) === null) {
    return answer;
  }
  return { ...answer, body: withNext(withRows(answer.body, []), linkOf([...asked.query, [FILLED, "1"]])) };
};

const NAMED = [CURSOR, "token.id", "account.id"];

// Each request gets another number of rows, whatever limit it has.
const ofAnySize: Rewriting = (handler) => {
  let requests = 0;
  return editAsk((ask) => {
    requests += 1;
    const known = withQuery(ask, (name, value) => (NAMED.includes(name) ? value : undefined));
    return setQuery(known, "limit", String(5 + ((7 * requests) % 20)));
  })(handler);
};

export const linkVariants: Readonly<Record<string, Variant>> = {
  ...concerning(LISTS, {
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
      answers: relink((next) => next.replace(PREFIX, "")),
    },
    "other-sort-keys": {
      description: "tokens are sorted by a member of their own, null in some, and balances by balance",
      answers: (handler) => labelled(byLabel(byBalance(handler))),
    },
  }),
  "equal-balances": {
    description:
      "all balances and gas are one, in any order; tokens are sorted by names too short to search for",
    dataset: (data) => changedEverywhere(data, ofOnePiece),
    answers: (handler) => byName(balancesInAnyOrder(feesInAnyOrder(handler))),
  },
  ...concerning(LISTS, {
    "sparse-pages": {
      description: "a page has those of the rows it looked at that are selected, which may be none",
      answers: sparse,
    },
    "hollow-pages": { description: "a list of several pages begins with an empty one", answers: hollow },
    "short-pages": {
      description: "a page has seven items without a limit parameter",
      settings: { pageSize: 7 },
    },
    "pages-of-any-size": {
      description: "lists have only the parameters whose names are shown, and pages of any size",
      answers: (handler) => when(at("tokens"), ofAnySize)(when(at("tokenBalances"), ofAnySize)(handler)),
      target: (target) => ({ ...target, parameters: {} }),
    },
    "link-object": {
      description: "links.next is an object, which cannot be followed",
      answers: relink((next) => ({ after: next })),
    },
  }),
};
