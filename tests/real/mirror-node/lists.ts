import { isObject, type Json } from "../../../reference/json.ts";
import { feeFiles, holdings, rateFiles, snapshots, tokens, type Holding, type Token } from "./data.ts";
import { compare, meets, split, splitAgain, type Filter, type Operator } from "./filters.ts";
import { idFilter, idOf, isName, readsIds } from "./ids.ts";
import {
  demand,
  limitOf,
  NOT_FOUND,
  orderOf,
  publicKey,
  readsLimit,
  readsOrder,
  readsPublicKey,
  Refused,
  UNAVAILABLE,
  invalid,
  valuesOf,
  type Answer,
  type Query,
  type Reads,
} from "./query.ts";
import type { Release } from "./releases.ts";
import { fits, readsTimes, spanOf, timeFilters, timeOf } from "./times.ts";

type Order = "asc" | "desc";

/** The rows of a page, with what leads to the next. */
interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

interface Paging<T> {
  readonly path: string;
  readonly query: Query;
  /** Parameter that carries on behind the last row. */
  readonly cursor: string;
  readonly order: Order;
  readonly limit: number;
  readonly numOf: (row: T) => number;
}

/** A page that is full has a link, whether or not anything follows. */
function pageOf<T>(all: readonly T[], paging: Paging<T>): Page<T> {
  const sorted = all.toSorted((a, b) => paging.numOf(a) - paging.numOf(b));
  const rows = (paging.order === "asc" ? sorted : sorted.toReversed()).slice(0, paging.limit);
  const last = rows.at(-1);
  return { rows, next: last === undefined || rows.length < paging.limit ? null : linkAfter(last, paging) };
}

function linkAfter<T>(last: T, { path, query, cursor, order, numOf }: Paging<T>): string {
  const pairs = (kept: Query): string => kept.map(([name, value]) => `${name}=${encoded(value)}`).join("&");
  const onward: readonly Operator[] = order === "asc" ? ["gt", "gte"] : ["lt", "lte"];
  const own = query.filter(([name]) => name.toLowerCase() === cursor);
  const operators = own.map(([, value]) => split(value)?.operator);
  // With an equality or an inequality the link is the request itself.
  if (operators.some((operator) => operator === "eq" || operator === "ne")) {
    return `${path}?${pairs(query)}`;
  }
  const kept = query.filter(([name, value]) => {
    const operator = split(value)?.operator ?? "eq";
    return name.toLowerCase() !== cursor || !onward.includes(operator);
  });
  return `${path}?${pairs([...kept, [cursor, `${order === "asc" ? "gt" : "lt"}:0.0.${numOf(last)}`]])}`;
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

const tokenNum = (token: Token): number => Number(token.token_id.split(".")[2]);

export function listTokens(path: string, query: Query, release: Release): Answer {
  demandAlone(query);
  demand(query, {
    "account.id": (text) => !text.includes(":") && isName(text, "account", release),
    limit: readsLimit,
    name: readsName,
    order: readsOrder,
    publickey: readsPublicKey,
    "token.id": readsIds("token", release),
    type: (text) => typeIn(text) !== undefined,
  });
  const names = valuesOf(query, "name").map(namePattern);
  const filters = valuesOf(query, "token.id").map((text) => idFilter(text, "token", release));
  const account = accountOf(query, release);
  const key = valuesOf(query, "publickey").at(-1);
  const types = valuesOf(query, "type").map(typeIn);
  const fitting = tokens.filter(
    (token) =>
      meets(BigInt(tokenNum(token)), filters) &&
      names.every((pattern) => pattern.test(token.name)) &&
      (account === undefined || holds(token.token_id, account)) &&
      (key === undefined || hasKey(token, key)) &&
      types.every((type) => type === "ALL" || type === token["type"]),
  );
  const [order, limit] = [orderOf(query, "asc"), limitOf(query)];
  const page = pageOf(fitting, { path, query, cursor: "token.id", order, limit, numOf: tokenNum });
  return { status: 200, body: { tokens: page.rows, links: { next: names.length > 0 ? null : page.next } } };
}

/** Looked at before any value but an empty one, so it wins over bad ones. */
function demandAlone(query: Query): void {
  const given = (name: string): boolean => valuesOf(query, name).length > 0;
  if (valuesOf(query, "name").includes("")) {
    throw invalid("name");
  }
  for (const [other, sentence] of TOGETHER) {
    if (given("name") && given(other)) {
      throw valuesOf(query, other).includes("") ? invalid(other) : new Refused(400, sentence);
    }
  }
}

const TOGETHER = [
  ["account.id", "account.id and name cannot be used together"],
  ["token.id", "token.id and name can not be used together. Use a more specific name instead."],
] as const;

/** A part of a name, 3 to 100 bytes; a colon ends an operator, and only eq is one here. */
const readsName: Reads = (text) => {
  const filter = split(text);
  const bytes = Buffer.byteLength(filter?.value ?? "");
  return filter?.operator === "eq" && bytes >= 3 && bytes <= 100;
};

/** In a name % and _ stand for anything. */
function namePattern(text: string): RegExp {
  const part = split(text)?.value ?? "";
  if (part.includes("\0")) {
    throw UNAVAILABLE;
  }
  const literal = part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(literal.replaceAll("%", ".*").replaceAll("_", "."), "iu");
}

/** The token list takes one plain account id, and no operator. */
function accountOf(query: Query, release: Release): bigint | undefined {
  const given = valuesOf(query, "account.id");
  if (given.length > 1) {
    throw release.tellsWhole
      ? new Refused(400, `Entity ID "${given.join(",")}" is not a string`)
      : invalid("account.id");
  }
  return given.map((text) => idOf(text, "account", release)).at(0);
}

function holds(token: string, account: bigint): boolean {
  return (holdings.get(token) ?? []).some(({ num }) => BigInt(num) === account);
}

/** An operator compares keys. */
function hasKey({ admin_key: own }: Token, text: string): boolean {
  const value = isObject(own) && typeof own["key"] === "string" ? own["key"] : "";
  const operator = split(text)?.operator ?? "eq";
  const wanted = publicKey(text);
  return operator === "eq"
    ? value !== "" && (value === wanted || value.slice(2) === wanted || value.includes(wanted))
    : value !== "" && compare(value, { operator, value: wanted });
}

function typeIn(text: string): string | undefined {
  const type = split(text)?.value.toUpperCase() ?? "";
  return ["ALL", "FUNGIBLE_COMMON", "NON_FUNGIBLE_UNIQUE"].includes(type) ? type : undefined;
}

export function listBalances(path: string, asked: string, query: Query, release: Release): Answer {
  const token = tokenOf(asked, release);
  demand(query, {
    "account.balance": (text) => readsBalance(text, release),
    "account.id": readsIds("account", release),
    "account.publickey": readsPublicKey,
    limit: readsLimit,
    order: readsOrder,
    timestamp: readsTimes(release),
  });
  const filters = valuesOf(query, "account.id").map((text) => idFilter(text, "account", release));
  const balances = valuesOf(query, "account.balance").map((text) => balanceFilter(text, release));
  const key = valuesOf(query, "account.publickey").map(publicKey).at(-1);
  const times = timeFilters(query, release);
  const { rows: held, time } = heldAt(token, times);
  const fitting = held.filter(
    ({ num, balance, key: own }) =>
      filters.every((filter) => compare(BigInt(num), filter)) &&
      balances.every((filter) => compare(BigInt(balance), filter)) &&
      (key === undefined || key === own),
  );
  const [order, limit] = [orderOf(query, "desc"), limitOf(query)];
  const page = pageOf<Holding>(fitting, {
    path,
    query,
    cursor: "account.id",
    order,
    limit,
    numOf: ({ num }) => num,
  });
  const decimals = tokens.find(({ token_id: id }) => id === token)?.["decimals"] ?? null;
  const rows = page.rows.map(({ num, balance }) => ({ account: `0.0.${num}`, balance, decimals }));
  const timestamp = page.rows.length === 0 ? null : (time ?? newestChange(page.rows));
  return { status: 200, body: { timestamp, balances: rows, links: { next: page.next } } };
}

function tokenOf(text: string, release: Release): string {
  try {
    if (isName(text, "token", release)) {
      return `0.0.${idOf(text, "token", release)}`;
    }
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
  }
  throw invalid("tokenid");
}

function readsBalance(text: string, { readsOver }: Release): boolean {
  const digits = splitAgain(text, readsOver)?.value ?? "";
  return /^\d{1,19}$/.test(digits) && BigInt(digits) < 2n ** 63n;
}

function balanceFilter(text: string, { readsOver }: Release): Filter<bigint> {
  const { operator, value } = splitAgain(text, readsOver) ?? { operator: "eq", value: "0" };
  return { operator, value: BigInt(value) };
}

interface Held {
  readonly rows: readonly Holding[];
  /** When the snapshot was taken; absent for what is held now. */
  readonly time?: string;
}

const MONTH = 30n * 86_400n * 1_000_000_000n;

/**
 * The newest snapshot at or before the bound; an equality is such a bound. Only the month before it is looked
 * through: without an upper bound that is the month before now.
 */
function heldAt(token: string, times: readonly Filter<bigint>[]): Held {
  const now = holdings.get(token) ?? [];
  if (times.length === 0) {
    return { rows: now };
  }
  const { first, last } = spanOf(times.map(atOrBefore));
  const today = BigInt(Date.now()) * 1_000_000n;
  const open = times.every(({ operator }) => operator === "gt" || operator === "gte" || operator === "ne");
  const end = open ? today : last;
  const newest = snapshots.findLast(
    ({ at }) => timeOf(at) >= first && timeOf(at) <= end && timeOf(at) >= end - 2n * MONTH,
  );
  return newest === undefined ? { rows: [] } : { rows: now.slice(0, newest.holders), time: newest.at };
}

function atOrBefore(filter: Filter<bigint>): Filter<bigint> {
  return filter.operator === "eq" ? { ...filter, operator: "lte" } : filter;
}

/** Without a bound the time is that of the newest change among the accounts of this page. */
function newestChange(rows: readonly Holding[]): string {
  const newest = Math.max(...rows.map(({ num }) => num));
  return `1700004000.${String(newest).padStart(9, "0")}`;
}

const NOT_EQUALS = "Not equals (ne) operator is not supported for timestamp";

/** Fees are made of two files, each the newest of the time that is asked for. */
export function listFees(query: Query, { fees: by, ...rest }: Release): Answer {
  // Another service is strict about operators.
  const release: Release = { ...rest, fees: by, readsOver: rest.readsOver && by === "itself" };
  demand(query, { order: readsOrder, timestamp: readsTimes(release) });
  const times = timeFilters(query, release);
  if (times.some(({ operator }) => operator === "ne")) {
    throw new Refused(400, NOT_EQUALS);
  }
  times.forEach(({ value }) => fits(value));
  const { first, last } = spanOf(times.map(atOrBefore));
  const within = ({ at }: { readonly at: string }): boolean => timeOf(at) >= first && timeOf(at) <= last;
  const file = feeFiles.findLast(within);
  if (file === undefined || !rateFiles.some(within)) {
    throw NOT_FOUND;
  }
  const fees = orderOf(query, "asc") === "asc" ? file.fees : file.fees.toReversed();
  return { status: 200, body: { fees, timestamp: file.at } satisfies Json };
}
