// §4.3, §4.4, §8: the limit of a list
import { aboveLimit, parameters } from "../../generators/parameters.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** The maximum number of items (§8). */
const MAXIMUM_PAGE_SIZE = 100;

/** Inconclusive if the response is not a list, or a list without rows. */
function checkSize(response: kit.ApiResponse, most: number): kit.CheckResult {
  const { value } = response.body;
  const rows = kit.isObject(value) ? value[kit.rowsMember(response)] : undefined;
  return !kit.isSuccess(response) || !Array.isArray(rows)
    ? kit.inconclusive(`the response is not a list: ${kit.describeResponse(response)}`, response)
    : kit.ifShown(kit.limitViolations(response, rows.length, most), rows.length > 0, "a row of the list");
}

/** Queries without parameters, with each order, and with a filter that all rows meet: each may have its own default page size. */
function queriesWithoutLimit(list: kit.Listing): readonly kit.NamedCase<kit.Query>[] {
  const { order, filter } = list.names;
  const ways = ["asc", "desc"].map((way) => kit.queryFrom([order, way]));
  const queries = [[], ...ways, kit.queryFrom([filter, `gte:${kit.lowestListedId(list)}`])];
  return queries.map((value) => ({ name: value.flat().join("=") || "without parameters", value }));
}

const limitPages =
  (list: kit.ListName) =>
  (length: number, limit?: string): kit.ApiResponse =>
    examples.pageOf(
      list,
      Array.from({ length }, () => ({})),
      null,
      limit === undefined ? {} : { query: [["limit", limit]] },
    );

/** The limit is the maximum number of items to return (§4.3, §4.4). */
function atMostClause(list: kit.ListName, id: kit.ClauseId) {
  const { endpoint, words } = kit.LISTS[list];
  const key = `${endpoint}.limit` as const;
  const page = limitPages(list);
  return kit.single({
    id,
    statement: `a page of ${words} has at most as many rows as the limit`,
    contract: kit.parameterLines(key, "effect"),
    interpretations: [15],
    when: kit.hasValidParameter("limit"),
    needs: { list, name: key },
    // Boundaries and usual limits reveal more than random ones.
    values: () => parameters.limit.valid(),
    request: ({ list: found, name }, limit) => found.request([[name, limit]]),
    check: (response, request) => checkSize(response, Number(kit.parameterIn(request, "limit")?.value)),
    passes: [page(2, "2"), page(1, "100")],
    fails: { "one row more": page(3, "2"), "limit ignored": page(25, "1") },
  });
}

/** `path`: the path of another list; absent: the list that all clauses read. */
interface RequestAboveMaximum {
  readonly query: kit.Query;
  readonly path?: string;
}

/** Other lists may have more than 100 rows, if the list that all clauses read has at most 100. */
function longerLists(
  { rows, complete, others = [] }: kit.Listing,
  name: string,
): readonly kit.NamedCase<RequestAboveMaximum>[] {
  const paths = complete && rows.length <= MAXIMUM_PAGE_SIZE ? others.slice(0, 10) : [];
  return paths.map((path) => ({ name: path, value: { query: [[name, "101"]], path } }));
}

/** The limit is an integer of 1 to 100 (§4.3, §4.4, §8). */
function aboveMaximumClause(list: kit.ListName, id: kit.ClauseId) {
  const { endpoint, words } = kit.LISTS[list];
  const key = `${endpoint}.limit` as const;
  const page = limitPages(list);
  const refused = (body: object) => examples.responseOf(endpoint, 400, body, { query: [["limit", "101"]] });
  return kit.single({
    id,
    statement: `a limit above 100 gets at most 100 rows of ${words}, or Invalid parameter: <name>`,
    contract: kit.parameterLines(key, "effect"),
    interpretations: [10],
    // Another error may have another cause, which one exchange does not show.
    when: (request, response) => {
      const { validity, value = "", nameStated } = kit.parameterIn(request, "limit") ?? {};
      const isAbove = validity === "ambiguous" && nameStated === true && /^[1-9]\d{2,}$/.test(value);
      const isChecked = kit.isSuccess(response) || kit.speaksOfInvalidParameter(response);
      return request.query.length === 1 && isAbove && isChecked;
    },
    needs: { list, name: key },
    values: ({ list: found, name }) => {
      const { boundaries, middle } = aboveLimit();
      const sent =
        (...others: kit.Query) =>
        (limit: kit.NamedCase<string>): kit.NamedCase<RequestAboveMaximum> => {
          return { name: limit.name, value: { query: [[name, limit.value], ...others] } };
        };
      // A service may limit filtered requests separately: random limits are sent with a filter that all rows meet.
      const filtered = kit.queryFrom([found.names.filter, `gte:${kit.lowestListedId(found)}`]);
      const contexts = longerLists(found, name);
      return { boundaries: boundaries.map(sent()), middle: middle.map(sent(...filtered)), contexts };
    },
    request: ({ list: found }, { query, path }: RequestAboveMaximum) =>
      path === undefined
        ? found.request(query, "open")
        : kit.requestTo(endpoint, { path, query, expects: "open" }),
    // A service may refuse the limit (interpretation 10), which is the first parameter of the request.
    check: (response) => {
      const [name = ""] = kit.queryOf(response.request.target).keys();
      return kit.isSuccess(response)
        ? checkSize(response, MAXIMUM_PAGE_SIZE)
        : kit.checkRefused(response, { name });
    },
    passes: [page(100, "101"), refused(examples.invalidParameter("limit"))],
    fails: {
      "101 rows": page(101, "101"),
      "refused without the name": refused(examples.errorBodyOf("Too much")),
    },
  });
}

/** At most 100 items are returned, also without a limit: the contract shows no default page size (§8). */
function defaultSizeClause(list: kit.ListName, id: kit.ClauseId) {
  const { words } = kit.LISTS[list];
  const page = limitPages(list);
  return kit.single({
    id,
    statement: `a page of ${words} without a limit has at most 100 rows`,
    contract: [list === "tokens" ? 227 : 216, 316],
    interpretations: [18],
    when: kit.hasNoQuery,
    needs: { list },
    values: (inputs) => queriesWithoutLimit(inputs.list),
    request: ({ list: { request } }, query: kit.Query) => request(query),
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
