// §4.1, §4.3, §4.4: the request of a context, its expected rows and its pages
import { filterValue, shardAndRealm, shortId } from "../../../engine/model/compare.ts";
import type { RequestSender, Query, Inconclusive } from "../../../engine/model/exchange.ts";
import { isInconclusive } from "../../../engine/model/exchange.ts";
import { present } from "../../../engine/model/model.ts";
import { describeResponse, looksMissing } from "../../../engine/message/classify.ts";
import { certainKeys, sortKeys, type SortKey } from "./sort-keys.ts";
import { isRefusedList, pagesFor, pagedList, type PagedList } from "../../../engine/clauses/pagination.ts";
import type { CaseSource, Inputs } from "../../../engine/clauses/clause.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke } from "../../../engine/clauses/size.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { contextsOf, contextsWhere, smallerContexts } from "./contexts.ts";
import { expectedRows, sendBaseRequests, sendEachAlone, usualRowsOf } from "./expected-rows.ts";
import { callsMalformed } from "../requests/acceptance.ts";
import { inconclusive } from "../requests/check-results.ts";
import { homeOf, queryFrom } from "../requests/ordinary.ts";
import { searchTextsOf } from "./name-search.ts";
import { listBothWays } from "./relations.ts";
import { boundValueAt, filtersIn, limitOf, operatorIn, pageBudget } from "./bounds.ts";
import { LISTS, shortKey, sortedIds, type FilterInUse, type ListName, type ListSource } from "./lists.ts";
import { newRows } from "./compare.ts";
import { rowsOnce, type PagePlan, type PagesRead } from "./pages-read.ts";

export function needsOf(list: ListName) {
  return { list, material: LISTS[list].material } as const;
}

/**
 * The cases of clauses over the pages of a list: the contexts that fit. For each context these requests are sent, equal ones once:
 * - the request of the context, followed at most one page beyond the expected rows, and over a few empty pages;
 * - each opaque filter alone, in the largest pages (all together if one is a timestamp): the common rows are the base rows;
 * - if an order is sent, the whole list in both orders, for the keys that sort it;
 * - if the request is refused, each of its parameters alone;
 * - if a request without filters returns rows that the list lacked, the whole list in the largest pages.
 * Inconclusive if the first page is refused. Lists that were not read to their end are checked by the conditions in `shows` of a rule.
 * @param fits which contexts the clauses are about
 * @param factors the parameters that the clauses are about: shrinking keeps them
 */
export function pagedListsWhere(
  fits: (context: ParameterContext) => boolean,
  factors: readonly string[] = [],
) {
  return {
    compares: true,
    values: (inputs: Inputs<ReturnType<typeof needsOf>>): CaseSource<ParameterContext> => ({
      boundaries: [],
      contexts: contextsWhere(inputs, fits, factors),
      smaller: (context) => smallerContexts(context, factors),
    }),
    request: requestContext,
  } as const;
}

/**
 * Requests a list in a context, as {@link pagedListsWhere} describes. Inconclusive if an opaque filter gets no list, a parameter alone is
 * refused as well, or a timestamp filter selects no row.
 */
export async function requestContext(
  t: RequestSender & ListSource,
  context: ParameterContext,
): Promise<PagesRead | Inconclusive> {
  const { list, material } = t;
  const { rows: listed } = list;
  const { names, unnamed } = material;
  const opaque = opaqueQuery(t, context);
  const baseRows = await sendBaseRequests(t, opaque);
  if (isInconclusive(baseRows)) {
    return baseRows;
  }
  if ("pagedList" in baseRows) {
    const plan = { query: opaque, filters: [], filterCount: opaque.length };
    return missingAtTime(material, opaque, baseRows.pagedList) ?? { plan, ...baseRows };
  }
  const filters = filtersIn(list, context, baseRows);
  const expected = expectedRows(baseRows, filters);
  const rows = expected.selection?.length;
  const plan = pagePlan(t, context, { opaque, filters, rows });
  const keys = plan.order === undefined ? [] : await requestSortKeys(t, context);
  const read = (query: Query, pages: number): Promise<PagedList> =>
    pagedList(t, { ...list.request(query), gateways: "steady" }, pages);
  const pages = await read(plan.query, pageBudget(list, plan, rows));
  const sentAlone = isRefusedList(pages) ? await sendEachAlone(t, list, plan.query) : undefined;
  const unclear = missingAtTime(material, opaque, pages) ?? sentAlone;
  if (unclear !== undefined && isInconclusive(unclear)) {
    return unclear;
  }
  const pagesRead: PagesRead = {
    ...expected,
    plan,
    pagedList: pages,
    ...present({ sentAlone: unclear }),
    usualRows: plan.limit === undefined ? await usualRowsOf(t, list, pages, expected.selection) : undefined,
    keys,
    listed,
    unpaged: opaque.some(([sent]) => sent === names["name"]),
    mayBeFewer: mustMeetBoth(material, opaque),
    names,
    ...present({ unnamed }),
  };
  // Rows that the whole list lacked: the list may have grown, or its large pages lose rows.
  return plan.filterCount === 0 && newRows(pagesRead).length > 0
    ? { ...pagesRead, largePages: await read(list.largest, list.size.pages) }
    : pagesRead;
}

/**
 * Whether account.id and publicKey are sent together. The contract does not define whose key publicKey is: if it is the key of the
 * account, one account has to meet both, and fewer tokens are selected than both parameters have in common.
 */
function mustMeetBoth({ names }: ListInputs, opaque: Query): boolean {
  return ["accountId", "publicKey"].every((key) => opaque.some(([sent]) => sent === names[key]));
}

/** Inconclusive if a request with a timestamp gets an error for missing balances, which a service may return. */
function missingAtTime(
  { names }: ListInputs,
  opaque: Query,
  { pages: [first] }: PagedList,
): Inconclusive | undefined {
  const atTime = opaque.some(([name]) => name === names["timestamp"]);
  const response = first?.response;
  return atTime && response !== undefined && looksMissing(response) && !callsMalformed(response)
    ? inconclusive(`no balances are returned for a time: ${describeResponse(response)}`, response)
    : undefined;
}

/** The opaque filters of a context, with their values. */
function opaqueQuery({ list, material }: ListSource, context: ParameterContext): Query {
  const { accounts, names } = material;
  const { part, whole } = searchTextsOf(list);
  const operator = operatorIn(context["accountId"]);
  // An inequality selects the tokens of some accounts and not those of others.
  const account = boundValueAt(accounts, /^[gl]/.test(operator ?? "") ? "middle" : "first");
  const values: Readonly<Record<string, string | undefined>> = {
    accountId: operator === undefined || account === undefined ? undefined : filterValue(operator, account),
    publicKey: context["publicKey"] === "given" ? material.key : undefined,
    name: { part, whole }[context["name"] ?? ""],
    // The first two select the newest balances, by their own time.
    timestamp: {
      at: `eq:${list.time ?? ""}`,
      from: `gte:${list.time ?? ""}`,
      earlier: `lt:${list.time ?? ""}`,
    }[context["timestamp"] ?? ""],
  };
  const { filters } = contextsOf(list);
  const opaque = Object.entries(values).filter(([key]) => filters[key] === undefined);
  return queryFrom(...opaque.map(([key, value]) => [names[key], value] as const));
}

/**
 * The first request of a context. Under asc the parameters are in reverse, because their sequence must make no difference. Without
 * filters the order comes first, as in other requests for the whole list: equal requests are sent once.
 */
function pagePlan(
  { list, material: { names, accounts } }: ListSource,
  { order, limit: state = "absent" }: ParameterContext,
  { opaque, filters, rows }: Selecting,
): PagePlan {
  const direction = order === "asc" || order === "desc" ? order : undefined;
  const limit = limitOf(list, state, rows, direction);
  // An id beside another filter is sent without shard and realm, which selects the same rows.
  const filterCount = filters.length + opaque.length;
  const sendsShortIds = order !== "desc" && filterCount > 1;
  const home = sendsShortIds ? homeOf([...sortedIds(list), ...accounts]) : undefined;
  const shown = filters.map(({ filter, operator, bound }) => {
    const isShort = filter.field === filter.identity && shardAndRealm(bound) === home;
    return [names[shortKey(filter.key)], filterValue(operator, isShort ? shortId(bound) : bound)] as const;
  });
  const query = queryFrom(
    ...opaque,
    ...shown,
    [names["limit"], limit?.toString()],
    [names["order"], direction],
  );
  const isReversed = order === "asc" || filterCount === 0;
  return { query: isReversed ? query.toReversed() : query, filters, filterCount, limit, order: direction };
}

/** The filters of a request, and the number of expected rows; undefined if unknown. */
interface Selecting {
  readonly opaque: Query;
  readonly filters: readonly FilterInUse[];
  readonly rows: number | undefined;
}

/** The sort keys by list: every context needs them, and comparing a few thousand rows takes long. */
const keysShown = new WeakMap<Listing, readonly SortKey[]>();

/** The keys that sort the whole list in both orders. Results of a search by name are sorted by token id (§4.4, line 233). */
export async function requestSortKeys(
  t: RequestSender & ListSource,
  context: ParameterContext,
): Promise<readonly SortKey[]> {
  const { list, material } = t;
  const { order } = material.names;
  if ((context["name"] ?? "absent") !== "absent") {
    return sortKeys(list.rows).filter(({ name }) => name === list.identity);
  }
  if (order === undefined) {
    return [];
  }
  const shown = keysShown.get(list);
  if (shown !== undefined) {
    return shown;
  }
  const { up, down } = await listBothWays(t, list, order, isSmoke(list.size) ? 1 : pagesFor(list));
  // Contexts in flight at the same time share the requests: another one may have computed the keys.
  const keys = keysShown.get(list) ?? certainKeys(rowsOnce(up), rowsOnce(down));
  keysShown.set(list, keys);
  return keys;
}
