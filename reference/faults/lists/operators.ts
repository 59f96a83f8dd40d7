import { print, valuesOf, type ServerRequest, type JsonObject } from "../../exchange.ts";
import { faultOf, type Fault } from "../../fault.ts";
import { fromStart, relist } from "../../listing.ts";
import {
  isLaterPage,
  hasParameter,
  isSuccessResponse,
  lastOf,
  when,
  type Rewriting,
} from "../../rewriting.ts";
import {
  ignoreParameter,
  truncateTo32Bits,
  replaceOperator,
  ignoreValues,
  refuseValues,
  replaceValue,
} from "../../parameter-rewriting.ts";
import { COMPARES, operatorOf } from "../../service/parameters.ts";
import { BALANCE_LIST, TOKEN_LIST, type List } from "./list.ts";

/** A filter of a list, with the clauses that its faults violate, by operator; `none` is a value without an operator. */
type ListFilter = {
  readonly list: List;
  readonly name: string;
  /** Stands for the filter in the names of its faults. */
  readonly slug: string;
  /** The operators that some fault refuses. */
  readonly refused: readonly FilterOperator[];
  /** Whether further faults implement an operator as its opposite. */
  readonly hasOpposites?: true;
  /** Whether no member of a row shows the compared value: clauses then cannot detect that gt or lt is implemented as gte or lte. */
  readonly isOpaque?: true;
  readonly clauses: Readonly<Record<Exclude<FilterFaultKind, "short">, string>> & { readonly short?: string };
};
type FilterOperator = "none" | "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
/** `ignored`: the filter has no effect at all; `short`: a number stands for a whole id. */
type FilterFaultKind = FilterOperator | "accepted" | "ignored" | "short";

const FILTER_FAULTS: readonly ListFilter[] = [
  {
    list: TOKEN_LIST,
    name: "token.id",
    slug: "token-id",
    refused: ["none", "ne", "gte"],
    hasOpposites: true,
    clauses: {
      none: "4.4-token-id-none",
      eq: "4.4-token-id-eq",
      ne: "4.4-token-id-ne",
      gt: "4.4-token-id-gt",
      gte: "4.4-token-id-gte",
      lt: "4.4-token-id-lt",
      lte: "4.4-token-id-lte",
      short: "4.4-token-id-short",
      accepted: "4.4-token-id-accepted",
      ignored: "4.4-token-id-eq",
    },
  },
  {
    list: TOKEN_LIST,
    name: "account.id",
    slug: "account-id",
    refused: ["eq", "gt", "lte"],
    isOpaque: true,
    clauses: {
      none: "4.4-account-id-none-is-eq",
      eq: "4.4-account-id-none-is-eq",
      ne: "4.4-account-id-ne",
      gt: "4.4-account-id-gt-lowest",
      gte: "4.4-account-id-gte",
      lt: "4.4-account-id-lt-highest",
      lte: "4.4-account-id-lte",
      short: "4.4-account-id-short",
      accepted: "4.4-account-id-accepted",
      ignored: "4.4-account-id-eq-highest-none",
    },
  },
  {
    list: BALANCE_LIST,
    name: "account.id",
    slug: "account-id",
    refused: ["none", "ne", "lt", "gte"],
    clauses: {
      none: "4.3-account-id-none",
      eq: "4.3-account-id-eq",
      ne: "4.3-account-id-ne",
      gt: "4.3-account-id-gt",
      gte: "4.3-account-id-gte",
      lt: "4.3-account-id-lt",
      lte: "4.3-account-id-lte",
      short: "4.3-account-id-short",
      accepted: "4.3-account-id-accepted",
      ignored: "4.3-account-id-eq",
    },
  },
  {
    list: BALANCE_LIST,
    name: "account.balance",
    slug: "balance",
    refused: ["none", "eq", "ne", "lte"],
    hasOpposites: true,
    clauses: {
      none: "4.3-balance-none",
      eq: "4.3-balance-eq",
      ne: "4.3-balance-ne",
      gt: "4.3-balance-gt",
      gte: "4.3-balance-gte",
      lt: "4.3-balance-lt",
      lte: "4.3-balance-lte",
      accepted: "4.3-balance-accepted",
      ignored: "4.3-balance-eq",
    },
  },
];

/** The member of a row that a filter compares. */
const FILTERED_MEMBERS: Readonly<Record<string, string>> = {
  "token.id": "token_id",
  "account.id": "account",
  "account.balance": "balance",
};

type Replacement = readonly [operator: FilterOperator, replacement: FilterOperator];
/** Each operator with the one that is applied in its place; `none` in its place means that the filter has no effect. */
export const REPLACEMENTS: readonly Replacement[] = [
  ["none", "gte"],
  ["eq", "none"],
  ["ne", "none"],
  ["gt", "gte"],
  ["gte", "gt"],
  ["lt", "lte"],
  ["lte", "lt"],
];
const OPPOSITES: readonly Replacement[] = [
  ["gt", "lt"],
  ["lte", "gte"],
  ["ne", "eq"],
  ["eq", "ne"],
];
export const prefixOf = (operator: FilterOperator): string => (operator === "none" ? "" : operator);
/** The operator in the name of a fault. */
export const wordOf = (operator: FilterOperator): string => (operator === "none" ? "bare" : operator);

const isShortBound = /^(\w+:)?\d{1,10}$/;
const isWellFormed = /^((eq|ne|gte?|lte?):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;

/** Refuses values with one operator; "" is no operator. */
export const operatorRefused = (name: string, operator: string): Rewriting =>
  refuseValues(name, (value) => operatorOf(value) === operator);

function faultsOfFilter({
  list,
  name,
  slug: own,
  isOpaque,
  clauses,
  ...filter
}: ListFilter): readonly Fault[] {
  const fault = (clause: FilterFaultKind, what: string, rewriting: Rewriting) =>
    faultOf(list.endpoint, clauses[clause] ?? "", `${own}-${what}`, rewriting);
  const detectable = isOpaque
    ? REPLACEMENTS.filter(([from]) => from !== "gt" && from !== "lt")
    : REPLACEMENTS;
  const elsewhere = replaceValue(name, (id) => (isShortBound.test(id) ? id.replace(/(\d+)$/, "1.0.$1") : id));
  const lastLost = relist((rows) => rows.slice(0, -1));
  const isBound = (value: string): boolean => /^[gl]te:/.test(value);
  const faults = [
    ...detectable.map(([from, to]) =>
      fault(from, `${wordOf(from)}-wrong`, replaceOperator(name, prefixOf(from), prefixOf(to))),
    ),
    ...(filter.hasOpposites ? OPPOSITES : []).map(([from, to]) =>
      fault(from, `${from}-as-${to}`, replaceOperator(name, from, to)),
    ),
    ...filter.refused.map((operator) =>
      fault("accepted", `${wordOf(operator)}-refused`, operatorRefused(name, prefixOf(operator))),
    ),
    fault("ignored", "ignored", ignoreValues(name, isWellFormed)),
    fault(
      "gte",
      "loses-a-row",
      when((request) => valuesOf(request, name).some(isBound), lastLost),
    ),
    faultOf(
      list.endpoint,
      list.filteredPages[name] ?? "",
      `${own}-ignored-on-later-pages`,
      ignoreParameter(name, isLaterPage),
    ),
  ];
  if (clauses.short !== undefined) {
    faults.push(fault("accepted", "short-refused", refuseValues(name, isShortBound)));
    faults.push(fault("short", "short-elsewhere", elsewhere));
    if (!isOpaque) faults.push(fault("short", "short-ignored-by-ne", ignoreValues(name, /^ne:\d+$/)));
  }
  if (!isOpaque) {
    const begins = (row: JsonObject, request: ServerRequest) =>
      print(row[FILTERED_MEMBERS[name] ?? ""] ?? null)
        .replaceAll('"', "")
        .startsWith(lastOf(request, name).slice("ne:".length));
    const remaining = relist((rows, request) => rows.filter((row) => !begins(row, request)));
    faults.push(fault("gt", "compared-as-text", comparedAsText(name)));
    faults.push(fault("ne", "ne-leaves-out-what-begins-so", when(hasParameter(name, /^ne:/), remaining)));
    faults.push(fault("eq", "in-32-bits", truncateTo32Bits(name)));
    faults.push(fault("eq", "highest-ignored", ignoreValues(name, /^eq:9{10}/)));
  }
  return faults;
}

/** Compares the values of a filter as text, in a list with only ids of five digits. */
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
    )(ignoreValues(name, isOfHome)(honest));
    return (request) => (isSuccessResponse(honest(fromStart(request))) ? compared(request) : honest(request));
  };

const isOfHome = /^(\w+:)?(0\.0\.)?\d{1,10}$/;

/** Faults in the operators of the filters whose effect on rows the contract states (4.3, 4.4). */
export const operatorFaults: readonly Fault[] = FILTER_FAULTS.flatMap(faultsOfFilter);
