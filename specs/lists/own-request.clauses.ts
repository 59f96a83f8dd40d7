// §2.1, §4.3, §4.4, §8: the rows of a response meet the filters of its own request, whichever clause sent the request
import { onePage, rowsIn } from "../../engine/clauses/pagination.ts";
import type { ClauseId } from "../../engine/clauses/clause.ts";
import { watching } from "../../engine/clauses/declare.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import type { ReadRequest } from "../../engine/clauses/read-request.ts";
import { isServed } from "../../engine/message/classify.ts";
import { compareIds, compareIntegers, filterValue, shortId } from "../../engine/model/compare.ts";
import type { Query, Reply } from "../../engine/model/exchange.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { answer } from "../fixtures/answers.ts";
import {
  accountFilter,
  balanceFilter,
  LIST_NAMES,
  LISTS,
  shortKey,
  tokenIdFilter,
  WORDS,
  type FilterInUse,
  type ListName,
  type RowFilter,
} from "../laws/lists/lists.ts";
import { overfull } from "../laws/lists/links.ts";
import { MISMATCHES } from "../laws/lists/mismatches.ts";
import { namesWithout } from "../laws/lists/names.ts";
import { judgeSorted } from "../laws/lists/order.ts";
import { byMember, type Direction } from "../laws/lists/ordering.ts";
import { parameterCites } from "../laws/requests/cites.ts";
import { filterIn } from "../laws/requests/recorded.ts";

/** The one valid value of a parameter: what a repeated parameter of a list means is unspecified. */
function valueSent({ query }: ReadRequest, key: ParameterKey): string | undefined {
  const [one, ...others] = query.filter((parameter) => parameter.key === shortKey(key));
  return one?.sure === "valid" && others.length === 0 ? one.value : undefined;
}

/**
 * The filter of a request, if its effect is unambiguous and shows in a row of the response. A link to a next page is of the
 * service's own making: what its parameters mean is unspecified. An id without shard and realm is compared only for
 * equality, because the shard and realm that it stands for cannot be seen in one response.
 */
function filterSent(filter: RowFilter, reply: Reply, request: ReadRequest): FilterInUse | undefined {
  const value = valueSent(request, filter.key);
  const isShown = isServed(reply) && rowsIn(reply).some((row) => filter.read(row) !== undefined);
  if (value === undefined || reply.ask.rooted === true || !isShown) {
    return undefined;
  }
  const [operator, bound] = filterIn(value);
  if (filter.isBound(bound)) {
    return { filter, operator, bound };
  }
  const byNumber = { ...filter, compare: (id: string) => compareIntegers(shortId(id), bound) };
  return operator === "none" || operator === "eq" ? { filter: byNumber, operator, bound } : undefined;
}

const response = (list: ListName, rows: readonly object[], ...query: Query): Reply =>
  answer(LISTS[list].endpoint, 200, { [list]: rows, links: { next: null } }, { path: "0.0.7", query });

type Bounds = readonly [low: string, bound: string, high: string];

function rowsMeet(filter: RowFilter, name: string, field: ClauseId, [low, bound, high]: Bounds) {
  const { list, field: member, key } = filter;
  const { section, words, endpoint } = LISTS[list];
  const rowOf = (value: string) => ({ [member]: member === "balance" ? Number(value) : value });
  const of = (operator: Parameters<typeof filterValue>[0], ...values: readonly string[]) =>
    response(list, values.map(rowOf), [name, filterValue(operator, bound)]);
  return watching({
    id: `${section}-rows-meet-${name === "account.balance" ? "balance" : name.replace(".", "-")}`,
    endpoint,
    reads: "request",
    parameter: key,
    statement: `every row of ${words} meets ${WORDS[key]} of its request`,
    cites: [...parameterCites(key, "effect"), 17],
    restsOn: [field],
    subject: `a row of ${words} under ${WORDS[key]}`,
    about: (reply, request) => filterSent(filter, reply, request),
    check: (used, reply) => {
      const plan = { query: [], filters: [used], selecting: 1 };
      const symptoms = [`stray ${shortKey(key)}`];
      return MISMATCHES.stray({ plan, walk: onePage(reply) }).map(({ finding }) => ({
        ...finding,
        symptoms,
      }));
    },
    keeps: [of("gte", bound, high), of("ne", low, high), of("none", bound), of("lt", low)],
    ignores: [of("gt"), response(list, [rowOf(low)]), response(list, [rowOf(low)], [name, "soon"])],
    breaks: {
      "another operator": of("gt", bound),
      "a filter ignored": of("eq", low, bound),
      "compared as text": of("lt", high),
    },
  });
}

export const filteredRows = [
  rowsMeet(tokenIdFilter, "token.id", "2.3-token-id", ["0.0.1", "0.0.9", "0.0.1000"]),
  rowsMeet(accountFilter, "account.id", "2.4-balance-account", ["0.0.1", "0.0.9", "0.0.1000"]),
  rowsMeet(balanceFilter, "account.balance", "2.4-balance-balance", ["1", "9", "1000"]),
];

const [gold, bar] = [{ name: "Gold Coin" }, { name: "a gold bar" }];

export const namedRows = watching({
  id: "4.4-rows-meet-name",
  reads: "request",
  parameter: "tokens.name",
  statement: "every token has the name of its request in its own, in upper or lower case",
  cites: ["4.4 name effect", 8],
  restsOn: ["2.3-name"],
  subject: "a token that was found by name",
  about: (reply, request) => {
    const isNamed = isServed(reply) && rowsIn(reply).some(({ name }) => typeof name === "string");
    return isNamed && reply.ask.rooted !== true ? valueSent(request, "tokens.name") : undefined;
  },
  check: namesWithout,
  keeps: [
    response("tokens", [gold, bar], ["name", "gold"]),
    response("tokens", [gold], ["name", "Gold Coin"]),
  ],
  ignores: [response("tokens", [], ["name", "gold"]), response("tokens", [gold])],
  breaks: { "another name": response("tokens", [gold, { name: "Silver" }], ["name", "gold"]) },
});

const numbered = (...nums: readonly number[]) => nums.map((num) => ({ token_id: `0.0.${num}` }));
const byTokenId = byMember("token_id", "token_id", compareIds);
const isDirection = (order: string | undefined): order is Direction => order === "asc" || order === "desc";

/** The order of a search by name, whose rows are sorted by token id; undefined where fewer than two rows show one. */
function nameOrder(reply: Reply, request: ReadRequest): Direction | undefined {
  const order = valueSent(request, "tokens.order");
  const isNamed = valueSent(request, "tokens.name") !== undefined && reply.ask.rooted !== true;
  const rows = isServed(reply) && isNamed ? rowsIn(reply) : [];
  const isShown =
    rows.length > 1 && rows.every(({ token_id: id }) => typeof id === "string" && ENTITY_ID.test(id));
  return isShown && isDirection(order) ? order : undefined;
}

export const namedRowsInOrder = watching({
  id: "4.4-rows-in-order-of-name",
  reads: "request",
  parameter: "tokens.name",
  statement: "tokens found by name are sorted by token id in the order of their request",
  cites: ["4.4 name order", 16],
  subject: "several tokens that were found by name in an order",
  about: nameOrder,
  check: (order, reply) => judgeSorted([onePage(reply)], [byTokenId], order),
  keeps: [
    response("tokens", numbered(9, 10), ["name", "gold"], ["order", "asc"]),
    response("tokens", numbered(10, 9), ["name", "gold"], ["order", "desc"]),
  ],
  ignores: [
    response("tokens", numbered(10, 9), ["name", "gold"]),
    response("tokens", numbered(10, 9), ["order", "asc"]),
    response("tokens", numbered(9), ["name", "gold"], ["order", "asc"]),
  ],
  breaks: {
    "the other order": response("tokens", numbered(9, 10), ["name", "gold"], ["order", "desc"]),
    "sorted as text": response("tokens", numbered(10, 9), ["name", "gold"], ["order", "asc"]),
  },
});

export const limitedRows = LIST_NAMES.map((list) => {
  const { section, words, endpoint } = LISTS[list];
  const key = `${endpoint}.limit` as const;
  const page = (rows: number, limit: string) =>
    response(
      list,
      Array.from({ length: rows }, () => ({})),
      ["limit", limit],
    );
  return watching({
    id: `${section}-rows-within-limit`,
    endpoint,
    reads: "request",
    parameter: key,
    statement: `no page of ${words} has more rows than the limit of its request`,
    cites: [...parameterCites(key, "effect"), 15],
    subject: `a row of ${words} under a limit`,
    about: (reply, request) => {
      const isShown = isServed(reply) && rowsIn(reply).length > 0;
      return isShown ? valueSent(request, key) : undefined;
    },
    check: (limit, reply) => overfull(reply, rowsIn(reply).length, Number(limit)),
    keeps: [page(2, "2"), page(1, "100")],
    ignores: [page(0, "2"), page(9, "none"), response(list, [{}])],
    breaks: { "one row more": page(3, "2"), "limit ignored": page(25, "4") },
  });
});
