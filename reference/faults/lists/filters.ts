import { usualDataset } from "../../dataset.ts";
import { print, textOf, valuesOf, type ServerRequest, type JsonObject } from "../../exchange.ts";
import { faultOf, faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { fromStart, relist, withNext } from "../../listing.ts";
import {
  behindFirst,
  hasParameter,
  isSuccessResponse,
  lastOf,
  editBody,
  when,
  withoutLimit,
  type Rewriting,
} from "../../rewriting.ts";
import {
  withoutParameterValue,
  in32Bits,
  mistaken,
  overlooked,
  readAs,
  refusedIn,
  taken,
} from "../../parameter-rewriting.ts";
import { COMPARES, operatorOf } from "../../service/parameters.ts";
import { BALANCE_LIST, TOKEN_LIST, type List } from "./list.ts";

/** A filter of a list, with the operators that are refused: "" is none. */
type ListFilter = {
  readonly list: List;
  readonly name: string;
  readonly refused: readonly string[];
  /** Its operators are taken for their opposites too. */
  readonly turned?: true;
  /** The list does not show what it compares: these clauses are not called after the operator. */
  readonly hidden?: Readonly<Record<string, string>>;
};

const FILTER_FAULTS: readonly ListFilter[] = [
  { list: TOKEN_LIST, name: "token.id", refused: ["", "ne", "gte"], turned: true },
  {
    list: TOKEN_LIST,
    name: "account.id",
    refused: ["eq", "gt", "lte"],
    hidden: { "": "none-is-eq", eq: "none-is-eq", any: "eq-highest-none" },
  },
  { list: BALANCE_LIST, name: "account.id", refused: ["", "ne", "lt", "gte"] },
  { list: BALANCE_LIST, name: "account.balance", refused: ["", "eq", "ne", "lte"], turned: true },
];

/** What a row shows of a filter. */
const FILTERED_MEMBERS: Readonly<Record<string, string>> = {
  "token.id": "token_id",
  "account.id": "account",
  "account.balance": "balance",
};

/** Each operator with the one that it is taken for; without one, the filter has no effect. */
const MISTAKEN = Object.entries({ "": "gte", eq: "", ne: "", gt: "gte", gte: "gt", lt: "lte", lte: "lt" });
const OPPOSITES = Object.entries({ gt: "lt", lte: "gte", ne: "eq", eq: "ne" });

const isShortBound = /^(\w+:)?\d{1,10}$/;
const isWellFormed = /^((eq|ne|gte?|lte?):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;

/** Values with one operator, or "" for none, are refused. */
const operatorRefused = (name: string, operator: string): Rewriting =>
  refusedIn(name, (value) => operatorOf(value) === operator);

function faultsOfFilter({ list, name, hidden, ...filter }: ListFilter): readonly Fault[] {
  const { endpoint, section, member } = list;
  const own = name === "account.balance" ? "balance" : slug(name);
  const fault = (rule: string, what: string, one: Rewriting) =>
    faultOf(endpoint, `${section}-${own}-${hidden?.[rule] ?? (rule || "none")}`, `${own}-${what}`, one);
  // Of what is hidden no clause can tell these operators.
  const told = hidden ? MISTAKEN.filter(([from]) => from !== "gt" && from !== "lt") : MISTAKEN;
  const elsewhere = taken(name, (id) => (isShortBound.test(id) ? id.replace(/(\d+)$/, "1.0.$1") : id));
  const pagedList = `4.1-${member}-${list.pagedLists[name]}`;
  const lastLost = relist((rows) => rows.slice(0, -1));
  const isBound = (value: string): boolean => /^[gl]te:/.test(value);
  const faults = [
    ...told.map(([from, to]) => fault(from, `${from || "bare"}-wrong`, mistaken(name, from, to))),
    ...(filter.turned ? OPPOSITES : []).map(([from, to]) =>
      fault(from, `${from}-as-${to}`, mistaken(name, from, to)),
    ),
    ...filter.refused.map((operator) =>
      fault("accepted", `${operator || "bare"}-refused`, operatorRefused(name, operator)),
    ),
    fault(hidden ? "any" : "eq", "ignored", overlooked(name, isWellFormed)),
    fault(
      "gte",
      "loses-a-row",
      when((request) => valuesOf(request, name).some(isBound), lastLost),
    ),
    faultOf(endpoint, pagedList, `${own}-ignored-on-later-pages`, withoutParameterValue(name, behindFirst)),
  ];
  if (own !== "balance") {
    faults.push(fault("accepted", "short-refused", refusedIn(name, isShortBound)));
    faults.push(fault("short", "short-elsewhere", elsewhere));
    if (!hidden) faults.push(fault("short", "short-ignored-by-ne", overlooked(name, /^ne:\d+$/)));
  }
  if (!hidden) {
    const begins = (row: JsonObject, request: ServerRequest) =>
      print(row[FILTERED_MEMBERS[name] ?? ""] ?? null)
        .replaceAll('"', "")
        .startsWith(lastOf(request, name).slice("ne:".length));
    const left = relist((rows, request) => rows.filter((row) => !begins(row, request)));
    faults.push(fault("gt", "compared-as-text", comparedAsText(name)));
    faults.push(fault("ne", "ne-leaves-out-what-begins-so", when(hasParameter(name, /^ne:/), left)));
    faults.push(fault("eq", "in-32-bits", in32Bits(name)));
    faults.push(fault("eq", "highest-ignored", overlooked(name, /^eq:9{10}/)));
  }
  return faults;
}

/** The list has only rows whose ids have five digits, and compares the values of a filter as text. */
const comparedAsText =
  (name: string): Rewriting =>
  (honest) => {
    const meets = (value: string, row: JsonObject): boolean => {
      const [, operator = "", bound = ""] = /^(?:(\w+):)?(?:0\.0\.)?(\d+)$/.exec(value) ?? [];
      const text = print(row[FILTERED_MEMBERS[name] ?? ""] ?? null).replace(/^"0\.0\.(\d+)"$/, "$1");
      return COMPARES[operator]?.(text, bound) ?? true;
    };
    const isOfOneWidth = ({ token_id: token, account = token }: JsonObject): boolean =>
      /^"0\.0\.\d{5}"$/.test(print(account ?? null));
    const compared = relist((rows, request) =>
      rows.filter((row) => isOfOneWidth(row) && valuesOf(request, name).every((value) => meets(value, row))),
    )(overlooked(name, isOfHome)(honest));
    return (request) => (isSuccessResponse(honest(fromStart(request))) ? compared(request) : honest(request));
  };

const isOfHome = /^(\w+:)?(0\.0\.)?\d{1,10}$/;

/** The lower bounds of account.id are compared as text with the accounts that hold a token. */
const accountsAsText = when(hasParameter("account.id", /^gte?:(0\.0\.)?\d+$/), (honest) => {
  const holders = new Map(
    usualDataset().distributions.map(({ tokenId, snapshots }) => [tokenId, snapshots.at(-1)?.holders ?? []]),
  );
  const isHeldAbove = (request: ServerRequest, row: JsonObject): boolean => {
    const [, operator = "", bound = ""] =
      /^(\w+):(?:0\.0\.)?(\d+)$/.exec(lastOf(request, "account.id")) ?? [];
    const known = holders.get(textOf(row["token_id"])) ?? [];
    return known.some(({ account }) => COMPARES[operator]?.(account.replace("0.0.", ""), bound));
  };
  return relist((rows, request) => rows.filter((row) => isHeldAbove(request, row)))(
    withoutParameterValue("account.id")(honest),
  );
});

/** Bounds of fewer digits than all times are compared as text with them. */
const timesAsText = taken("timestamp", (value) => {
  const [, operator = "", digit = ""] = /^([gl]te?):([2-9])\d{0,8}(?:\.\d{1,9})?$/.exec(value) ?? [];
  return digit === "" ? value : operator.startsWith("g") ? "lt:0" : "gte:0";
});

const ALL_TIMES = /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/;

/** Faults in timestamps; how they select is open, but for what no time and every time meets. */
function timestampWays(section: string, before: string, after: string): Ways {
  const operators = MISTAKEN.map(
    ([operator]) =>
      [`timestamp-${operator || "bare"}-refused`, operatorRefused("timestamp", operator)] as const,
  );
  return {
    [`${section}-timestamp-accepted`]: {
      ...Object.fromEntries(operators),
      "timestamp-nine-decimals-refused": refusedIn("timestamp", /\d\.\d{9}$/),
      "timestamp-ten-digits-refused": refusedIn("timestamp", /^(\w+:)?\d{10}(\.\d{1,9})?$/),
    },
    [`${section}-timestamp-wider-bound`]: { "timestamp-compared-as-text": timesAsText },
    [before]: { "timestamp-ignored": overlooked("timestamp", /^(\w+:)?\d{1,10}(\.\d{1,9})?$/) },
    [after]: {
      "timestamp-all-finds-nothing": readAs("timestamp", ALL_TIMES, "lt:0"),
      "timestamp-later-than-0-finds-nothing": readAs("timestamp", /^gt:0+(\.0+)?$/, "lt:0"),
    },
  };
}

/** What is equal to a value is looked up, and another parameter is not read. */
function lookedUpRows(name: string, clause: string, other: string): Ways {
  const isEqual = hasParameter(name, /^(eq:)?[\d.]+$/);
  return { [clause]: { [`looked-up-by-${slug(name)}-alone`]: withoutParameterValue(other, isEqual) } };
}

/** A parameter is not read beside a filter under one of some operators. */
const besideOperators = (name: string, filter: string, ...operators: readonly string[]): Ways[string] =>
  Object.fromEntries(
    operators.map((operator) => [
      `${slug(name)}-ignored-beside-${slug(filter)}-${operator}`,
      withoutParameterValue(name, hasParameter(filter, new RegExp(`^${operator}:`))),
    ]),
  );

/** Faults in filters (4.3 to 4.5, 4.8). */
export const filterFaults: readonly Fault[] = [
  ...FILTER_FAULTS.flatMap(faultsOfFilter),
  ...faultsOf("tokens", lookedUpRows("token.id", "4.4-account-id-with-token-id", "account.id")),
  ...faultsOf("tokens", {
    "4.4-account-tokens-complete": {
      "account-id-next-null-after-one-page": when(
        ["account.id", withoutLimit],
        editBody((body) => withNext(body, null)),
      ),
    },
    "4.4-account-id-gte": { "account-id-lower-bounds-as-text": accountsAsText },
    "4.4-account-id-gt-highest-none": { "account-id-gt-ignored": overlooked("account.id", /^gt:/) },
    "4.4-token-id-lte": besideOperators("order", "token.id", "lte"),
    "4.4-limit-at-most": besideOperators("limit", "account.id", "eq", "ne", "lt", "lte"),
  }),
  ...faultsOf("tokenBalances", {
    "4.3-account-id-gte": besideOperators("order", "account.id", "gte"),
    "4.3-account-id-ne": besideOperators("order", "account.id", "ne"),
    "4.3-balance-gt": besideOperators("order", "account.balance", "gt"),
    "4.3-balance-ne": besideOperators("order", "account.balance", "ne"),
    "4.3-timestamp-none-any-page": {
      ...besideOperators("timestamp", "account.id", "eq", "ne", "gt", "lt", "lte"),
      ...besideOperators("timestamp", "account.balance", "eq", "ne", "gt", "lt", "lte"),
    },
    ...lookedUpRows("account.id", "4.3-public-key-with-account-id", "account.publickey"),
    ...lookedUpRows("account.balance", "4.3-public-key-with-balance", "account.publickey"),
    "4.3-balance-accepted": { "balance-ten-digits-refused": refusedIn("account.balance", /\d{10}$/) },
    ...timestampWays("4.3", "4.3-timestamp-none", "4.3-timestamp-all"),
  }),
  ...faultsOf("networkFees", timestampWays("4.5", "7.4-fees-not-found", "4.5-timestamp-all")),
  ...faultsOf("contract", timestampWays("4.8", "4.8-timestamp-before-all", "4.8-timestamp-met-by-all")),
];
