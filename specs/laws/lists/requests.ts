// §4.1, §4.3, §4.4: a context becomes a request for a list
import { filterValue } from "../../../engine/model/compare.ts";
import type { Query } from "../../../engine/model/call.ts";
import { describe, isSuccess } from "../../../engine/message/classify.ts";
import { all as sendAll, type Asking, type Reply, type Undecided } from "../../../engine/model/exchange.ts";
import { certainKeys, sortKeys, type SortKey } from "../../../engine/clauses/ordering.ts";
import {
  isRefusedWalk,
  keyOf,
  pagesFor,
  walk,
  type ListRow,
  type Walk,
} from "../../../engine/clauses/pagination.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import type { Context } from "../../../generators/covering.ts";
import { contextsOf } from "./contexts.ts";
import { askSet } from "./filter-sets.ts";
import { undecided } from "../requests/findings.ts";
import { callsMalformed } from "../requests/malformed.ts";
import { queryFrom } from "../requests/ordinary.ts";
import { searchTexts } from "../requests/names.ts";
import { listBothWays } from "./order.ts";
import { at, filtersIn, leavingSome, operatorIn } from "./bounds.ts";
import { isWanted, shortKey, type FilterInUse } from "./lists.ts";
import { PAGES, pagesWorth, smallLimit } from "./plans.ts";
import { stopped, unreadList, type WalkPlan, type Walked } from "./walked.ts";

/**
 * The rows that the hidden parameters select, and whether these are all of them. A parameter is hidden where
 * no member of a row shows what it means: account.id of tokens, publicKey, name, timestamp.
 */
interface Ground {
  readonly rows: readonly ListRow[];
  readonly complete: boolean;
  /** Why they are not all known. */
  readonly unread?: Undecided | undefined;
}

/** Asks for a list in a context, page by page, and for what says which rows should come. */
export function* askContext(list: Listing, material: Material, context: Context): Asking<Walked | Undecided> {
  const hidden = yield* servedForms(list, material, hiddenQueries(list, material, context));
  const ground = yield* askGround(list, material, hidden);
  if ("undecided" in ground) {
    return ground;
  }
  const filters = filtersIn(list, context, ground);
  const wanted = ground.rows.filter((row) => filters.every((filter) => isWanted(filter, row) !== false));
  const selection = ground.complete ? wanted : undefined;
  const plan = planOf(material, context, hidden, filters, selection?.length);
  const keys = plan.order === undefined ? [] : yield* askKeys(list, material, context);
  const pages = pagesWorth(plan.limit, selection?.length, {
    near: list.size.contexts === 0 ? PAGES : PAGES + 1,
    // The second page may keep a parameter that its own links.next drops: a third page is read.
    some: hidden.length > 0 && list.size.contexts > 0 ? PAGES : 2,
  });
  const walked = yield* walk({ ...list.ask(plan.query), memo: true }, list.member, pages);
  const [first] = walked.pages;
  const isPart = first !== undefined && isRefusedWalk(walked);
  const alone = isPart ? yield* askAlone(list, plan.query) : undefined;
  const unread = alone ?? (first === undefined ? undefined : noneThen(material, hidden, first.reply));
  const { name, limit: limitName } = material.names;
  const unpaged = hidden.some(([sent]) => sent === name);
  const atMost = isJoined(material, hidden);
  const { identity, rows: listed } = list;
  const known = { selection, unread: ground.unread };
  return unread ?? { plan, identity, walk: walked, keys, listed, ...known, unpaged, atMost, limitName };
}

/**
 * Whether account.id and publicKey stand together. The document does not say whose key publicKey is: if it is
 * the account's, one account must meet both, and fewer tokens are selected than both parameters have in
 * common.
 */
function isJoined({ names }: Material, hidden: Query): boolean {
  return ["accountId", "publicKey"].every((key) => hidden.some(([sent]) => sent === names[key]));
}

/**
 * Under a timestamp filter there may be no balances at all: an answer without success decides nothing, unless
 * it calls the request malformed. That is a refusal.
 */
function noneThen({ names }: Material, hidden: Query, reply: Reply): Undecided | undefined {
  const atTime = hidden.some(([name]) => name === names["timestamp"]);
  return atTime && !isSuccess(reply) && !callsMalformed(reply)
    ? undecided(`no balances come at a time: ${describe(reply)}`, reply)
    : undefined;
}

/** Undecided where one of the parameters is refused alone too: its own clauses judge that. */
function* askAlone(list: Listing, query: Query): Asking<Undecided | undefined> {
  const replies = yield* sendAll(query.map((parameter) => ({ ...list.ask([parameter]), memo: true })));
  const refused = replies.find((reply) => !isSuccess(reply));
  return refused && undecided(`a parameter alone gives no list: ${describe(refused)}`, refused);
}

/** The parameters whose meaning does not show in a row, each as it is sent. */
function hiddenQueries(list: Listing, material: Material, context: Context): Query {
  const { accounts, names } = material;
  const [part, whole] = ["a part that many names share", "a full name"].map(
    (wanted) => searchTexts(list).find(({ name }) => name === wanted)?.value,
  );
  const operator = operatorIn(context["accountId"]);
  const account = at(leavingSome(accounts, operator), context["accountBound"]);
  const values: Readonly<Record<string, string | undefined>> = {
    accountId: operator === undefined || account === undefined ? undefined : filterValue(operator, account),
    publicKey: context["publicKey"] === "given" ? material.key : undefined,
    name: { part, whole }[context["name"] ?? ""],
    timestamp: { now: `lte:${list.time ?? ""}`, earlier: `lt:${list.time ?? ""}` }[
      context["timestamp"] ?? ""
    ],
  };
  const { filters } = contextsOf(list);
  const hidden = Object.entries(values).filter(([key]) => filters[key]?.row === undefined);
  return queryFrom(...hidden.map(([key, value]) => [names[key], value] as const));
}

/** An account stands there without its operator where no operator is served: the parameter is there all the same. */
function* servedForms(list: Listing, { names }: Material, hidden: Query): Asking<Query> {
  const forms: Query[number][] = [];
  for (const [name, value] of hidden) {
    const plain = value.slice(value.indexOf(":") + 1);
    const isRefused = name === names["accountId"] && isRefusedWalk(yield* askSet(list, [[name, value]]));
    const isTaken = isRefused && plain !== value && !isRefusedWalk(yield* askSet(list, [[name, plain]]));
    forms.push([name, isTaken ? plain : value]);
  }
  return forms;
}

/**
 * Asks for each hidden parameter alone, and takes the rows that all of them show. Under a timestamp filter
 * asks for all of them at once, for the rows then differ from those of the list.
 */
function* askGround(list: Listing, material: Material, hidden: Query): Asking<Ground | Undecided> {
  const time = material.names["timestamp"];
  const atTime = hidden.some(([name]) => name === time);
  const groups = atTime ? [hidden] : hidden.map((parameter) => [parameter]);
  let ground: Ground = atTime ? { rows: [], complete: true } : { ...list, unread: unreadList(list) };
  for (const group of groups) {
    const part = yield* askSet(list, group);
    if (part.end === "refused") {
      return stopped(part, "a parameter alone shows no list");
    }
    if (atTime && part.rows.length === 0) {
      return nothingSelected(part, group, material);
    }
    const complete = ground.complete && part.end === "null" && isWhole(part.rows, group, list, material);
    const unread =
      ground.unread ??
      (part.end === "null" ? undefined : stopped(part, "a part of the list was not read to its end"));
    ground = { rows: atTime ? part.rows : shared(ground, part.rows, list.identity), complete, unread };
  }
  return ground;
}

/** Nothing is there at the time, or nothing of the key, which selects rows at another. */
function nothingSelected({ pages }: Walk, group: Query, { names }: Material): Undecided {
  const isOfKey = group.some(([name]) => name === names["publicKey"]);
  const what = isOfKey ? "no rows of the public key that was sent" : "no rows";
  return undecided(`the list has ${what} at that time`, pages[0]?.reply);
}

/** A search by name has one page: where that is full, there may be more. */
function isWhole(rows: readonly ListRow[], group: Query, list: Listing, { names }: Material): boolean {
  return rows.length < list.pageRows || group.every(([name]) => name !== names["name"]);
}

/** The rows that are in both; only `others` where the ground is not known whole. */
function shared(ground: Ground, others: readonly ListRow[], identity: string): readonly ListRow[] {
  const known = new Set(ground.rows.map((row) => keyOf(row, identity)));
  return ground.complete ? others.filter((row) => known.has(keyOf(row, identity))) : others;
}

/** The request. Its parameters are reversed under asc, for their sequence must make no difference. */
function planOf(
  { names }: Material,
  context: Context,
  hidden: Query,
  filters: readonly FilterInUse[],
  rows: number | undefined,
): WalkPlan {
  const { order } = context;
  const limit = { "1": 1, small: smallLimit(rows, order), "100": 100 }[context["limit"] ?? ""];
  const direction = order === "asc" || order === "desc" ? order : undefined;
  const shown = filters.map(({ filter, operator, bound }) => {
    return [names[shortKey(filter.key)], filterValue(operator, bound)] as const;
  });
  const query = queryFrom(
    ...hidden,
    ...shown,
    [names["limit"], limit?.toString()],
    [names["order"], direction],
  );
  const alone = filters.length === 1 && hidden.length === 0;
  return { query: order === "asc" ? query.toReversed() : query, filters, alone, limit, order: direction };
}

/** Every context of a list asks which keys sort it: a few thousand rows are compared once. */
const keysShown = new WeakMap<Listing, readonly SortKey[]>();

/** Ways in which the list is sorted, as its walks both ways show; results of a search by name are by id (4.4). */
function* askKeys(list: Listing, { names }: Material, context: Context): Asking<readonly SortKey[]> {
  const { order } = names;
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
  const { up, down } = yield* listBothWays(list, order, list.size.contexts === 0 ? 1 : pagesFor(list));
  // Contexts that are asked together wait for the same walks.
  const keys = keysShown.get(list) ?? certainKeys(up.rows, down.rows);
  keysShown.set(list, keys);
  return keys;
}
