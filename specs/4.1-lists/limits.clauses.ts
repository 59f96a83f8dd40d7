// §4.3, §4.4, §8: the limit of a list
import { exampleResponse, exampleErrorBody, invalidParameter, SUCCESS } from "../examples/responses.ts";
import {
  requestTo,
  type CheckResult,
  type Query,
  queryOf,
  type ApiResponse,
} from "../../engine/model/exchange.ts";
import { single } from "../../engine/clauses/declare.ts";
import type { ClauseId } from "../../engine/clauses/clause.ts";
import { describeResponse, isObject, isSuccess } from "../../engine/message/classify.ts";
import type { Listing, ListInputs } from "../../engine/clauses/prerequisites.ts";
import { present } from "../../engine/model/model.ts";
import type { NamedCase } from "../../generators/cases.ts";
import { aboveLimit, parameters } from "../../generators/parameters.ts";
import { listAt, LISTS, otherPaths, type ListName } from "../kit/lists/lists.ts";
import { limitViolations } from "../kit/lists/links.ts";
import { valuesOfLevel } from "../kit/records/records.ts";
import { rowsMember } from "../../engine/clauses/pagination.ts";
import { ifShown, inconclusive } from "../kit/requests/check-results.ts";
import { checkRefused } from "../kit/requests/refusals.ts";
import { parameterCites } from "../kit/requests/cites.ts";
import { queryFrom, shownId } from "../kit/requests/ordinary.ts";
import { aboveMaximum, legalWith, hasNoQuery, valueOf } from "../kit/requests/recorded.ts";

/** The maximum number of items on a page (§8, line 309). */
const MAXIMUM_PAGE_SIZE = 100;

/** Checks that a first page has at most this many rows. Inconclusive if the response is no list, or a list without rows. */
function checkSize(response: ApiResponse, most: number): CheckResult {
  const { value } = response.body;
  const rows = isObject(value) ? value[rowsMember(response)] : undefined;
  return !isSuccess(response) || !Array.isArray(rows)
    ? inconclusive(`the response is not a list: ${describeResponse(response)}`, response)
    : ifShown(limitViolations(response, rows.length, most), rows.length > 0, "a row of the list");
}

/** Queries without a limit: none, both orders, and a filter that all rows meet. Each may have a default limit of its own. */
function queriesWithoutLimit(list: Listing): readonly NamedCase<Query>[] {
  const { order, filter } = list.names;
  const ways = ["asc", "desc"].map((way) => queryFrom([order, way]));
  const queries = [[], ...ways, queryFrom([filter, `gte:${shownId(list)}`])];
  return queries.map((value) => ({ name: value.flat().join("=") || "without parameters", value }));
}

function limitPages(list: ListName) {
  const { endpoint } = LISTS[list];
  return (rows: number, limit?: string): ApiResponse =>
    exampleResponse(
      endpoint,
      200,
      { ...SUCCESS[endpoint], [list]: Array.from({ length: rows }, () => ({})) },
      limit === undefined ? {} : { query: [["limit", limit]] },
    );
}

/** A limit, optionally beside a filter, or for the list at another path. */
interface LimitedRequest {
  readonly limit: string;
  readonly beside?: Query;
  readonly path?: string;
}
const asLimit = ({ name, value: limit }: NamedCase<string>): NamedCase<LimitedRequest> => ({
  name,
  value: { limit },
});

/** Limits of one row beside account.id of tokens, by operators that few contexts send beside a small limit. */
function besideAccounts({
  accounts,
  names,
  list,
}: ListInputs & { readonly list: Listing }): readonly NamedCase<LimitedRequest>[] {
  const [low = "", high = ""] = [accounts[0], accounts.at(-1)];
  const values = low === "" ? [] : [`eq:${low}`, `ne:${low}`, `lt:${high}`, `lte:${high}`];
  const isSent = list.member === "tokens" && list.size.contexts > 0 && names["accountId"] !== undefined;
  return (isSent ? values : []).map((value) => {
    return { name: value, value: { limit: "1", beside: queryFrom([names["accountId"], value]) } };
  });
}

/** The limit is the maximum number of items to return (§4.3, line 219; §4.4, line 234). */
function atMostClause(list: ListName, id: ClauseId) {
  const { endpoint, words } = LISTS[list];
  const key = `${endpoint}.limit` as const;
  const page = limitPages(list);
  return single({
    id,
    statement: `a page of ${words} has at most as many rows as the limit`,
    cites: [...parameterCites(key, "effect"), 15],
    when: legalWith("limit"),
    needs: { list, name: key, size: "size", material: LISTS[list].material },
    // Boundaries of the limit and usual limits reveal more than random ones.
    given: ({ size, list: found, material }) => {
      const { boundaries, middle, ...others } = valuesOfLevel(parameters.limit.valid(), size);
      const paths = otherPaths(found).map((path) => ({ name: path, value: { limit: "1", path } }));
      const contexts = [...paths, ...besideAccounts({ ...material, list: found })];
      const made = present({ middle: middle?.map(asLimit) });
      return { ...others, ...made, boundaries: boundaries.map(asLimit), contexts };
    },
    request: ({ list: found, name }, { limit, path, beside = [] }: LimitedRequest) =>
      listAt(found, path).request([...beside, [name, limit]]),
    check: (response, request) => checkSize(response, Number(valueOf("limit")(request))),
    passes: [page(2, "2"), page(1, "100")],
    fails: { "one row more": page(3, "2"), "limit ignored": page(25, "1") },
  });
}

/** A query with a limit above the maximum; absent path: for the list of the run. */
interface RequestAboveMaximum {
  readonly query: Query;
  readonly path?: string;
}

/** Lists at other paths, which may have more rows than fit on a page, if the list of the run has not. */
function longerLists(
  { rows, complete, others = [] }: Listing,
  name: string,
): readonly NamedCase<RequestAboveMaximum>[] {
  const paths = complete && rows.length <= MAXIMUM_PAGE_SIZE ? others.slice(0, 10) : [];
  return paths.map((path) => ({ name: path, value: { query: [[name, "101"]], path } }));
}

/** The limit is an integer of 1 to 100 (§4.3, line 219; §4.4, line 234; §8, line 309). */
function aboveMaximumClause(list: ListName, id: ClauseId) {
  const { endpoint, words } = LISTS[list];
  const key = `${endpoint}.limit` as const;
  const page = limitPages(list);
  const refused = (body: object) => exampleResponse(endpoint, 400, body, { query: [["limit", "101"]] });
  return single({
    id,
    statement: `a limit above 100 is refused by ${words}, or returns at most 100 rows`,
    cites: [...parameterCites(key, "effect"), 10],
    when: aboveMaximum,
    needsSuccess: true,
    needs: { list, name: key },
    given: ({ list: found, name }) => {
      const { boundaries, middle } = aboveLimit();
      const sent =
        (...others: Query) =>
        (limit: NamedCase<string>): NamedCase<RequestAboveMaximum> => {
          return { name: limit.name, value: { query: [[name, limit.value], ...others] } };
        };
      // In front of a filter that all rows meet: a service may limit filtered requests separately.
      const filtered = queryFrom([found.names.filter, `gte:${shownId(found)}`]);
      const contexts = longerLists(found, name);
      return { boundaries: boundaries.map(sent()), middle: middle.map(sent(...filtered)), contexts };
    },
    request: ({ list: found }, { query, path }: RequestAboveMaximum) =>
      path === undefined
        ? found.request(query, "open")
        : requestTo(endpoint, { path, query, expects: "open" }),
    // A service may refuse the limit or return at most 100 rows (interpretation 10). The limit is the first parameter.
    check: (response) => {
      const [name = ""] = queryOf(response.request.target).keys();
      return isSuccess(response) ? checkSize(response, MAXIMUM_PAGE_SIZE) : checkRefused(response, { name });
    },
    passes: [page(100, "101"), refused(invalidParameter("limit"))],
    fails: {
      "101 rows": page(101, "101"),
      "refused without the name": refused(exampleErrorBody("Too much")),
    },
  });
}

/** At most 100 items are returned (§8, line 309); the default page size is not shown (§8, line 316). */
function defaultSizeClause(list: ListName, id: ClauseId) {
  const { words } = LISTS[list];
  const page = limitPages(list);
  return single({
    id,
    statement: `a page of ${words} without a limit has at most 100 rows`,
    cites: [list === "tokens" ? "4.4 all optional" : "4.3 balance optional", "8 default page size", 18],
    when: hasNoQuery,
    needs: { list },
    given: (have) => queriesWithoutLimit(have.list),
    request: ({ list: { request } }, query: Query) => request(query),
    check: (response) => checkSize(response, MAXIMUM_PAGE_SIZE),
    passes: [page(25), page(100)],
    fails: { "101 rows": page(101) },
  });
}

export const limitClauses = [
  atMostClause("tokens", "4.4-limit-at-most"),
  aboveMaximumClause("tokens", "4.4-limit-above-maximum"),
  defaultSizeClause("tokens", "4.4-default-page-size"),
  atMostClause("balances", "4.3-limit-at-most"),
  aboveMaximumClause("balances", "4.3-limit-above-maximum"),
  defaultSizeClause("balances", "4.3-default-page-size"),
];
