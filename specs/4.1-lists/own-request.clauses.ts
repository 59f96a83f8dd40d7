// §2.1, §4.3, §4.4, §8: the rows of a response match the parameters of its request, whichever clause sent it
import { ROW_FIELDS } from "../depends-on.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const successRows = (response: kit.ApiResponse) => (kit.hasSuccessBody(response) ? kit.rowsIn(response) : []);

/** The single valid value of a parameter; undefined if it is absent, repeated or not certainly valid. */
function valueSent({ query }: kit.ReadRequest, key: kit.ParameterKey): string | undefined {
  const [one, ...others] = query.filter((parameter) => parameter.key === kit.shortKey(key));
  return one?.validity === "valid" && others.length === 0 ? one.value : undefined;
}

/**
 * The filter of a request, if its effect shows in a row of the response. The service chooses the parameters of links, so their meaning is
 * unspecified. An id without shard and realm is compared only for equality: one response does not show the shard and realm for which it
 * stands.
 */
function filterSent(filter: kit.RowFilter, listResponse: kit.ApiResponse, request: kit.ReadRequest) {
  const value = valueSent(request, filter.key);
  const isShown = successRows(listResponse).some((row) => filter.read(row) !== undefined);
  if (value === undefined || listResponse.request.fromOrigin === true || !isShown) return undefined;
  const [operator, bound] = kit.filterIn(value);
  if (filter.isBound(bound)) return { filter, operator, bound };
  const byNumber = { ...filter, compare: (id: string) => kit.compareIntegers(kit.shortId(id), bound) };
  return operator === "none" || operator === "eq" ? { filter: byNumber, operator, bound } : undefined;
}

const listResponseOf = (list: kit.ListName, rows: readonly kit.ListRow[], ...query: kit.Query) =>
  examples.pageOf(list, rows, null, { path: "0.0.7", query });

interface FilterClause {
  readonly id: kit.ClauseId;
  readonly filter: kit.RowFilter;
  /** A value below the bound, and one above it. Sorted as text, they are in another order. */
  readonly bounds: readonly [low: string, bound: string, high: string];
}

function rowsMeet({ id, filter, bounds: [low, bound, high] }: FilterClause) {
  const { list, field: member, key } = filter;
  const name = kit.DEFAULT_NAMES[key] ?? "";
  const { words, endpoint } = kit.LISTS[list];
  const rowOf = (value: string) => ({ [member]: member === "balance" ? Number(value) : value });
  const page = (operator: Parameters<typeof kit.filterValue>[0], ...values: readonly string[]) =>
    listResponseOf(list, values.map(rowOf), [name, kit.filterValue(operator, bound)]);
  return kit.passive({
    id,
    endpoint,
    reads: "request",
    parameter: key,
    statement: `every row of ${words} meets ${kit.PARAMETER_WORDS[key]} of its request`,
    contract: kit.parameterLines(key, "effect"),
    interpretations: [17],
    dependsOn: [ROW_FIELDS[member]],
    subject: `a row of ${words} that was requested with ${kit.PARAMETER_WORDS[key]}`,
    about: (listResponse, request) => filterSent(filter, listResponse, request),
    check: (used, listResponse) => {
      const plan = { query: [], filters: [used], filterCount: 1 };
      const symptoms = [`stray ${kit.shortKey(key)}`];
      return kit
        .compare({ pagedList: kit.onePage(listResponse), plan })
        .flatMap(({ kind, violation }) => (kind === "stray" ? [{ ...violation, symptoms }] : []));
    },
    passes: [page("gte", bound, high), page("ne", low, high), page("none", bound), page("lt", low)],
    ignores: [
      page("gt"),
      listResponseOf(list, [rowOf(low)]),
      listResponseOf(list, [rowOf(low)], [name, "soon"]),
    ],
    fails: {
      "another operator": page("gt", bound),
      "a filter ignored": page("eq", low, bound),
      "compared as text": page("lt", high),
    },
  });
}

const ID_BOUNDS = ["0.0.1", "0.0.9", "0.0.1000"] as const;

export const filteredRows = [
  // token.id is the token to return information for (§4.4).
  rowsMeet({ id: "4.4-rows-meet-token-id", filter: kit.tokenIdFilter, bounds: ID_BOUNDS }),
  // The account id is the account to return information for (§4.3).
  rowsMeet({ id: "4.3-rows-meet-account-id", filter: kit.accountFilter, bounds: ID_BOUNDS }),
  // The balance is the value to compare against (§4.3).
  rowsMeet({ id: "4.3-rows-meet-balance", filter: kit.balanceFilter, bounds: ["1", "9", "1000"] }),
];

const [goldNames, barNames] = [{ name: "Gold Coin" }, { name: "a gold bar" }];

/** A search by name returns tokens with that text in their name (§4.4). */
export const namedRows = kit.passive({
  id: "4.4-rows-meet-name",
  reads: "request",
  parameter: "tokens.name",
  statement: "every token that a search returns has the search text in its name, in any letter case",
  contract: [233],
  interpretations: [8],
  dependsOn: ["2.3-name"],
  subject: "a token that was found by name",
  about: (listResponse, request) => {
    const isNamed = successRows(listResponse).some(({ name }) => typeof name === "string");
    return isNamed && listResponse.request.fromOrigin !== true
      ? valueSent(request, "tokens.name")
      : undefined;
  },
  check: kit.namesWithout,
  passes: [
    listResponseOf("tokens", [goldNames, barNames], ["name", "gold"]),
    listResponseOf("tokens", [goldNames], ["name", "Gold Coin"]),
  ],
  ignores: [listResponseOf("tokens", [], ["name", "gold"]), listResponseOf("tokens", [goldNames])],
  fails: { "another name": listResponseOf("tokens", [goldNames, { name: "Silver" }], ["name", "gold"]) },
});

const numberedTokens = (...nums: readonly number[]) => nums.map((num) => ({ token_id: `0.0.${num}` }));
const byTokenId = kit.byMember("token_id", "token_id", kit.compareIds);
const isDirection = (order: string | undefined): order is kit.Direction =>
  order === "asc" || order === "desc";

/** Undefined without a search by name, for a followed link, fewer than two rows, or a row without a token id. */
function nameOrder(listResponse: kit.ApiResponse, request: kit.ReadRequest): kit.Direction | undefined {
  const order = valueSent(request, "tokens.order");
  const isNamed = valueSent(request, "tokens.name") !== undefined && listResponse.request.fromOrigin !== true;
  const rows = isNamed ? successRows(listResponse) : [];
  const isShown =
    rows.length > 1 && rows.every(({ token_id: id }) => typeof id === "string" && kit.ENTITY_ID.test(id));
  return isShown && isDirection(order) ? order : undefined;
}

/** The results of a search by name are ordered by token id, following the order parameter (§4.4). */
export const namedRowsInOrder = kit.passive({
  id: "4.4-rows-in-order-of-name",
  reads: "request",
  parameter: "tokens.name",
  statement: "tokens found by name are sorted by token id in the order of their request",
  contract: [233],
  interpretations: [16],
  aspect: "order",
  subject: "several tokens that were found by name in an order",
  about: nameOrder,
  check: (order, listResponse) => kit.checkSortedRows([kit.onePage(listResponse)], [byTokenId], order),
  passes: [
    listResponseOf("tokens", numberedTokens(9, 10), ["name", "gold"], ["order", "asc"]),
    listResponseOf("tokens", numberedTokens(10, 9), ["name", "gold"], ["order", "desc"]),
  ],
  ignores: [
    listResponseOf("tokens", numberedTokens(10, 9), ["name", "gold"]),
    listResponseOf("tokens", numberedTokens(10, 9), ["order", "asc"]),
    listResponseOf("tokens", numberedTokens(9), ["name", "gold"], ["order", "asc"]),
  ],
  fails: {
    "the other order": listResponseOf("tokens", numberedTokens(9, 10), ["name", "gold"], ["order", "desc"]),
    "sorted as text": listResponseOf("tokens", numberedTokens(10, 9), ["name", "gold"], ["order", "asc"]),
  },
});

/** The limit is the maximum number of items to return (§4.3, §4.4). */
export const limitedRows = kit.LIST_NAMES.map((list) => {
  const { words, endpoint } = kit.LISTS[list];
  const key = `${endpoint}.limit` as const;
  const page = (length: number, limit: string) => {
    const rows = Array.from({ length }, () => ({}));
    return listResponseOf(list, rows, ["limit", limit]);
  };
  return kit.passive({
    id: list === "tokens" ? "4.4-rows-within-limit" : "4.3-rows-within-limit",
    endpoint,
    reads: "request",
    parameter: key,
    statement: `no page of ${words} has more rows than the limit of its request`,
    contract: kit.parameterLines(key, "effect"),
    interpretations: [15],
    subject: `a row of ${words} under a limit`,
    about: (listResponse, request) =>
      successRows(listResponse).length > 0 ? valueSent(request, key) : undefined,
    check: (limit, listResponse) =>
      kit.limitViolations(listResponse, kit.rowsIn(listResponse).length, Number(limit)),
    passes: [page(2, "2"), page(1, "100")],
    ignores: [page(0, "2"), page(9, "none"), listResponseOf(list, [{}])],
    fails: { "one row more": page(3, "2"), "limit ignored": page(25, "4") },
  });
});

/** Rows of one account with different balances are not equal: they may be of several times. */
const textOfRow = (row: kit.ListRow): string => JSON.stringify(row, Object.keys(row).toSorted());

/** A paged list returns every row once (§4.1), and a token has one balance for each account (§2.4). */
export const rowsOnceOnPage = kit.LIST_NAMES.map((list) => {
  const { words, endpoint } = kit.LISTS[list];
  const identity = kit.identityOf(endpoint);
  const page = (...ids: readonly string[]) => {
    const rows = ids.map((id) => ({ [identity]: id }));
    return listResponseOf(list, rows);
  };
  return kit.passive({
    id: list === "tokens" ? "4.4-rows-once" : "4.3-rows-once",
    endpoint,
    statement: `no page of ${words} has the same row twice`,
    contract: list === "tokens" ? [199] : [199, 90],
    interpretations: [15],
    subject: `a page of ${words} with several rows`,
    about: (listResponse) => {
      const rows = successRows(listResponse);
      return rows.length > 1 && rows.every((row) => typeof row[identity] === "string") ? rows : undefined;
    },
    check: (rows, response) => {
      const texts = rows.map(textOfRow);
      const at = texts.findIndex((text, index) => texts.indexOf(text) < index);
      const actual = kit.cutValue(rows[at]?.[identity]);
      const violation: kit.Violation = {
        message: "a page has the same row twice",
        pointer: `/${list}/${at}`,
        expected: "each row once",
        actual,
        rowFault: { kind: "repeat", row: actual },
        symptoms: ["repeat"],
        response,
      };
      return at === -1 ? [] : [violation];
    },
    passes: [page("0.0.1", "0.0.2"), page("0.0.3", "0.0.2", "0.0.1")],
    ignores: [page("0.0.1"), page()],
    fails: {
      "the last row twice": page("0.0.1", "0.0.2", "0.0.2"),
      "every row twice": page("0.0.1", "0.0.1"),
    },
  });
});
