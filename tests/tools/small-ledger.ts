// A second, small ledger service for tests of lists: written from the contract alone, with deviations that a test switches on.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening, type Listening } from "./listening.ts";

type Row = Readonly<Record<string, unknown>>;
type Order = "asc" | "desc";

/** The options of the service. */
export interface SmallLedgerOptions {
  /** Parameters whose values are compared as text; others are compared by number. */
  readonly asText?: readonly string[];
  /** Edits the rows that a request selects, before they are split into pages. */
  readonly select?: (rows: readonly Row[], query: URLSearchParams) => readonly Row[];
  /** Changes the page that is returned. */
  readonly page?: (page: Page, request: PageRequest) => Page;
  /** Links have an opaque cursor. */
  readonly opaqueLinks?: true;
  /** The maximum number of rows of a search by name. */
  readonly searchRows?: number;
}

export interface Page {
  readonly rows: readonly Row[];
  /** The position of the next page; absent on the last page. */
  readonly next?: number | undefined;
}

export interface PageRequest {
  readonly rows: readonly Row[];
  readonly from: number;
  readonly limit: number;
  readonly query: URLSearchParams;
}

const FILTER = /^(?:(eq|ne|gte?|lte?):)?((?:\d{1,10}\.\d{1,10}\.)?\d{1,10})$/;
const BALANCE = /^(?:(eq|ne|gte?|lte?):)?(\d{1,10})$/;
const TIME = /^(?:(eq|ne|gte?|lte?):)?(\d{1,10}(?:\.\d{1,9})?)$/;
const ENTITY = /^\d{1,10}\.\d{1,10}\.\d{1,10}$/;
const NOW = "1700172800.500000000";

const MEETS: Readonly<Record<string, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

class Refused extends Error {}

const text = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const integer = (one: string, other: string): number => Number(BigInt(one) - BigInt(other));
const nanoseconds = (time: string): string => {
  const [seconds = "0", fraction = ""] = time.split(".");
  return seconds + fraction.padEnd(9, "0");
};

const tokens = Array.from({ length: 130 }, (_, at) => 1_000 + at);
const holders = (token: number): readonly number[] =>
  Array.from({ length: 1 + (token % 60) }, (_, at) => 2_000 + at * 7);

/** Starts the service; it is closed after the test. */
export function serveSmallLedger(options: SmallLedgerOptions = {}): Promise<Listening> {
  const service = smallLedger(options);
  return listening(createServer((request, response) => service(request, response)));
}

function smallLedger(options: SmallLedgerOptions) {
  const { asText = [], select = (rows) => rows, searchRows = 100 } = options;

  const idTests = (query: URLSearchParams, name: string, form = FILTER) =>
    query.getAll(name).map((value) => {
      const [, operator = "eq", bound = ""] = form.exec(value) ?? [];
      if (bound === "" || (bound.includes(".") && !bound.startsWith("0.0."))) {
        if (bound === "") {
          throw new Refused(name);
        }
        return () => operator !== "eq" && /^(ne|lt)/.test(operator);
      }
      const digits = bound.slice(bound.lastIndexOf(".") + 1);
      const compare = asText.includes(name) ? text : integer;
      return (num: number) => MEETS[operator]?.(compare(String(num), digits)) === true;
    });

  function paged(rows: readonly Row[], query: URLSearchParams, member: string, more: Row, isPaged: boolean) {
    const limit = query.get("limit");
    if (limit !== null && !/^([1-9]\d?|100)$/.test(limit)) {
      throw new Refused("limit");
    }
    const from = Number(Buffer.from(query.get("cursor") ?? "MA", "base64url").toString());
    const most = Number(limit ?? 25);
    const onward = isPaged && from + most < rows.length ? from + most : undefined;
    const plain: Page = { rows: rows.slice(from, from + most), next: onward };
    const { rows: shown, next } = options.page?.(plain, { rows, from, limit: most, query }) ?? plain;
    const others = new URLSearchParams(query);
    others.set("cursor", Buffer.from(String(next)).toString("base64url"));
    const link = options.opaqueLinks
      ? `?page=${Buffer.from(others.toString()).toString("base64url")}`
      : `?${others.toString()}`;
    return { ...more, [member]: shown, links: { next: next === undefined ? null : link } };
  }

  function tokenList(query: URLSearchParams): Row {
    const ids = idTests(query, "token.id");
    const accounts = idTests(query, "account.id");
    const names = query.getAll("name");
    if (names.some((name) => name.length < 3 || name.length > 100)) {
      throw new Refused("name");
    }
    if (names.length > 0 && ids.length + accounts.length > 0) {
      throw new Refused(ids.length > 0 ? "token.id" : "account.id");
    }
    const found = tokens
      .filter((num) => ids.every((meets) => meets(num)))
      .filter(
        (num) =>
          accounts.length === 0 || holders(num).some((account) => accounts.every((meets) => meets(account))),
      )
      .map(tokenOf)
      .filter(({ name }) => names.every((part) => name.includes(part)));
    const rows = select(ordered(found, query), query);
    return paged(
      names.length > 0 ? rows.slice(0, searchRows) : rows,
      query,
      "tokens",
      {},
      names.length === 0,
    );
  }

  function balances(token: number, query: URLSearchParams): Row {
    const accounts = idTests(query, "account.id");
    const amounts = idTests(query, "account.balance", BALANCE);
    const isEarly = query
      .getAll("timestamp")
      .some((value) => !meetsTime(value, asText.includes("timestamp")));
    const found = (tokens.includes(token) && !isEarly ? holders(token) : [])
      .map((num) => ({ num, balance: 1000 + ((num * 37) % 8000) }))
      .filter(
        ({ num, balance }) =>
          accounts.every((meets) => meets(num)) && amounts.every((meets) => meets(balance)),
      )
      .map(({ num, balance }) => ({ account: `0.0.${num}`, balance, decimals: 2 }));
    return paged(select(ordered(found, query), query), query, "balances", { timestamp: NOW }, true);
  }

  function fees(query: URLSearchParams): Row | undefined {
    const isEarly = query
      .getAll("timestamp")
      .some((value) => !meetsTime(value, asText.includes("timestamp")));
    const types = ["ContractCall", "ContractCreate", "EthereumTransaction"];
    const rows = types.map((type, at) => ({ gas: 100 + at, transaction_type: type }));
    return isEarly ? undefined : { fees: ordered(rows, query), timestamp: NOW };
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const page = url.searchParams.get("page");
    url.search = page === null ? url.search : Buffer.from(page, "base64url").toString();
    const send = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const token = /^\/api\/v1\/tokens\/([^/]+)\/balances$/.exec(url.pathname)?.[1];
    try {
      if (url.pathname === "/api/v1/tokens") {
        send(200, tokenList(url.searchParams));
      } else if (token !== undefined && ENTITY.test(token)) {
        send(200, balances(token.startsWith("0.0.") ? Number(token.slice(4)) : -1, url.searchParams));
      } else if (url.pathname === "/api/v1/network/fees") {
        const found = fees(url.searchParams);
        send(found === undefined ? 404 : 200, found ?? errorBody("Not found"));
      } else {
        send(
          token === undefined ? 404 : 400,
          errorBody(token === undefined ? "Not found" : "Invalid parameter: tokenId"),
        );
      }
    } catch (error) {
      send(400, errorBody(`Invalid parameter: ${error instanceof Refused ? error.message : ""}`));
    }
  };
}

function tokenOf(num: number) {
  const words = ["Amber", "Birch", "Coral", "Delta", "Ember", "Fjord", "Grove"];
  const name = `${words[num % 7] ?? ""} ${num % 2 === 0 ? "Coin" : "Share"} ${num}`;
  const shown = { decimals: 2, metadata: "", name, symbol: `S${num}`, type: "FUNGIBLE_COMMON" };
  return { admin_key: null, token_id: `0.0.${num}`, ...shown };
}

/** Rows in the requested order; ascending by default. */
function ordered<T extends Row>(rows: readonly T[], query: URLSearchParams): readonly T[] {
  const order: string = query.getAll("order").at(-1) ?? "asc";
  if (order !== ("asc" satisfies Order) && order !== ("desc" satisfies Order)) {
    throw new Refused("order");
  }
  return order === "asc" ? rows : rows.toReversed();
}

function meetsTime(value: string, asText: boolean): boolean {
  const [, operator = "eq", bound = ""] = TIME.exec(value) ?? [];
  if (bound === "") {
    throw new Refused("timestamp");
  }
  const difference = asText ? text(NOW, bound) : integer(nanoseconds(NOW), nanoseconds(bound));
  // Balances and fees are those of the newest time that meets an equality, as many services read it.
  return MEETS[operator]?.(difference) === true;
}

const errorBody = (message: string): object => ({ _status: { messages: [{ message }] } });
