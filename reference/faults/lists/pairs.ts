import {
  failure,
  invalidParameters,
  JSON_HEADERS,
  type Answer,
  type Ask,
  type Endpoint,
} from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { sends } from "../../rewriting/ask.ts";
import { CURSOR } from "../../service/parameters.ts";
import { LISTS, type List } from "./list.ts";
import { dropping } from "./pages.ts";
import { at, faultOf, ignored, lastOf, slug, taken, way, type Where, type WrongWay } from "../ways.ts";

/** Two parameters and nothing else, on whatever page. */
const alone = (one: string, other: string): Where => ({
  says: `where nothing but ${other} stands beside it`,
  holds: (ask) => {
    const names = new Set(ask.query.map(([name]) => name).filter((name) => name !== CURSOR));
    return names.size === 2 && names.has(one) && names.has(other);
  },
});

/** A parameter, and the only one beside which it has no effect, or is dropped from the link. */
type Pair = readonly [name: string, other: string, clause: string];

function pairsOf({
  section,
  member,
  filters: [first, second],
}: List): Readonly<Record<"ignored" | "dropped", readonly Pair[]>> {
  const key = section === "4.4" ? "publickey" : "account.publickey";
  const [order, limit] = [`${section}-order-with-others`, `4.1-${member}-limit-with-others`];
  const [own, other] = section === "4.4" ? [first, second] : [second, first];
  const [selection, keeps] = [`${section}-selection`, `4.1-${member}-next-keeps-filters`];
  const hidden = section === "4.4" ? "name" : "timestamp";
  return {
    ignored: [
      ["order", hidden, order],
      ["order", key, order],
      ["order", "limit", `${section}-order-sorted`],
      ["limit", hidden, limit],
      ["limit", key, limit],
      ["limit", "order", limit],
      [own, "order", selection],
      [own, "limit", selection],
      [own, key, selection],
      [other, "order", selection],
      [other, own, selection],
      [key, "order", selection],
      [key, "limit", selection],
      [key, other, selection],
      ...(section === "4.3"
        ? ([
            ["timestamp", "order", "4.3-timestamp-none-any-page"],
            ["timestamp", "limit", "4.3-timestamp-none-any-page"],
            ["timestamp", "account.balance", "4.3-timestamp-none-any-page"],
            ["timestamp", "account.publickey", "4.3-timestamp-none-any-page"],
            ["account.balance", "timestamp", selection],
          ] as const)
        : ([
            ["name", "order", selection],
            ["name", "limit", selection],
            ["publickey", "name", selection],
          ] as const)),
    ],
    dropped: [
      [own, "order", keeps],
      [own, "limit", keeps],
      [key, "limit", `4.1-${member}-public-key-pages`],
      ["order", "limit", `4.1-${member}-next-keeps-order`],
      ["order", own, `4.1-${member}-next-keeps-order`],
      ...(section === "4.3" ? ([["order", "timestamp", "4.1-balances-next-keeps-order"]] as const) : []),
    ],
  };
}

function pairFaults(list: List): readonly Fault[] {
  const { ignored: without, dropped } = pairsOf(list);
  const of = (what: string, one: (name: string) => WrongWay, pairs: readonly Pair[]): readonly Fault[] =>
    pairs.map(([name, other, clause]) =>
      faultOf(
        list.endpoint,
        clause,
        `${slug(name)}-${what}-beside-${slug(other)}-alone`,
        at(alone(name, other), one(name)),
      ),
    );
  return [...of("ignored", ignored, without), ...of("dropped", dropping, dropped)];
}

const page = (status: number): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  raw: `<html><title>${status}</title></html>`,
});
const accident: Answer = { status: 500, headers: JSON_HEADERS, body: { error: "boom" } };

/** An endpoint, what is sent together, and the error that comes each time. */
type Refused = readonly [
  endpoint: Endpoint,
  clause: string,
  name: string,
  holds: (ask: Ask) => boolean,
  answer: Answer,
];

const both =
  (one: string, other: string): Refused[3] =>
  (ask) =>
    sends(one)(ask) && sends(other)(ask);

const REFUSED: readonly Refused[] = [
  [
    "tokens",
    "4.4-together-accepted",
    "limit-with-account-id-is-an-accident",
    both("limit", "account.id"),
    accident,
  ],
  ["tokens", "4.4-together-accepted", "limit-with-name-is-unavailable", both("limit", "name"), page(503)],
  [
    "tokens",
    "4.4-together-accepted",
    "key-with-token-id-is-invalid",
    both("publickey", "token.id"),
    invalidParameters(["publickey"]),
  ],
  ["tokens", "4.4-together-accepted", "order-with-key-is-forbidden", both("order", "publickey"), page(403)],
  [
    "tokenBalances",
    "4.3-together-accepted",
    "order-asc-with-time-is-unavailable",
    (ask) => lastOf(ask, "order") === "asc" && sends("timestamp")(ask),
    page(503),
  ],
  [
    "tokenBalances",
    "4.3-together-accepted",
    "limit-with-account-id-is-an-accident",
    both("limit", "account.id"),
    accident,
  ],
  [
    "tokenBalances",
    "4.3-together-accepted",
    "key-with-balance-is-missing",
    both("account.publickey", "account.balance"),
    failure(404, ["Not found"]),
  ],
  [
    "tokenBalances",
    "4.3-together-accepted",
    "time-with-balance-times-out",
    both("timestamp", "account.balance"),
    page(504),
  ],
  [
    "networkFees",
    "4.5-together-accepted",
    "order-with-time-is-unavailable",
    both("order", "timestamp"),
    page(503),
  ],
  [
    "contractResult",
    "4.7-together-accepted",
    "nonce-with-transaction-id-is-unavailable",
    (ask) => sends("nonce")(ask) && ask.param.includes("-"),
    page(503),
  ],
  [
    "contract",
    "4.8-together-accepted",
    "time-with-short-id-is-an-accident",
    (ask) => sends("timestamp")(ask) && /^\d+$/.test(ask.param),
    accident,
  ],
  [
    "contract",
    "4.8-together-accepted",
    "time-with-bare-address-is-unavailable",
    (ask) => sends("timestamp")(ask) && /^[\da-f]{40}$/i.test(ask.param),
    page(503),
  ],
];

const WELL_FORMED: Readonly<Record<string, RegExp>> = {
  nonce: /^(?:\d{1,9}|1\d{9})$/,
  timestamp: /^(?:(?:eq|ne|gte?|lte?):)?\d{1,10}(?:\.\d{1,9})?$/,
  limit: /^[1-9]\d*$/,
  order: /^(?:asc|desc)$/i,
};

/** An endpoint, a parameter, and where it is not checked. */
type Unchecked = readonly [endpoint: Endpoint, clause: string, name: string, where: Where];

const inPath = (says: string, path: RegExp): Where => ({ says, holds: ({ param }) => path.test(param) });

const UNCHECKED: readonly Unchecked[] = [
  ["contractResult", "4.7-nonce-refused", "nonce", inPath("beside a hash", /^[^-]+$/)],
  ["contract", "4.8-timestamp-refused", "timestamp", inPath("beside an address", /[\da-f]{40}$/i)],
  ["contract", "4.8-timestamp-refused", "timestamp", inPath("beside a bare address", /^[\da-f]{40}$/i)],
  ["contract", "4.8-timestamp-refused", "timestamp", inPath("beside a short id", /^\d+$/)],
  [
    "tokens",
    "4.4-limit-refused",
    "limit",
    { says: "beside name alone", holds: alone("limit", "name").holds },
  ],
  [
    "tokens",
    "4.4-order-refused",
    "order",
    { says: "beside a key alone", holds: alone("order", "publickey").holds },
  ],
  [
    "tokenBalances",
    "4.3-limit-refused",
    "limit",
    { says: "beside order alone", holds: alone("limit", "order").holds },
  ],
  [
    "tokenBalances",
    "4.3-timestamp-refused",
    "timestamp",
    { says: "beside a key alone", holds: alone("timestamp", "account.publickey").holds },
  ],
];

/** Faults of two parameters that are each fine alone (4.3 to 4.5, 4.7, 4.8). */
export const twoParameterFaults: readonly Fault[] = [
  ...LISTS.flatMap(pairFaults),
  ...UNCHECKED.map(([endpoint, clause, name, where]) => {
    const change = (text: string) => (WELL_FORMED[name]?.test(text) === true ? text : undefined);
    const one = at(where, taken(name, `a malformed ${name} is overlooked`, change));
    return faultOf(endpoint, clause, `${name}-unchecked-${slug(where.says)}`, one);
  }),
  ...REFUSED.map(([endpoint, clause, name, holds, answer]) =>
    faultOf(
      endpoint,
      clause,
      name,
      way(`${name.replaceAll("-", " ")}, each time`, () => () => answer, holds),
    ),
  ),
];
