import type { Endpoint } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { valuesOf, when } from "../../rewriting/ask.ts";
import { relist } from "../../rewriting/list.ts";
import { BALANCES, TOKENS, type List } from "./list.ts";
import {
  at,
  behindFirst,
  faultOf,
  faultsOf,
  ignored,
  in32Bits,
  mistaken,
  operatorOf,
  overlooked,
  refused,
  slug,
  tabled,
  taken,
  way,
  type WrongWay,
} from "../ways.ts";

/** A filter of a list. */
type ListFilter = {
  readonly list: List;
  readonly name: string;
  /** Operators, "" for none, that are refused. */
  readonly refused: readonly string[];
  /** Its operators are taken for their opposites too. */
  readonly turned?: true;
  /** Its short form is an id. */
  readonly short?: true;
  /** The clauses that are not called after the operator. */
  readonly clauses?: Readonly<Record<string, string>>;
  /** Operators whose meaning no clause can tell. */
  readonly untold?: readonly string[];
};

const FILTERS: readonly ListFilter[] = [
  { list: TOKENS, name: "token.id", refused: ["", "ne", "gte"], turned: true, short: true },
  {
    list: TOKENS,
    name: "account.id",
    refused: ["eq", "gt", "lte"],
    short: true,
    // The list does not show who holds a token.
    clauses: { "": "none-is-eq", eq: "none-is-eq", any: "eq-highest-none" },
    untold: ["gt", "lt"],
  },
  { list: BALANCES, name: "account.id", refused: ["", "ne", "lt", "gte"], short: true },
  { list: BALANCES, name: "account.balance", refused: ["", "eq", "ne", "lte"], turned: true },
];

/** Each operator with the one that it is taken for; without one, the filter has no effect. */
const MISTAKEN: Readonly<Record<string, string | undefined>> = {
  "": "gte",
  eq: undefined,
  ne: undefined,
  gt: "gte",
  gte: "gt",
  lt: "lte",
  lte: "lt",
};
const OPPOSITES = { gt: "lt", lte: "gte", ne: "eq", eq: "ne" } as const;

const isShort = /^(\w+:)?\d{1,10}$/;
const isWellFormed = /^((eq|ne|gte?|lte?):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;

function refusals(name: string, operators: readonly string[]): readonly (readonly [string, WrongWay])[] {
  return operators.map((operator) => [
    operator === "" ? "bare" : operator,
    refused(
      name,
      `${name} ${operator === "" ? "without an operator" : `with the operator ${operator}`}`,
      (value) => operatorOf(value) === operator,
    ),
  ]);
}

function faultsOfFilter({ list, name, clauses = {}, untold = [], ...filter }: ListFilter): readonly Fault[] {
  const { endpoint, section, member } = list;
  const own = name === "account.balance" ? "balance" : slug(name);
  const fault = (rule: string, what: string, one: WrongWay) =>
    faultOf(
      endpoint,
      `${section}-${own}-${clauses[rule] ?? (rule === "" ? "none" : rule)}`,
      `${own}-${what}`,
      one,
    );
  const lastRowLost = when(
    (ask) => valuesOf(ask, name).some((value) => /^[gl]te:/.test(value)),
    relist(member, (rows) => rows.slice(0, -1)),
  );
  const elsewhere = taken(name, `a short ${name} is looked for in shard 1`, (value) =>
    isShort.test(value) ? value.replace(/(\d+)$/, "1.0.$1") : value,
  );
  return [
    ...Object.entries(MISTAKEN)
      .filter(([from]) => !untold.includes(from))
      .map(([from, to]) => fault(from, `${from || "bare"}-wrong`, mistaken(name, from, to))),
    ...Object.entries(filter.turned ? OPPOSITES : {}).map(([from, to]) =>
      fault(from, `${from}-as-${to}`, mistaken(name, from, to)),
    ),
    ...refusals(name, filter.refused).map(([operator, one]) => fault("accepted", `${operator}-refused`, one)),
    ...(filter.short
      ? [
          fault("accepted", "short-refused", refused(name, `${name} without shard and realm`, isShort)),
          fault("short", "short-elsewhere", elsewhere),
        ]
      : []),
    ...(clauses["eq"] === undefined
      ? [fault("eq", "in-32-bits", in32Bits(name, `${name} is compared in 32 bits`))]
      : []),
    fault(clauses["any"] === undefined ? "eq" : "any", "ignored", overlooked(name, name, isWellFormed)),
    fault(
      "gte",
      "loses-a-row",
      way(`the last row that meets ${name} with gte or lte is left out`, lastRowLost),
    ),
    faultOf(
      endpoint,
      `4.1-${member}-${list.walks[name]}`,
      `${own}-ignored-on-later-pages`,
      at(behindFirst, ignored(name)),
    ),
  ];
}

/** Faults in timestamps; how they select is open, but for what no time and every time meets. */
function timestampFaults(
  endpoint: Endpoint,
  section: string,
  before: string,
  after: string,
): readonly Fault[] {
  const accepted = `${section}-timestamp-accepted`;
  return [
    ...refusals("timestamp", Object.keys(MISTAKEN)).map(([operator, one]) =>
      faultOf(endpoint, accepted, `timestamp-${operator}-refused`, one),
    ),
    ...faultsOf(
      endpoint,
      tabled(String.raw`
${section}-timestamp-refused
  timestamp-ten-decimals-accepted       timestamp overlooked         /\.\d{10}$/                           a timestamp with ten decimals
${accepted}
  timestamp-nine-decimals-refused       timestamp refused            /\d\.\d{9}$/                          a timestamp with nine decimals
  timestamp-ten-digits-refused          timestamp refused            /^(\w+:)?\d{10}(\.\d{1,9})?$/         a timestamp with seconds of ten digits
${before}
  timestamp-ignored                     timestamp overlooked         /^(\w+:)?\d{1,10}(\.\d{1,9})?$/       a well-formed timestamp
${after}
  timestamp-all-finds-nothing           timestamp is read as lt:0    /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/  a timestamp that everything meets selects nothing
  timestamp-later-than-0-finds-nothing  timestamp is read as lt:0    /^gt:0+(\.0+)?$/                      a time later than 0 selects nothing`),
    ),
  ];
}

/** Faults in filters (4.3 to 4.5, 4.8). */
export const filterFaults: readonly Fault[] = [
  ...FILTERS.flatMap(faultsOfFilter),
  faultOf(
    "tokenBalances",
    "4.3-balance-accepted",
    "balance-ten-digits-refused",
    refused("account.balance", "a balance of ten digits", /\d{10}$/),
  ),
  ...timestampFaults("tokenBalances", "4.3", "4.3-timestamp-none", "4.3-timestamp-all"),
  ...timestampFaults("networkFees", "4.5", "7.4-fees-not-found", "4.5-timestamp-all"),
  ...timestampFaults("contract", "4.8", "4.8-timestamp-before-all", "4.8-timestamp-met-by-all"),
];
