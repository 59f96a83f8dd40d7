// §2.1, §4.1, §4.3, §4.4: the requests of a context, their pages, and the rows that they must return
import { describeResponse, isSuccess, looksMissing } from "../../../engine/message/classify.ts";
import { filterValue, shardAndRealm, shortId } from "../../../engine/model/compare.ts";
import { isInconclusive, type RequestSender, type Query } from "../../../engine/model/exchange.ts";
import type { Inconclusive } from "../../../engine/model/exchange.ts";
import { present } from "../../../engine/model/model.ts";
import { isRefusedList, isRowOf, pagedList } from "../../../engine/clauses/pagination.ts";
import type { ListRow, PagedList } from "../../../engine/clauses/pagination.ts";
import type { CaseSource, Inputs } from "../../../engine/clauses/declare.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke } from "../../../engine/clauses/size.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { callsMalformed } from "../requests/acceptance.ts";
import { inconclusive } from "../requests/check-results.ts";
import { commonShardRealm, queryFrom } from "../requests/values.ts";
import { contextsWhere, smallerContexts } from "./contexts.ts";
import { filtersIn, filtersOf, middleOf, operatorIn, pagesOfSelection } from "./lists.ts";
import { requestSelection, selectsRow, shortKey, sortedIds } from "./lists.ts";
import type { FilterInUse, ListSource, needsOf } from "./lists.ts";
import { containsText, longestSearch, partBesideKey, searchTextsOf } from "./name-search.ts";
import { newRows, rowsOnce, whyListUnread, whySearchCut, whyStopped } from "./pages-read.ts";
import { type PagePlan, type PagesRead, type RowSource } from "./pages-read.ts";
import { requestSortKeys } from "./relations.ts";

/**
 * The cases of clauses over the pages of a list: the contexts that fit. For each context these requests are sent, equal ones once:
 * - the request of the context, whose links are followed up to its page budget (`pageBudget`), and over a few empty pages;
 * - each opaque filter alone, in the largest pages (all together if one is a timestamp): the common rows are the base rows;
 * - if a name is sent, the search that returns most rows, which shows whether searches are truncated;
 * - if an order is sent, the whole list in both orders, for the keys that sort it;
 * - if the request is refused, each of its parameters alone;
 * - if a request without filters returns rows that the list lacked, the whole list in the largest pages.
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

/** Inconclusive if a parameter is refused alone too, or a timestamp selects no row. */
export async function requestContext(
  t: RequestSender & ListSource,
  context: ParameterContext,
): Promise<PagesRead | Inconclusive> {
  const { list, material } = t;
  const { names, unnamed } = material;
  const opaque = opaqueQuery(t, context);
  const baseRows = await sendBaseRequests(t, opaque);
  if (isInconclusive(baseRows)) return baseRows;
  const filters = filtersIn(list, context, baseRows);
  const expected = expectedRows(baseRows, filters);
  const rows = expected.selection?.length;
  const plan = pagePlan(t, context, opaque, filters, rows);
  const keys = plan.order === undefined ? [] : await requestSortKeys(t, context);
  const read = (query: Query, pages: number): Promise<PagedList> =>
    pagedList(t, { ...list.request(query), gateways: "steady" }, pages);
  const pages = await read(plan.query, pageBudget(list, plan, rows));
  const sentAlone = isRefusedList(pages) ? await sendEachAlone(t, list, plan.query) : undefined;
  const unclear = missingAtTime(material, opaque, pages) ?? sentAlone;
  if (unclear !== undefined && isInconclusive(unclear)) return unclear;
  const pagesRead: PagesRead = {
    ...expected,
    plan,
    pagedList: pages,
    ...present({ sentAlone: unclear }),
    keys,
    listed: list.rows,
    unpaged: opaque.some(([sent]) => sent === names["name"]),
    // If publicKey means the key of an account, not of a token, one account must meet both parameters: fewer tokens may match.
    mayBeFewer: ["accountId", "publicKey"].every((key) => opaque.some(([sent]) => sent === names[key])),
    names,
    ...present({ unnamed }),
  };
  // The list may have grown, or its large pages may lose rows.
  return plan.filterCount === 0 && newRows(pagesRead).length > 0
    ? { ...pagesRead, largePages: await read(list.largest, list.size.pages) }
    : pagesRead;
}

/** A service may return the error for a missing record if it has no balances of that time. */
function missingAtTime({ names }: ListInputs, opaque: Query, { pages: [first] }: PagedList) {
  const atTime = opaque.some(([name]) => name === names["timestamp"]);
  const response = first?.response;
  return atTime && response !== undefined && looksMissing(response) && !callsMalformed(response)
    ? inconclusive(`no balances are returned for a time: ${describeResponse(response)}`, response)
    : undefined;
}

/** A filter without a known name or value is omitted. */
function opaqueQuery({ list, material }: ListSource, context: ParameterContext): Query {
  const { accounts, names } = material;
  const { part, whole } = searchTextsOf(list);
  const sentKey = context["publicKey"] === "given" ? material.key : undefined;
  const isPart = context["name"] === "part";
  const sharedPart = isPart && sentKey !== undefined ? partBesideKey(list, sentKey) : undefined;
  const operator = operatorIn(context["accountId"]);
  // The account in the middle: some known accounts meet an inequality with it, and others do not.
  const account = /^[gl]/.test(operator ?? "") ? middleOf(accounts) : accounts[0];
  const time = list.time ?? "";
  const values: Readonly<Record<string, string | undefined>> = {
    accountId: operator === undefined || account === undefined ? undefined : filterValue(operator, account),
    publicKey: sentKey,
    name: { part: sharedPart ?? part, whole }[context["name"] ?? ""],
    // `time` is the timestamp of the newest balances.
    timestamp: { at: `eq:${time}`, from: `gte:${time}`, earlier: `lt:${time}` }[context["timestamp"] ?? ""],
  };
  const filters = filtersOf(list);
  const opaque = Object.entries(values).filter(([key]) => filters[key] === undefined);
  return queryFrom(...opaque.map(([key, value]) => [names[key], value] as const));
}

/** An id in the shard and realm `home` is sent as its last part only. */
export const filterQuery = (names: ListInputs["names"], filters: readonly FilterInUse[], home?: string) =>
  queryFrom(
    ...filters.map(({ filter, operator, bound }) => {
      const isShort = filter.field === filter.identity && shardAndRealm(bound) === home;
      return [names[shortKey(filter.key)], filterValue(operator, isShort ? shortId(bound) : bound)] as const;
    }),
  );

/**
 * Under asc the parameters are in reverse, because their sequence must make no difference. Without filters the order comes first, as in
 * other requests for the whole list: equal requests are sent once.
 */
function pagePlan(
  { list, material: { names, accounts } }: ListSource,
  { order, limit: state = "absent" }: ParameterContext,
  opaque: Query,
  filters: readonly FilterInUse[],
  rows: number | undefined,
): PagePlan {
  const direction = order === "asc" || order === "desc" ? order : undefined;
  const limit = limitOf(list, state, rows);
  const filterCount = filters.length + opaque.length;
  // An id without shard and realm selects the same rows.
  const isShort = order !== "desc" && filterCount > 1;
  const query = [
    ...opaque,
    ...filterQuery(names, filters, isShort ? commonShardRealm([...sortedIds(list), ...accounts]) : undefined),
    ...queryFrom([names["limit"], limit?.toString()], [names["order"], direction]),
  ];
  const isReversed = order === "asc" || filterCount === 0;
  return { query: isReversed ? query.toReversed() : query, filters, filterCount, limit, order: direction };
}

/**
 * The rows that the opaque filters of a request select. A filter is opaque if no field of a row shows for certain whether the filter
 * selects it: account.id of tokens, publicKey, timestamp, and a name, whose letter case is unspecified (interpretation 8).
 */
interface BaseRows {
  readonly rows: readonly ListRow[];
  readonly complete: boolean;
  readonly unread?: Inconclusive | undefined;
  readonly sources: readonly RowSource[];
}

export const wholeListRows = (list: Listing): BaseRows => {
  return { rows: list.rows, complete: list.complete, unread: whyListUnread(list), sources: [list] };
};

/**
 * `selection`: the base rows that every unambiguous filter selects; undefined if these are incomplete. `ambiguous`: rows with a value that
 * cannot be compared, which may be returned or omitted.
 */
export function expectedRows({ rows, complete, unread, sources }: BaseRows, filters: readonly FilterInUse[]) {
  const possible = rows.filter((row) => filters.every((used) => selectsRow(used, row) !== false));
  const isAmbiguous = (row: ListRow): boolean => filters.some((used) => selectsRow(used, row) === undefined);
  const known = complete
    ? { selection: possible.filter((row) => !isAmbiguous(row)), baseRows: rows }
    : { selection: undefined };
  return { ...known, ambiguous: possible.filter(isAmbiguous), unread, sources };
}

/** Inconclusive if a parameter is refused alone too: the acceptance clauses check that. */
async function sendEachAlone(t: RequestSender, list: Listing, query: Query) {
  const alone = query.length === 0 ? [query] : query.map((parameter) => [parameter]);
  const responses = await t.all(alone.map((one) => list.request(one)));
  const refused = responses.find((response) => !isSuccess(response));
  const reason = "a parameter that is sent alone does not return a list";
  return refused ? inconclusive(`${reason}: ${describeResponse(refused)}`, refused) : responses;
}

/**
 * Sends each opaque filter alone, and returns the rows that all results share. If one is a timestamp, sends all in one request: the rows of
 * a past time differ from those of the list. Inconclusive if a filter alone is refused, or no row has that time.
 */
async function sendBaseRequests(t: RequestSender & ListSource, opaque: Query) {
  const { list, material } = t;
  const { timestamp, name = "" } = material.names;
  const atTime = opaque.some(([sent]) => sent === timestamp);
  let base: BaseRows = atTime ? { rows: [], complete: true, sources: [] } : wholeListRows(list);
  for (const group of atTime ? [opaque] : opaque.map((parameter) => [parameter])) {
    const part = await requestSelection(t, list, group);
    if (part.end === "refused" && group.length === 1) {
      return whyStopped(part, "a part of the list could not be read");
    }
    if (atTime && part.rows.length === 0 && part.end !== "refused") {
      return inconclusive("no row matches the request at that time", part.pages[0]?.response);
    }
    const text = group.find(([sent]) => sent === name)?.[1];
    const longest = text === undefined ? Infinity : await longestSearch(t, list, name);
    const isNamed = ({ name: own }: ListRow): boolean =>
      text === undefined || typeof own !== "string" || containsText(own, text);
    const hasAll = list.complete && list.rows.filter(isNamed).every(isRowOf(part.rows, list.identity));
    const isCut = part.rows.length >= longest && !hasAll;
    const isBase = atTime || !base.complete ? () => true : isRowOf(base.rows, list.identity);
    const cut = isCut ? whySearchCut(part) : undefined;
    const stopped = part.end === "null" ? cut : whyStopped(part, "a part of the list was not read");
    base = {
      rows: rowsOnce(part).filter((row) => isNamed(row) && isBase(row)),
      complete: base.complete && part.end === "null" && !isCut,
      unread: base.unread ?? stopped,
      sources: [part, ...base.sources],
    };
  }
  return base;
}

/** For the states `exact` and `rest`, unless 100 rows a page need more pages. */
const PAGES_OF_WHOLE_LIST = 5;

/**
 * The limit for a state of this parameter; undefined for `absent`. `small`: the selection has two (smoke) or three pages, or pages of one
 * row if it would fit on one page. `exact`: the whole list has at most five pages, the last one full; `rest`: the last one not full. Any
 * other state is the limit itself.
 * @param rows number of selected rows, if known
 */
export function limitOf(list: Listing, state: string, rows = 21): number | undefined {
  const small = Math.min(Math.max(Math.ceil(rows / pagesOfSelection(list)), 2), 100);
  switch (state) {
    case "absent":
      return undefined;
    case "small":
      return rows > 1 && rows <= small ? 1 : small;
    case "exact":
      return wholeLimit(list, (rest) => rest === 0);
    case "rest":
      return wholeLimit(list, (rest) => rest > 0);
    default:
      return Number(state);
  }
}

/** The smallest limit with at most five pages of the whole list, the last with a number of rows (0: full) that `fits` accepts; else 100. */
function wholeLimit({ rows: { length: total }, complete }: Listing, fits: (rest: number) => boolean): number {
  const least = Math.min(100, Math.max(1, Math.ceil(total / PAGES_OF_WHOLE_LIST)));
  const limits = Array.from({ length: 101 - least }, (_, index) => least + index);
  return (complete ? limits.find((limit) => fits(total % limit)) : undefined) ?? 100;
}

/**
 * For the whole list in ascending pages of one row: 30 at standard, 300 at thorough, which reveal a row that is lost or repeated after many
 * pages. For the whole list without a limit or in at most ten pages: as many as the level allows, at least eight. Otherwise five; at smoke
 * two, which show what the first link drops, or three if the list has to end after two.
 * @param selected number of expected rows, if known
 */
export function pageBudget(
  { size, rows }: Listing,
  { limit, order, filterCount }: PagePlan,
  selected?: number,
): number {
  if (filterCount === 0 && limit === 1 && order === "asc" && !isSmoke(size)) {
    return size.contexts === 1 ? 30 : 300;
  }
  if (filterCount === 0 && (limit === undefined || limit * 10 > rows.length)) return Math.max(size.pages, 8);
  const hasTwoPages = selected !== undefined && Math.ceil(selected / (limit ?? selected)) === 2;
  return !isSmoke(size) ? 5 : hasTwoPages ? 3 : 2;
}
