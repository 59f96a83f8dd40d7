// §4.1, §4.3, §4.4: a context becomes a request for a list
import { type Operator, filterValue, shardAndRealm, shortId } from "../../../engine/model/compare.ts";
import type { ApiRequest, RequestSender, Query, Inconclusive } from "../../../engine/model/exchange.ts";
import { isInconclusive } from "../../../engine/model/exchange.ts";
import { describe, looksMissing } from "../../../engine/message/classify.ts";
import { certainKeys, sortKeys, type SortKey } from "./ordering.ts";
import { isRefusedList, pagesFor, pagedList, type PagedList } from "../../../engine/clauses/pagination.ts";
import type { CaseSource, Inputs } from "../../../engine/clauses/clause.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { contextsOf, contextsWhere, smallerContexts } from "./contexts.ts";
import { sendBaseRequests, requestSelection, sendSingles } from "./base-rows.ts";
import { callsMalformed } from "../requests/acceptance.ts";
import { inconclusive } from "../requests/check-results.ts";
import { homeOf, queryFrom } from "../requests/ordinary.ts";
import { searchTextsOf } from "./name-search.ts";
import { listBothWays } from "./order.ts";
import {
  EXCLUDED,
  limitOf,
  PAGES,
  pagesWorth,
  filtersIn,
  boundsLeavingRows,
  operatorIn,
  usualPage,
  boundValueAt,
} from "./bounds.ts";
import {
  isWanted,
  LISTS,
  shortKey,
  sortedIds,
  type FilterInUse,
  type ListName,
  type ListSource,
} from "./lists.ts";
import { newRows } from "./row-differences.ts";
import { rowsOnce, type PagePlan, type PagesRead } from "./pages-read.ts";

export function needsOf(list: ListName) {
  return { list, material: LISTS[list].material } as const;
}

/**
 * What clauses of a list send: the contexts that fit, each followed from page to page, at most one page further than the rows that
 * are due, and over some empty ones. What says which rows are due: each parameter whose meaning shows in no row, alone in the
 * largest pages (all together where one is a timestamp), whose common rows are the ground; where an order is sent, the whole list
 * both ways, once for all contexts, for the keys that sort it; each parameter of a request that gets no list, alone; the whole list
 * in the largest pages, where a request that selects nothing shows rows that it lacked. Undecided: the first page is refused. A
 * clause is tested on the pages that came: its `doubt` says whether it minds that links.next cannot be followed, or that there are
 * more.
 */
export function pagedListsWhere(
  list: ListName,
  fits: (context: ParameterContext) => boolean,
  factors: readonly string[] = [],
) {
  return {
    compares: true,
    given: (have: Inputs<ReturnType<typeof needsOf>>): CaseSource<ParameterContext> => ({
      boundaries: [],
      contexts: contextsWhere(have, fits, factors),
      smaller: (context) => smallerContexts(context, factors),
    }),
    request: requestContext,
  } as const;
}

/**
 * Asks for a list in a context, as {@link walksWhere} says. Undecided: a parameter whose meaning shows in no row gets no list, a
 * parameter alone is refused as well, or no rows come at a time.
 */
export async function requestContext(
  t: RequestSender & ListSource,
  context: ParameterContext,
): Promise<PagesRead | Inconclusive> {
  const { list, material } = t;
  const hidden = await chooseForms(t, opaqueQuery(t, context), context);
  const baseRows = await sendBaseRequests(t, hidden);
  if (isInconclusive(baseRows)) {
    return baseRows;
  }
  const { rows: listed } = list;
  if ("pagedList" in baseRows) {
    const plan = { query: hidden, filters: [], selecting: hidden.length };
    return missingAtTime(material, hidden, baseRows.pagedList) ?? { plan, ...baseRows };
  }
  const filters = filtersIn(list, context, baseRows);
  const wanted = baseRows.rows.filter((row) => filters.every((used) => isWanted(used, row) !== false));
  const ambiguous = wanted.filter((row) => filters.some((used) => isWanted(used, row) === undefined));
  const selection = baseRows.complete ? wanted.filter((row) => !ambiguous.includes(row)) : undefined;
  const plan = pagePlan(t, context, { hidden, filters, rows: selection?.length });
  const keys = plan.order === undefined ? [] : await requestSortKeys(t, context);
  const pages = pagesWorth(plan.limit ?? usualPage(list), selection?.length, budgetOf(list, plan, hidden));
  const recordingSender = (query: Query): ApiRequest => ({ ...list.request(query), gateways: "steady" });
  const pagesRead = await pagedList(t, recordingSender(plan.query), pages);
  const singles = isRefusedList(pagesRead) ? await sendSingles(t, list, plan.query) : undefined;
  const none = missingAtTime(material, hidden, pagesRead);
  if (none !== undefined) {
    return none;
  }
  if (singles !== undefined && isInconclusive(singles)) {
    return singles;
  }
  const { names, unnamed } = material;
  const unpaged = hidden.some(([sent]) => sent === names["name"]);
  const atMost = baseRows.atMost === true || mustMeetBoth(material, hidden);
  const { unread, sources } = baseRows;
  const known = { selection, ambiguous, unread, unpaged, atMost, sources };
  const whole = baseRows.complete ? baseRows.rows : undefined;
  const made = { plan, pagedList: pagesRead, singles, keys, listed, whole, ...known, names, unnamed };
  // Rows that larger pages did not show: they are requested once more.
  return plan.selecting === 0 && newRows(made).length > 0
    ? { ...made, large: await pagedList(t, recordingSender(list.largest), list.size.pages) }
    : made;
}

/**
 * Whether account.id and publicKey stand together. The contract does not say whose key publicKey is: if it is
 * the account's, one account must meet both, and fewer tokens are selected than both parameters have in
 * common.
 */
function mustMeetBoth({ names }: Material, hidden: Query): boolean {
  return ["accountId", "publicKey"].every((key) => hidden.some(([sent]) => sent === names[key]));
}

/** Under a timestamp filter there may be no balances at all, and a response that says so. */
function missingAtTime(
  { names }: Material,
  hidden: Query,
  { pages: [first] }: PagedList,
): Inconclusive | undefined {
  const atTime = hidden.some(([name]) => name === names["timestamp"]);
  const response = first?.response;
  return atTime && response !== undefined && looksMissing(response) && !callsMalformed(response)
    ? inconclusive(`no balances come at a time: ${describe(response)}`, response)
    : undefined;
}

/** Contexts take the newest balances by their own time, exact or from it on: of both, either order, with a limit and without. */
const timeOperator = ({ order, limit = "absent" }: ParameterContext): Operator =>
  (order === "asc") === (limit === "absent") ? "eq" : "gte";

/** The parameters whose meaning does not show in a row, each as it is sent. */
function opaqueQuery({ list, material }: ListSource, context: ParameterContext): Query {
  const { accounts, names } = material;
  const { part, whole } = searchTextsOf(list);
  const operator = operatorIn(context["accountId"]);
  const account = boundValueAt(
    boundsLeavingRows(accounts, operator),
    operator?.startsWith("l") === true ? "last" : "first",
  );
  const values: Readonly<Record<string, string | undefined>> = {
    accountId: operator === undefined || account === undefined ? undefined : filterValue(operator, account),
    publicKey: context["publicKey"] === "given" ? material.key : undefined,
    name: { part, whole }[context["name"] ?? ""],
    timestamp: { now: `${timeOperator(context)}:${list.time ?? ""}`, earlier: `lt:${list.time ?? ""}` }[
      context["timestamp"] ?? ""
    ],
  };
  const { filters } = contextsOf(list);
  const hidden = Object.entries(values).filter(([key]) => filters[key] === undefined);
  return queryFrom(...hidden.map(([key, value]) => [names[key], value] as const));
}

/**
 * An account stands there without its operator where no operator is served: the parameter is there all the same. On small pages it
 * does where it has several rows, and fewer than the others have: what all but one account hold may be nearly the whole list.
 */
async function chooseForms(
  t: RequestSender & ListSource,
  hidden: Query,
  { limit }: ParameterContext,
): Promise<Query> {
  const { list, material } = t;
  const forms: Query[number][] = [];
  for (const [name, value] of hidden) {
    const plain = value.slice(value.indexOf(":") + 1);
    if (name !== material.names["accountId"] || plain === value) {
      forms.push([name, value]);
      continue;
    }
    const pagesRead = await requestSelection(t, list, [[name, value]]);
    const isRefused = isRefusedList(pagesRead);
    const isOfMany = limit === "small" && value.startsWith("ne:");
    const alone = isRefused || isOfMany ? await requestSelection(t, list, [[name, plain]]) : undefined;
    const isFewer = (rows: number): boolean => rows > 1 && rows < pagesRead.rows.length;
    const isPlain = alone && !isRefusedList(alone) && (isRefused || isFewer(alone.rows.length));
    forms.push([name, isPlain ? plain : value]);
  }
  return forms;
}

/**
 * The request. Its parameters are reversed under asc, for their sequence must make no difference; where nothing selects
 * the order comes first, as in other requests for the whole list: equal ones are sent once.
 */
function pagePlan(
  { list, material: { names, accounts } }: ListSource,
  { order, limit: state = "absent" }: ParameterContext,
  { hidden, filters, rows }: Selecting,
): PagePlan {
  const direction = order === "asc" || order === "desc" ? order : undefined;
  const limit = limitOf(list, state, rows, direction);
  // Under asc an id beside another filter is short: it means the same.
  const isBeside = order === "asc" && filters.length + hidden.length > 1;
  const home = isBeside ? homeOf([...sortedIds(list), ...accounts]) : undefined;
  const shown = filters.map(({ filter, operator, bound }) => {
    const isShort = filter.field === filter.identity && shardAndRealm(bound) === home;
    return [names[shortKey(filter.key)], filterValue(operator, isShort ? shortId(bound) : bound)] as const;
  });
  const query = queryFrom(
    ...hidden,
    ...shown,
    [names["limit"], limit?.toString()],
    [names["order"], direction],
  );
  const selecting = filters.length + hidden.length;
  const isReversed = order === "asc" || selecting === 0;
  return { query: isReversed ? query.toReversed() : query, filters, selecting, limit, order: direction };
}

/**
 * Pages of one row that are followed through the whole list: a row that is lost or repeated from the tenth page on shows there
 * alone. 30 at standard, 300 at thorough.
 */
const pagesOfOne = ({ contexts }: Listing["size"]): number => (contexts === 1 ? 30 : 300);

/**
 * Pages to request: all of a whole list that is known, in the handful of pages that its limits cut it into; of one that is
 * not known more than of a selection, for its end may be near. Where no limit is known, the pages of the whole list were read
 * before, for the list or for the keys that sort it.
 */
function budgetOf(list: Listing, { limit, order, selecting, filters }: PagePlan, hidden: Query) {
  const { size, rows } = list;
  const isUsual = limit === undefined && usualPage(list) !== undefined;
  if (selecting === 0 && limit === 1 && size.contexts > 0) {
    return { near: pagesOfOne(size), some: pagesOfOne(size) };
  }
  if (selecting === 0 && isUsual) {
    return { near: 0, some: order === undefined ? size.pages : pagesFor(list) };
  }
  if (selecting === 0 && (limit === 100 || (limit ?? 0) * 10 > rows.length)) {
    return { near: Math.max(size.pages, 6), some: 8 };
  }
  // The second page may keep a parameter that its own links.next drops: a third page is read.
  if (size.contexts === 0) {
    return { near: 2, some: 2 };
  }
  if (limit === 1 && order === "asc" && filters.some(({ operator }) => operator === "ne")) {
    return { near: EXCLUDED, some: EXCLUDED };
  }
  return { near: PAGES + 1, some: isUsual ? PAGES + 1 : hidden.length > 0 ? PAGES : 2 };
}

/** The parameters of a request that select rows, and how many they select, where it is known. */
interface Selecting {
  readonly hidden: Query;
  readonly filters: readonly FilterInUse[];
  readonly rows: number | undefined;
}

/** Every context of a list asks which keys sort it: a few thousand rows are compared once. */
const keysShown = new WeakMap<Listing, readonly SortKey[]>();

/** Ways in which the list is sorted, as its paged lists both ways show; results of a search by name are by id (4.4). */
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
  const { up, down } = await listBothWays(t, list, order, list.size.contexts === 0 ? 1 : pagesFor(list));
  // Contexts that are asked together wait for the same walks.
  const keys = keysShown.get(list) ?? certainKeys(rowsOnce(up), rowsOnce(down));
  keysShown.set(list, keys);
  return keys;
}
