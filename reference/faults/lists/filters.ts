import { faultOf, faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { behindFirst, valuesOf, when, type Rewriting } from "../../rewriting/ask.ts";
import { relist } from "../../rewriting/list.ts";
import { operatorOf } from "../../service/filters.ts";
import { BALANCES, TOKENS, type List } from "./list.ts";
import { ignored, in32Bits, mistaken, overlooked, readAs, refused, taken } from "../texts.ts";

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

/** Values with one operator, or "" for none, are refused. */
const operatorRefused = (name: string, operator: string): Rewriting =>
  refused(name, (value) => operatorOf(value) === operator);

function faultsOfFilter({ list, name, clauses = {}, untold = [], ...filter }: ListFilter): readonly Fault[] {
  const { endpoint, section, member } = list;
  const own = name === "account.balance" ? "balance" : slug(name);
  const fault = (rule: string, what: string, one: Rewriting) =>
    faultOf(endpoint, `${section}-${own}-${clauses[rule] ?? (rule || "none")}`, `${own}-${what}`, one);
  const lastRowLost = when(
    (ask) => valuesOf(ask, name).some((value) => /^[gl]te:/.test(value)),
    relist((rows) => rows.slice(0, -1)),
  );
  const told = Object.entries(MISTAKEN).filter(([from]) => !untold.includes(from));
  const turned = Object.entries(filter.turned ? OPPOSITES : {});
  const walk = `4.1-${member}-${list.walks[name]}`;
  const faults = [
    ...told.map(([from, to]) => fault(from, `${from || "bare"}-wrong`, mistaken(name, from, to))),
    ...turned.map(([from, to]) => fault(from, `${from}-as-${to}`, mistaken(name, from, to))),
    ...filter.refused.map((operator) =>
      fault("accepted", `${operator || "bare"}-refused`, operatorRefused(name, operator)),
    ),
    fault(clauses["any"] === undefined ? "eq" : "any", "ignored", overlooked(name, isWellFormed)),
    fault("gte", "loses-a-row", lastRowLost),
    faultOf(endpoint, walk, `${own}-ignored-on-later-pages`, when(behindFirst, ignored(name))),
  ];
  if (filter.short) {
    const elsewhere = taken(name, (value) =>
      isShort.test(value) ? value.replace(/(\d+)$/, "1.0.$1") : value,
    );
    faults.push(fault("accepted", "short-refused", refused(name, isShort)));
    faults.push(fault("short", "short-elsewhere", elsewhere));
    if (untold.length === 0) {
      faults.push(fault("short", "short-ignored-by-ne", overlooked(name, /^ne:\d+$/)));
    }
  }
  if (clauses["eq"] === undefined) {
    faults.push(fault("eq", "in-32-bits", in32Bits(name)));
    faults.push(fault("eq", "highest-ignored", overlooked(name, /^eq:9{10}/)));
  }
  return faults;
}

const ALL_TIMES = /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/;
const LATER_THAN_0 = /^gt:0+(\.0+)?$/;
const TIME_FILTER = /^(\w+:)?\d{1,10}(\.\d{1,9})?$/;

/** Faults in timestamps; how they select is open, but for what no time and every time meets. */
function timestampWays(section: string, before: string, after: string): Ways {
  const operators = Object.keys(MISTAKEN).map((operator) => [
    `timestamp-${operator || "bare"}-refused`,
    operatorRefused("timestamp", operator),
  ]);
  return {
    [`${section}-timestamp-accepted`]: {
      ...Object.fromEntries(operators),
      "timestamp-nine-decimals-refused": refused("timestamp", /\d\.\d{9}$/),
      "timestamp-ten-digits-refused": refused("timestamp", /^(\w+:)?\d{10}(\.\d{1,9})?$/),
    },
    [before]: { "timestamp-ignored": overlooked("timestamp", TIME_FILTER) },
    [after]: {
      "timestamp-all-finds-nothing": readAs("timestamp", ALL_TIMES, "lt:0"),
      "timestamp-later-than-0-finds-nothing": readAs("timestamp", LATER_THAN_0, "lt:0"),
    },
  };
}

/** Faults in filters (4.3 to 4.5, 4.8). */
export const filterFaults: readonly Fault[] = [
  ...FILTERS.flatMap(faultsOfFilter),
  ...faultsOf("tokenBalances", {
    "4.3-balance-accepted": { "balance-ten-digits-refused": refused("account.balance", /\d{10}$/) },
    ...timestampWays("4.3", "4.3-timestamp-none", "4.3-timestamp-all"),
  }),
  ...faultsOf("networkFees", timestampWays("4.5", "7.4-fees-not-found", "4.5-timestamp-all")),
  ...faultsOf("contract", timestampWays("4.8", "4.8-timestamp-before-all", "4.8-timestamp-met-by-all")),
];
