import type { Json } from "../../../reference/json.ts";
import { fees, FEES_SINCE, holdings, SNAPSHOT, tokens, type Holding, type Token } from "./data.ts";
import {
  accountId,
  compare,
  demandKnown,
  fits,
  idFilter,
  invalid,
  limitOf,
  meets,
  nanoseconds,
  NOT_FOUND,
  orderOf,
  publicKey,
  Refused,
  split,
  timeFilters,
  tokenId,
  valuesOf,
  type Answer,
  type Filter,
  type Operator,
  type Query,
  type Release,
} from "./query.ts";

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
  demandKnown(query, ["account.id", "limit", "name", "order", "publickey", "token.id", "type"]);
  demandAlone(query);
  const limit = limitOf(query);
  const order = orderOf(query, "asc");
  const names = valuesOf(query, "name").map(namePattern);
  const filters = valuesOf(query, "token.id").map((text) => idFilter(text, "token.id", release, tokenId));
  const account = accountOf(query, release);
  const key = valuesOf(query, "publickey")
    .map((text) => publicKey(text, "publickey"))
    .at(-1);
  const types = valuesOf(query, "type").map(typeOf);
  const fitting = tokens.filter(
    (token) =>
      meets(BigInt(tokenNum(token)), filters) &&
      names.every((pattern) => pattern.test(token.name)) &&
      (account === undefined || holds(token.token_id, account)) &&
      (key === undefined || hasKey(token, key)) &&
      types.every((type) => type === "ALL" || type === token["type"]),
  );
  const page = pageOf(fitting, { path, query, cursor: "token.id", order, limit, numOf: tokenNum });
  return { status: 200, body: { tokens: page.rows, links: { next: names.length > 0 ? null : page.next } } };
}

/** Looked at before any value, so it wins over bad ones. */
function demandAlone(query: Query): void {
  const given = (name: string): boolean => valuesOf(query, name).length > 0;
  if (given("name") && given("account.id")) {
    throw new Refused(400, "account.id and name cannot be used together");
  }
  if (given("name") && given("token.id")) {
    throw new Refused(400, "token.id and name can not be used together. Use a more specific name instead.");
  }
}

/** A part of a name, 3 to 100 bytes, in which % and _ stand for anything; a colon ends an operator. */
function namePattern(text: string): RegExp {
  const filter = split(text);
  const bytes = Buffer.byteLength(filter?.value ?? "");
  if (filter === undefined || bytes < 3 || bytes > 100) {
    throw invalid("name");
  }
  const literal = filter.value.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(literal.replaceAll("%", ".*").replaceAll("_", "."), "iu");
}

/** The token list takes one plain account id, and no operator. */
function accountOf(query: Query, release: Release): bigint | undefined {
  const given = valuesOf(query, "account.id");
  if (given.length > 1 || given.some((text) => text.includes(":"))) {
    throw invalid("account.id");
  }
  return given.map((text) => accountId(text, "account.id", release)).at(0);
}

function holds(token: string, account: bigint): boolean {
  return (holdings.get(token) ?? []).some(({ num }) => BigInt(num) === account);
}

function hasKey({ admin_key: own }: Token, key: string): boolean {
  return JSON.stringify(own).includes(`"${key}"`);
}

function typeOf(text: string): string {
  const type = text.toUpperCase();
  if (!["ALL", "FUNGIBLE_COMMON", "NON_FUNGIBLE_UNIQUE"].includes(type)) {
    throw invalid("type");
  }
  return type;
}

export function listBalances(path: string, asked: string, query: Query, release: Release): Answer {
  const token = tokenOf(asked, release);
  demandKnown(query, ["account.balance", "account.id", "account.publickey", "limit", "order", "timestamp"]);
  const limit = limitOf(query);
  const order = orderOf(query, "desc");
  const filters = valuesOf(query, "account.id").map((text) =>
    idFilter(text, "account.id", release, accountId),
  );
  const balances = valuesOf(query, "account.balance").map(balanceFilter);
  const key = valuesOf(query, "account.publickey")
    .map((text) => publicKey(text, "account.publickey"))
    .at(-1);
  const times = timeFilters(query, "timestamp");
  const fitting = (isInSnapshot(times) ? (holdings.get(token) ?? []) : []).filter(
    ({ num, balance, key: own }) =>
      filters.every((filter) => compare(BigInt(num), filter)) &&
      balances.every((filter) => compare(balance, filter)) &&
      (key === undefined || key === own),
  );
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
  return {
    status: 200,
    body: { timestamp: timeOf(page.rows, times), balances: rows, links: { next: page.next } },
  };
}

function tokenOf(text: string, release: Release): string {
  try {
    return `0.0.${tokenId(text, "tokenid", release)}`;
  } catch {
    throw invalid("tokenid");
  }
}

function balanceFilter(text: string): Filter<number> {
  const filter = split(text);
  if (filter === undefined || !/^\d{1,19}$/.test(filter.value)) {
    throw invalid("account.balance");
  }
  return { operator: filter.operator, value: Number(filter.value) };
}

/** The newest snapshot at or before the bound; without an upper bound only the recent past is looked through. */
function isInSnapshot(times: readonly Filter<bigint>[]): boolean {
  const taken = nanoseconds(SNAPSHOT) ?? 0n;
  return times.every(({ operator, value }) => {
    const before = operator === "lt" ? taken < value : taken <= value;
    return (operator === "eq" || operator === "lt" || operator === "lte") && before;
  });
}

/** Without a bound it is the newest change among the accounts of this page; null where there is none. */
function timeOf(rows: readonly Holding[], times: readonly Filter<bigint>[]): string | null {
  if (rows.length === 0) {
    return null;
  }
  const newest = Math.max(...rows.map(({ num }) => num));
  return times.length > 0 ? SNAPSHOT : SNAPSHOT.replace(/\d{9}$/, String(newest).padStart(9, "0"));
}

export function listFees(query: Query): Answer {
  demandKnown(query, ["order", "timestamp"]);
  const order = orderOf(query, "asc");
  const times = timeFilters(query, "timestamp");
  if (times.some(({ operator }) => operator === "ne")) {
    throw new Refused(400, "Not equals (ne) operator is not supported for timestamp");
  }
  times.forEach(({ value }) => fits(value));
  const since = nanoseconds(FEES_SINCE) ?? 0n;
  // An equality works as "at or before".
  const valid = times.every(({ operator, value }) =>
    operator === "eq" ? since <= value : compare(since, { operator, value }),
  );
  if (!valid) {
    throw NOT_FOUND;
  }
  const rows = order === "asc" ? fees : fees.toReversed();
  return { status: 200, body: { fees: rows, timestamp: FEES_SINCE } satisfies Json };
}
