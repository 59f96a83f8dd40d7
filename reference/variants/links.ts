import type { Endpoint } from "../../schemas/operations.ts";
import type { Dataset } from "../dataset.ts";
import { isArray, setQuery, textOf, valuesOf, type Ask, type Json, type JsonObject } from "../exchange.ts";
import { editRows, follow, fromStart, linkOf, nextOf, relist, spanOf, wholeList } from "../listing.ts";
import { withNext, withRows } from "../listing.ts";
import { changedEverywhere, edit, editBody, holds, isSuccess, when, type Rewriting } from "../rewriting.ts";
import { CURSOR, PREFIX } from "../service/parameters.ts";
import { LISTS, type Variant } from "../variant.ts";

function relink(change: (next: string) => Json): Rewriting {
  return editBody((body) => {
    const next = nextOf(body);
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

/** One of the two lists in another order; under desc turned, where the order counts. */
const sortedBy = (
  endpoint: Endpoint,
  key: (row: JsonObject) => Json | undefined,
  turns: boolean,
): Rewriting =>
  when(
    (ask) => ask.endpoint === endpoint,
    relist((rows, ask) => {
      const sorted = rows.toSorted((a, b) => before(key(a), key(b)));
      return turns && valuesOf(ask, "order").at(-1) === "desc" ? sorted.toReversed() : sorted;
    }),
  );

/** What a token has as a label: nothing, where its symbol begins with one of the first letters. */
const labelOf = (row: JsonObject): Json =>
  /^[^A-M]/i.test(textOf(row["symbol"])) ? (row["symbol"] ?? null) : null;

// Equal labels and equal balances lie in any order, as the sort key allows; those without a label come first.
const byLabel = sortedBy("tokens", (row) => labelOf(row) ?? "", true);
const labelled = when(
  ({ endpoint }) => endpoint === "tokens",
  editRows((rows) => rows.map((row) => ({ ...row, label: labelOf(row) }))),
);
const byName = sortedBy("tokens", (row) => row["name"], true);
const byBalance = sortedBy("tokenBalances", (row) => row["balance"], true);

const scrambled = sortedBy(
  "tokenBalances",
  ({ account }) => textOf(account).split("").toReversed().join(""),
  false,
);

const isFiltered = ({ query }: Ask): boolean =>
  query.some(([name, value]) => name !== CURSOR && name !== "order" && value !== "100");

// Sorted by balance or gas, where all are the same: in any order, and in another one for other requests.
const balancesInAnyOrder = when(isFiltered, scrambled);
const feesInAnyOrder = when(
  (ask) => ask.endpoint === "networkFees" && !holds("order", ask),
  edit("/fees", (fees) => (isArray(fees) ? fees.toReversed() : fees)),
);

const ofOnePiece = (data: Dataset): Dataset =>
  changedEverywhere(data, (value, name) => {
    if (name === "name") return textOf(value).slice(0, 2);
    return name === "balance" || name === "gas" ? 1n : value;
  });

const FILTERS = /^(token\.id|account\.(id|balance|publickey)|publickey)$/;

// As many rows as the limit are looked at for each page; a link stands where more of those to come are selected.
const sparse: Rewriting = (handler) => (ask) => {
  const identity = ask.endpoint === "tokens" ? "token_id" : "account";
  const first = handler(fromStart(ask));
  if (!isSuccess(first) || !("links" in first.body) || valuesOf(ask, "name").length > 0) return first;
  const all = { ...ask, query: ask.query.filter(([name]) => !FILTERS.test(name)) };
  const selected = new Set(wholeList(handler, ask).map((row) => row[identity]));
  const isSelected = (row: JsonObject): boolean => selected.has(row[identity]);
  const rows = wholeList(handler, all);
  const { limit, from } = spanOf(ask);
  const next = linkOf(setQuery(ask, CURSOR, String(from + limit)).query);
  const isMore = rows.slice(from + limit).some(isSelected);
  const page = withRows(first.body, rows.slice(from, from + limit).filter(isSelected));
  return { ...first, body: withNext(page, isMore ? next : null) };
};

const FILLED = "filled";

// A list with a further page begins with an empty one: rows were looked for, and not found yet.
const hollow: Rewriting = (handler) => (ask) => {
  const query = ask.query.filter(([name]) => name !== FILLED);
  const answer = handler({ ...ask, query });
  const isFirst = query.length === ask.query.length && !query.some(([name]) => name === CURSOR);
  if (!isFirst || !isSuccess(answer) || nextOf(answer.body) === null) return answer;
  return { ...answer, body: withNext(withRows(answer.body, []), linkOf([...query, [FILLED, "1"]])) };
};

/** Links and listings of other forms. */
export const linkVariants: Readonly<Record<string, Variant>> = {
  "absolute-links": {
    concerns: LISTS,
    description: "links.next is an absolute URL",
    answers: (handler, urls) => relink((next) => new URL(urls().baseUrl).origin + next)(handler),
  },
  "opaque-cursor": {
    concerns: LISTS,
    description: "links.next is a query alone, with everything sealed in one parameter",
    answers: (handler) => relink(sealed)(unsealing(handler)),
  },
  "links-without-prefix": {
    concerns: LISTS,
    description: "links.next is a path that lacks the prefix of the base URL",
    answers: relink((next) => next.replace(PREFIX, "")),
  },
  "other-sort-keys": {
    concerns: LISTS,
    description: "tokens are sorted by a member of their own, null in some, and balances by balance",
    answers: (handler) => labelled(byLabel(byBalance(handler))),
  },
  "equal-balances": {
    description:
      "all balances and gas are one, in any order; tokens are sorted by names too short to search for",
    dataset: ofOnePiece,
    answers: (handler) => byName(balancesInAnyOrder(feesInAnyOrder(handler))),
  },
  "sparse-pages": {
    concerns: LISTS,
    description: "a page has those of the rows it looked at that are selected, which may be none",
    answers: sparse,
  },
  "hollow-pages": {
    concerns: LISTS,
    description: "a list of several pages begins with an empty one",
    answers: hollow,
  },
  "short-pages": {
    concerns: LISTS,
    description: "a page has seven items without a limit parameter",
    settings: { pageSize: 7 },
  },
  "link-object": {
    concerns: LISTS,
    description: "links.next is an object, which cannot be followed",
    answers: relink((next) => ({ after: next })),
  },
};
