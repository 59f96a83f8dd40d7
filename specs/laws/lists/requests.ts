// §4.1, §4.3, §4.4: a context becomes a request for a list
import { type Operator, filterValue, shardAndRealm, shortId } from "../../../engine/model/compare.ts";
import type { Ask, Asker, Query, Undecided } from "../../../engine/model/exchange.ts";
import { isUndecided } from "../../../engine/model/exchange.ts";
import { describe, looksMissing } from "../../../engine/message/classify.ts";
import { certainKeys, sortKeys, type SortKey } from "./ordering.ts";
import { isRefusedWalk, pagesFor, walk, type Walk } from "../../../engine/clauses/pagination.ts";
import type { Given, Have } from "../../../engine/clauses/clause.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import type { Context } from "../../../generators/covering.ts";
import { contextsOf, contextsWhere, smallerContexts } from "./contexts.ts";
import { askGround, askSet, askSingles } from "./ground.ts";
import { callsMalformed, undecided } from "../requests/verdicts.ts";
import { homeOf, queryFrom } from "../requests/ordinary.ts";
import { textsOf } from "./names.ts";
import { listBothWays } from "./order.ts";
import {
  EXCLUDED,
  limitOf,
  PAGES,
  pagesWorth,
  filtersIn,
  leavingSome,
  operatorIn,
  usualPage,
  valueAt,
} from "./bounds.ts";
import {
  isWanted,
  LISTS,
  shortKey,
  sortedIds,
  type FilterInUse,
  type ListName,
  type Source,
} from "./lists.ts";
import { arrivals } from "./mismatches.ts";
import { rowsOnce, type WalkPlan, type Walked } from "./walked.ts";

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
export function walksWhere(
  list: ListName,
  fits: (context: Context) => boolean,
  factors: readonly string[] = [],
) {
  return {
    compares: true,
    given: (have: Have<ReturnType<typeof needsOf>>): Given<Context> => ({
      boundaries: [],
      contexts: contextsWhere(have, fits, factors),
      smaller: (context) => smallerContexts(context, factors),
    }),
    ask: askContext,
  } as const;
}

/**
 * Asks for a list in a context, as {@link walksWhere} says. Undecided: a parameter whose meaning shows in no row gets no list, a
 * parameter alone is refused as well, or no rows come at a time.
 */
export async function askContext(t: Asker & Source, context: Context): Promise<Walked | Undecided> {
  const { list, material } = t;
  const hidden = await tellingForms(t, hiddenQueries(t, context), context);
  const ground = await askGround(t, hidden);
  if (isUndecided(ground)) {
    return ground;
  }
  const { rows: listed } = list;
  if ("walk" in ground) {
    const plan = { query: hidden, filters: [], selecting: hidden.length };
    return noneThen(material, hidden, ground.walk) ?? { plan, ...ground };
  }
  const filters = filtersIn(list, context, ground);
  const wanted = ground.rows.filter((row) => filters.every((used) => isWanted(used, row) !== false));
  const doubtful = wanted.filter((row) => filters.some((used) => isWanted(used, row) === undefined));
  const selection = ground.complete ? wanted.filter((row) => !doubtful.includes(row)) : undefined;
  const plan = planOf(t, context, { hidden, filters, rows: selection?.length });
  const keys = plan.order === undefined ? [] : await askKeys(t, context);
  const pages = pagesWorth(plan.limit ?? usualPage(list), selection?.length, budgetOf(list, plan, hidden));
  const asking = (query: Query): Ask => ({ ...list.ask(query), gateways: "steady" });
  const walked = await walk(t, asking(plan.query), pages);
  const singles = isRefusedWalk(walked) ? await askSingles(t, list, plan.query) : undefined;
  const none = noneThen(material, hidden, walked);
  if (none !== undefined) {
    return none;
  }
  if (singles !== undefined && isUndecided(singles)) {
    return singles;
  }
  const { names, unnamed } = material;
  const unpaged = hidden.some(([sent]) => sent === names["name"]);
  const atMost = ground.atMost === true || isJoined(material, hidden);
  const { unread, sources } = ground;
  const known = { selection, doubtful, unread, unpaged, atMost, sources };
  const whole = ground.complete ? ground.rows : undefined;
  const made = { plan, walk: walked, singles, keys, listed, whole, ...known, names, unnamed };
  // Rows that larger pages did not show: they are asked for once more.
  return plan.selecting === 0 && arrivals(made).length > 0
    ? { ...made, large: await walk(t, asking(list.largest), list.size.pages) }
    : made;
}

/**
 * Whether account.id and publicKey stand together. The document does not say whose key publicKey is: if it is
 * the account's, one account must meet both, and fewer tokens are selected than both parameters have in
 * common.
 */
function isJoined({ names }: Material, hidden: Query): boolean {
  return ["accountId", "publicKey"].every((key) => hidden.some(([sent]) => sent === names[key]));
}

/** Under a timestamp filter there may be no balances at all, and an answer that says so. */
function noneThen({ names }: Material, hidden: Query, { pages: [first] }: Walk): Undecided | undefined {
  const atTime = hidden.some(([name]) => name === names["timestamp"]);
  const reply = first?.reply;
  return atTime && reply !== undefined && looksMissing(reply) && !callsMalformed(reply)
    ? undecided(`no balances come at a time: ${describe(reply)}`, reply)
    : undefined;
}

/** Contexts take the newest balances by their own time, exact or from it on: of both, either order, with a limit and without. */
const takingNow = ({ order, limit = "absent" }: Context): Operator =>
  (order === "asc") === (limit === "absent") ? "eq" : "gte";

/** The parameters whose meaning does not show in a row, each as it is sent. */
function hiddenQueries({ list, material }: Source, context: Context): Query {
  const { accounts, names } = material;
  const { part, whole } = textsOf(list);
  const operator = operatorIn(context["accountId"]);
  const account = valueAt(
    leavingSome(accounts, operator),
    operator?.startsWith("l") === true ? "last" : "first",
  );
  const values: Readonly<Record<string, string | undefined>> = {
    accountId: operator === undefined || account === undefined ? undefined : filterValue(operator, account),
    publicKey: context["publicKey"] === "given" ? material.key : undefined,
    name: { part, whole }[context["name"] ?? ""],
    timestamp: { now: `${takingNow(context)}:${list.time ?? ""}`, earlier: `lt:${list.time ?? ""}` }[
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
async function tellingForms(t: Asker & Source, hidden: Query, { limit }: Context): Promise<Query> {
  const { list, material } = t;
  const forms: Query[number][] = [];
  for (const [name, value] of hidden) {
    const plain = value.slice(value.indexOf(":") + 1);
    if (name !== material.names["accountId"] || plain === value) {
      forms.push([name, value]);
      continue;
    }
    const walked = await askSet(t, list, [[name, value]]);
    const isRefused = isRefusedWalk(walked);
    const isOfMany = limit === "small" && value.startsWith("ne:");
    const alone = isRefused || isOfMany ? await askSet(t, list, [[name, plain]]) : undefined;
    const isFewer = (rows: number): boolean => rows > 1 && rows < walked.rows.length;
    const isPlain = alone && !isRefusedWalk(alone) && (isRefused || isFewer(alone.rows.length));
    forms.push([name, isPlain ? plain : value]);
  }
  return forms;
}

/**
 * The request. Its parameters are reversed under asc, for their sequence must make no difference; where nothing selects
 * the order comes first, as in other requests for the whole list: equal ones are sent once.
 */
function planOf(
  { list, material: { names, accounts } }: Source,
  { order, limit: state = "absent" }: Context,
  { hidden, filters, rows }: Selecting,
): WalkPlan {
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
 * Pages to ask for: all of a whole list that is known, in the handful of pages that its limits cut it into; of one that is
 * not known more than of a selection, for its end may be near. Where no limit is known, the pages of the whole list were read
 * before, for the list or for the keys that sort it.
 */
function budgetOf(list: Listing, { limit, order, selecting, filters }: WalkPlan, hidden: Query) {
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

/** Ways in which the list is sorted, as its walks both ways show; results of a search by name are by id (4.4). */
export async function askKeys(t: Asker & Source, context: Context): Promise<readonly SortKey[]> {
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
